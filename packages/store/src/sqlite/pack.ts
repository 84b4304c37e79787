/**
 * Changes on their way to another thread. Copying many small objects between threads costs nearly as much as landing them, so
 * new blocks travel as one long text and one array of numbers, and only what is left over as objects.
 */
import type { Marker, Priority } from '@notegraph/block-text'
import type { BlockRow } from '@notegraph/graph'
import { readyPut, recordOfNew, type NewBlock, type ReadyChange, type ReadyPut } from './ready.ts'

export interface PackedChange extends Omit<ReadyChange, 'blocks'> {
  /** Pieces of text of each new block, one after the other. */
  readonly text: string
  readonly numbers: Float64Array<ArrayBuffer>
}

/** Between the pieces; between the parts of one; between the names in a part. */
const PIECE = '\0'
const PART = '\x01'
const NAME = '\x02'
const SEPARATORS = [PIECE, PART, NAME]
const PIECES = 6
const NUMBERS = 7

type Draft<T> = { -readonly [K in keyof T]: T[K] }

export function pack({ puts, blocks, ...change }: ReadyChange): PackedChange {
  const pieces: string[] = []
  const numbers = new Float64Array(blocks.length * NUMBERS)
  const others: ReadyPut[] = [...puts]
  let page = ''
  let m = 0
  for (const block of blocks) {
    const { row, rev } = block
    if (SEPARATORS.some((one) => row.content.includes(one))) {
      others.push(readyPut(recordOfNew(block), 0))
      continue
    }
    pieces.push(
      row.id,
      row.pageId === page ? '' : row.pageId,
      row.parentId ?? '',
      rev,
      row.content,
      restOf(row),
    )
    page = row.pageId
    const { counts } = row
    numbers[m++] = row.order
    numbers[m++] = row.createdAt
    numbers[m++] = row.updatedAt
    numbers[m++] = counts.words
    numbers[m++] = counts.sentences
    numbers[m++] = counts.paragraphs
    numbers[m++] = counts.characters
  }
  return { ...change, puts: others, text: pieces.join(PIECE), numbers }
}

export function unpack({ text, numbers, ...change }: PackedChange): ReadyChange {
  const pieces = text === '' ? [] : text.split(PIECE)
  const blocks: NewBlock[] = []
  let pageId = ''
  for (let t = 0, m = 0; t < pieces.length; t += PIECES, m += NUMBERS) {
    pageId = pieces[t + 1]! || pageId
    const row: Draft<BlockRow> = {
      id: pieces[t]!,
      pageId,
      parentId: pieces[t + 2]! || null,
      order: numbers[m]!,
      createdAt: numbers[m + 1]!,
      updatedAt: numbers[m + 2]!,
      content: pieces[t + 4]!,
      links: NONE,
      tags: NONE,
      blockRefs: NONE,
      files: NONE,
      properties: [],
      counts: {
        blocks: 1,
        words: numbers[m + 3]!,
        sentences: numbers[m + 4]!,
        paragraphs: numbers[m + 5]!,
        characters: numbers[m + 6]!,
      },
    }
    if (pieces[t + 5] !== '') addRest(row, pieces[t + 5]!)
    blocks.push({ row, rev: pieces[t + 3]! })
  }
  return { ...change, blocks }
}

const NONE: readonly string[] = []

/** What not every block has; empty where it has none of it. A text stands behind a mark, since it may be empty. */
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
  ].join(PART)
}

function addRest(row: Draft<BlockRow>, rest: string): void {
  const parts = rest.split(PART)
  const [text, more, folded, marker, priority, scheduled, deadline, linkedDay, due, links, tags, properties] =
    parts
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
}
