/**
 * The end of a graph whose account has no plan any more: it goes to an archive for the operator, and once that is whole
 * on the disk it is removed. What is cut off on the way is begun again; nothing is removed before.
 * @see service, Account access state
 */
import type { Account, Blobs, Store } from '@notegraph/store'
import { exportArchive } from '../export/export.ts'
import type { Retention } from '../export/retention.ts'
import type { FolderTarget } from '../import/source.ts'
import { graceEnd, graphEnd, planAt } from '../plan.ts'

export interface EndDeps {
  readonly store: Store
  readonly blobs: Blobs
  readonly retention: Retention
  /** The service's own origin, whose file addresses are its files. */
  readonly origin?: string
  /** Ends what takes long; an archive that is not whole is removed. */
  readonly signal?: AbortSignal
}

/** A graph that was ended. */
export interface EndedGraph {
  readonly account: string
  /** Where its archive is; none where there was nothing in it. */
  readonly file?: string
}

/** Notes that grace is over, once. @returns whether it was noted now */
export async function noteGraceEnd({ accounts }: Store, account: Account, now: number): Promise<boolean> {
  if (account.plan !== 'grace' || planAt(account, now) !== 'none') return false
  const noted = await accounts.planChanges(account.id)
  if (noted.at(-1)?.to === 'none') return false
  const at = graceEnd(account)
  const change = { accountId: account.id, at, from: 'grace', to: 'none', by: 'time' } as const
  return accounts.update(account, { change })
}

/** @returns nothing where the graph goes on, is gone already, or changed while it was written */
export async function endGraph(
  deps: EndDeps,
  account: Account,
  now: number,
): Promise<EndedGraph | undefined> {
  const { store, blobs } = deps
  const { id } = account
  if (!isOver(account, now) || !(await store.hasGraph(id))) return undefined
  const head = await store.graph(id).head()
  const file = head > 0 ? await archive(deps, id, now) : undefined
  if (head > 0 && file === undefined) return undefined
  // Neither the account nor its graph may be another by now.
  const current = await store.accounts.find(id)
  if (!current || !isOver(current, now) || (await store.graph(id).head()) !== head) return undefined
  await store.removeGraph(id)
  await blobs.removeAll(id)
  return { account: id, ...(file !== undefined && { file }) }
}

/** @returns where it is; undefined where another process is at it */
async function archive(
  { store, blobs, retention, origin, signal }: EndDeps,
  id: string,
  now: number,
): Promise<string | undefined> {
  const file = await retention.open(id, now)
  if (!file) return undefined
  try {
    const target: FolderTarget = {
      write: async (...entry) => {
        signal?.throwIfAborted()
        await file.write(...entry)
      },
    }
    await exportArchive(store, blobs, id, target, origin === undefined ? {} : { origin })
    return await file.finish()
  } catch (error) {
    await file.discard()
    throw error
  }
}

function isOver(account: Account, now: number): boolean {
  const end = graphEnd(account)
  return end !== undefined && now >= end
}
