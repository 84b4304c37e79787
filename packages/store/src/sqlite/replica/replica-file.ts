/** The file of a replica through a second connection, for a thread that applies large patches. */
import { existsSync } from 'node:fs'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { patchWriter } from './apply.ts'
import { fileRevisions, type FileRevision } from './file-revision.ts'
import { StaleReplica } from './patch.ts'
import type { ReplicaPort } from './replica.ts'
import { replicaStates } from './replica-state.ts'

/** The parts of a replica that bring it to the state of the truth. */
export interface ReplicaFile extends Pick<ReplicaPort, 'state' | 'apply'> {
  /** Begins a list of all files of the truth. */
  reviseFiles(): FileRevision
  close(): void
}

/**
 * Opens the file of a replica that another thread has open. That thread neither reads nor writes the replica meanwhile.
 * @param origin the service's own origin, as in {@link openReplicas}
 * @throws StaleReplica if the file was deleted
 * @example
 * const file = openReplicaFile(replicas.pathOf('ada'))
 * file.apply(patch)
 * file.close()
 */
export function openReplicaFile(path: string, origin?: string): ReplicaFile {
  if (!existsSync(path)) throw new StaleReplica('The file of the replica was deleted.')
  const db = openDatabase(path, GRAPH_SCHEMA)
  db.exec('PRAGMA synchronous = NORMAL') // a commit need not reach the disk, because the truth has it
  const states = replicaStates(db)
  const apply = patchWriter(db, origin)
  return {
    state: () => states.read(),
    apply: (patch) => apply(patch),
    reviseFiles: fileRevisions(db, origin),
    close: () => db.close(),
  }
}
