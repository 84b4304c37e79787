/** Brings a replica to the state that PostgreSQL has. */
import { setImmediate } from 'node:timers/promises'
import {
  hasReached,
  type ReplicaFile,
  type ReplicaPatch,
  type ReplicaPort,
  type TruthState,
} from '@notegraph/store/sqlite'
import type { Piece, ReplicaCursor } from '../graphs/pieces.ts'
import { START } from '../graphs/pieces.ts'

/** Reads the piece after a cursor. */
export type ReadPiece = (cursor: ReplicaCursor) => Promise<Piece>

/** The parts of a replica that bring it to a state. */
type CaughtUp = Pick<ReplicaPort, 'state' | 'apply'>

/** After every id. */
const LAST_ID = '\u{10FFFF}'

/** @returns whether the replica has reached the state, or a later one of the same graph */
export const isAt = (replica: CaughtUp, truth: TruthState): boolean => hasReached(replica.state(), truth)

/**
 * Applies all that the replica lacks, in several transactions. Nobody else may read or write the replica meanwhile.
 * @throws StaleReplica if the replica repeats another graph
 */
export async function catchUp(replica: ReplicaFile, read: ReadPiece): Promise<void> {
  let reading = read(cursorOf(replica))
  for (;;) {
    const piece = await reading
    if (hasOtherFiles(replica, piece)) {
      await reviseFiles(replica, piece, read)
      reading = read(cursorOf(replica))
      continue
    }
    if (piece.more) {
      reading = read(piece.cursor)
      reading.catch(() => {}) // the next round throws its fault
      await setImmediate() // PostgreSQL gets the question, and works while this thread applies the piece
    }
    replica.apply(patchOf(piece))
    if (piece.more) continue
    if (isAt(replica, piece.graph)) return
    reading = read(piece.cursor) // more tombstones are to be deleted than one patch deletes
  }
}

/**
 * Applies what the replica lacks, if that is little. It is one transaction, so others may read before and after it.
 * @returns whether that was all
 * @throws StaleReplica if the replica repeats another graph
 */
export async function catchUpAtOnce(replica: CaughtUp, read: ReadPiece): Promise<boolean> {
  const piece = await read(cursorOf(replica))
  if (isAt(replica, piece.graph)) return true // a commit of this process came meanwhile
  if (piece.more || hasOtherFiles(replica, piece)) return false
  replica.apply(patchOf(piece))
  return isAt(replica, piece.graph)
}

/** Whether files were deleted or changed without a commit since the replica got its files. */
const hasOtherFiles = (replica: CaughtUp, { filesRestart }: Piece): boolean =>
  filesRestart && replica.state() !== undefined

/** Makes the files of the replica those of the truth. Further changes of files begin the list again. */
async function reviseFiles(replica: ReplicaFile, first: Piece, read: ReadPiece): Promise<void> {
  let revision = replica.reviseFiles()
  let piece = first
  for (;;) {
    revision.add(piece.files)
    if (!piece.moreFiles) return revision.finish(piece.cursor.fileEdition)
    const { file, fileEdition } = piece.cursor
    piece = await read({ ...cursorOf(replica), file, fileEdition })
    if (piece.filesRestart) revision = replica.reviseFiles()
  }
}

function cursorOf(replica: CaughtUp): ReplicaCursor {
  const state = replica.state()
  if (!state) return START
  const { isWhole, position, head, fileEdition } = state
  // Files and pushes that come twice change nothing.
  return isWhole
    ? { record: position, file: { seq: head, id: LAST_ID }, fileEdition, push: head }
    : { ...START, record: position, fileEdition }
}

const patchOf = ({ graph, records, files, pushes, more }: Piece): ReplicaPatch => ({
  state: graph,
  records,
  files,
  pushes,
  more,
})
