/** Records as their rows keep them: JSON text, or the columns of a plain block. */
import { plainBlock, type GraphRecord } from '@notegraph/graph'

/** The row of a record with what it takes to have the record back. */
export interface StoredRow {
  readonly n: number
  readonly id: string
  readonly seq: number
  readonly doc: string | null
  readonly pageId: string | null
  readonly parentId: string | null
  readonly order: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly rev: string
  readonly content: string
}

/** The columns of a `StoredRow`, of `record` and of what `HOME` joins to it. */
export const STORED: string = `record.n, record.id, record.seq, record.doc, home.id AS pageId, record.parent_id AS parentId,
  record.ord AS "order", record.created_at AS createdAt, record.updated_at AS updatedAt, record.rev, record.content`
/** The page that a plain block stands on. */
export const HOME: string = 'LEFT JOIN record AS home ON home.n = record.page AND record.doc IS NULL'

/** Records behind a position of the feed, by their index. */
export const FEED: string = `SELECT ${STORED} FROM record ${HOME} WHERE (record.seq, record.n) > (?, ?)
  ORDER BY record.seq, record.n LIMIT ?`

/** A block whose page's record is lost says that it stands on none. */
export const storedRecord = (row: StoredRow): GraphRecord =>
  row.doc === null ? plainBlock({ ...row, pageId: row.pageId ?? '' }) : (JSON.parse(row.doc) as GraphRecord)

/** What a record counts for beside its words and props: its ids, its place and its stamps, however long its history. */
const FRAME_BYTES = 256

/** Bytes that a plain block of this content counts for. @see recordBytes */
export const plainBytes = (content: string): number => FRAME_BYTES + Buffer.byteLength(content)

/**
 * Bytes that a record counts for in its account's storage: what people wrote, and a fixed sum for the rest, so that an edit
 * that takes words away never grows it. What is deleted counts for no words.
 * @see service, Limits
 */
export function recordBytes(record: GraphRecord): number {
  if (record.deleted !== undefined) return FRAME_BYTES
  let bytes = FRAME_BYTES
  if (record.kind !== 'page') bytes += Buffer.byteLength(record.words.text)
  for (const version of record.versions ?? []) bytes += Buffer.byteLength(version.text)
  for (const [key, { v }] of Object.entries(record.props)) {
    bytes += Buffer.byteLength(key)
    if (v !== null)
      bytes += typeof v === 'string' ? Buffer.byteLength(v) : Buffer.byteLength(JSON.stringify(v))
  }
  return bytes
}
