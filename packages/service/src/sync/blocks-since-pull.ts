/** Blocks that the device of a push cannot have seen. @see sync, The server's rules 5 */
import type { GraphStore } from '@notegraph/store'
import type { ReadItem } from '@notegraph/sync'
import { deletedPage } from './item.ts'

/** Live blocks that others wrote after the device's last pull, on the pages that its push deletes. */
export async function blocksSincePull(
  graph: GraphStore,
  items: readonly ReadItem[],
  { pulledTo, device }: { readonly pulledTo: number | undefined; readonly device: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const deleted = items.flatMap((item) => deletedPage(item) ?? [])
  if (deleted.length === 0 || pulledTo === undefined) return new Map()
  // One more than the push can remove from a page.
  return graph.feed.writtenByOthers(deleted, { seq: pulledTo, device }, items.length + 1)
}
