/** Builders of changes for suites, on a graph whose page `p1` is Ada. */
import type {
  Change,
  ChangeEntry,
  ChangeResult,
  GraphStore,
  NewChangeEntry,
  NewIdempotencyRecord,
  Put,
} from '../src/index.ts'
import { block, T0 } from './builder.ts'

/** A new block on the page. */
export const put = (id: string, order = 1): Put => ({ record: block(id, 'p1', id, { order }), from: 0 })

/** An entry of the change list. */
export const entry = (id: string, at = T0, more: Partial<ChangeEntry> = {}): ChangeEntry => ({
  id,
  at,
  token: 'laptop',
  action: 'add_block',
  summary: 'Added a block to Ada',
  page: 'Ada',
  pageId: 'p1',
  touched: [],
  ...more,
})

/** An entry with the bounds of its list; 0 is no limit. */
export const listed = (id: string, at = T0, { most = 0, since = 0 } = {}): NewChangeEntry => ({
  entry: entry(id, at),
  most,
  since,
})

/** An idempotency record whose answer names the page. */
export const keep = (key: string, at = T0, since = 0): NewIdempotencyRecord => ({
  key,
  request: `request of ${key}`,
  at,
  since,
  answer: ({ page: shown }) => `answer on ${shown?.name ?? 'nothing'}`,
})

/**
 * Commits a change.
 * @throws if it is refused
 */
export async function committed(
  graph: Pick<GraphStore, 'commits'>,
  change: Change,
): Promise<Extract<ChangeResult, { ok: true }>> {
  const result = await graph.commits.commit(change)
  if (!result.ok) throw new Error(result.why)
  return result
}
