import type { ChangeEntry, ChangeRefusal, GraphStore } from '../src/index.ts'
import { block, T0 } from './builder.ts'

/** The entry of the change list for a new block on page `p1`. */
const entry = (id: string): ChangeEntry => ({
  id: `change-${id}`,
  at: T0,
  token: 'laptop',
  action: 'add_block',
  summary: 'Added a block to Ada',
  page: 'Ada',
  pageId: 'p1',
  blockId: id,
  touched: [{ kind: 'block', id, before: null, after: block(id, 'p1', id) }],
})

/**
 * Adds a block after the last block of page `p1`. It tries again while other commits come in between.
 * @returns why the commit was refused, if it was
 */
export async function addLast(
  graph: GraphStore,
  id: string,
  { most = 0, key }: { readonly most?: number; readonly key?: string } = {},
): Promise<ChangeRefusal | undefined> {
  for (;;) {
    const head = await graph.commits.head()
    const last = (await graph.blocks.orderRange('p1'))?.high ?? 0
    const result = await graph.commits.commit({
      puts: [{ record: block(id, 'p1', id, { order: last + 1 }), from: 0 }],
      head,
      entry: { entry: entry(id), most, since: 0 },
      show: { blockId: id },
      ...(key !== undefined && { idempotency: { key, request: id, at: T0, since: 0, answer: () => id } }),
    })
    if (result.ok) return undefined
    if (result.why !== 'changed_meanwhile') return result.why
  }
}
