/** The embedded driver: one SQLite file for each account's graph, beside one for accounts and tokens. */
export { openSqlite, type SqliteOptions } from './store.ts'
export { openSoleLock, type SoleLock } from './rates/sole-lock.ts'
export {
  checkCopies,
  copyAccounts,
  copyGraphs,
  countGraphs,
  holdsSqlite,
  isInUse,
  replaceSqlite,
} from './backup.ts'
export { graphFile } from './graph/graph-files.ts'
export { writeGraph, type GraphWriter } from './moving/graph-writer.ts'
export { openSqliteSide } from './moving/move-side.ts'
export { openGraphSource, type GraphFileSource } from './graph/graph-source.ts'
export type { Explanation, TraceStep } from '@notegraph/search-index'
export { openSearchFile, type SearchFile } from './search/search-file.ts'
export { addNamedFiles, FILE_MARK } from './files/named-files.ts'
export { graphWithin, type UseGraph } from './graph/graph-handle.ts'
export {
  isDamaged,
  openReplicas,
  type Replica,
  type Replicas,
  type ReplicasOptions,
} from './replica/replicas.ts'
export {
  canReach,
  hasReached,
  StaleReplica,
  type PushCommit,
  type ReplicaPatch,
  type ReplicaState,
  type TruthFile,
  type TruthRecord,
  type TruthState,
} from './replica/patch.ts'
export { openReplicaSource, type ReplicaSource } from './replica/replica-source.ts'
export type { ReplicaPort } from './replica/replica.ts'
export { openReplicaFile, type ReplicaFile } from './replica/replica-file.ts'
export type {
  Rehearsal,
  RehearsalRequest,
  RehearsedCommit,
  ReplacedRecord,
  StorageSums,
} from './replica/rehearse.ts'
export { openScratch, type Scratch } from './graph/reusable-graph.ts'
export { endThread, onMessage, startModule } from '../thread.ts'
export { workInBackground } from '../background.ts'
