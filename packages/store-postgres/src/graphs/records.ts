/** Records of a graph, as its commits wrote them. */
import type { FeedPosition } from '@notegraph/store'
import type { Session, Writer } from '../database/database.ts'
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

const put = (rows: string): string =>
  `INSERT INTO record (account_id, id, n, seq, deleted, doc) ${rows}
   ON CONFLICT (account_id, id) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted, doc = excluded.doc`
const PUT = ofAccount(
  put(`SELECT $1, id, n, seq, deleted, doc
   FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[], $6::text[]) AS put (id, n, seq, deleted, doc)`),
)
/** Most commits write one record. PostgreSQL plans arrays for as long as it writes the row. */
const PUT_ONE = ofAccount(put('VALUES ($1, $2, $3, $4, $5, $6)'))
// The sum of the bytes up to a record says whether it still fits; the first comes whatever its length. One record more is
// read, so that each row says whether another comes after it.
const AFTER = ofAccount(
  `SELECT id, n, seq, deleted, doc, more FROM (
     SELECT id, n, seq, deleted, doc, sum(octet_length(doc)) OVER feed AS bytes, count(*) OVER feed AS place,
       lead(true) OVER feed IS NOT NULL AS more
     FROM (SELECT * FROM record WHERE account_id = $1 AND (seq, n) > ($2, $3) ORDER BY seq, n LIMIT $4 + 1) AS next
     WINDOW feed AS (ORDER BY seq, n ROWS UNBOUNDED PRECEDING)
   ) AS summed WHERE place <= $4 AND (bytes <= $5 OR place = 1) ORDER BY seq, n`,
)

/** Bounds of one statement, which PostgreSQL has in memory as a whole. */
const PUT_RECORDS = 1_000
const PUT_CHARACTERS = 4_000_000

/** In a transaction that has locked the graph: put records, the last of each id. The statements travel together. */
export async function putRecords(
  writer: Writer,
  accountId: string,
  records: readonly StoredRow[],
): Promise<void> {
  const last = [...new Map(records.map((record) => [record.id, record])).values()]
  const [one] = last
  if (one && last.length === 1)
    return void (await writer.write(PUT_ONE, [accountId, one.id, one.n, one.seq, one.deleted, one.doc]))
  await Promise.all(
    Array.from(parts(last), async (part) =>
      writer.write(PUT, [
        accountId,
        part.map(({ id }) => id),
        part.map(({ n }) => n),
        part.map(({ seq }) => seq),
        part.map(({ deleted }) => deleted),
        part.map(({ doc }) => doc),
      ]),
    ),
  )
}

function* parts(records: readonly StoredRow[]): Iterable<StoredRow[]> {
  let part: StoredRow[] = []
  let characters = 0
  for (const record of records) {
    characters += record.doc.length
    if (part.length === PUT_RECORDS || (part.length > 0 && characters > PUT_CHARACTERS)) {
      yield part
      part = []
      characters = record.doc.length
    }
    part.push(record)
  }
  if (part.length > 0) yield part
}

/** Some of the records after a position. */
export interface RecordsPart {
  /** In the order of their commits, tombstones too. */
  readonly records: StoredRow[]
  /** Whether there are records after these. */
  readonly more: boolean
}

/**
 * Read records after a position.
 * @param most the number of records, and their bytes; the first record is returned whatever its size
 */
export async function recordsAfter(
  session: Session,
  accountId: string,
  { seq, n }: FeedPosition,
  most: { readonly records: number; readonly bytes: number },
): Promise<RecordsPart> {
  type Row = StoredRow & { readonly more: boolean }
  const rows = await session.all<Row>(AFTER, [accountId, seq, n, most.records, most.bytes])
  return {
    records: rows.map(({ id, n, seq: at, deleted, doc }) => ({ id, n, seq: at, deleted, doc })),
    more: rows.at(-1)?.more ?? false,
  }
}
