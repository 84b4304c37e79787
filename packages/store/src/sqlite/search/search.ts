/** Searches a graph's file: the search index over its tables, each question in one snapshot. */
import type { SettledQuery } from '@notegraph/query'
import { CacheBudget, Searcher, type Hits, type Plan } from '@notegraph/search-index'
import type { Window } from '../../graph/window.ts'
import { snapshot, type Db } from '../database/database.ts'
import { documentSource } from './document-source.ts'
import { segmentStorage } from './segment-storage.ts'

export interface Search {
  readonly find: (query: SettledQuery, window: Window, ceiling: number) => Hits
  /** Answers a query that few blocks can match, if that is known at once. */
  readonly findListed: (query: SettledQuery, window: Window, ceiling: number) => Hits | undefined
}

/** The bytes that all graphs of a thread cache, about: as much as three million blocks take. */
const BUDGET = new CacheBudget(128 * 2 ** 20)

/** @param plan for tests and the benchmark; the answer is the same @param budget of its own, if it is to start empty */
export function searcher(db: Db, plan?: Plan, budget: CacheBudget = BUDGET): Search {
  const search = new Searcher(segmentStorage(db), documentSource(db), budget, plan)
  return {
    find: (query, window, ceiling) => snapshot(db, () => search.find(query, window, ceiling)),
    findListed: (query, window, ceiling) => snapshot(db, () => search.findListed(query, window, ceiling)),
  }
}
