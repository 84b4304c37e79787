/**
 * Compares the records of a replica with PostgreSQL, byte for byte. Its process may go on: records of commits after the
 * replica's head, on either side, are left out.
 */
import type { Problem, SourceRecord } from '@notegraph/store'
import { isDamaged, openReplicaSource } from '@notegraph/store/sqlite'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { readGraph } from './graph-row.ts'

/** As many records are named. */
const MOST_NAMED = 20
/** Records of PostgreSQL that are read at once. */
const ROWS = 2_000

const BETWEEN = ofAccount(
  `SELECT id, n, seq, deleted, doc FROM record WHERE account_id = $1 AND n > $2 AND n <= $3 ORDER BY n LIMIT $4`,
)

/**
 * Compare the replica in a file.
 * @returns the differences, with the id and the commit of each record; none for a replica that the next read replaces
 */
export async function compareReplica(session: Session, accountId: string, path: string): Promise<Problem[]> {
  const problems: Problem[] = []
  try {
    const replica = openReplicaSource(path)
    try {
      const state = replica.state()
      const truth = await readGraph(session, accountId)
      if (!truth || !state?.isWhole || state.epoch !== truth.epoch) return []
      let from = 0
      for (const piece of replica.records()) {
        problems.push(...(await compare(session, accountId, piece, from, piece.at(-1)!.n, state.head)))
        if (problems.length >= MOST_NAMED) break
        from = piece.at(-1)!.n
      }
      if (problems.length < MOST_NAMED)
        problems.push(...(await compare(session, accountId, [], from, Number.MAX_SAFE_INTEGER, state.head)))
    } finally {
      replica.close()
    }
  } catch (error) {
    if (!isDamaged(error)) throw error
    problems.push('the file is damaged')
  }
  if (problems.length === 0) return []
  return [
    `replica ${path} differs from PostgreSQL, which is right. Stop its process, delete the file, and start again.`,
    ...problems.slice(0, MOST_NAMED),
  ]
}

async function compare(
  session: Session,
  accountId: string,
  piece: readonly SourceRecord[],
  from: number,
  to: number,
  head: number,
): Promise<Problem[]> {
  const found: Problem[] = []
  const copies = new Map(piece.map((record) => [record.n, record]))
  for (let after = from; ;) {
    const rows = await session.all<SourceRecord>(BETWEEN, [accountId, after, to, ROWS])
    for (const row of rows) {
      const copy = copies.get(row.n)
      copies.delete(row.n)
      if (row.seq > head || (copy && copy.seq > head)) continue
      if (!copy) found.push(`record ${row.id} of commit ${row.seq} is missing in the replica`)
      else if (!isSame(row, copy)) found.push(`record ${row.id} of commit ${row.seq} differs in the replica`)
      if (found.length >= MOST_NAMED) return found
    }
    if (rows.length < ROWS) break
    after = rows.at(-1)!.n
  }
  // PostgreSQL deletes old tombstones first, and the replica follows.
  for (const { id, seq, deleted } of copies.values())
    if (!deleted && seq <= head) found.push(`record ${id} of commit ${seq} is only in the replica`)
  return found
}

const isSame = (one: SourceRecord, other: SourceRecord): boolean =>
  one.id === other.id && one.seq === other.seq && one.deleted === other.deleted && one.doc === other.doc
