/**
 * The layout of a segment's terms and posting lists. Terms are joined into long texts, since reading very many short rows
 * takes longer than searching one long text. Posting lists share rows, as many in each as fill a page of the storage.
 */
import { groupBy } from '../group-by.ts'
import { PostingWriter } from './posting-list.ts'

/** Terms of a segment to search, and the places of their posting lists. */
export interface TermBlock {
  /** One term a line, with a line break before the first and after the last. */
  readonly terms: string
  /** The place at which each eighth line begins. */
  readonly marks: Uint32Array<ArrayBuffer>
  /** For each posting row, its first line; and at the end the number of lines. */
  readonly starts: Uint32Array<ArrayBuffer>
  /** The first of these posting rows. */
  readonly row: number
}

/** The posting lists of the terms on successive lines. */
export interface PostingRow {
  /** The place at which the list of each line begins, and the end of the last. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Terms with their posting lists, ready to be stored. Rows count from 0. */
export interface PackedTerms {
  readonly blocks: readonly TermBlock[]
  readonly rows: readonly Uint8Array<ArrayBuffer>[]
}

/** The bytes of a posting row, with its places: a row fills a page of the storage. */
export const ROW_BYTES = 8_000
/** UTF-16 units after which a term block ends. */
const BLOCK_LENGTH = 2 ** 18
const LINES_PER_MARK = 8
const PLACE = Uint32Array.BYTES_PER_ELEMENT

/**
 * Packs terms, the most frequent first, since very many of the others share a row. Terms of one-byte letters go into
 * blocks of their own, which take half the memory and half the time to search.
 */
export function packTerms(
  terms: readonly string[],
  documents: ReadonlyMap<string, number | readonly number[]>,
): PackedTerms {
  const documentsOf = (term: string): readonly number[] => {
    const numbers = documents.get(term) ?? []
    return typeof numbers === 'number' ? [numbers] : numbers
  }
  // A list of each frequency takes a tenth of the memory of a list with the documents of each term.
  const byFrequency = [...groupBy(terms, (term) => documentsOf(term).length)].toSorted(([a], [b]) => b - a)
  const packer = new TermPacker(documentsOf)
  for (const isNarrow of [true, false]) {
    for (const [, some] of byFrequency)
      for (const term of some) if (isOneByte(term) === isNarrow) packer.add(term)
    packer.end()
  }
  return packer
}

class TermPacker implements PackedTerms {
  readonly blocks: TermBlock[] = []
  readonly rows: Uint8Array<ArrayBuffer>[] = []
  readonly #documentsOf: (term: string) => readonly number[]
  /** The lines of the block that is being packed. */
  #lines: string[] = []
  #length = 1
  #marks: number[] = []
  #starts: number[] = []
  /** The lists of the row that is being packed, and how long each is. */
  readonly #lists = new PostingWriter()
  #lengths: number[] = []

  constructor(documentsOf: (term: string) => readonly number[]) {
    this.#documentsOf = documentsOf
  }

