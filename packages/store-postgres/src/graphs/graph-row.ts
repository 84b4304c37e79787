/** The row of a graph: the number of its latest commit, its sums, and the lock that gives numbers in order. */
import {
  AccountMoving,
  type FeedPosition,
  type FeedState,
  type SourceState,
  type StorageUsage,
} from '@notegraph/store'
import { noteSweep } from '../accounts/account-sql.ts'
import type { Database, Session, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

/** A graph as one statement reads it. */
export interface GraphRow extends FeedState {
  /**
   * The number of the tombstone at or before the floor that was kept, because no record had a greater number. A replica
   * deletes every other tombstone up to the floor.
   */
  readonly keptN?: number
  /** Grows when files change without a commit. A replica with another edition reads all files again. */
  readonly fileEdition: number
  /** Differs from that of every other graph of the account. */
  readonly identity: number
  /** Whether commits are refused, because the account moves. */
  readonly closed: boolean
  /** Whether commits are noted in the outbox. */
  readonly outbox: boolean
  /** Bytes of the change list. */
  readonly changeBytes: number
  /** Bytes of the idempotency records. */
  readonly answerBytes: number
  /** Bytes of the kept states. */
  readonly keptBytes: number
  /** Bytes that count for storage. */
  readonly bytes: number
}

/** Items and bytes of each kind that counts for storage: a graph's, or the differences that a commit makes. */
export type StorageSums = Pick<StorageUsage, 'pages' | 'blocks' | 'shapes' | 'files'>

/** Items of one kind, and their bytes. */
export type StorageSum = StorageSums['pages']

const NOTHING: StorageSum = { count: 0, bytes: 0 }
/** The sums of an empty graph, or of a commit that changes none. */
export const NO_SUMS: StorageSums = { pages: NOTHING, blocks: NOTHING, shapes: NOTHING, files: NOTHING }

const COLUMNS = `epoch, head, floor_seq AS "floorSeq", floor_n AS "floorN", kept_n AS "keptN",
  file_edition AS "fileEdition", change_bytes AS "changeBytes", answer_bytes AS "answerBytes",
  identity, closed, outbox, kept_state_bytes AS "keptBytes", page_bytes + block_bytes + shape_bytes + file_bytes AS bytes`
const READ = ofAccount(`SELECT ${COLUMNS} FROM graph WHERE account_id = $1`)
const LOCK = ofAccount(`SELECT ${COLUMNS} FROM graph WHERE account_id = $1 FOR UPDATE`)
const IDENTITY = 'floor(random() * 9007199254740991)::bigint'
// The time as its epoch makes a graph differ from an earlier one of the same account.
const CREATE = ofAccount(
  `INSERT INTO graph (account_id, epoch, head, floor_seq, floor_n, change_bytes, answer_bytes, identity)
   SELECT $1, floor(extract(epoch FROM clock_timestamp()) * 1000), 0, 0, 0, 0, 0, ${IDENTITY}
   WHERE NOT EXISTS (SELECT 1 FROM account WHERE account_id = $1 AND moving IN ('left', 'arriving'))
   ON CONFLICT DO NOTHING`,
)
const CREATE_WITH = ofAccount(
  `INSERT INTO graph (account_id, pages, page_bytes, blocks, block_bytes, shapes, shape_bytes, files, file_bytes, head,
     change_bytes, answer_bytes, epoch, floor_seq, floor_n, kept_states, kept_state_bytes, history_floor,
     history_gap, identity, kept_n)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, ${IDENTITY},
     (SELECT max(n) FROM record WHERE account_id = $1 AND deleted AND (seq, n) <= ($14, $15))
   ON CONFLICT DO NOTHING`,
)
const ADD_SUMS = `pages = pages + $2, page_bytes = page_bytes + $3, blocks = blocks + $4, block_bytes = block_bytes + $5,
  shapes = shapes + $6, shape_bytes = shape_bytes + $7, files = files + $8, file_bytes = file_bytes + $9`
const COMMITTED = `head = $2, change_bytes = $3, answer_bytes = $4, kept_states = kept_states + $5,
  kept_state_bytes = kept_state_bytes + $6, blocks = blocks + $7, block_bytes = block_bytes + $8`
const WRITE = ofAccount(
  `UPDATE graph SET ${COMMITTED}, pages = pages + $9, page_bytes = page_bytes + $10, shapes = shapes + $11,
     shape_bytes = shape_bytes + $12, files = files + $13, file_bytes = file_bytes + $14 WHERE account_id = $1`,
)
/** Most commits write blocks alone. PostgreSQL plans each column for as long as it writes it. */
const WRITE_BLOCKS = ofAccount(`UPDATE graph SET ${COMMITTED} WHERE account_id = $1`)
const GROW = ofAccount(`UPDATE graph SET ${ADD_SUMS} WHERE account_id = $1`)
const RAISE = ofAccount('UPDATE graph SET epoch = greatest(epoch + 1, $2) WHERE account_id = $1')

type Columns = Omit<GraphRow, 'floor' | 'keptN'> & {
  readonly floorSeq: number
  readonly floorN: number
  readonly keptN: number | null
}

const toGraph = ({ floorSeq, floorN, keptN, ...rest }: Columns): GraphRow => ({
  ...rest,
  floor: { seq: floorSeq, n: floorN } satisfies FeedPosition,
  ...(keptN !== null && { keptN }),
})

/** The bytes of all sums. */
export const bytesOf = ({ pages, blocks, shapes, files }: StorageSums): number =>
  pages.bytes + blocks.bytes + shapes.bytes + files.bytes

const added = ({ pages, blocks, shapes, files }: StorageSums): number[] =>
  [pages, blocks, shapes, files].flatMap(({ count, bytes }) => [count, bytes])

/**
 * Create the row of a graph that another store kept.
 * @returns false if the account has a graph
 */
export const createGraph = async (
  session: Session,
  accountId: string,
  { epoch, head, floor, history, storage }: SourceState,
): Promise<boolean> =>
  (await session.write(CREATE_WITH, [
    accountId,
    ...added(storage),
    head,
    storage.changes.bytes,
    storage.answers.bytes,
    epoch,
    floor.seq,
    floor.n,
    storage.history.count,
    storage.history.bytes,
    history.floor,
    history.gap,
  ])) > 0

/** @returns undefined for an account without a graph */
export async function readGraph(session: Session, accountId: string): Promise<GraphRow | undefined> {
  const row = await session.one<Columns>(READ, [accountId])
  return row && toGraph(row)
}

/** So often at most, another process deletes the graph that one call creates. */
const MOST_TRIES = 5

/**
 * Read the epoch, the head, the floor and the rest in one statement. The first use creates an empty graph.
 * @throws AccountMoving if the account has left, or has not arrived yet
 */
export async function openGraph(session: Session, accountId: string): Promise<GraphRow> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const row = await readGraph(session, accountId)
    if (row) return row
    await session.write(CREATE, [accountId])
  }
  throw new AccountMoving()
}

