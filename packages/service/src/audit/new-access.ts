/** New access to an account, for its owner: a notice, and an e-mail to the confirmed address of the digest. */
import { LIMITS, type AuditEventName, type Notice } from '@notegraph/contract'
import type { Store } from '@notegraph/store'
import type { Mail, SendMail } from '../digest/send.ts'
import type { AuditNote, AuditView } from './log.ts'

/** The new thing of each event, in words. */
const NEW: { readonly [E in AuditEventName]?: string } = {
  token_made: 'A new token',
  token_changed: 'A token with other rights',
  device_added: 'A new device',
  passkey_added: 'A new passkey',
  app_connected: 'A newly connected app',
  app_changed: 'An app with other rights',
  plugin_installed: 'A new plug-in',
  page_shared: 'A newly shared page',
  site_published: 'A new site',
  webhook_made: 'A new webhook',
}
/** The work of a person who looks after the account, in words. @see decisions 9.11 */
const BY_ADMIN: { readonly [E in AuditEventName]?: string } = {
  account_changed: 'Your account was changed',
  access_ended: 'Your account was signed out everywhere',
}
/** The detail of an app that ended because its refresh token or code was used twice. */
const REUSED = 'reused'
const DAY = 86_400_000
const EVENTS = [...(Object.keys({ ...NEW, ...BY_ADMIN }) as AuditEventName[]), 'app_ended'] as const
/** The most events that one look lists. */
const MOST = 100

interface AccessEvent extends Pick<AuditView, 'event' | 'by'> {
  readonly detail?: string | undefined
}

const isReused = ({ event, detail }: AccessEvent): boolean =>
  event === 'app_ended' && detail?.startsWith(REUSED) === true

const isByAdmin = ({ event, by }: AccessEvent): boolean => by === 'admin' && BY_ADMIN[event] !== undefined

/** The log alone has the things that the operator makes on the machine itself. */
const isNewAccess = (one: AccessEvent): boolean =>
  (one.by !== 'operator' && NEW[one.event] !== undefined) || isByAdmin(one) || isReused(one)

const latest = async (
  audit: Store['audit'],
  accountId: string,
  events: readonly AuditEventName[],
  since: number,
): Promise<AuditView[]> => (await audit.latest(accountId, { events, since, limit: MOST })) as AuditView[]

/** New access since the owner opened the security log, the latest first. */
export async function newAccess(
  { audit }: Pick<Store, 'audit'>,
  accountId: string,
  now: number,
): Promise<Notice[]> {
  const since = now - LIMITS.accessNoticeDays * DAY + 1
  const entries = await latest(audit, accountId, [...EVENTS, 'log_read'], since)
  const seen = entries.findIndex(({ event }) => event === 'log_read')
  return entries
    .slice(0, seen < 0 ? entries.length : seen)
    .filter(isNewAccess)
    .map(({ event, at, detail }) =>
      isReused({ event, detail, by: 'nobody' })
        ? { kind: 'secret_reused', app: detail!.slice(REUSED.length + 2), at }
        : { kind: 'new_access', event, at },
    )
}

/** The parts that the e-mails need. */
export interface AccessMailDeps {
  readonly mail: SendMail | undefined
  readonly clock: () => number
  readonly baseUrl: () => string
}

/**
 * Sends an e-mail about new access.
 *
 * @returns a function for each noted event of an account
 * @example
 * ```ts
 * const tell = accessMails(store, { mail, clock: Date.now, baseUrl })
 * ```
 */
export function accessMails(
  { audit, digests }: Pick<Store, 'audit' | 'digests'>,
  { mail, clock, baseUrl }: AccessMailDeps,
): (note: AuditNote & { readonly accountId: string }) => Promise<void> {
  return async (note) => {
    const told = { ...note, by: note.by ?? 'nobody' } as const
    if (!mail || !isNewAccess(told)) return
    const way = (await digests.ways(note.accountId)).find(
      (one) => one.kind === 'email' && one.confirmedAt !== undefined,
    )
    if (way?.kind !== 'email') return
    const since = clock() - DAY + 1
    const today = (await latest(audit, note.accountId, EVENTS, since)).filter(isNewAccess)
    if (today.length <= LIMITS.accessMailsPerDay) await mail(mailOf(way.address, told, baseUrl()))
  }
}

function mailOf(to: string, note: AccessEvent & { readonly name?: string }, server: string): Mail {
  const log = `${server}/settings/security`
  const [subject, text] = isReused(note)
    ? [
        `${note.name ?? 'An app'} was disconnected`,
        `A code or refresh token of the app "${note.name ?? ''}" was used twice, so somebody else may have a copy of it. The server disconnected the app. Connect it again if you trust it: ${server}/settings/assistants`,
      ]
    : isByAdmin(note)
      ? [
          BY_ADMIN[note.event]!,
          `${BY_ADMIN[note.event]!} by a person who looks after the accounts of ${server}.`,
        ]
      : [
          `${NEW[note.event]!} has access to your notes`,
          `${NEW[note.event]!} has access to your notes on ${server}.`,
        ]
  return {
    to,
    subject,
    text: `${text}

If this was not you, end it, and sign out each browser and device that you do not know. The security log shows when and from where it came:
${log}
`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
