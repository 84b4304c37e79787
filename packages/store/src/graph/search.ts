/** Queries over all blocks of a graph. */
import type { Query, QueryDays, SearchOrder, SettledQuery } from '@notegraph/query'
import type { FoundBlock } from './blocks.ts'
import type { Window } from './window.ts'

/** A filter for tasks. */
export interface TaskQuery {
  readonly status: 'open' | 'done' | 'all'
  /** Only tasks whose day is this one or earlier. */
  readonly dueBy?: number
  /** Only tasks whose day is this one or later; tasks without a day are none of them. */
  readonly dueFrom?: number
  /** Only tasks without a day. */
  readonly undated?: true
  /** Only tasks behind the place of this one in the order, also if it is finished now. The id of a block. */
  readonly after?: string
  /** Only tasks that match this query. */
  readonly where?: SettledQuery
}

/** Queries, and the index that answers them. */
export interface SearchStore {
  /**
   * The blocks that match. The order is `updated` unless another is named: most recently edited first, then by id.
   * @param ceiling the number of matches to count at most; `truncated` says that there are more
   * @see decisions 5.4
   */
  find(
    query: Query,
    days: QueryDays,
    window: Window,
    ceiling: number,
    order?: SearchOrder,
  ): Promise<{ blocks: FoundBlock[]; total: number; truncated: boolean }>
  /** @see decisions 5.5 */
  listTasks(query: TaskQuery, window: Window): Promise<{ blocks: FoundBlock[]; total: number }>
  /**
   * Indexes everything that is unindexed. `find` returns unindexed blocks too, but has to scan them.
   * @param progress gets the number of indexed records, and the number of all that were unindexed
   */
  index(progress?: (done: number, total: number) => void): Promise<void>
}