/**
 * In a transaction: wait for other commits, and keep them waiting until the end. Creates the row at first use.
 * @throws AccountMoving if the graph is closed
 */
export const lockGraph = async (session: Session, accountId: string): Promise<GraphRow> =>
  (await lockGraphAnd(session, accountId, async () => {}))[0]

/**
 * As `lockGraph`. The statements of the read travel with the lock, and see all that the commit before it wrote.
 * @param read runs again if there was no graph to lock
 */
export async function lockGraphAnd<T>(
  session: Session,
  accountId: string,
  read: () => Promise<T>,
): Promise<[graph: GraphRow, read: T]> {
  const [graph, found] = await lockRowAnd(session, accountId, read)
  if (graph.closed) throw new AccountMoving()
  return [graph, found]
}

/** As `lockGraph`, also for a graph that is closed. */
export const lockClosedGraph = async (session: Session, accountId: string): Promise<GraphRow> =>
  (await lockRowAnd(session, accountId, async () => {}))[0]

async function lockRowAnd<T>(
  session: Session,
  accountId: string,
  read: () => Promise<T>,
): Promise<[graph: GraphRow, read: T]> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const [row, found] = await Promise.all([session.one<Columns>(LOCK, [accountId]), read()])
    if (row) return [toGraph(row), found]
    await session.write(CREATE, [accountId])
  }
  throw new AccountMoving()
}

/** In a transaction that has locked the graph: write what a commit changed, and add what it grew by. */
export const writeGraph = async (
  writer: Writer,
  accountId: string,
  { head, changeBytes, answerBytes }: Pick<GraphRow, 'head' | 'changeBytes' | 'answerBytes'>,
  { blocks, ...others }: StorageSums,
  kept: StorageSum,
): Promise<void> => {
  const always = [head, changeBytes, answerBytes, kept.count, kept.bytes, blocks.count, blocks.bytes]
  const rest = [others.pages, others.shapes, others.files].flatMap(({ count, bytes }) => [count, bytes])
  await (rest.every((one) => one === 0)
    ? writer.write(WRITE_BLOCKS, [accountId, ...always])
    : writer.write(WRITE, [accountId, ...always, ...rest]))
}

/** In a transaction that has locked the graph: add differences to the sums. */
export const growGraph = async (session: Session, accountId: string, grown: StorageSums): Promise<void> =>
  void (await session.write(GROW, [accountId, ...added(grown)]))

/**
 * Mark a graph as restored: devices offer all that they have, and replicas start from nothing.
 * @param now milliseconds since 1970
 */
export const raiseEpoch = async (db: Database, accountId: string, now: number): Promise<void> =>
  db.transaction(async (session) => {
    await lockGraph(session, accountId)
    await Promise.all([session.write(RAISE, [accountId, now]), noteSweep(session, accountId)])
  })
