/**
 * By piece of text, the blocks whose words hold it. What is folded in together makes a segment, which is never changed:
 * a block that is folded in again is gone from the segments before. Small segments are put together to larger ones.
 */
import type { Db } from '../database.ts'
import { eachNumber, packNumbers } from './numbers.ts'
import { isJoint } from './pieces.ts'

export type Pieces = Map<string, number[]>

export interface SegmentStore {
  /** All segments, to look through. */
  read(): Segment[]
  /** The lists of a text: where each begins, by line, and where the last ends; then the lists. */
  lists(row: number): Buffer
  /** Adds a segment of these blocks, which ascend, and takes them out of those before. */
  add(pieces: Pieces, blocks: readonly number[]): void
  /** Calls with each piece and block that is held. */
  all(call: (piece: string, n: number) => void): void
  clear(): void
}

export interface PieceText {
  readonly n: number
  readonly ofJoints: boolean
  /** A line each, with a line break before the first and after the last. */
  readonly pieces: string
  /** Where each line begins, and where one after the last would. */
  readonly lines: Uint16Array
}

/** A segment as it is kept to be looked through. */
export interface Segment {
  readonly n: number
  readonly first: number
  readonly last: number
  readonly blocks: number
  /** Blocks of which it says nothing any more. */
  readonly gone: Int32Array
  readonly texts: readonly PieceText[]
  /** That it takes in memory, about. */
  readonly bytes: number
}

interface Row {
  readonly n: number
  readonly first: number
  readonly last: number
  readonly blocks: number
  readonly gone: Buffer
}

/** As long as a text of pieces gets, and the bytes of their lists, so that both fill a page of the file. */
const FULL = 8_000
/** As many texts as a segment may have; the second half of them are of joints, which no word is looked for in. */
const TEXTS = 2 ** 24
/** As many segments of a size as are put together to one of the next. */
const SIBLINGS = 8
/** No segment gets larger: the time it takes to put it together is to stay unnoticed. */
const LARGE = 64 * 1_024

