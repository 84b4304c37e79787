/**
 * By piece of text, the blocks whose words hold it. What is folded in together makes a segment, which is never changed:
 * a block that is folded in again is gone from the segments before. Small segments are put together to larger ones.
 */
import type { Db } from '../database.ts'
import { eachNumber, packNumbers } from './numbers.ts'
import { isJoint } from './pieces.ts'

export type Pieces = Map<string, number[]>

export interface SegmentStore {
  read(): Segment[]
  /** The pieces of a segment, to look through: the joints, or all others. */
  texts(segment: number, ofJoints: boolean): PieceText[]
  lists(row: number): Lists
  /** Adds a segment of these blocks, which ascend, and takes them out of those before. */
  add(pieces: Pieces, blocks: readonly number[]): void
  /** Calls with each piece and block that is held. */
  all(call: (piece: string, n: number) => void): void
  clear(): void
}

export class PieceText {
  readonly n: number
  /** A line each, with a line break before the first and after the last. */
  readonly pieces: string
  #lines: Uint16Array | undefined

  constructor(n: number, pieces: string) {
    this.n = n
    this.pieces = pieces
  }

  /** Where each line begins, and where one after the last would; told when it is asked, since most are never. */
  get lines(): Uint16Array {
    return (this.#lines ??= linesOf(this.pieces))
  }
}

/** For each line of a text the blocks that hold it. */
export interface Lists {
  /** Where the list of each line begins, and where the last ends. */
  readonly ends: Uint32Array
  readonly bytes: Buffer<ArrayBuffer>
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

/** A text of pieces, and their lists, as a row of each is. */
interface Texts {
  readonly text: string
  readonly lists: Buffer
}
/** Apart, as they are kept. */
interface Packed {
  readonly words: readonly Texts[]
  readonly joints: readonly Texts[]
}

/** As long as a text of pieces gets, and the bytes of their lists, so that both fill a page of the file. */
const FULL = 8_000
/** As many texts as a segment may have; the second half of them are of joints, which no word is looked for in. */
const TEXTS = 2 ** 24
/** As many segments of a size as are put together to one of the next. */
const SIBLINGS = 8
/** No segment gets larger: the time it takes to put it together is to stay unnoticed. */
const LARGE = 64 * 1_024
/** Nor is one put together further that has more texts than this, as few but long blocks have. */
const MANY_TEXTS = 512

/** @param manyTexts with more of them a segment is not put together with others */
export function segmentStore(db: Db, manyTexts: number = MANY_TEXTS): SegmentStore {
  const segments = db.prepare<[], Row>('SELECT * FROM search_segment ORDER BY n')
  const putSegment = db.prepare<[number, number, number, number, Buffer]>(
    'INSERT INTO search_segment VALUES (?, ?, ?, ?, ?)',
  )
  const setGone = db.prepare<[Buffer, number]>('UPDATE search_segment SET gone = ? WHERE n = ?')
  const dropSegment = db.prepare<[number]>('DELETE FROM search_segment WHERE n = ?')
  const textsOf = db.prepare<[number, number], { n: number; pieces: string }>(
    'SELECT n, pieces FROM search_pieces WHERE n >= ? AND n < ? ORDER BY n',
  )
  const lastText = db
    .prepare<[number, number], number | null>('SELECT max(n) FROM search_pieces WHERE n >= ? AND n < ?')
    .pluck()
  const putText = db.prepare<[number, string]>('INSERT INTO search_pieces VALUES (?, ?)')
  const putLists = db.prepare<[number, Buffer]>('INSERT INTO search_lists VALUES (?, ?)')
  const listsOf = db
    .prepare<[number], Buffer<ArrayBuffer>>('SELECT lists FROM search_lists WHERE n = ?')
    .pluck()
  const dropTexts = db.prepare<[number, number]>('DELETE FROM search_pieces WHERE n >= ? AND n < ?')
  const dropLists = db.prepare<[number, number]>('DELETE FROM search_lists WHERE n >= ? AND n < ?')

  function write({ words, joints }: Packed, blocks: number, first: number, last: number): void {
    const segment = (segments.all().at(-1)?.n ?? 0) + 1
    putSegment.run(segment, first, last, blocks, Buffer.alloc(0))
    const put = (texts: readonly Texts[], row: number) => {
      for (const { text, lists } of texts) {
        putText.run(row, text)
        putLists.run(row++, lists)
      }
    }
    put(words, segment * TEXTS)
    put(joints, segment * TEXTS + TEXTS / 2)
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

  function textsIn(segment: number): number {
    const [begin, joints, end] = boundsOf(segment)
    return countTexts(begin, joints) + countTexts(joints, end)
  }

  /** Rows of a span follow one another. */
  const countTexts = (from: number, to: number): number => (lastText.get(from, to) ?? from - 1) - from + 1

  function putTogether(): void {
    const bySize = Map.groupBy(
      segments.all().filter(({ n, blocks }) => blocks <= LARGE / SIBLINGS && textsIn(n) <= manyTexts),
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
    if (blocks.size > 0) write(packedOf(pieces), blocks.size, Math.min(...ends), Math.max(...ends))
    putTogether()
  }

  return {
    lists: (row) => withPlaces(listsOf.get(row)!),
    read: () =>
      segments.all().map(({ gone, ...segment }) => ({ ...segment, gone: Int32Array.from(setOf(gone)) })),
    texts(segment, ofJoints) {
      const [begin, joints, end] = boundsOf(segment)
      const rows = ofJoints ? textsOf.all(joints, end) : textsOf.all(begin, joints)
      return rows.map(({ n, pieces }) => new PieceText(n, pieces))
    },
    add(pieces, blocks) {
      if (blocks.length === 0) return
      const packed = packedOf(pieces) // before anything is written, since from there on nobody else can write
      takeOut(blocks)
      if (pieces.size === 0) return
      write(packed, blocks.length, blocks[0]!, blocks.at(-1)!)
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

/** Where the texts of a segment begin, those of joints among them, and where they end. */
const boundsOf = (segment: number): readonly [begin: number, joints: number, end: number] => [
  segment * TEXTS,
  segment * TEXTS + TEXTS / 2,
  (segment + 1) * TEXTS,
]

function packedOf(pieces: Pieces): Packed {
  const words = packer()
  const joints = packer()
  for (const [piece, numbers] of pieces) (isJoint(piece) ? joints : words).add(piece, numbers)
  return { words: words.all(), joints: joints.all() }
}

function packer(): { add(piece: string, numbers: readonly number[]): void; all(): Texts[] } {
  const texts: Texts[] = []
  let text = '\n'
  let lists: Buffer[] = []
  let bytes = 0
  const flush = () => {
    texts.push({ text, lists: withEnds(lists) })
    text = '\n'
    lists = []
    bytes = 0
  }
  return {
    add(piece, numbers) {
      const list = packNumbers(numbers)
      text += `${piece}\n`
      lists.push(list)
      bytes += list.length
      if (text.length > FULL || bytes > FULL) flush()
    },
    all() {
      if (lists.length > 0) flush()
      return texts
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

function withPlaces(bytes: Buffer<ArrayBuffer>): Lists {
  const { buffer, byteOffset: from } = bytes
  const to = from + bytes.readUInt32LE()
  const isEven = from % Uint32Array.BYTES_PER_ELEMENT === 0
  const ends = isEven
    ? new Uint32Array(buffer, from, (to - from) / 4)
    : new Uint32Array(buffer.slice(from, to))
  return { ends, bytes }
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
