/** Applies patches of the truth to a replica, under the numbers that the truth gave, with the code that commits use. */
import { isPlain, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import type { Db } from '../database/database.ts'
import type { RecordedWrites } from '../database/recorded-writes.ts'
import { runAtOnce } from '../database/steps.ts'
import { commitMakers } from '../write/commit-makers.ts'
import { newBlock, preparePut, rowAlone, type NewBlock } from '../write/prepared-commit.ts'
import { writeBatches } from '../write/write-batch.ts'
import { tombstoneDeleter } from './dropped-tombstones.ts'
import { canReach, StaleReplica, type ReplicaPatch, type TruthRecord, type TruthState } from './patch.ts'
import { replicaStates } from './replica-state.ts'

interface NumberedBlock extends NewBlock {
  readonly n: number
  readonly seq: number
}

/**
 * Applies patches, each in one transaction. A patch that comes twice changes nothing the second time. If the truth has
 * deleted very many tombstones, each patch deletes some of them, and the replica reaches the state with the last.
 * @returns a function that throws StaleReplica if the replica and the patch contradict each other. Its second argument has
 * the writes of a rehearsal that produced the patch; they take less time than to derive the rows again.
 */
export function patchWriter(
  db: Db,
  origin: string | undefined,
): (patch: ReplicaPatch, rehearsed?: RecordedWrites) => void {
  const begin = writeBatches(db, origin)
  const states = replicaStates(db)
  const makers = commitMakers(db)
  const deleteTombstones = tombstoneDeleter(db)
  const env = rowAlone(origin)
  const blockOf = (record: GraphRecord): NewBlock | undefined =>
    isPlain(record) ? newBlock(record satisfies BlockRecord, env) : undefined

  const transaction = db.transaction((patch: ReplicaPatch, rehearsed?: RecordedWrites) => {
    const { state, pushes, more } = patch
    const before = states.read()
    if (before && (!canReach(before, state) || before.fileEdition !== state.fileEdition))
      throw new StaleReplica('The replica repeats another state of the graph.')
    if (rehearsed?.run() !== true) writeRecords(patch)
    for (const { seq, device } of pushes) makers.noteDevice(seq, device)
    if (!before) states.begin(state)
    if (more) return states.reached(undefined)
    states.reached(state.head)
    if (before && !haveSameTombstones(before, state) && deleteTombstones(state)) states.trimmed(state)
  })

  function writeRecords({ records, files }: ReplicaPatch): void {
    const batch = begin()
    for (const file of files) batch.addFile(file, file.imported)
    const blocks: NumberedBlock[] = []
    // Pages come first, so that the blocks on them need no second write.
    for (const record of records) {
      const block = put(record)
      if (block) blocks.push(block)
    }
    for (const block of blocks) inserted(batch.insertBlock(block, block.seq, block.n))
    runAtOnce(batch.finish())

    /** @returns a new plain block, which is written later */
    function put({ id, n, seq, doc }: TruthRecord): NumberedBlock | undefined {
      const stored = batch.find(id)
      if (stored && stored.n !== n) throw new StaleReplica(`The record ${id} has another number.`)
      if (stored && stored.seq >= seq) return undefined
      const record = JSON.parse(doc) as GraphRecord
      const block = stored ? undefined : blockOf(record)
      if (block) return { ...block, n, seq }
      const prepared = { ...preparePut(record, 0, record), doc }
      if (stored) batch.update(prepared, seq, stored)
      else inserted(batch.insert(prepared, seq, n))
      return undefined
    }
  }

  return (patch, rehearsed) => {
    try {
      transaction.immediate(patch, rehearsed)
    } catch (error) {
      throw isTaken(error)
        ? new StaleReplica('A number is taken by another record.', { cause: error })
        : error
    }
  }
}

const haveSameTombstones = (a: TruthState, b: TruthState): boolean =>
  a.floor.seq === b.floor.seq && a.floor.n === b.floor.n && a.keptN === b.keptN

function inserted(grown: number | undefined): void {
  if (grown === undefined) throw new StaleReplica('A patch has a record twice.')
}

const isTaken = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')
