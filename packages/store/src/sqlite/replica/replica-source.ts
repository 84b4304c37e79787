/** Reads the replica of any process, also of one that runs, to compare it with the truth. */
import type { SourceRecord } from '../../graph/graph-source.ts'
import { openDatabase } from '../database/database.ts'
import { openGraphSource } from '../graph/graph-source.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import type { ReplicaState } from './patch.ts'
import { replicaStates } from './replica-state.ts'

/** The records of a replica. */
export interface ReplicaSource {
  /** @returns undefined for a new file */
  state(): ReplicaState | undefined
  /** By their numbers, in bounded pieces. The process of the replica may write in between. */
  records(): Iterable<SourceRecord[]>
  close(): void
}

/**
 * Opens the file of a replica.
 * @throws if the file is damaged
 * @example
 * const source = openReplicaSource(path)
 */
export function openReplicaSource(path: string): ReplicaSource {
  const source = openGraphSource(path)
  const db = openDatabase(path, GRAPH_SCHEMA)
  const states = replicaStates(db)
  return {
    state: () => states.read(),
    records: () => source.records(),
    close() {
      db.close()
      source.close()
    },
  }
}
