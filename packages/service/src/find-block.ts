/** The block that a short id means: what assistants name blocks by. The API takes whole ids alone. @see decisions 10.3 */
import { LIMITS } from '@notegraph/contract'
import { isRecordId } from '@notegraph/graph'
import type { FoundBlock, GraphStore } from '@notegraph/store'
import { ok, refuse, type Result } from './refusal.ts'

/** How many of the blocks that share a beginning are told. */
const MOST_TOLD = 5

/**
 * By its id, or by any beginning of it that is long enough and no other block's.
 * @param written may have the mark before it under which blocks are shown
 * @returns 404 also for a beginning that several share, with those blocks
 */
export async function findBlock(graph: GraphStore, written: string): Promise<Result<FoundBlock>> {
  const id = written.trim().replace(/^\^/, '')
  const whole = await graph.block(id)
  if (whole) return ok(whole)
  const long = id.length >= LIMITS.shortId && isRecordId(id)
  const [block, ...others] = long ? await graph.blocksByPrefix(id, MOST_TOLD) : []
  if (!block) return refuse({ code: 'not_found', what: 'block', name: id })
  if (others.length === 0) return ok(block)
  const shared = [block, ...others].map(({ id, pageName, content, text }) => ({
    id,
    page: pageName,
    text: (text ?? content).split('\n', 1)[0]!,
  }))
  return refuse({ code: 'not_found', what: 'block', name: id, shared })
}
