/**
 * Commits a push. It is decided from the current graph and committed with the number it was decided from. If another
 * write committed meanwhile, it is decided again. A push is one transaction, or nothing.
 */
import type { Account, GraphStore } from '@notegraph/store'
import type { PushResult, ReadPush } from '@notegraph/sync'
import { deviceAuthor } from '../author.ts'
import { ok, type Result } from '../refusal.ts'
import { retryUntilCommitted } from '../write-queue.ts'
import { decidePush, type Decision, type DecideOptions } from './decide.ts'

/** With more free storage than this, no push can reach the limit. */
const AMPLE = 16 * 1_048_576

export interface PushCommit {
  readonly results: readonly PushResult[]
  readonly head: number
}

export async function commitPush(
  graph: GraphStore,
  { quota }: Account,
  { items, device, deviceName }: Pick<ReadPush, 'items' | 'device'> & { readonly deviceName: string },
  { now, pulledTo }: Pick<DecideOptions, 'now' | 'pulledTo'>,
): Promise<Result<PushCommit>> {
  const options = { now, device, quota, pulledTo }
  return retryUntilCommitted(async () => {
    const head = await graph.commits.head()
    const free = quota - (await graph.storage.bytes())
    for (const room of free > AMPLE ? [Infinity, free, 0] : [free, 0]) {
      const committed = await tryToCommit(graph, items, { ...options, room, deviceName }, head)
      if (committed !== 'quota_full') return committed && ok(committed)
    }
    return undefined
  })
}

async function tryToCommit(
  graph: GraphStore,
  items: ReadPush['items'],
  options: DecideOptions & { readonly deviceName: string },
  head: number,
): Promise<PushCommit | 'quota_full' | undefined> {
  const { puts, results }: Decision = await decidePush(graph, items, options)
  if (puts.length === 0) return { results, head }
  // Without free storage, only shrinking edits remain, which the store always accepts.
  const committed = await graph.commits.commit({
    puts,
    head,
    device: options.device,
    by: deviceAuthor(options.device, options.deviceName, options.now),
    ...(options.room > 0 && { quota: options.quota }),
  })
  if (committed.ok) return { results, head: committed.seq }
  return committed.why === 'quota_full' ? 'quota_full' : undefined
}
