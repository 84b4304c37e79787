/** What an account takes up, of what it may, and how its plan stands. @see decisions 9.3 */
import type { PlanState, StorageAnswer } from '@notegraph/contract'
import type { Account, Store } from '@notegraph/store'
import { graceEnd, planAt } from './plan.ts'

export interface StorageService {
  read(account: Account): Promise<StorageAnswer>
}

const DAY = 86_400_000

/** @param clock gives now, in milliseconds since 1970 */
export function storageService(store: Store, clock: () => number): StorageService {
  return {
    async read(account) {
      const kinds = await store.graph(account.id).storageUse()
      const { pages, blocks, shapes, files } = kinds
      const used = pages.bytes + blocks.bytes + shapes.bytes + files.bytes
      const plan = planState(account, clock())
      return { used, quota: account.quota, ...kinds, plan }
    },
  }
}

/** The plan as its holder sees it. */
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
