/**
 * The audit log: sign-ins to an account, and actions on its credentials. It contains no secret, name, text or address.
 * Addresses and accounts appear as keyed hashes where they must be recognized.
 */
import { createHmac } from 'node:crypto'
import { LIMITS, type AuditEventName } from '@notegraph/contract'
import type { AuditActor, AuditEntry, Store } from '@notegraph/store'

/** An event. The actor and address come from the request unless given. */
export type AuditNote = Omit<AuditEntry, 'at' | 'event' | 'by' | 'address'> &
  Partial<Pick<AuditEntry, 'at' | 'by'>> & {
    readonly event: AuditEventName
    /** The name of an app that is gone, or of pages, for their owner: after the detail, and never in the server log. */
    readonly name?: string
  }

/** The request of an event. */
export interface AuditSource {
  readonly address: string
  /** Undefined until it is known. */
  readonly by?: AuditActor | undefined
  /** The account of the caller, and whether readers see pages of it. */
  readonly account?: string
  readonly showsPages?: boolean
  /** The events of this request; `nothing` if it changed nothing. */
  readonly noted?: Set<string>
}

/** An entry in the form of the server log. */
export type AuditLine = Omit<AuditEntry, 'accountId'> & { readonly account?: string }

/** An entry in the form for the account's owner. */
export type AuditView = Omit<AuditEntry, 'accountId' | 'event'> & Pick<AuditNote, 'event'>

/** Notes and lists security events. */
export interface AuditLog {
  /** Notes an event. Never fails, because the action has already happened. */
  note(note: AuditNote): Promise<void>
  /** Notes the event of a route that succeeded, unless the work of the request noted what it did. */
  noteRoute(note: AuditNote): Promise<void>
  /** The work of the request changed nothing, so the event of its route is left out. */
  changedNothing(): void
  /** Whether readers see pages of the account; undefined unless it is the caller's. */
  showsPages(accountId: string): boolean | undefined
  /** Newest first. @param accountId undefined for refusals without a known account */
  list(
    accountId: string | undefined,
    window: { readonly limit: number; readonly offset: number },
  ): Promise<{ events: AuditView[]; total: number }>
  /** The keyed hash that names an account in the server log. */
  accountTag(accountId: string): Promise<string>
}

export interface AuditOptions {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Undefined outside of a request: the operator acts on the machine. */
  readonly source?: () => AuditSource | undefined
  readonly onLine?: (line: AuditLine) => void
  /** After an event of an account was noted. */
  readonly onNoted?: (note: AuditNote & { readonly accountId: string }) => void
  readonly failed?: (error: unknown) => void
}

const DAY = 86_400_000
/** Milliseconds in which a repeated refusal is noted once. */
const AGAIN = 3_600_000
/** Refusals remembered for that. */
const REMEMBERED = 10_000
/** The length of a hash in characters of base64url: 96 bits. */
const TAG_LENGTH = 16

/**
 * Opens the audit log of a store.
 *
 * @example
 * ```ts
 * const audit = auditLog(store, { clock: Date.now })
 * ```
 */
export function auditLog(
  { audit, tokens }: Pick<Store, 'audit' | 'tokens'>,
  { clock, source, onLine, onNoted, failed }: AuditOptions,
): AuditLog {
  let key: Promise<Uint8Array> | undefined
  const refusals = new Map<string, number>()
  /** Cached by account, since each request logs one. */
  const tags = new Map<string, string>()

  async function accountTag(accountId: string): Promise<string> {
    const known = tags.get(accountId)
    if (known !== undefined) return known
    const made = await tag('account', accountId)
    if (tags.size >= REMEMBERED) tags.clear()
    tags.set(accountId, made)
    return made
  }

  async function tag(kind: 'account' | 'address', value: string): Promise<string> {
    key ??= audit.key().catch((error: unknown) => {
      key = undefined // the next call reads it again
      throw error
    })
    const digest = createHmac('sha256', await key).update(`${kind} ${value}`)
    return digest.digest('base64url').slice(0, TAG_LENGTH)
  }

  /** @returns whether the same refusal, or a right password of a reader, was noted recently */
  function isRepeated(
    { event, accountId, subject, detail }: AuditNote,
    address: string | undefined,
  ): boolean {
    if (!event.endsWith('_refused') && event !== 'share_opened') return false
    const what = JSON.stringify([event, accountId, subject, detail, address])
    const now = clock()
    if (now - (refusals.get(what) ?? -Infinity) < AGAIN) return true
    if (refusals.size >= REMEMBERED) refusals.clear()
    refusals.set(what, now)
    return false
  }

  async function add(note: AuditNote): Promise<void> {
    const from = source?.()
    if (isRepeated(note, from?.address)) return
    const { accountId, name, ...rest } = note
    const line: AuditView = {
      at: clock(),
      by: from ? (from.by ?? 'nobody') : 'operator',
      ...rest,
      ...(from && { address: await tag('address', from.address) }),
    }
    await audit.add(
      {
        ...line,
        ...(accountId !== undefined && { accountId }),
        ...(name !== undefined && { detail: `${line.detail}: ${name}` }),
      },
      {
        before: clock() - LIMITS.auditDays * DAY,
        most: LIMITS.auditEntries,
        mostRefused: LIMITS.auditRefusals,
        mostOfSites: LIMITS.auditSitePages,
      },
    )
    if (accountId !== undefined) onNoted?.({ ...line, accountId, ...(name !== undefined && { name }) })
    onLine?.({ ...line, ...(accountId !== undefined && { account: await accountTag(accountId) }) })
  }

  const note = async (one: AuditNote): Promise<void> => {
    // A write may change a site beside what its route notes.
    if (one.event !== 'site_pages_changed') source?.()?.noted?.add(one.event)
    try {
      await add(one)
    } catch (error) {
      failed?.(error)
    }
  }

  /** A token expires without an event; the next view of the log notes it. */
  async function noteExpired(): Promise<void> {
    for (const { id, accountId, expiresAt } of await tokens.takeExpired(clock()))
      await note({ event: 'token_expired', by: 'time', accountId, subject: id, at: expiresAt! })
  }

  return {
    note,
    async noteRoute(one) {
      if (source?.()?.noted?.size === 0) await note(one)
    },
    changedNothing: () => void source?.()?.noted?.add('nothing'),
    accountTag,
    showsPages(accountId) {
      const from = source?.()
      return from?.account === accountId ? from.showsPages : undefined
    },
    async list(accountId, window) {
      await noteExpired()
      const { entries, total } = await audit.list(accountId, window)
      return { events: entries.map(({ accountId: _account, ...view }) => view as AuditView), total }
    },
  }
}
