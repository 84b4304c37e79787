/**
 * Changes on their way to another thread. Copying many small objects between threads costs nearly as much as landing them, so
 * new blocks travel as one long text and one array of numbers, and only what is left over as objects.
 */
import type { BlockRecord, BlockRow, DeriveEnv } from '@notegraph/graph'
import type { FileEntry, Landing } from '../graph-store.ts'
import { isNewBlock, readyPut, rowAhead, type ReadyChange, type ReadyPut } from './ready.ts'

export interface PackedChange {
  /** Pieces of text of each new block, one after the other, with NUL between; its record alone where it has no row. */
  readonly text: string
  readonly numbers: Float64Array<ArrayBuffer>
  /** All other puts; they land before the new blocks. */
  readonly others: readonly ReadyPut[]
  readonly files: readonly FileEntry[]
  readonly quota: number
}

const NUL = '\0'
const TEXTS = 8
const NUMBERS = 10

/** @param ahead whether rows are derived here; else the other thread does that too */
export function pack(
  { puts, files = [], quota = Infinity }: Landing,
  origin: string | undefined,
  ahead: boolean,
): PackedChange {
  const env: DeriveEnv = {
    ...(origin !== undefined && { origin }),
    file: () => undefined,
    line: () => undefined,
  }
  const texts: string[] = []
  const numbers = new Float64Array(puts.length * NUMBERS)
  const others: ReadyPut[] = []
  for (const put of puts) {
    if (!isNewBlock(put)) others.push(readyPut(put))
    else {
      const row = ahead ? rowAhead(put.record, env) : undefined
      const doc = JSON.stringify(put.record)
      if (row && !row.words.includes(NUL)) packRow(row, doc, texts, numbers)
      else texts.push('', '', '', doc, '', '', '', '')
    }
  }
  return { text: texts.join(NUL), numbers, others, files, quota }
}

function packRow(row: BlockRow, doc: string, texts: string[], numbers: Float64Array): void {
  const { links, tags, properties, counts } = row
  const plain = links.length === 0 && tags.length === 0 && properties.length === 0
  let m = (texts.length / TEXTS) * NUMBERS
  const names = plain ? '' : JSON.stringify([links, tags, properties])
  texts.push(
    row.id,
    row.pageId,
    row.parentId ?? '',
    doc,
    row.view,
    row.words,
    names,
    `${row.marker ?? ''} ${row.priority ?? ''}`,
  )
  numbers[m++] = row.order
  numbers[m++] = row.createdAt
  numbers[m++] = row.updatedAt
  numbers[m++] = row.scheduled ?? 0
  numbers[m++] = row.deadline ?? 0
  numbers[m++] = row.due ?? 0
  numbers[m++] = counts.words
  numbers[m++] = counts.sentences
  numbers[m++] = counts.paragraphs
  numbers[m++] = counts.characters
}

export function unpack({ text, numbers, others, files, quota }: PackedChange): ReadyChange {
  const puts: ReadyPut[] = [...others]
  const texts = text === '' ? [] : text.split(NUL)
  for (let i = 0; i * TEXTS < texts.length; i++) puts.push(unpackRow(texts, i * TEXTS, numbers, i * NUMBERS))
  return { puts, files, quota }
}

type Names = [BlockRow['links'], BlockRow['tags'], BlockRow['properties']]
const NONE: Names = [[], [], []]

function unpackRow(texts: readonly string[], t: number, numbers: Float64Array, m: number): ReadyPut {
  const id = texts[t]!
  const doc = texts[t + 3]!
  if (id === '') {
    const record = JSON.parse(doc) as BlockRecord
    return { id: record.id, kind: 'block', deleted: false, from: 0, doc, record }
  }
  const [links, tags, properties] = texts[t + 6] === '' ? NONE : (JSON.parse(texts[t + 6]!) as Names)
  const [marker, priority] = texts[t + 7] === ' ' ? [] : texts[t + 7]!.split(' ')
  const row = {
    id,
    pageId: texts[t + 1]!,
    parentId: texts[t + 2] === '' ? null : texts[t + 2]!,
    order: numbers[m]!,
    createdAt: numbers[m + 1]!,
    updatedAt: numbers[m + 2]!,
    view: texts[t + 4]!,
    words: texts[t + 5]!,
    ...(marker && { marker: marker as BlockRow['marker'] & string }),
    ...(priority && { priority: priority as BlockRow['priority'] & string }),
    ...(numbers[m + 3] !== 0 && { scheduled: numbers[m + 3]! }),
    ...(numbers[m + 4] !== 0 && { deadline: numbers[m + 4]! }),
    ...(numbers[m + 5] !== 0 && { due: numbers[m + 5]! }),
    links,
    tags,
    blockRefs: [],
    files: [],
    properties,
    counts: {
      blocks: 1,
      words: numbers[m + 6]!,
      sentences: numbers[m + 7]!,
      paragraphs: numbers[m + 8]!,
      characters: numbers[m + 9]!,
    },
  }
  return { id, kind: 'block', deleted: false, from: 0, doc, row }
}
