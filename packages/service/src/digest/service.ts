/**
 * The settings of a digest for their owner, and the links that confirm and end it. A way of another account is treated as
 * missing.
 * @see events 3
 */
import { createECDH, randomUUID } from 'node:crypto'
import {
  isEmailAddress,
  LIMITS,
  type AddDigestBrowser,
  type ChangeDigest,
  type DigestAnswer,
  type DigestBrowser,
  type DigestEmail,
} from '@notegraph/contract'
import { isZone } from '@notegraph/graph'
import { hashSecret, type Account, type Digest, type DigestWay, type Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { notAZone } from '../error-messages.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { isSecret, makeSecret } from '../token.ts'
import { confirmMail } from './confirm-mail.ts'
import { takeLinkMail } from './link-mails.ts'
import { CONFIRM_PATH, CONFIRM_PREFIX, END_PREFIX } from './links.ts'
import { nextMorning } from './morning.ts'
import type { SendMail } from './send.ts'
import { digestOf, isConfirmed, withoutFaults } from './ways.ts'

/** The digests of accounts. */
export interface DigestService {
  read(account: Account): Promise<DigestAnswer>
  /**
   * Changes what the body names. A new e-mail address gets a link that confirms it; the present one is switched on again.
   * @returns 400 for an invalid zone or address, 409 without e-mail, 429 after too many links
   */
  change(account: Account, change: ChangeDigest): Promise<Result<DigestAnswer>>
  /** Adds a browser, or replaces its keys. @returns 400 for an invalid address, 409 if the account has the most browsers */
  addBrowser(account: Account, browser: AddDigestBrowser): Promise<Result<DigestAnswer>>
  /** @returns 404 if the account has no such browser */
  removeBrowser(account: Account, id: string): Promise<Result<DigestAnswer>>
  /** Finds the address that a link confirms. @returns undefined if the link is unknown, used or too old */
  findToConfirm(secret: string): Promise<string | undefined>
  /** Confirms an address. @returns the address */
  confirm(secret: string): Promise<string | undefined>
  /** Finds what a link ends. @returns undefined if the way was deleted */
  findToEnd(secret: string): Promise<EndedWay | undefined>
  /** Ends the digest on one way. A second call changes nothing. */
  end(secret: string): Promise<EndedWay | undefined>
}

/** A way that a link ends. */
export interface EndedWay {
  readonly kind: DigestWay['kind']
  readonly isEnded: boolean
}

/** The connections, the clock and the rate of the service. */
export interface DigestDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** The address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  /** Undefined if the server sends no e-mail. */
  readonly mail: SendMail | undefined
  /** @returns why an address cannot be a browser's, in a sentence; undefined if it can */
  readonly addressFault: (url: string) => string | undefined
}

