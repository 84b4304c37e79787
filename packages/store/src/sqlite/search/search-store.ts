/** Queries of a graph: short ones here, long ones in a thread of the pool. */
import { settleDays } from '@notegraph/query'
import { FEW_UNINDEXED, type Searcher } from '@notegraph/search-index'
import { setImmediate } from 'node:timers/promises'
import type { SearchStore } from '../../graph/search.ts'
import type { Db } from '../database/database.ts'
import type { ReferenceReads } from '../read/references.ts'
import { indexStep, indexWriter } from './index-writer.ts'
import type { SearchPool } from './pool.ts'
import { queryRunner, type BlockList, type ListQuery } from './query-runner.ts'

/** Up to this many records, a search takes less time than handing it to another thread. */
const FEW = 2_000

/** The threads for one graph's file, and that file. */
export interface GraphThreads {
  readonly pool: SearchPool
  readonly path: string
  /** Separates the file from others that were or will be at its path. */
  readonly id: string
}

export interface GraphSearch {
  readonly store: SearchStore
  readonly searcher: Searcher
  /** Frees what is cached, before the database closes. */
  readonly close: () => void
}

/** @param threads absent for a database in memory */
export function graphSearch(db: Db, references: ReferenceReads, threads?: GraphThreads): GraphSearch {
  const { search, list, listShort, noteTotal, close } = queryRunner(db, references)
  const records = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM record').pluck()

  async function run(query: ListQuery): Promise<BlockList> {
    const found =
      threads && records.get()! > FEW
        ? (listShort(query) ?? (await threads.pool.ask(threads.path, threads.id, query)))
        : list(query)
    noteTotal(query, found)
    return found
  }

  const store: SearchStore = {
    find: (query, days, window, ceiling, order = 'updated') =>
      run({ kind: 'search', question: settleDays(query, days), window, ceiling, order }),
    listTasks: (query, window) => run({ kind: 'tasks', query, window }),
    index: async (progress = () => {}) => {
      const index = indexWriter(db)
      const total = index.unindexed()
      const report = (unindexed: number) => progress(Math.max(0, total - unindexed), total)
      if (threads && total > FEW_UNINDEXED) await threads.pool.index(threads.path, report)
      else while (indexStep(db, index, 0)) await setImmediate()
      report(0)
    },
  }
  return { store, searcher: search, close }
}
