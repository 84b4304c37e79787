/** The port of a graph file that is a replica, beside the reads that every graph has. */
import type { PageCounts } from '../read/page-counts.ts'
import type { Lookup } from '../read/lookup.ts'
import type { FileEntry } from '../../graph/files.ts'
import type { Db } from '../database/database.ts'
import { impliedFiles } from '../files/implied-files.ts'
import { namingRecords } from '../files/naming-records.ts'
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
   * @param rehearsal the rehearsal on this replica that the records and files of the patch are from, if there was one
   * @throws StaleReplica if the file repeats another graph
   */
  apply(patch: ReplicaPatch, rehearsal?: Rehearsal): void
  /**
   * Runs commits and takes them back. The caller stores the result in the truth, if the truth has the same head.
   * @returns undefined if a record or the head has changed meanwhile
   * @throws the error of the request's function that makes the answer
   */
  rehearse(request: RehearsalRequest): Promise<Rehearsal | undefined>
  /** @returns the ids of files that no block and no page uses, and that no import brought */
  unusedFiles(): string[]
  /** @returns those of the files that a live record names, or that belong to a used file */
  filesInUse(files: readonly FileEntry[]): Promise<ReadonlySet<string>>
}

export function replicaPort(
  db: Db,
  lookup: Lookup,
  pages: PageCounts,
  origin: string | undefined,
): ReplicaPort {
  const apply = patchWriter(db, origin)
  const rehearse = rehearsals(db, lookup, origin)
  const states = replicaStates(db)
  const unused = unusedFileIds(db)
  const named = namingRecords(db)
  const implied = impliedFiles(db)
  return {
    state: () => states.read(),
    apply: (patch, rehearsal) => apply(patch, rehearsal && rehearse.writesOf(rehearsal)),
    async rehearse(request) {
      const { show } = request
      // Inside the transaction the count would delay all other requests.
      if (show?.pageId !== undefined) await pages.readAhead(() => lookup.show(show))
      return rehearse.run(request)
    },
    unusedFiles: () => unused.all(),
    async filesInUse(files) {
      const names = await named(new Set(files.map(({ id }) => id)))
      const belongs = implied()
      return new Set(files.filter((file) => names.has(file.id) || belongs(file)).map(({ id }) => id))
    },
  }
}

const unusedFileIds = (db: Db) =>
  db
    .prepare<[], string>(
      `SELECT id FROM file WHERE NOT EXISTS (SELECT 1 FROM file_use WHERE file = file.id)
         AND NOT EXISTS (SELECT 1 FROM file_import WHERE file = file.id)`,
    )
    .pluck()