const HOUR = 3_600_000

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const digest = digestService(store, { clock: Date.now, baseUrl, mail, addressFault })
 * ```
 */
export function digestService(store: Store, deps: DigestDeps): DigestService {
  const { clock, baseUrl, mail, addressFault } = deps
  const { digests } = store

  async function read({ id, zone }: Account): Promise<DigestAnswer> {
    const [{ isOn, hour }, ways, { publicKey }] = await Promise.all([
      digestOf(digests, id),
      digests.ways(id),
      pushKeys(id),
    ])
    const email = ways.find(({ kind }) => kind === 'email')
    return {
      on: isOn,
      hour,
      zone: zoneOf(zone),
      sendsEmail: mail !== undefined,
      email: email ? emailView(email) : null,
      browsers: ways.filter(({ kind }) => kind === 'push').map(browserView),
      pushKey: publicKey,
    }
  }

  const pushKeys = async (accountId: string) =>
    (await digests.pushKeys(accountId)) ?? digests.keepPushKeys(accountId, newPushKeys())

  const present = async (accountId: string): Promise<Account> => (await store.accounts.find(accountId))!

  const mornings = async ({ id, zone }: Account, digest?: Digest) => {
    const { hour } = digest ?? (await digestOf(digests, id))
    return (day?: number) => nextMorning(hour, zoneOf(zone), clock(), day).at
  }

  async function newWay(account: Account): Promise<Omit<DigestWay, 'kind' | 'address'>> {
    const now = clock()
    return {
      id: randomUUID(),
      accountId: account.id,
      createdAt: now,
      version: 0,
      endKey: makeSecret(END_PREFIX),
      dueAt: (await mornings(account))(),
      reportedUntil: now,
      attempts: 0,
    }
  }

  /** The owner wins over a sender that updates the way meanwhile. */
  async function update(way: DigestWay, change: (way: DigestWay) => DigestWay): Promise<void> {
    if (await digests.updateWay(change(way))) return
    const now = (await digests.ways(way.accountId)).find(({ id }) => id === way.id)
    if (now) await update(now, change)
  }

  async function setEmail(account: Account, given: string | null): Promise<Result<void>> {
    const held = (await digests.ways(account.id)).find(({ kind }) => kind === 'email')
    if (given === null) {
      if (held) await digests.removeWay(account.id, held.id)
      return ok(undefined)
    }
    const address = given.trim()
    if (!isEmailAddress(address)) return refuse(BAD_REQUESTS.notEmail)
    if (!mail) return refuse({ code: 'conflict', why: 'no_mail' })
    if (held?.address === address && isConfirmed(held)) {
      const morning = await mornings(account)
      await update(held, (way) => ({ ...withoutFaults(way), dueAt: morning(way.day) }))
      return ok(undefined)
    }
    const room = await takeLinkMail(digests, account.id, address, clock())
    if (!room.ok) return room
    const secret = makeSecret(CONFIRM_PREFIX)
    const way: DigestWay = {
      ...(await newWay(account)),
      kind: 'email',
      address,
      confirmHash: hashSecret(secret),
      confirmUntil: clock() + LIMITS.digestLinkHours * HOUR,
    }
    const sent = await mail(confirmMail(address, baseUrl(), baseUrl() + CONFIRM_PATH + secret))
    await digests.addWay(sent === 'sent' ? way : { ...way, fault: sent.fault }, 1)
    return ok(undefined)
  }

  const toConfirm = async (secret: string): Promise<DigestWay | undefined> => {
    const way = isSecret(CONFIRM_PREFIX, secret)
      ? await digests.findByConfirmHash(hashSecret(secret))
      : undefined
    return way && clock() < way.confirmUntil! ? way : undefined
  }
  const toEnd = async (secret: string): Promise<DigestWay | undefined> =>
    isSecret(END_PREFIX, secret) ? digests.findByEndKey(secret) : undefined

  return {
    read,

    async change(account, { on, hour, zone, email }) {
      if (zone !== undefined && !isZone(zone)) return refuse({ code: 'bad_request', error: notAZone(zone) })
      const held = await digestOf(digests, account.id)
      if (email !== undefined) {
        const set = await setEmail(account, email)
        if (!set.ok) return set
      }
      if (on === undefined && hour === undefined && zone === undefined) return ok(await read(account))
      const digest = { accountId: account.id, isOn: on ?? held.isOn, hour: hour ?? held.hour }
      await digests.save(digest, zone)
      const changed = await present(account.id)
      const morning = await mornings(changed, digest)
      for (const way of await digests.ways(account.id))
        await update(way, (one) => ({ ...one, dueAt: morning(one.day) }))
      return ok(await read(changed))
    },

    async addBrowser(account, { endpoint, keys, name }) {
      const fault = addressFault(endpoint)
      if (fault !== undefined) return refuse({ code: 'bad_request', error: fault })
      const browser = { kind: 'push', address: endpoint, browserKeys: keys, confirmedAt: clock() } as const
      const way: DigestWay = { ...(await newWay(account)), ...browser, ...(name !== undefined && { name }) }
      if (!(await digests.addWay(way, LIMITS.digestBrowsers)))
        return refuse({ code: 'conflict', why: 'browsers_full' })
      return ok(await read(account))
    },

    async removeBrowser(account, id) {
      const found = (await digests.ways(account.id)).find((way) => way.kind === 'push' && way.id === id)
      if (!found || !(await digests.removeWay(account.id, found.id)))
        return refuse({ code: 'not_found', what: 'browser' })
      return ok(await read(account))
    },

    findToConfirm: async (secret) => (await toConfirm(secret))?.address,

    async confirm(secret) {
      const way = await toConfirm(secret)
      const account = way && (await store.accounts.find(way.accountId))
      if (!account) return undefined
      const dueAt = (await mornings(account))()
      await update(way, ({ confirmHash: _hash, confirmUntil: _until, ...rest }) => ({
        ...withoutFaults(rest),
        confirmedAt: rest.confirmedAt ?? clock(),
        dueAt,
      }))
      return way.address
    },

    async findToEnd(secret) {
      const way = await toEnd(secret)
      return way && { kind: way.kind, isEnded: way.offAt !== undefined }
    },

    async end(secret) {
      const way = await toEnd(secret)
      if (!way) return undefined
      const offAt = clock()
      if (way.offAt === undefined) await update(way, (one) => ({ ...one, offAt, offWhy: 'ended' }))
      return { kind: way.kind, isEnded: true }
    },
  }
}

/** The key pair of an account on the curve of web push. @see RFC 8292, 2 */
function newPushKeys() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // A private key that begins with zeros is shorter.
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
  return { publicKey, privateKey }
}

/** The members that an address and a browser share. */
function stateOf(way: DigestWay) {
  const { createdAt, sentAt, dueAt, fault, failingSince, offAt, offWhy } = way
  const isOff = offAt !== undefined
  return {
    createdAt,
    ...(sentAt !== undefined && { sentAt }),
    ...(!isOff && isConfirmed(way) && { dueAt }),
    ...(fault !== undefined && { fault }),
    ...(!isOff && failingSince !== undefined && { failingSince }),
    ...(isOff && { offAt, offWhy: offWhy! }),
  }
}

function emailView(way: DigestWay): DigestEmail {
  const state = isConfirmed(way) ? stateWord(way) : 'unconfirmed'
  return { address: way.address, state, ...stateOf(way) }
}

const browserView = (way: DigestWay): DigestBrowser => ({
  id: way.id,
  ...(way.name !== undefined && { name: way.name }),
  state: stateWord(way),
  ...stateOf(way),
})

const stateWord = ({ offAt, failingSince }: DigestWay): 'on' | 'failing' | 'off' =>
  offAt !== undefined ? 'off' : failingSince !== undefined ? 'failing' : 'on'
