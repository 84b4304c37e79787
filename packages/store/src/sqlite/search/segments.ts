/**
 * By piece of text, the blocks whose words hold it. Blocks that are indexed together make a segment, which is never
 * changed: a block that is indexed again is gone from the segments before. Small segments are merged (`merge.ts`). No
 * number is given to a second segment, so that readers can cache what they read of one.
 */
import type { Db } from '../database.ts'
import { eachNumber, packNumbers } from './numbers.ts'
import {
  eachPiece,
  FULL,
  listsIn,
  packPieces,
  placesIn,
  type Lists,
  type PackedPieces,
  type PieceText,
} from './piece-texts.ts'
import { isJoint } from './pieces.ts'

export type Pieces = Map<string, number[]>

export interface SegmentStore {
  read(): Segment[]
  /** The pieces of a segment, to look through: the joints, or all others. */
  texts(segment: number, ofJoints: boolean): PieceText[]
  lists(row: number): Lists
  /** Adds a segment and takes its blocks out of those before; one without pieces only does the latter. */
  add(segment: PackedSegment): void
  /** Calls with each piece of a segment and each block that has it and is not gone. */
  each(segment: Segment, call: (piece: string, n: number) => void): void
  /** The number of database pages that a segment takes, about, without a look at what they hold. */
  pagesOf(segment: number): number
  /** Puts one segment in the place of several; `gone` are those of its blocks that are gone by now. */
  replace(segments: readonly number[], by: PackedSegment, gone: readonly number[]): void
  clear(): void
}

export interface Segment {
  readonly n: number
  readonly first: number
  readonly last: number
  readonly blocks: number
  /** Blocks of which it says nothing any more. */
  readonly gone: Int32Array
}

interface Row {
  readonly n: number
  readonly first: number
  readonly last: number
  readonly blocks: number
  readonly gone: Buffer
}

interface TextRow {
  readonly n: number
  readonly pieces: string
  readonly marks: Buffer<ArrayBuffer>
  readonly starts: Buffer<ArrayBuffer>
  readonly row: number
}

/** A segment that is ready to be written. */
export interface PackedSegment {
  /** They ascend. */
  readonly blocks: readonly number[]
  readonly words: PackedPieces
  readonly joints: PackedPieces
}

