/**
 * Landing a push: decided from the graph as it is, committed with the number it was decided from, and decided anew where
 * something landed in between. One transaction, or nothing.
 */
import type { Account, GraphStore } from '@notegraph/store'
import type { PushResult, ReadPush } from '@notegraph/sync'
import { ok, type Result } from '../refusal.ts'
import { retryUntilCommitted } from '../write-queue.ts'
import { decidePush, type Decision, type DecideOptions } from './decide.ts'

/** Where more than this is free no push comes near the end of it. */
const AMPLE = 16 * 1_048_576

export interface PushCommit {
  readonly results: readonly PushResult[]
  readonly head: number
}

export async function commitPush(
  graph: GraphStore,
  { quota }: Account,
  { items, device }: Pick<ReadPush, 'items' | 'device'>,
  { now, pulledTo }: Pick<DecideOptions, 'now' | 'pulledTo'>,
): Promise<Result<PushCommit>> {
  const options = { now, device, quota, pulledTo }
  return retryUntilCommitted(async () => {
    const head = await graph.head()
    const free = quota - (await graph.bytesUsed())
    for (const room of free > AMPLE ? [Infinity, free, 0] : [free, 0]) {
      const landed = await tryToCommit(graph, items, { ...options, room }, head)
      if (landed !== 'quota_full') return landed && ok(landed)
    }
    return undefined
  })
}

async function tryToCommit(
  graph: GraphStore,
  items: ReadPush['items'],
  options: DecideOptions,
  head: number,
): Promise<PushCommit | 'quota_full' | undefined> {
  const { puts, results }: Decision = await decidePush(graph, items, options)
  if (puts.length === 0) return { results, head }
  // With no room at all only what shrinks is left, which the store takes whatever is used.
  const landed = await graph.commit({
    puts,
    head,
    device: options.device,
    ...(options.room > 0 && { quota: options.quota }),
  })
  if (landed.ok) return { results, head: landed.seq }
  return landed.why === 'quota_full' ? 'quota_full' : undefined
}
