/** Searches a graph's file in the calling thread, with a connection and a cache of its own. */
import type { SettledQuery } from '@notegraph/query'
import {
  CacheBudget,
  explainSearch,
  type DocumentSource,
  type Explanation,
  type Plan,
  type Searcher,
} from '@notegraph/search-index'
import type { Window } from '../../graph/window.ts'
import { openDatabase, snapshot } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { documentSource } from './document-source.ts'
import { searcher } from './search.ts'
import { segmentStorage } from './segment-storage.ts'

const CACHE_BYTES = 128 * 2 ** 20

/** A graph's file, open for searches. */
export interface SearchFile extends Pick<Searcher, 'find'> {
  readonly documents: DocumentSource
  /** Answers a query from an empty cache, and reports how. @param ceiling the most that is counted */
  explain(query: SettledQuery, window: Window, ceiling: number): Explanation
  close(): void
}

/**
 * Opens a file for searches, beside whatever else uses it.
 * @param plan for the benchmark, which switches parts off; the answer is the same
 * @example
 * ```ts
 * const file = openSearchFile(graphFile('data', 'me'))
 * console.log(file.explain({ kind: 'words', at: 0, text: 'rye' }, { limit: 50, offset: 0 }, 10_000))
 * file.close()
 * ```
 */
export function openSearchFile(path: string, plan?: Plan): SearchFile {
  const db = openDatabase(path, GRAPH_SCHEMA)
  const search = searcher(db, plan, new CacheBudget(CACHE_BYTES))
  const documents = documentSource(db)
  const explain: SearchFile['explain'] = (query, window, ceiling) =>
    snapshot(db, () => explainSearch(segmentStorage(db), documents, query, window, ceiling, plan))
  const find: SearchFile['find'] = (query, window, ceiling) =>
    snapshot(db, () => search.find(query, window, ceiling))
  return { find, documents, explain, close: () => db.close() }
}
