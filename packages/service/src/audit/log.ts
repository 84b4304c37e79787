/**
 * The audit log: who came into an account, and what they did to what opens it. It holds no secret, name, text or address;
 * where an address or an account has to be known again, it is there by a keyed hash.
 */
import { createHmac } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import type { AuditActor, AuditEntry, Store } from '@notegraph/store'

/** What happened. Who did it and from where is of the request, unless it is said. */
export type AuditNote = Omit<AuditEntry, 'at' | 'by' | 'address'> & Partial<Pick<AuditEntry, 'at' | 'by'>>

/** The request in which something happens. */
export interface AuditSource {
  readonly address: string
  /** Undefined while it is not known. */
  readonly by?: AuditActor | undefined
}

/** What the log of the server says of an entry. */
export type AuditLine = Omit<AuditEntry, 'accountId'> & { readonly account?: string }

/** An entry as the holder of its account sees it. */
export type AuditView = Omit<AuditEntry, 'accountId'>

export interface AuditLog {
  /** Never fails: what was done is done, whether it could be noted or not. */
  note(note: AuditNote): Promise<void>
  /** The latest first. @param accountId undefined for what was refused to nobody who is known */
  list(
    accountId: string | undefined,
    window: { readonly limit: number; readonly offset: number },
  ): Promise<{ events: AuditView[]; total: number }>
  /** What stands for an account in the log of the server. */
  accountTag(accountId: string): Promise<string>
}

export interface AuditOptions {
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** Undefined outside of a request: the operator does it, on the machine. */
  readonly source?: () => AuditSource | undefined
  readonly tell?: (line: AuditLine) => void
  readonly failed?: (error: unknown) => void
}

const DAY = 86_400_000
/** A refusal that comes again and again is noted once in so many milliseconds. */
const AGAIN = 3_600_000
/** Refusals remembered for that. */
const REMEMBERED = 10_000
/** Of a hash, in characters of base64url: 96 bits. */
const TAG_LENGTH = 16

export function auditLog(
  { audit, tokens }: Pick<Store, 'audit' | 'tokens'>,
  { clock, source, tell, failed }: AuditOptions,
): AuditLog {
  let key: Promise<Uint8Array> | undefined
  const refusals = new Map<string, number>()
  /** Of accounts: each request names its own in the log. */
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
      key = undefined // it is read again the next time
      throw error
    })
    const digest = createHmac('sha256', await key).update(`${kind} ${value}`)
    return digest.digest('base64url').slice(0, TAG_LENGTH)
  }

  /** @returns whether the same was refused a while ago */
  function isRepeated(
    { event, accountId, subject, detail }: AuditNote,
    address: string | undefined,
  ): boolean {
    if (!event.endsWith('_refused')) return false
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
    const { accountId, ...rest } = note
    const line: AuditView = {
      at: clock(),
      by: from ? (from.by ?? 'nobody') : 'operator',
      ...rest,
      ...(from && { address: await tag('address', from.address) }),
    }
    await audit.add(
      { ...line, ...(accountId !== undefined && { accountId }) },
      {
        before: clock() - LIMITS.auditDays * DAY,
        most: LIMITS.auditEntries,
        mostRefused: LIMITS.auditRefusals,
      },
    )
    tell?.({ ...line, ...(accountId !== undefined && { account: await accountTag(accountId) }) })
  }

  const note = async (one: AuditNote): Promise<void> => {
    try {
      await add(one)
    } catch (error) {
      failed?.(error)
    }
  }

  /** A token expires by itself; that is noted when somebody looks. */
  async function noteExpired(): Promise<void> {
    for (const { id, accountId, expiresAt } of await tokens.takeExpired(clock()))
      await note({ event: 'token_expired', by: 'time', accountId, subject: id, at: expiresAt! })
  }

  return {
    note,
    accountTag,
    async list(accountId, window) {
      await noteExpired()
      const { entries, total } = await audit.list(accountId, window)
      return { events: entries.map(({ accountId: _account, ...view }) => view), total }
    },
  }
}
