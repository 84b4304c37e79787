/**
 * Packs changes for another thread. Copying many small objects between threads costs nearly as much as committing them.
 * So new blocks travel as two long texts and one array of numbers, and only the remaining records as objects.
 *
 * A slice of a text that contains one wide character takes two bytes a unit, and every later step takes longer. So
 * blocks without wide characters travel in a text of their own, as bytes.
 */
import type { Marker, Priority } from '@notegraph/block-text'
import type { BlockRow } from '@notegraph/graph'
import {
  preparePut,
  recordOf,
  recordOfNew,
  type NewBlock,
  type NewBlocks,
  type PreparedCommit,
  type PreparedPut,
} from '../write/prepared-commit.ts'

export interface PackedChange extends Omit<PreparedCommit, 'blocks'> {
  /** The concatenated texts of the new blocks that need only Latin-1. */
  readonly narrow: Uint8Array<ArrayBuffer>
  /** The concatenated texts of the other new blocks. */
  readonly wide: string
  /** For each new block: which of the two contains its texts, their lengths, and the block's own numbers. */
  readonly numbers: Float64Array<ArrayBuffer>
}

/** The changes of one transaction. */
export interface PackedBatch {
  readonly changes: readonly PackedChange[]
  /** Whether the rows of the new blocks are derived. */
  readonly isDerived: boolean
}

const NUMBERS = 14
const WIDE = /[^\0-\xff]/

/** Separators: between the optional parts of a block, and between the names in a part. */
const PART = '\x01'
const NAME = '\x02'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

export function pack({ puts, blocks, ...change }: PreparedCommit): PackedChange {
  const narrow: string[] = []
  const wide: string[] = []
  const numbers = new Float64Array(blocks.length * NUMBERS)
  // The thread parses the JSON again: copying a record between threads takes several times as long.
  const others: PreparedPut[] = puts.map(({ id, kind, deleted, from, doc }) => ({
    id,
    kind,
    deleted,
    from,
    doc,
  }))
  let page = ''
  let m = 0
  for (const block of blocks) {
    const { row, rev } = block
    const rest = restOf(row)
    if (rest !== '' && (row.content.includes(PART) || row.content.includes(NAME))) {
      others.push(preparePut(recordOfNew(block), 0))
      continue
    }
    const { counts, content } = row
    const pageId = row.pageId === page ? '' : row.pageId
    const parentId = row.parentId ?? ''
    const text = row.id + pageId + parentId + rev + content + rest
    const isWide = WIDE.test(text)
    if (isWide) wide.push(text)
    else narrow.push(text)
    page = row.pageId
    numbers[m++] = isWide ? 1 : 0
    numbers[m++] = row.id.length
    numbers[m++] = pageId.length
    numbers[m++] = parentId.length
    numbers[m++] = rev.length
    numbers[m++] = content.length
    numbers[m++] = rest.length
    numbers[m++] = row.order
    numbers[m++] = row.createdAt
    numbers[m++] = row.updatedAt
    numbers[m++] = counts.words
    numbers[m++] = counts.sentences
    numbers[m++] = counts.paragraphs
    numbers[m++] = counts.characters
  }
  return {
    ...change,
    puts: others,
    narrow: bytesOf(narrow.join('')),
    wide: wide.join(''),
    numbers: numbers.slice(0, m),
  }
}

/** @returns Latin-1 bytes in a buffer of their own, which can be transferred */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(text.length)
  bytes.write(text, 'latin1')
  return bytes
}

export function unpack({ puts, narrow, wide, numbers, ...change }: PackedChange): PreparedCommit {
  const blocks = new PackedBlocks(Buffer.from(narrow.buffer).toString('latin1'), wide, numbers)
  return { ...change, puts: puts.map((put) => ({ ...put, record: recordOf(put) })), blocks }
}

/** Unpacks one block at a time, so that only the current one is in memory. */
class PackedBlocks implements NewBlocks {
  readonly length: number
  readonly #texts: readonly [narrow: string, wide: string]
  readonly #numbers: Float64Array

  constructor(narrow: string, wide: string, numbers: Float64Array) {
    this.length = numbers.length / NUMBERS
    this.#texts = [narrow, wide]
    this.#numbers = numbers
  }

  *[Symbol.iterator](): Generator<NewBlock> {
    const numbers = this.#numbers
    const ends: [number, number] = [0, 0]
    let pageId = ''
    for (let m = 0; m < numbers.length; m += NUMBERS) {
      const which = numbers[m] === 1 ? 1 : 0
      const text = this.#texts[which]
      const ofId = ends[which]
      const ofPage = ofId + numbers[m + 1]!
      const ofParent = ofPage + numbers[m + 2]!
      const ofRev = ofParent + numbers[m + 3]!
      const ofContent = ofRev + numbers[m + 4]!
      const ofRest = ofContent + numbers[m + 5]!
      const end = (ends[which] = ofRest + numbers[m + 6]!)
      if (ofParent > ofPage) pageId = text.slice(ofPage, ofParent)
      const row: Draft<BlockRow> = {
        id: text.slice(ofId, ofPage),
        pageId,
        parentId: ofRev > ofParent ? text.slice(ofParent, ofRev) : null,
        order: numbers[m + 7]!,
        createdAt: numbers[m + 8]!,
        updatedAt: numbers[m + 9]!,
        content: text.slice(ofContent, ofRest),
        links: NONE,
        tags: NONE,
        blockRefs: NONE,
        files: NONE,
        properties: [],
        counts: {
          blocks: 1,
          words: numbers[m + 10]!,
          sentences: numbers[m + 11]!,
          paragraphs: numbers[m + 12]!,
          characters: numbers[m + 13]!,
        },
      }
      if (end > ofRest) addRest(row, text.slice(ofRest, end))
      yield { row, rev: text.slice(ofRev, ofContent) }
    }
  }
}

const NONE: readonly string[] = []

/** Joins the optional parts of a block; empty if it has none. A text follows a `=`, because it may be empty. */
function restOf(row: BlockRow): string {
  const { text, more, folded, marker, priority } = row
  if (more === undefined && text === undefined && folded === undefined) return ''
  return [
    text === undefined ? '' : `=${text}`,
    more ?? '',
    folded === undefined ? '' : `=${folded}`,
    marker ?? '',
    priority ?? '',
    row.scheduled ?? '',
    row.deadline ?? '',
    row.linkedDay ?? '',
    row.due ?? '',
    row.links.join(NAME),
    row.tags.join(NAME),
    row.properties.length === 0 ? '' : JSON.stringify(row.properties),
    row.places ?? '',
    row.blockRefs.join(NAME),
  ].join(PART)
}

function addRest(row: Draft<BlockRow>, rest: string): void {
  const parts = rest.split(PART)
  const [text, more, folded, marker, priority, scheduled, deadline, linkedDay, due, ...lists] = parts
  const [links, tags, properties, places, blockRefs] = lists
  if (text) row.text = text.slice(1)
  if (more) row.more = more
  if (folded) row.folded = folded.slice(1)
  if (marker) row.marker = marker as Marker
  if (priority) row.priority = priority as Priority
  if (scheduled) row.scheduled = Number(scheduled)
  if (deadline) row.deadline = Number(deadline)
  if (linkedDay) row.linkedDay = Number(linkedDay)
  if (due) row.due = Number(due)
  if (links) row.links = links.split(NAME)
  if (tags) row.tags = tags.split(NAME)
  if (properties) row.properties = JSON.parse(properties) as BlockRow['properties']
  if (places) row.places = places
  if (blockRefs) row.blockRefs = blockRefs.split(NAME)
}