/** As many texts, and rows of lists, as a segment may have; the second half are of joints, which no word is looked for in. */
const TEXTS = 2 ** 24
export function segmentStore(db: Db): SegmentStore {
  const segments = db.prepare<[], Row>('SELECT * FROM search_segment ORDER BY n')
  const putSegment = db.prepare<[number, number, number, number, Buffer]>(
    'INSERT INTO search_segment VALUES (?, ?, ?, ?, ?)',
  )
  const setGone = db.prepare<[Buffer, number]>('UPDATE search_segment SET gone = ? WHERE n = ?')
  const dropSegment = db.prepare<[number]>('DELETE FROM search_segment WHERE n = ?')
  const textsOf = db.prepare<[number, number], TextRow>(
    'SELECT n, pieces, marks, starts, row FROM search_pieces WHERE n >= ? AND n < ? ORDER BY n',
  )
  const bytesOfTexts = db
    .prepare<[number, number], number>(
      'SELECT coalesce(sum(octet_length(pieces)), 0) FROM search_pieces WHERE n >= ? AND n < ?',
    )
    .pluck()
  const lastLists = db
    .prepare<[number, number], number | null>('SELECT max(n) FROM search_lists WHERE n >= ? AND n < ?')
    .pluck()
  const putText = db.prepare<[TextRow]>(
    'INSERT INTO search_pieces VALUES (@n, @pieces, @marks, @starts, @row)',
  )
  const putLists = db.prepare<[number, Buffer]>('INSERT INTO search_lists VALUES (?, ?)')
  const listsOf = db
    .prepare<[number], Buffer<ArrayBuffer>>('SELECT lists FROM search_lists WHERE n = ?')
    .pluck()
  const dropTexts = db.prepare<[number, number]>('DELETE FROM search_pieces WHERE n >= ? AND n < ?')
  const dropLists = db.prepare<[number, number]>('DELETE FROM search_lists WHERE n >= ? AND n < ?')

  function write({ blocks, words, joints }: PackedSegment, gone: readonly number[]): void {
    const segment = (segments.all().at(-1)?.n ?? 0) + 1
    putSegment.run(segment, blocks[0]!, blocks.at(-1)!, blocks.length, packNumbers(gone))
    const put = ({ texts, lists }: PackedPieces, begin: number) => {
      for (const [i, { pieces, marks, starts, row }] of texts.entries())
        putText.run({
          n: begin + i,
          pieces,
          marks: bytesOf(marks),
          starts: bytesOf(starts),
          row: begin + row,
        })
      for (const [i, bytes] of lists.entries()) putLists.run(begin + i, bytes)
    }
    const [ofWords, ofJoints] = boundsOf(segment)
    put(words, ofWords)
    put(joints, ofJoints)
  }

  function takeOut(blocks: readonly number[]): void {
    for (const { n, first, last, gone } of segments.all()) {
      const those = blocks.filter((block) => block >= first && block <= last)
      if (those.length === 0) continue
      const all = new Set([...setOf(gone), ...those])
      setGone.run(packNumbers([...all].toSorted((a, b) => a - b)), n)
    }
  }

  /** Rows of a span follow one another. */
  const countLists = (from: number, to: number): number => (lastLists.get(from, to) ?? from - 1) - from + 1

  return {
    lists: (row) => listsIn(listsOf.get(row)!),
    read: () =>
      segments.all().map(({ gone, ...segment }) => ({ ...segment, gone: Int32Array.from(setOf(gone)) })),
    texts(segment, ofJoints) {
      const [begin, joints, end] = boundsOf(segment)
      const rows = ofJoints ? textsOf.all(joints, end) : textsOf.all(begin, joints)
      return rows.map(textIn)
    },
    add(segment) {
      takeOut(segment.blocks)
      if (segment.words.texts.length + segment.joints.texts.length > 0) write(segment, [])
    },
    each({ n, gone }, call) {
      const left = new Set(gone)
      for (const text of textsOf.all(n * TEXTS, (n + 1) * TEXTS)) {
        let at = -1
        let lists: Lists | undefined
        eachPiece(textIn(text), (piece, row, i) => {
          if (row !== at) {
            const bytes = listsOf.get(row)
            lists = bytes && listsIn(bytes) // `check` reports one that is missing
            at = row
          }
          const each = (block: number) => {
            if (!left.has(block)) call(piece, block)
          }
          if (lists) eachNumber(lists.bytes, each, lists.ends[i], lists.ends[i + 1])
        })
      }
    },
    pagesOf(segment) {
      const [begin, joints, end] = boundsOf(segment)
      return bytesOfTexts.get(begin, end)! / FULL + countLists(begin, joints) + countLists(joints, end)
    },
    replace(those, by, gone) {
      write(by, gone) // first, so that its number is a new one
      for (const n of those) {
        dropSegment.run(n)
        dropTexts.run(n * TEXTS, (n + 1) * TEXTS)
        dropLists.run(n * TEXTS, (n + 1) * TEXTS)
      }
    },
    clear() {
      db.exec('DELETE FROM search_segment; DELETE FROM search_pieces; DELETE FROM search_lists')
    },
  }
}

/** Where the texts of a segment begin, those of joints among them, and where they end. */
const boundsOf = (segment: number): readonly [begin: number, joints: number, end: number] => [
  segment * TEXTS,
  segment * TEXTS + TEXTS / 2,
  (segment + 1) * TEXTS,
]

/** @param blocks they ascend */
export function packSegment(pieces: Pieces, blocks: readonly number[]): PackedSegment {
  const bySort = Map.groupBy(pieces, ([piece]) => isJoint(piece))
  return {
    blocks,
    words: packPieces(bySort.get(false) ?? []),
    joints: packPieces(bySort.get(true) ?? []),
  }
}

/** Notes that the block has the piece; one that comes again right after itself is noted once. */
export function gather(pieces: Pieces, piece: string, n: number): void {
  const numbers = pieces.get(piece)
  if (!numbers) pieces.set(piece, [n])
  else if (numbers.at(-1) !== n) numbers.push(n)
}

function setOf(bytes: Uint8Array): Set<number> {
  const numbers = new Set<number>()
  eachNumber(bytes, (n) => numbers.add(n))
  return numbers
}

const textIn = ({ pieces, marks, starts, row }: TextRow): PieceText => ({
  pieces,
  marks: placesIn(marks),
  starts: placesIn(starts),
  row,
})

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array<ArrayBuffer>): Buffer<ArrayBuffer> =>
  Buffer.from(buffer, byteOffset, byteLength)
