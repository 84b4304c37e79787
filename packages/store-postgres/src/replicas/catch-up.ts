/** Brings a replica to the state that PostgreSQL has. */
import { setImmediate } from 'node:timers/promises'
import { isAlong, type ReplicaPatch, type ReplicaPort, type TruthState } from '@notegraph/store/sqlite'
import type { Piece, ReplicaCursor } from '../graphs/pieces.ts'
import { START } from '../graphs/pieces.ts'

/** Reads the piece after a cursor. */
export type ReadPiece = (cursor: ReplicaCursor) => Promise<Piece>

/** The parts of a replica that bring it to a state. */
type CaughtUp = Pick<ReplicaPort, 'state' | 'apply'>

/** After every id. */
const LAST_ID = '\u{10FFFF}'

/** @returns whether the replica has reached the state, or a later one of the same graph */
export function isAt(replica: CaughtUp, truth: TruthState): boolean {
  const state = replica.state()
  return state !== undefined && state.isWhole && isAlong(state, truth) && state.head >= truth.head
}

/**
 * Applies all that the replica lacks, in several transactions. Nobody else may read or write the replica meanwhile.
 * @throws StaleReplica if the replica repeats another graph
 */
export async function catchUp(replica: CaughtUp, read: ReadPiece): Promise<void> {
  let reading = read(cursorOf(replica))
  for (;;) {
    const piece = await reading
    if (piece.more) {
      reading = read(piece.cursor)
      reading.catch(() => {}) // the next round throws its fault
      await setImmediate() // PostgreSQL gets the question, and works while this thread applies the piece
    }
    replica.apply(patchOf(piece))
    if (!piece.more) return
  }
}

/**
 * Applies what the replica lacks, if that is little. It is one transaction, so others may read before and after it.
 * @returns whether that was all
 * @throws StaleReplica if the replica repeats another graph
 */
export async function catchUpAtOnce(replica: CaughtUp, read: ReadPiece): Promise<boolean> {
  const piece = await read(cursorOf(replica))
  if (piece.more) return false
  // A commit of this process may have come meanwhile.
  if (!isAt(replica, piece.graph)) replica.apply(patchOf(piece))
  return true
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
