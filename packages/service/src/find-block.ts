/** Finds the block of a short id, as assistants name blocks. The API only accepts complete ids. @see decisions 10.3 */
import { LIMITS } from '@notegraph/contract'
import { isRecordId } from '@notegraph/graph'
import type { FoundBlock, GraphStore } from '@notegraph/store'
import { ok, refuse, type Result } from './refusal.ts'

/** The most blocks listed if several share a beginning. */
const MAX_LISTED = 5

/**
 * Finds a block by its id, or by a long enough beginning that no other block shares.
 * @param written may have the marker under which blocks are shown
 * @returns 404 also for a shared beginning, with its blocks
 * @example
 * ```ts
 * const found = await findBlock(store.graph('me'), '3f2504e0')
 * ```
 */
export async function findBlock(
  graph: Pick<GraphStore, 'blocks'>,
  written: string,
): Promise<Result<FoundBlock>> {
  const id = written.trim().replace(/^\^/, '')
  const whole = await graph.blocks.find(id)
  if (whole) return ok(whole)
  const long = id.length >= LIMITS.shortId && isRecordId(id)
  const [block, ...others] = long ? await graph.blocks.listByPrefix(id, MAX_LISTED) : []
  if (!block) return refuse({ code: 'not_found', what: 'block', name: id })
  if (others.length === 0) return ok(block)
  const shared = [block, ...others].map(({ id, pageName, content, text }) => ({
    id,
    page: pageName,
    text: (text ?? content).split('\n', 1)[0]!,
  }))
  return refuse({ code: 'not_found', what: 'block', name: id, shared })
}
