/** Reads records from their rows, which contain JSON text or the columns of a plain block. */
import { plainBlock, plainBlockJson, type GraphRecord, type PlainBlock } from '@notegraph/graph'

/** The columns from which a record is read. */
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

/** The columns of a `StoredRow`, from `record` joined with `HOME`. */
export const STORED: string = `record.n, record.id, record.seq, record.doc, home.id AS pageId, record.parent_id AS parentId,
  record.ord AS "order", record.created_at AS createdAt, record.updated_at AS updatedAt, record.rev, record.content`
/** The join with the page of a plain block. */
export const HOME: string = 'LEFT JOIN record AS home ON home.n = record.page AND record.doc IS NULL'

export const storedRecord = (row: StoredRow): GraphRecord =>
  row.doc === null ? plainBlock(homed(row)) : (JSON.parse(row.doc) as GraphRecord)

/** The record as JSON text. */
export const storedJson = (row: StoredRow): string => row.doc ?? plainBlockJson(homed(row))

/** Gives a block without a record of its page an empty page id. */
const homed = (row: StoredRow): PlainBlock => ({ ...row, pageId: row.pageId ?? '' })
