/** The port of a graph file that is a replica, beside the reads that every graph has. */
import type { PageCounts } from '../read/page-counts.ts'
import type { Lookup } from '../read/lookup.ts'
import type { Db } from '../database/database.ts'
import { commitWriter } from '../write/commit.ts'
import { patchWriter } from './apply.ts'
import type { ReplicaPatch, ReplicaState } from './patch.ts'
import { rehearsals, type Rehearsal, type RehearsalRequest } from './rehearse.ts'
import { replicaStates } from './replica-state.ts'

/** Keeps a graph file equal to the truth of its graph. */
export interface ReplicaPort {
  /** @returns undefined for a new file */
  state(): ReplicaState | undefined
  /**
   * Applies the next patch in one transaction. Between two patches of one state, reads see parts of commits.
   * @throws StaleReplica if the file repeats another graph
   */
  apply(patch: ReplicaPatch): void
  /**
   * Runs commits and takes them back. The caller stores the result in the truth, if the truth has the same head.
   * @returns undefined if a record or the head has changed meanwhile
   * @throws the error of the request's function that makes the answer
   */
  rehearse(request: RehearsalRequest): Promise<Rehearsal | undefined>
}

export function replicaPort(
  db: Db,
  lookup: Lookup,
  pages: PageCounts,
  origin: string | undefined,
): ReplicaPort {
  const apply = patchWriter(db, origin)
  const rehearse = rehearsals(db, commitWriter(db, origin), lookup, origin)
  const states = replicaStates(db)
  return {
    state: () => states.read(),
    apply,
    async rehearse(request) {
      const { show } = request
      // Inside the transaction the count would delay all other requests.
      if (show?.pageId !== undefined) await pages.readAhead(() => lookup.show(show))
      return rehearse(request)
    },
  }
}
