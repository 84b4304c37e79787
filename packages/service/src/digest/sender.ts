/**
 * Sends the digests that are due. Any number of processes may run one. A process defers a digest for some minutes, reads
 * its facts, takes it by moving its way to the next morning, and sends it then. Only one process wins each update. So a
 * process that dies, or a fault of the store, leaves a digest late or not sent at all, but never sent twice.
 * @see events 3
 */
import { zoneOf } from '../access.ts'
import type { Account, Digest, DigestWay, Store } from '@notegraph/store'
import { planAt } from '../plan.ts'
import { nextAttempt } from '../webhooks/waits.ts'
import { END_PATH } from './links.ts'
import { latestMorning, nextMorning, type Morning } from './morning.ts'
import type { SendMail, SendOutcome, SendPush } from './send.ts'
import type { DigestText } from './text.ts'
import { digestOf, withoutFaults } from './ways.ts'

/** The connections, the clock and the listeners of a sender. */
export interface DigestSenderDeps {
  /** Undefined if the server sends no e-mail. */
  readonly mail: SendMail | undefined
  readonly push: SendPush
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** The address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  /** Called after each attempt. */
  readonly onAttempt?: (way: DigestWay, outcome: SendOutcome) => void
  /** Called after a way was switched off. */
  readonly onOff?: (way: DigestWay) => void
  /** Called with a fault of the store; the next look tries again. */
  readonly onFailure?: (error: unknown) => void
}

/** Sends digests. */
export interface DigestSender {
  /** Sends what is due. */
  look(): Promise<void>
  /** Ends once the digest that is sent now has been sent. */
  stop(): Promise<void>
}

/** Ways that one look takes at once. */
const MOST = 20
/** A digest that is later than this is left out, in milliseconds. */
const LATEST = 12 * 3_600_000
/** A digest whose facts could not be read is due again after so long, in milliseconds. Meanwhile others have their turn. */
const DEFERRED_FOR = 10 * 60_000

/**
 * Creates a sender.
 *
 * @example
 * ```ts
 * const sender = digestSender(store, { mail, push, clock: Date.now, baseUrl })
 * await sender.look()
 * ```
 */
export function digestSender(store: Store, deps: DigestSenderDeps): DigestSender {
  const { mail, push, clock, baseUrl, onAttempt, onOff, onFailure } = deps
  const { digests } = store
  const stopping = new AbortController()
  /** The look that runs; another one meanwhile waits for it. */
  let running: Promise<void> | undefined

  async function sendAll(): Promise<void> {
    let sent: number
    do {
      const due = await digests.due(clock(), MOST)
      const taken = await Promise.all(due.map(sendTo))
      sent = taken.filter(Boolean).length
    } while (sent === MOST && !stopping.signal.aborted)
  }

  /** @returns whether the way has moved on */
  async function sendTo(way: DigestWay): Promise<boolean> {
    try {
      const account = await store.accounts.find(way.accountId)
      if (!account) return false
      const now = clock()
      const turn = turnOf(way, account, await digestOf(digests, account.id), now)
      if (!turn.isDue) return await digests.updateWay(turn.way)
      const deferred = { ...way, dueAt: Math.min(now + DEFERRED_FOR, turn.way.dueAt) }
      if (!(await digests.updateWay(deferred))) return false
      await sendNow(account, later(turn.way))
      return true
    } catch (error) {
      onFailure?.(error)
      return false
    }
  }

  async function sendNow(account: Account, way: DigestWay): Promise<void> {
    const now = clock()
    const zone = zoneOf(account.zone)
    const { digestFacts } = await import('./facts.ts')
    const { digestText } = await import('./text.ts')
    const facts = await digestFacts(store, account, { now, zone, reportedUntil: way.reportedUntil })
    const text = digestText(facts, { base: baseUrl(), end: endOf(way), zone })
    const reported = { ...withoutFaults(way), reportedUntil: now }
    if (!text) return void (await digests.updateWay(reported))
    const send = await readyToSend(way, text)
    if (!(await digests.updateWay(way))) return
    const outcome = await send()
    onAttempt?.(way, outcome)
    if (outcome === 'sent') return void (await digests.updateWay({ ...later(reported), sentAt: now }))
    const failed = failedWay(later(way), outcome, clock())
    if ((await digests.updateWay(failed)) && failed.offAt !== undefined) onOff?.(failed)
  }

  const endOf = ({ endKey }: DigestWay): string => baseUrl() + END_PATH + endKey

  /** Reads the rest that the message needs. @returns sends the message */
  async function readyToSend(
    way: DigestWay,
    { summary, text, html }: DigestText,
  ): Promise<() => Promise<SendOutcome>> {
    if (way.kind === 'email') {
      if (!mail) return async () => ({ fault: 'This server sends no e-mail.', next: 'unclear' })
      const headers = {
        'List-Unsubscribe': `<${endOf(way)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      }
      return async () => mail({ to: way.address, subject: summary, text, html, headers })
    }
    const { address, browserKeys } = way
    const pushKeys = await digests.pushKeys(way.accountId)
    if (!pushKeys || !browserKeys)
      return async () => ({ fault: 'The keys of the browser are missing.', next: 'gone' })
    const payload = JSON.stringify({
      title: 'Notegraph',
      body: summary,
      url: `${baseUrl()}/settings/notices`,
      end: endOf(way),
    })
    return async () => push({ address, browserKeys, pushKeys, payload })
  }

  return {
    async look() {
      if (stopping.signal.aborted) return
      running ??= sendAll()
        .catch((error: unknown) => onFailure?.(error))
        .finally(() => (running = undefined))
      await running
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** The way after an update, which raises its version. */
const later = (way: DigestWay): DigestWay => ({ ...way, version: way.version + 1 })

/** The way once it is taken, and whether its digest is sent now. */
function turnOf(
  way: DigestWay,
  account: Account,
  { hour }: Digest,
  now: number,
): { readonly way: DigestWay; readonly isDue: boolean } {
  const zone = zoneOf(account.zone)
  const morning = latestMorning(hour, zone, now)
  const dueAt = nextMorning(hour, zone, now).at
  const mayRead = account.allowed && planAt(account, now) !== 'none'
  const isDue = mayRead && (isNew(way, morning, now) || isRetry(way, morning))
  return { way: { ...way, dueAt, ...(isDue && { day: morning.day }) }, isDue }
}

const isNew = ({ day = 0 }: DigestWay, morning: Morning, now: number): boolean =>
  day < morning.day && now - morning.at <= LATEST

/** Only an attempt that delivered nothing leaves a way due again on its day. */
const isRetry = ({ day, attempts }: DigestWay, morning: Morning): boolean =>
  attempts > 0 && day === morning.day

/** The way after a failed attempt. Its `dueAt` is the next morning. */
function failedWay(way: DigestWay, { fault, next }: Exclude<SendOutcome, 'sent'>, now: number): DigestWay {
  if (next === 'unclear') return { ...way, fault }
  const failingSince = way.failingSince ?? now
  const attempts = way.attempts + 1
  const again = next === 'gone' ? undefined : nextAttempt(attempts, failingSince, now)
  const failed = { ...way, fault, failingSince, attempts }
  if (again === undefined) return { ...failed, offAt: now, offWhy: 'failed' }
  return { ...failed, dueAt: Math.min(again, way.dueAt) }
}
