/** Records as their rows keep them: JSON text, or the columns of a plain block. */
import { plainBlock, type GraphRecord, type PlainBlock } from '@notegraph/graph'

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

/** A block whose page's record is lost says that it stands on none. */
export const storedRecord = (row: StoredRow): GraphRecord =>
  row.doc === null ? plainBlock({ ...row, pageId: row.pageId ?? '' }) : (JSON.parse(row.doc) as GraphRecord)

const EMPTY: PlainBlock = {
  id: '',
  content: '',
  rev: '',
  pageId: '',
  parentId: null,
  order: 0,
  createdAt: 0,
  updatedAt: 0,
}
/** Of the empty block, without its numbers and its parent. */
const FRAME_BYTES = JSON.stringify(plainBlock(EMPTY)).length - '0'.length * 5 - 'null'.length

/** Bytes of a plain block's JSON, by which it counts for storage as any other record does; the JSON is not made. */
export function plainBytes(block: Omit<PlainBlock, 'rev'>, rev: string): number {
  const { id, pageId, parentId } = block
  const ids = id.length + pageId.length + (parentId === null ? 'null'.length : parentId.length + 2)
  const times = String(block.createdAt).length + String(block.updatedAt).length * 3
  return FRAME_BYTES + ids + String(block.order).length + times + bytesOf(block.content) + bytesOf(rev)
}

/** Whatever JSON writes with more than its own bytes. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u

/** Bytes of a text in JSON, without its quotes. */
const bytesOf = (text: string): number =>
  ESCAPED.test(text) ? Buffer.byteLength(JSON.stringify(text)) - 2 : Buffer.byteLength(text)
