/** Records as their rows keep them: JSON text, or the columns of a plain block. */
import { plainBlock, plainBlockJson, type GraphRecord, type PlainBlock } from '@notegraph/graph'

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

export const storedRecord = (row: StoredRow): GraphRecord =>
  row.doc === null ? plainBlock(homed(row)) : (JSON.parse(row.doc) as GraphRecord)

/** The record as JSON text. */
export const storedJson = (row: StoredRow): string => row.doc ?? plainBlockJson(homed(row))

/** A block whose page's record is lost says that it stands on none. */
const homed = (row: StoredRow): PlainBlock => ({ ...row, pageId: row.pageId ?? '' })