  add(term: string): void {
    this.#addList(this.#documentsOf(term))
    if (this.#lines.length % LINES_PER_MARK === 0) this.#marks.push(this.#length)
    this.#lines.push(term)
    this.#length += term.length + 1
    if (this.#length > BLOCK_LENGTH) this.#endBlock()
  }

  /** Ends the last block, so that other letters begin one of their own. */
  end(): void {
    if (this.#lines.length > 0) this.#endBlock()
  }

  #addList(numbers: readonly number[]): void {
    const written = this.#lists.length
    const length = this.#lists.append(numbers)
    const places = (this.#lengths.length + 2) * PLACE
    if (this.#lengths.length > 0 && written + length + places > ROW_BYTES) this.#endRow(written)
    if (this.#lengths.length === 0) this.#starts.push(this.#lines.length)
    this.#lengths.push(length)
  }

  /** Writes the row of the lists so far, after the places at which each begins and the last ends. @param bytes of these lists */
  #endRow(bytes: number): void {
    const ends = new Uint32Array(this.#lengths.length + 1)
    let end = ends.byteLength
    ends[0] = end
    for (const [i, length] of this.#lengths.entries()) ends[i + 1] = end += length
    const row = new Uint8Array(ends.byteLength + bytes)
    row.set(new Uint8Array(ends.buffer))
    this.#lists.moveTo(row, ends.byteLength, bytes)
    this.rows.push(row)
    this.#lengths = []
  }

  #endBlock(): void {
    this.#endRow(this.#lists.length)
    this.blocks.push({
      terms: `\n${this.#lines.join('\n')}\n`,
      marks: Uint32Array.from(this.#marks),
      starts: Uint32Array.from([...this.#starts, this.#lines.length]),
      row: this.rows.length - this.#starts.length,
    })
    this.#lines = []
    this.#length = 1
    this.#marks = []
    this.#starts = []
  }
}

const isOneByte = (term: string): boolean => {
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) > 0xff) return false
  return true
}

/** Reads a posting row from its bytes. */
export function postingRow(bytes: Uint8Array<ArrayBuffer>): PostingRow {
  const first = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16) | ((bytes[3] ?? 0) << 24)
  return { ends: uint32s(bytes.subarray(0, first)), bytes }
}

/** Reads 32-bit numbers from bytes, which are copied if they are not aligned. */
export function uint32s({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return byteOffset % PLACE === 0
    ? new Uint32Array(buffer, byteOffset, byteLength / PLACE)
    : new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/** Calls with each term, the posting row of its list, and the place of the list in the row. */
export function forEachTerm(
  { terms, starts, row }: TermBlock,
  call: (term: string, row: number, i: number) => void,
): void {
  let at = 0
  for (const [line, term] of terms.slice(1, -1).split('\n').entries()) {
    while ((starts[at + 1] ?? Infinity) <= line) at++
    call(term, row + at, line - (starts[at] ?? 0))
  }
}

/**
 * The lines that contain any of the texts, in ascending order.
 * @param texts each may begin or end with the line break beside a term
 */
export function linesWith(block: TermBlock, texts: readonly string[]): number[] {
  const lines: number[] = []
  for (const text of texts) addLines(block, text, lines)
  return texts.length === 1 ? lines : [...new Set(lines)].toSorted((a, b) => a - b)
}

/** After this many lines with a text, an array of where each line begins pays for itself. */
const MANY = 64

function addLines(block: TermBlock, text: string, lines: number[]): void {
  const { terms, marks } = block
  const ahead = text.startsWith('\n') ? 1 : 0
  let mark = 0
  let line = 0
  let end = terms.indexOf('\n', 1)
  let at = terms.indexOf(text)
  for (let count = 0; at >= 0 && count < MANY; count++) {
    const place = at + ahead
    if ((marks[mark + 1] ?? Infinity) <= place) {
      while ((marks[mark + 1] ?? Infinity) <= place) mark++
      line = mark * LINES_PER_MARK
      end = terms.indexOf('\n', marks[mark])
    }
    for (; end < place; end = terms.indexOf('\n', end + 1)) line++
    lines.push(line)
    at = terms.indexOf(text, end)
  }
  if (at < 0) return
  const begins = lineBegins(block)
  while (at >= 0) {
    while ((begins[line + 1] ?? Infinity) <= at + ahead) line++
    lines.push(line)
    at = terms.indexOf(text, (begins[line + 1] ?? Infinity) - 1)
  }
}

const beginsOfBlocks = new WeakMap<TermBlock, Uint32Array>()

/** The place at which each line begins, and the end of the last. */
function lineBegins(block: TermBlock): Uint32Array {
  let begins = beginsOfBlocks.get(block)
  if (!begins) {
    begins = new Uint32Array((block.starts.at(-1) ?? 0) + 1)
    for (let line = 0, at = 1; line < begins.length; line++, at = block.terms.indexOf('\n', at) + 1)
      begins[line] = at
    beginsOfBlocks.set(block, begins)
  }
  return begins
}
