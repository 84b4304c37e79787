/** The definition of an operator: its form, its number of operands, and its reader. */
import type { Item } from './item.ts'
import type { Reading } from './reading.ts'
import type { Query } from './tree.ts'

/** The description of an operator, for people who learn the language. */
export interface OperatorWords {
  readonly name: string
  /** The form; ` or ` separates two forms. */
  readonly form: string
  readonly example: string
  /** The matched blocks, as a phrase after "blocks". */
  readonly what: string
}

/** One use of an operator. The number of operands is checked, and lists in square brackets are flat. */
export interface Call {
  /** The offset of its bracket. */
  readonly at: number
  readonly operands: readonly Item[]
  readonly reading: Reading
  /** Reads an operand that is itself a query. */
  readonly operand: (item: Item) => Query | undefined
}

export interface Operator extends OperatorWords {
  readonly least: number
  /** The most operands; any number by default. */
  readonly most?: number
  /** Whether the operands can be in square brackets. */
  readonly list?: true
  /** @returns `undefined` for a fault, which the reading records */
  read(call: Call): Query | undefined
}

/** Reads each operand; omits unreadable ones, whose fault the reading records. */
export function readAll<T>(items: readonly Item[], read: (item: Item) => T | undefined): T[] {
  return items.map(read).filter((value) => value !== undefined)
}
