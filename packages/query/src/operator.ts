/**
 * What an operator is: how it is written, how many operands it takes, and how they are read.
 */
import type { Item } from './item.ts'
import type { Reading } from './reading.ts'
import type { Query } from './tree.ts'

/** An operator in words, for those who learn the language. */
export interface OperatorWords {
  readonly name: string
  /** How it is written; two ways are parted by ` or `. */
  readonly form: string
  readonly example: string
  /** What it matches, to be read after "blocks". */
  readonly what: string
}

/** One use of an operator. The number of operands is checked, lists in square brackets are spread. */
export interface Call {
  /** Where its bracket opens. */
  readonly at: number
  readonly operands: readonly Item[]
  readonly reading: Reading
  /** Reads an operand that is a query itself. */
  readonly operand: (item: Item) => Query | undefined
}

export interface Operator extends OperatorWords {
  readonly least: number
  /** Left out where there may be any number. */
  readonly most?: number
  /** Whether the operands may stand in square brackets. */
  readonly list?: true
  /** @returns nothing where something is wrong, which the reading then holds */
  read(call: Call): Query | undefined
}

/** Reads each operand; what could not be read is left out, and the reading holds a fault. */
export function readAll<T>(items: readonly Item[], read: (item: Item) => T | undefined): T[] {
  return items.map(read).filter((value) => value !== undefined)
}