export function segmentStore(db: Db): SegmentStore {
  const segments = db.prepare<[], Row>('SELECT * FROM search_segment ORDER BY n')
  const putSegment = db.prepare<[number, number, number, number, Buffer]>(
    'INSERT INTO search_segment VALUES (?, ?, ?, ?, ?)',
  )
  const setGone = db.prepare<[Buffer, number]>('UPDATE search_segment SET gone = ? WHERE n = ?')
  const dropSegment = db.prepare<[number]>('DELETE FROM search_segment WHERE n = ?')
  const textsOf = db.prepare<[number, number], { n: number; pieces: string }>(
    'SELECT n, pieces FROM search_pieces WHERE n >= ? AND n < ? ORDER BY n',
  )
  const putText = db.prepare<[number, string]>('INSERT INTO search_pieces VALUES (?, ?)')
  const putLists = db.prepare<[number, Buffer]>('INSERT INTO search_lists VALUES (?, ?)')
  const listsOf = db.prepare<[number], Buffer>('SELECT lists FROM search_lists WHERE n = ?').pluck()
  const dropTexts = db.prepare<[number, number]>('DELETE FROM search_pieces WHERE n >= ? AND n < ?')
  const dropLists = db.prepare<[number, number]>('DELETE FROM search_lists WHERE n >= ? AND n < ?')

  function write(pieces: Pieces, blocks: number, first: number, last: number): void {
    const segment = (segments.all().at(-1)?.n ?? 0) + 1
    putSegment.run(segment, first, last, blocks, Buffer.alloc(0))
    let row = segment * TEXTS
    let text = '\n'
    let lists: Buffer[] = []
    let bytes = 0
    const flush = () => {
      putText.run(row, text)
      putLists.run(row++, withEnds(lists))
      text = '\n'
      lists = []
      bytes = 0
    }
    const add = (piece: string, numbers: readonly number[]) => {
      const list = packNumbers(numbers)
      text += `${piece}\n`
      lists.push(list)
      bytes += list.length
      if (text.length > FULL || bytes > FULL) flush()
    }
    for (const [piece, numbers] of pieces) if (!isJoint(piece)) add(piece, numbers)
    if (lists.length > 0) flush()
    row = segment * TEXTS + TEXTS / 2
    for (const [piece, numbers] of pieces) if (isJoint(piece)) add(piece, numbers)
    if (lists.length > 0) flush()
  }

  function takeOut(blocks: readonly number[]): void {
    for (const { n, first, last, gone } of segments.all()) {
      const those = blocks.filter((block) => block >= first && block <= last)
      if (those.length === 0) continue
      const all = new Set([...setOf(gone), ...those])
      setGone.run(packNumbers([...all].toSorted((a, b) => a - b)), n)
    }
  }

  /** Calls with each piece of a segment and each block of its list that is not gone. */
  function eachOf({ n, gone }: Row, call: (piece: string, n: number) => void): void {
    const left = setOf(gone)
    for (const { n: row, pieces } of textsOf.all(n * TEXTS, (n + 1) * TEXTS)) {
      const lists = listsOf.get(row)
      if (!lists) continue // which `check` will tell of
      for (const [i, piece] of pieces.slice(1, -1).split('\n').entries())
        eachOfList(lists, i, (block) => {
          if (!left.has(block)) call(piece, block)
        })
    }
  }

  function putTogether(): void {
    const bySize = Map.groupBy(
      segments.all().filter(({ blocks }) => blocks <= LARGE / SIBLINGS),
      ({ blocks }) => Math.ceil(Math.log(blocks) / Math.log(SIBLINGS)),
    )
    const those = [...bySize.values()].find((siblings) => siblings.length >= SIBLINGS)
    if (!those) return
    const pieces: Pieces = new Map()
    const blocks = new Set<number>()
    for (const segment of those) {
      eachOf(segment, (piece, n) => {
        blocks.add(n)
        gather(pieces, piece, n)
      })
      dropSegment.run(segment.n)
      dropTexts.run(segment.n * TEXTS, (segment.n + 1) * TEXTS)
      dropLists.run(segment.n * TEXTS, (segment.n + 1) * TEXTS)
    }
    for (const numbers of pieces.values()) if (!ascends(numbers)) numbers.sort((a, b) => a - b)
    const ends = those.flatMap(({ first, last }) => [first, last])
    if (blocks.size > 0) write(pieces, blocks.size, Math.min(...ends), Math.max(...ends))
    putTogether()
  }

  return {
    lists: (row) => listsOf.get(row)!,
    read: () =>
      segments.all().map(({ n, first, last, blocks, gone }) => {
        const texts = textsOf
          .all(n * TEXTS, (n + 1) * TEXTS)
          .map((text) => ({ ...text, ofJoints: text.n % TEXTS >= TEXTS / 2, lines: linesOf(text.pieces) }))
        const left = Int32Array.from(setOf(gone))
        const bytes = texts.reduce(
          (sum, { pieces, lines }) => sum + 2 * pieces.length + lines.byteLength,
          left.byteLength,
        )
        return { n, first, last, blocks, gone: left, texts, bytes }
      }),
    add(pieces, blocks) {
      if (blocks.length === 0) return
      takeOut(blocks)
      if (pieces.size === 0) return
      write(pieces, blocks.length, blocks[0]!, blocks.at(-1)!)
      putTogether()
    },
    all(call) {
      for (const segment of segments.all()) eachOf(segment, call)
    },
    clear() {
      db.exec('DELETE FROM search_segment; DELETE FROM search_pieces; DELETE FROM search_lists')
    },
  }
}

/** Notes that the block has the piece; one that comes again right after itself is noted once. */
export function gather(pieces: Pieces, piece: string, n: number): void {
  const numbers = pieces.get(piece)
  if (!numbers) pieces.set(piece, [n])
  else if (numbers.at(-1) !== n) numbers.push(n)
}

const ascends = (numbers: readonly number[]): boolean =>
  numbers.every((n, i) => i === 0 || numbers[i - 1]! < n)

function setOf(bytes: Uint8Array): Set<number> {
  const numbers = new Set<number>()
  eachNumber(bytes, (n) => numbers.add(n))
  return numbers
}

/** Lists one after the other, behind the places at which each begins and the last ends. */
function withEnds(lists: readonly Buffer[]): Buffer {
  const ends = Buffer.alloc((lists.length + 1) * 4)
  let end = ends.length
  ends.writeUInt32LE(end)
  for (const [i, list] of lists.entries()) ends.writeUInt32LE((end += list.length), (i + 1) * 4)
  return Buffer.concat([ends, ...lists])
}

const eachOfList = (lists: Buffer, i: number, call: (n: number) => void): void =>
  eachNumber(lists, call, lists.readUInt32LE(i * 4), lists.readUInt32LE((i + 1) * 4))

function linesOf(pieces: string): Uint16Array {
  const lines: number[] = []
  for (let at = pieces.indexOf('\n'); at >= 0; at = pieces.indexOf('\n', at + 1)) lines.push(at + 1)
  return Uint16Array.from(lines)
}
