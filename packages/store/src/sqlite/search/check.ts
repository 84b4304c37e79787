/** Holds the search rows against the rows of the blocks and their words, which they are made from. */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import {
  COLUMN_NAMES,
  COLUMNS,
  columnStore,
  type ColumnName,
  type ColumnSource,
  type Numbers,
} from './columns.ts'
import { ROW } from './search-index.ts'
import { piecesOf } from './pieces.ts'
import { segmentStore } from './segments.ts'
import { extentReader } from './extent.ts'

/** @returns numbers of the records of which the search rows do not say what they should */
export function searchFaults(db: Db): number[] {
  const { size, waiting } = extentReader(db)()
  const pieces = new PieceSums(size)
  const columns = new HeldColumns(db)
  const live = new Bits(size)
  const wrong = new Bits(size)
  const segments = segmentStore(db)
  for (const segment of segments.read()) segments.each(segment, (piece, n) => pieces.add(n, piece))
  for (const row of db.prepare<[], ColumnSource>(`SELECT ${ROW} ORDER BY block.n`).iterate()) {
    if (waiting.has(row.n)) continue
    live.put(row.n)
    for (const piece of new Set(piecesOf(row.words))) pieces.take(row.n, piece)
    if (!columns.say(row)) wrong.put(row.n)
  }
  for (let n = 0; n < size; n++)
    if (!waiting.has(n) && (!pieces.areEven(n) || (!live.has(n) && columns.has(n)))) wrong.put(n)
  return wrong.toArray()
}

class HeldColumns {
  readonly #columns
  readonly #strips = new Map<ColumnName, { at: number; strip: Numbers | undefined }>()

  constructor(db: Db) {
    this.#columns = columnStore(db)
  }

  has(n: number): boolean {
    return !Number.isNaN(this.#value('updatedExactly', n))
  }

  say(row: ColumnSource): boolean {
    return COLUMN_NAMES.every((name) => this.#value(name, row.n) === COLUMNS[name].of(row))
  }

  #value(name: ColumnName, n: number): number {
    const { length, none } = COLUMNS[name]
    const at = Math.floor(n / length)
    let held = this.#strips.get(name)
    if (held?.at !== at) this.#strips.set(name, (held = { at, strip: this.#columns.stripOf(name, n) }))
    return held.strip ? held.strip[n % length]! : none
  }
}

/** What a block's pieces add up to: two sets of pieces that differ have the same sums about never. */
class PieceSums {
  readonly #sums: Uint32Array
  readonly #others: Uint32Array

  constructor(size: number) {
    this.#sums = new Uint32Array(size)
    this.#others = new Uint32Array(size)
  }

  add(n: number, piece: string): void {
    this.#sums[n]! += hash(piece, 31)
    this.#others[n]! += hash(piece, 16_777_619)
  }

  take(n: number, piece: string): void {
    this.#sums[n]! -= hash(piece, 31)
    this.#others[n]! -= hash(piece, 16_777_619)
  }

  areEven(n: number): boolean {
    return this.#sums[n] === 0 && this.#others[n] === 0
  }
}

function hash(text: string, by: number): number {
  let sum = 2_166_136_261
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), by)
  return (sum ^ (sum >>> 15)) >>> 0
}
