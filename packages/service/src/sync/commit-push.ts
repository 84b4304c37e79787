/**
 * Commits a push. It is decided from the current graph and committed with the number it was decided from. If another
 * write committed meanwhile, it is decided again. A push is one transaction, or nothing.
 */
import type { Account, Authorship, GraphStore } from '@notegraph/store'
import type { PushResult, ReadPush } from '@notegraph/sync'
import { ok, type Result } from '../refusal.ts'
import { AMPLE_ROOM } from '../storage-level.ts'
import { retryUntilCommitted } from '../write-queue.ts'
import { decidePush, type Decision, type DecideOptions } from './decide.ts'

export interface PushCommit {
  readonly results: readonly PushResult[]
  readonly head: number
}

/** The records of a push, with their author. */
export type AuthoredPush = Pick<ReadPush, 'items' | 'device'> & { readonly by: Authorship }

export type PushOptions = Pick<DecideOptions, 'now' | 'pulledTo'>

export const commitPush = (
  graph: GraphStore,
  account: Account,
  push: AuthoredPush,
  options: PushOptions,
): Promise<Result<PushCommit>> =>
  retryUntilCommitted(async () => attemptPush(graph, account, push, options, await graph.commits.head()))

/** @returns undefined if another write committed after `head` */
export async function attemptPush(
  graph: GraphStore,
  { quota }: Account,
  { items, device, by }: AuthoredPush,
  { now, pulledTo }: PushOptions,
  head: number,
): Promise<Result<PushCommit> | undefined> {
  const options = { now, device, quota, pulledTo }
  const free = quota - (await graph.storage.bytes())
  for (const room of free > AMPLE_ROOM ? [Infinity, free, 0] : [free, 0]) {
    const committed = await tryToCommit(graph, items, { ...options, room, by }, head)
    if (committed !== 'quota_full') return committed && ok(committed)
  }
  return undefined
}

async function tryToCommit(
  graph: GraphStore,
  items: ReadPush['items'],
  options: DecideOptions & { readonly by: Authorship },
  head: number,
): Promise<PushCommit | 'quota_full' | undefined> {
  const { puts, results }: Decision = await decidePush(graph, items, options)
  if (puts.length === 0) return { results, head }
  // Without free storage, only shrinking edits remain, which the store always accepts.
  const committed = await graph.commits.commit({
    puts,
    head,
    device: options.device,
    by: options.by,
    ...(options.room > 0 && { quota: options.quota }),
  })
  if (committed.ok) return { results, head: committed.seq }
  return committed.why === 'quota_full' ? 'quota_full' : undefined
}
