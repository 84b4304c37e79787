/**
 * One number of each block, by its record's number, in strips that fill a page of the file: what a condition on a
 * million blocks reads in a few milliseconds, and what puts the blocks that were found in order.
 */
import type { Marker } from '@notegraph/block-text'
import { LETTERS, MARKER_CODES } from '../schema/codes.ts'
import type { Db } from '../database.ts'

/** What the columns are made of. */
export interface ColumnSource {
  readonly n: number
  readonly page: number
  readonly updated_at: number
  readonly created_at: number
  readonly marker: Marker | null
  readonly rank: number
  readonly scheduled: number | null
  readonly deadline: number | null
  readonly due: number
  readonly words: string
}

export type Numbers =
  Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

interface Column {
  readonly place: number
  readonly array: new (data: ArrayBuffer | number) => Numbers
  /** Of each number. */
  readonly bytes: number
  /** In each strip. */
  readonly length: number
  /** Of a block that is not there. */
  readonly none: number
  readonly of: (row: ColumnSource) => number
}

export type ColumnName =
  'updated' | 'updatedExactly' | 'created' | 'page' | 'scheduled' | 'deadline' | 'due' | 'task' | 'letters'

const BYTES = 8_000
const seconds = { array: Uint32Array, bytes: 4, length: BYTES / 4, none: 0 }
const numbers = { array: Int32Array, bytes: 4, length: BYTES / 4, none: 0 }

/**
 * `updated` and `created` are in seconds (`secondOf`), which a first question reads in half the time; `updatedExactly`, in
 * milliseconds, tells apart very many of one second, and is not a number where there is no block. `task` is the marker's
 * code and 16 times the priority's, and `letters` has a bit for each letter of `LETTERS` that the words hold: most
 * words hold some of them.
 */
export const COLUMNS: Readonly<Record<ColumnName, Column>> = {
  updated: { ...seconds, place: 8, of: (row) => secondOf(row.updated_at) },
  updatedExactly: {
    array: Float64Array,
    bytes: 8,
    length: BYTES / 8,
    none: NaN,
    place: 0,
    of: (row) => row.updated_at,
  },
  created: { ...seconds, place: 1, of: (row) => secondOf(row.created_at) },
  page: { ...numbers, place: 2, of: (row) => row.page },
  scheduled: { ...numbers, place: 3, of: (row) => row.scheduled ?? 0 },
  deadline: { ...numbers, place: 4, of: (row) => row.deadline ?? 0 },
  due: { ...numbers, place: 5, of: (row) => row.due },
  task: {
    array: Uint8Array,
    bytes: 1,
    length: BYTES,
    none: 0,
    place: 6,
    of: (row) => taskCode(row.marker, row.rank),
  },
  letters: { ...numbers, place: 7, of: (row) => lettersIn(row.words) },
}
export const COLUMN_NAMES: readonly ColumnName[] = Object.keys(COLUMNS) as ColumnName[]

const STRIPS = 2 ** 32
/** Where a column's strip is kept. */
const keyOf = ({ place }: Column, strip: number): number => place * STRIPS + strip

const LAST_SECOND = 2 ** 32 - 1
/** Of a time in milliseconds: 1 in 1970, and the same for all from 2106 on. A later time is never of an earlier second. */
export const secondOf = (time: number): number => Math.min(Math.floor(time / 1_000) + 1, LAST_SECOND)
/** When a second begins, in milliseconds. */
export const startOf = (second: number): number => (second - 1) * 1_000

export const taskCode = (marker: Marker | null, rank: number): number =>
  (marker === null ? 0 : MARKER_CODES[marker]) + 16 * rank

const FIRST_LETTER = LETTERS.charCodeAt(0)

function lettersIn(words: string): number {
  let letters = 0
  for (let i = 0; i < words.length; i++) {
    const place = words.charCodeAt(i) - FIRST_LETTER
    if (place >= 0 && place < LETTERS.length) letters |= 1 << place
  }
  return letters
}

