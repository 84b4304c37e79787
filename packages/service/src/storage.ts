/** The storage use of an account, its limit, and the state of its plan. @see decisions 9.3 */
import type {
  PlanState,
  RemoveFilesAnswer,
  StorageAnswer,
  UnlinkedFileList,
  WindowQuery,
} from '@notegraph/contract'
import type { Account, Blobs, Store } from '@notegraph/store'
import { listUnlinked, removeUnlinked } from './files/unlinked.ts'
import { graceEnd, planAt } from './plan.ts'
import type { Result } from './refusal.ts'

/** Storage use and unlinked files of accounts. */
export interface StorageService {
  read(account: Account): Promise<StorageAnswer>
  /** Imported files that no note links to. */
  unlinked(account: Account, window: WindowQuery): Promise<UnlinkedFileList>
  /** Permanently deletes such files; files with a link by now stay. 402 in grace. */
  removeUnlinked(account: Account, ids: readonly string[]): Promise<Result<RemoveFilesAnswer>>
}

const DAY = 86_400_000

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const storage = storageService(store, blobs, Date.now)
 * ```
 */
export function storageService(store: Store, blobs: Blobs, clock: () => number): StorageService {
  return {
    async read(account) {
      const kinds = await store.graph(account.id).storage.usage()
      const { pages, blocks, shapes, files, history } = kinds
      const used = pages.bytes + blocks.bytes + shapes.bytes + files.bytes + history.bytes
      const plan = planState(account, clock())
      return { used, quota: account.quota, ...kinds, plan }
    },
    unlinked: (account, window) => listUnlinked(store, account, window),
    removeUnlinked: (account, ids) => removeUnlinked(store, blobs, account, ids, clock()),
  }
}

/**
 * The plan as its owner sees it.
 *
 * @example
 * ```ts
 * const { state } = planState(account, Date.now())
 * ```
 */
export function planState(account: Account, now: number): PlanState {
  const state = planAt(account, now)
  const { endedAt } = account
  const until = graceEnd(account)
  return {
    state,
    ...(state !== 'active' && endedAt !== undefined && { endedAt }),
    ...(state === 'grace' && { readsUntil: until, daysLeft: Math.ceil((until - now) / DAY) }),
  }
}
