/**
 * A change made ready to land: the texts of its records, and the rows of those blocks that nothing but the record
 * decides. None of it needs the database, so it can be made beside a transaction that is under way.
 */
import {
  deriveBlock,
  isPlain,
  plainBlock,
  type BlockRecord,
  type BlockRow,
  type DeriveEnv,
  type GraphRecord,
} from '@notegraph/graph'
import type { Landing, NewFile, Put } from '../../graph-store.ts'

export interface ReadyPut {
  readonly id: string
  readonly kind: GraphRecord['kind']
  readonly deleted: boolean
  /** @see Put.from */
  readonly from: number
  /** The record as JSON text. */
  readonly doc: string
  readonly record?: GraphRecord
}

/** A plain block that was not there before and holds no file: its row says all of it. */
export interface NewBlock {
  readonly row: BlockRow
  readonly rev: string
}

export interface NewBlocks extends Iterable<NewBlock> {
  readonly length: number
}

export interface ReadyChange {
  /** They land before the new blocks. */
  readonly puts: readonly ReadyPut[]
  readonly blocks: NewBlocks
  /** @see Landing.pages */
  readonly pages: readonly string[]
  readonly files: readonly NewFile[]
  readonly quota: number
}

export const recordOf = (put: ReadyPut): GraphRecord => put.record ?? (JSON.parse(put.doc) as GraphRecord)

/** Ready to land in this thread. */
export function ready(
  { puts, pages = [], files = [], quota = Infinity }: Landing,
  env: DeriveEnv,
): ReadyChange {
  const others: ReadyPut[] = []
  const blocks: NewBlock[] = []
  for (const put of puts) {
    const block = isNewPlain(put) ? newBlock(put.record, env) : undefined
    if (block) blocks.push(block)
    else others.push(readyPut(put.record, put.from, put.record))
  }
  return { puts: others, blocks, pages, files, quota }
}

/** @param kept the record too, where the put stays in this thread */
export const readyPut = (record: GraphRecord, from: number, kept?: GraphRecord): ReadyPut => ({
  id: record.id,
  kind: record.kind,
  deleted: record.deleted !== undefined,
  from,
  doc: JSON.stringify(record),
  ...(kept && { record: kept }),
})

export const isNewPlain = (put: Put): put is Put & { readonly record: BlockRecord } =>
  put.from === 0 && isPlain(put.record)

/** What deriving needs where nothing but the record decides. */
export const rowAlone = (origin: string | undefined): DeriveEnv => ({
  ...(origin !== undefined && { origin }),
  file: () => undefined,
})

/** Undefined for a block that more than its record decides. @param env as `rowAlone` makes it */
export function newBlock(record: BlockRecord, env: DeriveEnv): NewBlock | undefined {
  const row = deriveBlock(record, env)
  const isAlone = row.files.length === 0 && row.content === record.words.text
  return isAlone ? { row, rev: record.words.rev } : undefined
}

export const recordOfNew = ({ row, rev }: NewBlock): BlockRecord => plainBlock({ ...row, rev })
