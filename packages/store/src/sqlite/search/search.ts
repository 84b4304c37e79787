/** The search index over a graph's tables. Each search needs a snapshot of its own. */
import { CacheBudget, Searcher, type Plan } from '@notegraph/search-index'
import type { Db } from '../database/database.ts'
import { documentSource } from './document-source.ts'
import { segmentStorage } from './segment-storage.ts'

/** The bytes that all graphs of a thread cache, about: as much as three million blocks take. */
export const BUDGET: CacheBudget = new CacheBudget(128 * 2 ** 20)

/** @param plan for tests and the benchmark; the answer is the same @param budget of its own, if it is to start empty */
export const searcher = (db: Db, plan?: Plan, budget: CacheBudget = BUDGET): Searcher =>
  new Searcher(segmentStorage(db), documentSource(db), budget, plan)
