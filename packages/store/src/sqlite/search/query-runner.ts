/** Queries that may take long, as plain data for any thread: a search, a list of tasks, a long page. */
import type { OutlinePart } from '@notegraph/graph'
import type { SearchOrder, SettledQuery } from '@notegraph/query'
import type { Hits, Searcher } from '@notegraph/search-index'
import type { FoundBlock, StoredBlock } from '../../graph/blocks.ts'
import type { TaskQuery } from '../../graph/search.ts'
import type { Window } from '../../graph/window.ts'
import { snapshot, type Db } from '../database/database.ts'
import { BLOCK_BYTES, fitting } from '../read/byte-window.ts'
import { FOUND } from '../read/lookup.ts'
import type { ReferenceReads } from '../read/references.ts'
import type { PagesQuery } from './page-lists.ts'
import { searcher } from './search.ts'
import { taskLists } from './tasks.ts'

export type ListQuery =
  | {
      readonly kind: 'search'
      readonly question: SettledQuery
      readonly window: Window
      readonly ceiling: number
      readonly order: SearchOrder
    }
  | { readonly kind: 'tasks'; readonly query: TaskQuery; readonly window: Window }

/** Blocks of one page in outline order. */
export interface PageQuery {
  readonly kind: 'page'
  readonly pageId: string
  readonly window: Window
  readonly part?: OutlinePart | undefined
}

/** A query that a thread answers. */
export type ThreadQuery = ListQuery | PageQuery | PagesQuery

export interface BlockList<B extends StoredBlock = FoundBlock> {
  readonly blocks: B[]
  readonly total: number
  readonly truncated: boolean
}

export interface QueryRunner {
  readonly search: Searcher
  readonly list: (ask: ListQuery) => BlockList
  /** Answers a query that is faster here than the way to another thread. @returns undefined for other queries */
  readonly listShort: (ask: ListQuery) => BlockList | undefined
  /** Notes the total of an answer, whichever thread found it. */
  readonly noteTotal: (ask: ListQuery, listed: BlockList) => void
  /** Frees what is cached, before the database closes. */
  readonly close: () => void
}

/** An answer with at most this many rows counts as short. */
const SHORT = 1_000
/** Counting this many tasks takes a few milliseconds. */
const FEW_TASKS = 100_000

export function queryRunner(db: Db, { replaceReferences }: ReferenceReads): QueryRunner {
  const search = searcher(db)
  const tasks = taskLists(db)
  /** The number of tasks at the last query. */
  const tasksCounted = new Map<TaskQuery['status'], number>()
  // A cross join keeps the order of its tables, so the rows arrive in the order of the numbers without a sort.
  const found = db.prepare<[string], FoundBlock>(
    `SELECT ${FOUND} FROM json_each(?) AS hit CROSS JOIN block ON block.n = hit.value
     CROSS JOIN page ON page.n = block.page`,
  )
  const sizes = db
    .prepare<[string], number>(`SELECT ${BLOCK_BYTES} FROM json_each(?) CROSS JOIN block ON block.n = value`)
    .pluck()
  const listed = ({ numbers, ...counted }: Hits, { bytes }: Window): BlockList => {
    const hits = JSON.stringify(numbers)
    const most = bytes === undefined ? numbers.length : fitting(sizes.all(hits), bytes)
    const blocks = found.all(most < numbers.length ? JSON.stringify(numbers.slice(0, most)) : hits)
    return { blocks: replaceReferences(blocks, bytes), ...counted }
  }
  const list = (ask: ListQuery): BlockList =>
    snapshot(db, () =>
      listed(
        ask.kind === 'search'
          ? search.find(ask.question, ask.window, ask.ceiling, ask.order)
          : { ...tasks(ask.query, ask.window), truncated: false },
        ask.window,
      ),
    )
  const listShort = (ask: ListQuery): BlockList | undefined =>
    snapshot(db, () => {
      if (ask.window.limit > SHORT) return undefined
      if (ask.kind === 'tasks')
        // Checking each task against a query may take long.
        return ask.query.where === undefined && (tasksCounted.get(ask.query.status) ?? Infinity) <= FEW_TASKS
          ? list(ask)
          : undefined
      // Relevance counts the documents with each word.
      if (ask.order === 'relevance') return undefined
      const found = search.findListed(ask.question, ask.window, ask.ceiling, ask.order)
      return found && listed(found, ask.window)
    })
  const noteTotal = (ask: ListQuery, { total }: BlockList): void => {
    if (ask.kind !== 'tasks') return
    const { status, ...filters } = ask.query
    if (Object.values(filters).every((one) => one === undefined)) tasksCounted.set(status, total)
  }
  return { search, list, listShort, noteTotal, close: () => search.close() }
}