export interface ColumnStore {
  /** All strips in one; it ends with the last that there is. */
  whole(name: ColumnName): Numbers
  /** The strip in which `n` stands; undefined where it was never written. */
  stripOf(name: ColumnName, n: number): Numbers | undefined
  /** Writes the columns of blocks; `n` ascends, and where there is no row the block has gone. @param step of the index */
  write(blocks: readonly { readonly n: number; readonly row: ColumnSource | undefined }[], step: number): void
  /** The strips that a later step wrote, of the columns that are wanted. */
  since(step: number, wanted: (name: ColumnName) => boolean): ChangedStrip[]
  clear(): void
}

export interface ChangedStrip {
  readonly name: ColumnName
  /** The number of its first block. */
  readonly first: number
  readonly strip: Numbers
}

export function columnStore(db: Db): ColumnStore {
  const range = db.prepare<[number, number], { n: number; strip: Buffer<ArrayBuffer> }>(
    'SELECT n, strip FROM search_column WHERE n BETWEEN ? AND ? ORDER BY n',
  )
  const last = db
    .prepare<[number, number], number>('SELECT max(n) FROM search_column WHERE n BETWEEN ? AND ?')
    .pluck()
  const one = db.prepare<[number], Buffer<ArrayBuffer>>('SELECT strip FROM search_column WHERE n = ?').pluck()
  const put = db.prepare<[number, Buffer, number]>('INSERT OR REPLACE INTO search_column VALUES (?, ?, ?)')
  const changed = db
    .prepare<[number], number>('SELECT n FROM search_column INDEXED BY search_column_step WHERE step > ?')
    .pluck()
  const remove = db.prepare<[]>('DELETE FROM search_column')

  function stripOf(name: ColumnName, n: number): Numbers | undefined {
    const column = COLUMNS[name]
    const bytes = one.get(keyOf(column, Math.floor(n / column.length)))
    return bytes && numbersIn(column, bytes)
  }

  return {
    whole(name) {
      const column = COLUMNS[name]
      const keys = [keyOf(column, 0), keyOf(column, STRIPS - 1)] as const
      const length = (((last.get(...keys) ?? -1) + 1) % STRIPS) * column.length
      const whole = new column.array(length)
      const bytes = new Uint8Array(whole.buffer)
      let end = 0
      // One strip after the other, so that no more memory is touched than the whole takes
      for (const { n, strip } of range.iterate(...keys)) {
        const at = (n % STRIPS) * column.length
        whole.fill(column.none, end, at)
        bytes.set(strip, at * column.bytes)
        end = at + column.length
      }
      return whole
    },
    stripOf,
    since(step, wanted) {
      return changed.all(step).flatMap((key) => {
        const name = COLUMN_NAMES.find((one) => COLUMNS[one].place === Math.floor(key / STRIPS))!
        if (!wanted(name)) return []
        const first = (key % STRIPS) * COLUMNS[name].length
        return [{ name, first, strip: numbersIn(COLUMNS[name], one.get(key)!) }]
      })
    },
    write(blocks, step) {
      for (const name of COLUMN_NAMES) {
        const column = COLUMNS[name]
        let at = -1
        let strip: Numbers = new column.array(0)
        let changed = false
        const flush = () => {
          if (changed)
            put.run(keyOf(column, at), Buffer.from(strip.buffer, strip.byteOffset, strip.byteLength), step)
          changed = false
        }
        for (const { n, row } of blocks) {
          const next = Math.floor(n / column.length)
          if (next !== at) {
            flush()
            at = next
            strip = stripOf(name, n) ?? new column.array(column.length).fill(column.none)
          }
          const value = row ? column.of(row) : column.none
          if (Object.is(strip[n % column.length], value)) continue
          strip[n % column.length] = value
          changed = true
        }
        flush()
      }
    },
    clear: () => void remove.run(),
  }
}

function numbersIn({ array }: Column, { buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): Numbers {
  const end = byteOffset + byteLength
  const whole = byteOffset === 0 && end === buffer.byteLength
  return new array(whole ? buffer : buffer.slice(byteOffset, end))
}
