/**
 * A commit with the JSON of its records, and with the rows of blocks that depend on their record alone. Preparing one
 * needs no database, so it can happen during another transaction.
 */
import { mayNameFile } from '@notegraph/block-text'
import {
  deriveBlock,
  isPlain,
  LaterWords,
  plainBlock,
  type BlockRecord,
  type BlockRow,
  type DeriveEnv,
  type GraphRecord,
} from '@notegraph/graph'
import type { Commit, Put } from '../../graph/commits.ts'
import type { NewFile } from '../../graph/files.ts'
import type { Authorship } from '../../graph/history.ts'

export interface PreparedPut {
  readonly id: string
  readonly kind: GraphRecord['kind']
  readonly deleted: boolean
  /** @see Put.from */
  readonly from: number
  /** The record as JSON text. */
  readonly doc: string
  readonly record?: GraphRecord
}

/** A new plain block without files. Its row is its whole record. */
export interface NewBlock {
  readonly row: BlockRow
  readonly rev: string
}

export interface NewBlocks extends Iterable<NewBlock> {
  readonly length: number
}

export interface PreparedCommit {
  /** Written before the new blocks. */
  readonly puts: readonly PreparedPut[]
  readonly blocks: NewBlocks
  /** @see Commit.pages */
  readonly pages: readonly string[]
  readonly files: readonly NewFile[]
  readonly quota: number
  /** @see Commit.by */
  readonly by?: Authorship
}

export const recordOf = (put: PreparedPut): GraphRecord => put.record ?? (JSON.parse(put.doc) as GraphRecord)

export function prepare(
  { puts, pages = [], files = [], quota = Infinity, by }: Commit,
  env: DeriveEnv,
): PreparedCommit {
  const others: PreparedPut[] = []
  const blocks: NewBlock[] = []
  const later = new LaterWords()
  for (const put of puts) {
    const block = isNewPlain(put) ? newBlock(put.record, env, later) : undefined
    if (block) blocks.push(block)
    else others.push(preparePut(put.record, put.from, put.record))
  }
  later.settle()
  return { puts: others, blocks, pages, files, quota, ...(by && { by }) }
}

/**
 * Prepares a commit whose new blocks another thread derives. Their rows have only the values of their records until
 * then.
 */
export function prepareUnderived(
  { puts, pages = [], files = [], quota = Infinity, by }: Commit,
  env: DeriveEnv,
): PreparedCommit {
  const others: PreparedPut[] = []
  const blocks: NewBlock[] = []
  for (const put of puts) {
    if (isNewPlain(put) && isRowAlone(put.record, env)) blocks.push(underivedBlock(put.record))
    else others.push(preparePut(put.record, put.from, put.record))
  }
  return { puts: others, blocks, pages, files, quota, ...(by && { by }) }
}

/** Derives the new blocks. @returns the same as `prepare` with their records */
export function derive({ puts, blocks: underived, ...rest }: PreparedCommit, env: DeriveEnv): PreparedCommit {
  const others = [...puts]
  const blocks: NewBlock[] = []
  const later = new LaterWords()
  for (const one of underived) {
    const record = recordOfNew(one)
    const block = newBlock(record, env, later)
    if (block) blocks.push(block)
    else others.push(preparePut(record, 0, record))
  }
  later.settle()
  return { ...rest, puts: others, blocks }
}

/** @param kept the record itself, if the put stays in this thread */
export const preparePut = (record: GraphRecord, from: number, kept?: GraphRecord): PreparedPut => ({
  id: record.id,
  kind: record.kind,
  deleted: record.deleted !== undefined,
  from,
  doc: JSON.stringify(record),
  ...(kept && { record: kept }),
})

export const isNewPlain = (put: Put): put is Put & { readonly record: BlockRecord } =>
  put.from === 0 && isPlain(put.record)

/** The environment for rows that depend on their record alone. */
export const rowAlone = (origin: string | undefined): DeriveEnv => ({
  ...(origin !== undefined && { origin }),
  file: () => undefined,
})

/**
 * @param env the result of `rowAlone`
 * @param later completes the counts of the row when it settles
 * @returns undefined if the block's row depends on more than its record
 */
export function newBlock(record: BlockRecord, env: DeriveEnv, later?: LaterWords): NewBlock | undefined {
  const row = deriveBlock(record, env, later)
  const isAlone = row.files.length === 0 && row.content === record.words.text
  return isAlone ? { row, rev: record.words.rev } : undefined
}

/** Whether `newBlock` returns the block. Only text with a file or another line break needs a closer look. */
const isRowAlone = (record: BlockRecord, env: DeriveEnv): boolean => {
  const { text } = record.words
  return !(mayNameFile(text) || text.includes('\r')) || newBlock(record, env) !== undefined
}

const NONE: readonly never[] = []
const NO_COUNTS: BlockRow['counts'] = { blocks: 1, words: 0, sentences: 0, paragraphs: 0, characters: 0 }

function underivedBlock({ id, createdAt, updatedAt, words, place }: BlockRecord): NewBlock {
  const { pageId, parentId, order } = place
  const lists = { links: NONE, tags: NONE, blockRefs: NONE, files: NONE, properties: NONE }
  const row = { id, pageId, parentId, order, createdAt, updatedAt, content: words.text }
  return { row: { ...row, ...lists, counts: NO_COUNTS }, rev: words.rev }
}

export const recordOfNew = ({ row, rev }: NewBlock): BlockRecord => plainBlock({ ...row, rev })
