/**
 * How the pieces of a segment are laid out: texts of pieces to look through, long ones, since very many short ones take
 * longer to read than to look through; and their lists, as many in a row as fill a page of the file.
 */
import { packNumbers } from './numbers.ts'

/** Pieces to look through, and where their lists are. */
export interface PieceText {
  /** A line each, with a line break before the first and after the last. */
  readonly pieces: string
  /** Where each eighth line begins. */
  readonly marks: Uint32Array<ArrayBuffer>
  /** By row of lists, its first line; and at the end how many lines there are. */
  readonly starts: Uint32Array<ArrayBuffer>
  /** The first of these rows. */
  readonly row: number
}

/** For each line of a row the blocks that hold it. */
export interface Lists {
  /** Where the list of each line begins, and where the last ends. */
  readonly ends: Uint32Array
  readonly bytes: Buffer<ArrayBuffer>
}

/** Ready to be kept; rows count from 0. */
export interface PackedPieces {
  readonly texts: readonly PieceText[]
  readonly lists: readonly Buffer[]
}

/** As many bytes as the lists of a row have, with their places: a row that fills a page of the file. */
export const FULL = 8_000
/** As long as a text gets. */
const LONG = 2 ** 18
const MARK_EACH = 8
const PLACE = Uint32Array.BYTES_PER_ELEMENT

type Piece = readonly [piece: string, numbers: readonly number[]]

/**
 * Those that many blocks hold first, since of the others very many share a row. Pieces of one-byte letters stand in texts
 * of their own, which take half the memory, and half the time to look through.
 */
export function packPieces(pieces: readonly Piece[]): PackedPieces {
  const byUse = pieces.toSorted(([, some], [, others]) => others.length - some.length)
  const rows: { readonly texts: PieceText[]; readonly lists: Buffer[] } = { texts: [], lists: [] }
  addTexts(
    byUse.filter(([piece]) => isNarrow(piece)),
    rows,
  )
  addTexts(
    byUse.filter(([piece]) => !isNarrow(piece)),
    rows,
  )
  return rows
}

function addTexts(
  pieces: readonly Piece[],
  rows: { readonly texts: PieceText[]; readonly lists: Buffer[] },
): void {
  let lines: string[] = []
  let length = 1
  let marks: number[] = []
  let starts: number[] = []
  let lists: Buffer[] = []
  let bytes = 0

  function flushLists(): void {
    rows.lists.push(withEnds(lists))
    lists = []
    bytes = 0
  }
  function flush(): void {
    flushLists()
    rows.texts.push({
      pieces: `\n${lines.join('\n')}\n`,
      marks: Uint32Array.from(marks),
      starts: Uint32Array.from([...starts, lines.length]),
      row: rows.lists.length - starts.length,
    })
    lines = []
    length = 1
    marks = []
    starts = []
  }

  for (const [piece, numbers] of pieces) {
    const list = packNumbers(numbers)
    if (lists.length > 0 && bytes + list.length + 2 * PLACE > FULL) flushLists()
    if (lists.length === 0) starts.push(lines.length)
    if (lines.length % MARK_EACH === 0) marks.push(length)
    lists.push(list)
    bytes += list.length + PLACE
    lines.push(piece)
    length += piece.length + 1
    if (length > LONG) flush()
  }
  if (lines.length > 0) flush()
}

const isNarrow = (piece: string): boolean => {
  for (let i = 0; i < piece.length; i++) if (piece.charCodeAt(i) > 0xff) return false
  return true
}

/** Lists one after the other, behind the places at which each begins and the last ends. */
function withEnds(lists: readonly Buffer[]): Buffer {
  const ends = Buffer.alloc((lists.length + 1) * PLACE)
  let end = ends.length
  ends.writeUInt32LE(end)
  for (const [i, list] of lists.entries()) ends.writeUInt32LE((end += list.length), (i + 1) * PLACE)
  return Buffer.concat([ends, ...lists])
}

/** Lists as a row holds them. */
export function listsIn(bytes: Buffer<ArrayBuffer>): Lists {
  return { ends: placesIn(bytes.subarray(0, bytes.readUInt32LE())), bytes }
}

export function placesIn({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const isEven = byteOffset % PLACE === 0
  return isEven
    ? new Uint32Array(buffer, byteOffset, byteLength / PLACE)
    : new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/** Calls with each piece, the row of its list, and which of the row's it is. */
export function eachPiece(
  { pieces, starts, row }: PieceText,
  call: (piece: string, row: number, i: number) => void,
): void {
  let at = 0
  for (const [line, piece] of pieces.slice(1, -1).split('\n').entries()) {
    while (starts[at + 1]! <= line) at++
    call(piece, row + at, line - starts[at]!)
  }
}

/** The lines in which any of these stands, which may begin or end with the line break beside it; they ascend. */
export function linesWith(text: PieceText, looked: readonly string[]): number[] {
  const lines: number[] = []
  for (const one of looked) addLines(text, one, lines)
  return looked.length === 1 ? lines : [...new Set(lines)].toSorted((a, b) => a - b)
}

/** In so many lines of a text a part is found, and it was worth to tell where each line begins. */
const MANY = 64
const told = new WeakMap<PieceText, Uint32Array>()

function addLines(text: PieceText, looked: string, lines: number[]): void {
  const { pieces, marks } = text
  const ahead = looked.startsWith('\n') ? 1 : 0
  let mark = 0
  let line = 0
  let end = pieces.indexOf('\n', 1)
  let at = pieces.indexOf(looked)
  for (let count = 0; at >= 0 && count < MANY; count++) {
    const place = at + ahead
    if (marks[mark + 1]! <= place) {
      while (marks[mark + 1]! <= place) mark++
      line = mark * MARK_EACH
      end = pieces.indexOf('\n', marks[mark])
    }
    for (; end < place; end = pieces.indexOf('\n', end + 1)) line++
    lines.push(line)
    at = pieces.indexOf(looked, end)
  }
  if (at < 0) return
  const begins = beginsOf(text)
  while (at >= 0) {
    while (begins[line + 1]! <= at + ahead) line++
    lines.push(line)
    at = pieces.indexOf(looked, begins[line + 1]! - 1)
  }
}

/** Where each line begins, and where one after the last would. */
function beginsOf(text: PieceText): Uint32Array {
  let begins = told.get(text)
  if (!begins) {
    begins = new Uint32Array(text.starts.at(-1)! + 1)
    for (let line = 0, at = 1; line < begins.length; line++, at = text.pieces.indexOf('\n', at) + 1)
      begins[line] = at
    told.set(text, begins)
  }
  return begins
}
