/**
 * A replica reads what it lacks in bounded pieces. Each piece comes from one snapshot. A record that changes between two
 * pieces comes again in a later one. So a replica that has read the last piece is at the head of that piece.
 */
import type { FeedPosition } from '@notegraph/store'
import type { Database, Session } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'
import { filesAfter, type FilePosition, type StoredFile } from './files.ts'
import { openGraph, readGraph, type GraphRow } from './graph-row.ts'
import { recordsAfter, type StoredRow } from './records.ts'

/** A commit that a device pushed. */
export interface PushCommit {
  readonly seq: number
  readonly device: string
}

/** How far a replica has read. */
export interface ReplicaCursor {
  readonly record: FeedPosition
  readonly file: FilePosition
  /** The edition of the files that the replica reads. */
  readonly fileEdition: number
  /** The number of the last commit whose device the replica knows. */
  readonly push: number
}

export interface Piece {
  readonly graph: GraphRow
  /** In the order of their commits, tombstones too. */
  readonly records: readonly StoredRow[]
  readonly files: readonly StoredFile[]
  /** Whether files were deleted or changed without a commit: these are the first of all files, in another edition. */
  readonly filesRestart: boolean
  /** Whether there were more files in the same snapshot. */
  readonly moreFiles: boolean
  readonly pushes: readonly PushCommit[]
  /** The place after this piece. */
  readonly cursor: ReplicaCursor
  /** Whether there was more in the same snapshot. */
  readonly more: boolean
}

/** Bounds of a piece. The first record is returned whatever its size. */
export interface PieceBounds {
  readonly records: number
  /** Bytes of the records. */
  readonly bytes: number
  readonly files: number
  readonly pushes: number
}

const NO_FILE: FilePosition = { seq: 0, id: '' }

/** The cursor of a replica without anything. */
export const START: ReplicaCursor = { record: { seq: 0, n: 0 }, file: NO_FILE, fileEdition: 0, push: 0 }

const PUSHES_AFTER = ofAccount(
  `SELECT seq, device FROM graph_commit WHERE account_id = $1 AND seq > $2 AND device IS NOT NULL
   ORDER BY seq LIMIT $3`,
)

// Without statistics, PostgreSQL would read and sort all rows of an account for each piece.
const IN_ORDER = acrossAccounts(
  'A setting reads no row.',
  "SELECT set_config('enable_bitmapscan', 'off', true)",
)

/**
 * Read what comes after a cursor. The first use of an account creates an empty graph.
 * @example
 * const { records, cursor, more } = await readPiece(db, 'ada', START, bounds)
 */
export async function readPiece(
  db: Database,
  accountId: string,
  cursor: ReplicaCursor,
  most: PieceBounds,
): Promise<Piece> {
  const piece = await db.snapshot(async (session) => readIn(session, accountId, cursor, most))
  if (piece) return piece
  await openGraph(db, accountId)
  return readPiece(db, accountId, cursor, most)
}

/** In a transaction that has locked the graph: the same, of the state that is locked. */
export async function readPieceIn(
  session: Session,
  accountId: string,
  cursor: ReplicaCursor,
  most: PieceBounds,
): Promise<Piece> {
  const [, piece] = await Promise.all([session.all(IN_ORDER), readIn(session, accountId, cursor, most)])
  if (!piece) throw new Error('A graph without a row is locked.')
  return piece
}

/** @returns undefined for an account without a graph */
async function readIn(
  session: Session,
  accountId: string,
  { record, file, fileEdition, push }: ReplicaCursor,
  most: PieceBounds,
): Promise<Piece | undefined> {
  const [graph, { records, more }, filesOfEdition, pushes] = await Promise.all([
    readGraph(session, accountId),
    recordsAfter(session, accountId, record, most),
    filesAfter(session, accountId, file, most.files),
    session.all<PushCommit>(PUSHES_AFTER, [accountId, push, most.pushes]),
  ])
  if (!graph) return undefined
  const filesRestart = graph.fileEdition !== fileEdition
  const files = filesRestart ? await filesAfter(session, accountId, NO_FILE, most.files) : filesOfEdition
  const moreFiles = files.length === most.files
  const lastRecord = records.at(-1)
  const lastFile = files.at(-1)
  const next: ReplicaCursor = {
    record: lastRecord ? { seq: lastRecord.seq, n: lastRecord.n } : record,
    file: lastFile ? { seq: lastFile.seq, id: lastFile.id } : filesRestart ? NO_FILE : file,
    fileEdition: graph.fileEdition,
    push: pushes.at(-1)?.seq ?? push,
  }
  return {
    graph,
    records,
    files,
    filesRestart,
    moreFiles,
    pushes,
    cursor: next,
    more: more || moreFiles || pushes.length === most.pushes,
  }
}
