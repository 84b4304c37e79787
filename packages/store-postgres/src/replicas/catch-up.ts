/** Brings a replica to the state that PostgreSQL has. */
import { isAlong, type ReplicaPatch, type ReplicaPort, type TruthState } from '@notegraph/store/sqlite'
import type { Piece, ReplicaCursor } from '../graphs/pieces.ts'
import { START } from '../graphs/pieces.ts'
import type { Gate } from './gate.ts'

/** Reads the piece after a cursor. */
export type ReadPiece = (cursor: ReplicaCursor) => Promise<Piece>

/** After every id. */
const LAST_ID = '\u{10FFFF}'

/** @returns whether the replica has reached the state, or a later one of the same graph */
export function isAt(replica: ReplicaPort, truth: TruthState): boolean {
  const state = replica.state()
  return state !== undefined && state.isWhole && isAlong(state, truth) && state.head >= truth.head
}

/**
 * Applies what the replica lacks. A single patch is one transaction, so it may come while others read. Several patches
 * keep readers out until the last.
 * @throws StaleReplica if the replica repeats another graph
 */
export async function catchUp(replica: ReplicaPort, gate: Gate, read: ReadPiece): Promise<void> {
  let piece = await read(cursorOf(replica))
  if (!piece.more) return replica.apply(patchOf(piece))
  await gate.alone(async () => {
    for (;;) {
      replica.apply(patchOf(piece))
      if (!piece.more) return
      piece = await read(piece.cursor)
    }
  })
}

function cursorOf(replica: ReplicaPort): ReplicaCursor {
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
