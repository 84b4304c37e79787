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

/** A block whose page's record is lost says that it stands on none. */
export const storedRecord = (row: StoredRow): GraphRecord =>
  row.doc === null ? plainBlock({ ...row, pageId: row.pageId ?? '' }) : (JSON.parse(row.doc) as GraphRecord)
