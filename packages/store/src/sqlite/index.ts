/** The embedded driver: one SQLite file for each account's graph, beside one for accounts and tokens. */
export { openSqlite, type SqliteOptions } from './store.ts'
export { copyAccounts, copyGraphs, countGraphs, holdsSqlite, isInUse, moveSqlite } from './backup.ts'
export { graphFile } from './graph/graph-files.ts'
export type { Explanation, TraceStep } from '@notegraph/search-index'
export { openSearchFile, type SearchFile } from './search/search-file.ts'
export { openScratch, type Scratch } from './graph/reusable-graph.ts'
export { startModule } from '../thread.ts'
export { workInBackground } from '../background.ts'
