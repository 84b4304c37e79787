/**
 * A change made ready to land: the texts of its records, and the rows of those blocks that nothing but the record
 * decides. None of it needs the database, so it can be made beside a transaction that is under way.
 */
import {
  deriveBlock,
  type BlockRecord,
  type BlockRow,
  type DeriveEnv,
  type GraphRecord,
} from '@notegraph/graph'
import type { FileEntry, Landing, Put } from '../graph-store.ts'

export interface ReadyPut {
  readonly id: string
  readonly kind: GraphRecord['kind']
  readonly deleted: boolean
  /** @see Put.from */
  readonly from: number
  /** The record as JSON text. */
  readonly doc: string
  readonly record?: GraphRecord
  /** The row of a new block that refers to no block and holds no file. */
  readonly row?: BlockRow
}

export interface ReadyChange {
  readonly puts: readonly ReadyPut[]
  readonly files: readonly FileEntry[]
  readonly quota: number
}

export const recordOf = (put: ReadyPut): GraphRecord => put.record ?? (JSON.parse(put.doc) as GraphRecord)

/** Ready to land in this thread: rows are derived on the way. */
export const ready = ({ puts, files = [], quota = Infinity }: Landing): ReadyChange => ({
  puts: puts.map((put) => readyPut(put, put.record)),
  files,
  quota,
})

export const readyPut = ({ record, from }: Put, kept?: GraphRecord, row?: BlockRow): ReadyPut => ({
  id: record.id,
  kind: record.kind,
  deleted: record.deleted !== undefined,
  from,
  doc: JSON.stringify(record),
  ...(kept && { record: kept }),
  ...(row && { row }),
})

export const isNewBlock = (put: Put): put is Put & { readonly record: BlockRecord } =>
  put.record.kind === 'block' && put.from === 0 && put.record.deleted === undefined

/** The row of a block that nothing but its record decides; undefined for any other. */
export function rowAhead(record: BlockRecord, env: DeriveEnv): BlockRow | undefined {
  const row = deriveBlock(record, env)
  return row.blockRefs.length > 0 || row.files.length > 0 ? undefined : row
}
