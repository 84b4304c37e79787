/** Records and files of a graph, as its commits wrote them. */
import type { FeedPosition, NewFile } from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

export interface RecordRow {
  readonly id: string
  /** The record's number in its graph: a replica chose it at the first commit, and every other takes it over. */
  readonly n: number
  readonly deleted: boolean
  /** JSON text. */
  readonly doc: string
}

/** A record, and the number of the commit that last wrote it. */
export interface StoredRow extends RecordRow {
  readonly seq: number
}

const PUT = ofAccount(
  `INSERT INTO record (account_id, id, n, seq, deleted, doc)
   SELECT $1, id, n, seq, deleted, doc
   FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[], $6::text[]) AS put (id, n, seq, deleted, doc)
   ON CONFLICT (account_id, id) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted, doc = excluded.doc`,
)
const ADD_FILE = ofAccount(
  `INSERT INTO file (account_id, id, seq, hash, name, type, size, created_at, path)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
)
// The sum of the bytes before a record says whether it still fits; the first comes whatever its length.
const AFTER = ofAccount(
  `SELECT id, n, seq, deleted, doc FROM (
     SELECT id, n, seq, deleted, doc,
       coalesce(sum(octet_length(doc)) OVER (ORDER BY seq, n ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS bytes,
       row_number() OVER (ORDER BY seq, n) AS place
     FROM (SELECT * FROM record WHERE account_id = $1 AND (seq, n) > ($2, $3) ORDER BY seq, n LIMIT $4) AS next
   ) AS summed WHERE bytes <= $5 OR place = 1 ORDER BY seq, n`,
)

/** In a transaction that has locked the graph: put records, the last of each id. */
export async function putRecords(
  session: Session,
  accountId: string,
  records: readonly StoredRow[],
): Promise<void> {
  if (records.length === 0) return
  const last = [...new Map(records.map((record) => [record.id, record])).values()]
  await session.write(PUT, [
    accountId,
    last.map(({ id }) => id),
    last.map(({ n }) => n),
    last.map(({ seq }) => seq),
    last.map(({ deleted }) => deleted),
    last.map(({ doc }) => doc),
  ])
}

/** In a transaction that has locked the graph. A file that is there already stays as it is. */
export async function addFile(
  session: Session,
  accountId: string,
  file: NewFile,
  seq: number,
): Promise<void> {
  const { id, hash, name, type, size, createdAt, path = null } = file
  await session.write(ADD_FILE, [accountId, id, seq, hash, name, type, size, createdAt, path])
}

/**
 * Records after a position, in the order of their commits, tombstones too: what a replica misses.
 * @param most how many, and how many bytes; the first comes whatever its length
 */
export const recordsAfter = async (
  session: Session,
  accountId: string,
  { seq, n }: FeedPosition,
  most: { readonly records: number; readonly bytes: number },
): Promise<StoredRow[]> => session.all(AFTER, [accountId, seq, n, most.records, most.bytes])
