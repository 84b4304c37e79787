/**
 * Ends a graph whose account has no plan. The graph is archived for the operator, and deleted after the archive is
 * complete on disk. An interrupted run starts again, and nothing is deleted before.
 * @see service, Account access state
 */
import type { Account, Blobs, Store } from '@notegraph/store'
import { exportArchive } from '../export/export.ts'
import type { Retention } from '../export/retention.ts'
import type { FolderTarget } from '../import/source.ts'
import { graceEnd, graphEnd, planAt } from '../plan.ts'
import { recoverBlocks } from '../recover.ts'

export interface EndDeps {
  readonly store: Store
  readonly blobs: Blobs
  readonly retention: Retention
  /** The server's own origin, whose file addresses are files of the account. */
  readonly origin?: string
  /** Stops long work; an incomplete archive is deleted. */
  readonly signal?: AbortSignal
}

/** A graph that was deleted. */
export interface EndedGraph {
  readonly account: string
  /** The path of its archive; absent if the graph was empty. */
  readonly file?: string
}

/** Notes once that grace has ended, unless the account has changed. @returns whether it was noted now */
export async function noteGraceEnd({ accounts }: Store, account: Account, now: number): Promise<boolean> {
  if (account.plan !== 'grace' || planAt(account, now) !== 'none') return false
  const noted = await accounts.planChanges(account.id)
  if (noted.at(-1)?.to === 'none') return false
  const at = graceEnd(account)
  const change = { accountId: account.id, at, from: 'grace', to: 'none', by: 'time' } as const
  return accounts.update(account, account, { change })
}

/** @returns undefined if the graph continues, is already deleted, or changed during the archive */
export async function endGraph(
  deps: EndDeps,
  account: Account,
  now: number,
): Promise<EndedGraph | undefined> {
  const { store, blobs } = deps
  const { id } = account
  if (!isOver(account, now) || !(await store.hasGraph(id))) return undefined
  // An archive has pages with their blocks, so it would lack the blocks that no page shows.
  await recoverBlocks(store.graph(id), now)
  const head = await store.graph(id).commits.head()
  const file = head > 0 ? await archive(deps, id, now) : undefined
  if (head > 0 && file === undefined) return undefined
  // The account and its graph must be unchanged.
  const current = await store.accounts.find(id)
  if (!current || !isOver(current, now) || (await store.graph(id).commits.head()) !== head) return undefined
  await store.removeGraph(id)
  await blobs.removeAll(id)
  return { account: id, ...(file !== undefined && { file }) }
}

/** @returns the path; undefined if another process is writing it */
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
    await exportArchive(store, blobs, id, target, {
      listsVersions: true,
      ...(origin !== undefined && { origin }),
    })
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
