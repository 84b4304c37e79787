/**
 * Notices: what the owner of an account should know without looking for it. They are facts of the account, so nothing is
 * stored but the last look at the list of changes.
 * @see events 4
 */
import { LIMITS, type Notice } from '@notegraph/contract'
import type { Account, Session, Store } from '@notegraph/store'
import { unseenFilter } from './changes/service.ts'
import { lackingPrograms } from './sharing/lacking-programs.ts'
import type { SiteSets } from './sharing/site-sets.ts'
import type { BackupState } from './backup-state.ts'
import { newAccess } from './audit/new-access.ts'
import { planState } from './storage.ts'
import { storageLevel } from './storage-level.ts'
import { isSessionOpen, isTokenOpen, sessionEndsAt } from './token.ts'
import { listedSince } from './write/commit.ts'

/** The notices of an account, and the counts that the navigation shows. */
export interface Notices {
  /** Blocks with conflicting versions. */
  readonly conflicts: number
  /** Changes of programs and assistants since the last look. */
  readonly changes: number
  /** In the order of their urgency. */
  readonly notices: readonly Notice[]
}

/** The notices of accounts. */
export interface NoticesService {
  read(account: Account): Promise<Notices>
  /** The owner looks at the list of changes now. */
  look(account: Account): Promise<void>
}

const DAY = 86_400_000
/** Only the total of a list is read. */
const NONE = { limit: 0, offset: 0 }

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @param backups the backups that the server makes by itself, for accounts that look after people
 * @example
 * ```ts
 * const { conflicts, changes } = await noticesService(store, Date.now, siteSets(store, Date.now)).read(account)
 * ```
 */
export function noticesService(
  store: Store,
  clock: () => number,
  sets: SiteSets,
  backups?: () => BackupState,
): NoticesService {
  /** Counts the changes of programs and assistants since the last look. */
  async function unseen({ id }: Account, now: number): Promise<number> {
    return (await store.graph(id).changes.list(await unseenFilter(store, id, now), NONE)).total
  }

  async function ofGraph(account: Account, now: number) {
    if (!(await store.hasGraph(account.id))) return { conflicts: 0, changes: 0, used: 0 }
    const { feed, storage } = store.graph(account.id)
    const [conflicts, changes, used] = await Promise.all([
      feed.listConflicts(NONE),
      unseen(account, now),
      storage.bytes(),
    ])
    return { conflicts: conflicts.total, changes, used }
  }

  return {
    async read(account) {
      const now = clock()
      const [{ conflicts, changes, used }, sessions, tokens, webhooks, ways, programs, access] =
        await Promise.all([
          ofGraph(account, now),
          store.sessions.list(account.id),
          store.tokens.list(account.id),
          store.webhooks.list(account.id),
          store.digests.ways(account.id),
          lackingPrograms(store, sets, account, listedSince(now), now),
          newAccess(store, account.id, now),
        ])
      const notices: Notice[] = [...access]
      const backup = account.isAdmin === true ? backups?.() : undefined
      if (backup?.isLate === true)
        notices.push({
          kind: 'backup_late',
          ...(backup.latest && { at: backup.latest.at }),
          ...(backup.failed && { why: backup.failed.why }),
        })
      const plan = planState(account, now)
      if (plan.state === 'grace')
        notices.push({ kind: 'plan_ending', readsUntil: plan.readsUntil!, daysLeft: plan.daysLeft! })
      const percent = storageLevel(used, account.quota)
      if (percent !== undefined) notices.push({ kind: 'storage', percent, used, quota: account.quota })
      for (const { id, offAt, offWhy } of webhooks)
        if (offAt !== undefined && offWhy === 'failed') notices.push({ kind: 'webhook_off', id, at: offAt })
      for (const { kind: way, offAt, offWhy } of ways)
        if (offAt !== undefined && offWhy === 'failed') notices.push({ kind: 'digest_off', way, at: offAt })
      for (const { id, name, expiresAt: endsAt } of tokens.filter((token) => isTokenOpen(token, now)))
        if (endsAt !== undefined && isEnding(endsAt, now))
          notices.push({ kind: 'token_ending', id, name, endsAt })
      const devices = sessions.filter((session) => isSessionOpen(session, now))
      for (const { id, device, ...session } of devices) {
        const endsAt = sessionEndsAt(session)
        if (isEnding(endsAt, now)) notices.push({ kind: 'device_ending', id, device, endsAt })
      }
      if (programs.length > 0) notices.push({ kind: 'may_publish', programs })
      if (conflicts > 0) notices.push({ kind: 'conflicts', count: conflicts })
      if (changes > 0) notices.push({ kind: 'changes', count: changes })
      for (const { id, device, ...session } of devices) {
        const seenAt = lastSeen(session)
        if (!isEnding(sessionEndsAt(session), now) && now - seenAt >= LIMITS.deviceUnseenDays * DAY)
          notices.push({ kind: 'device_unseen', id, device, seenAt })
      }
      return { conflicts, changes, notices }
    },
    async look(account) {
      const now = clock()
      // A look at nothing new changes no count, and would wait for the disk.
      if ((await store.hasGraph(account.id)) && (await unseen(account, now)) > 0)
        await store.looks.note(account.id, now)
    },
  }
}

const isEnding = (endsAt: number, now: number): boolean => endsAt - now <= LIMITS.endNoticeDays * DAY

const lastSeen = ({ lastUsedAt, createdAt }: Pick<Session, 'lastUsedAt' | 'createdAt'>): number =>
  lastUsedAt ?? createdAt
