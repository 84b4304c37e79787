/**
 * The state of parsing one query: its first fault, and its numbers of words and parts. Readers continue after a
 * fault, because a later fault may have an earlier place.
 */
import type { PageTypes } from '@notegraph/page-types'
import type { QueryFault } from './fault.ts'
import { MAX_PARTS, MAX_WORDS } from './limits.ts'

const WORD = /\S+/gu

/** The runs between white space, each with its offset. */
export function wordsOf(text: string): { text: string; at: number }[] {
  return Array.from(text.matchAll(WORD), (match) => ({ text: match[0], at: match.index }))
}

export class Reading {
  /** The types that a page can declare. */
  readonly types: PageTypes
  #fault: QueryFault | undefined
  #words = 0
  #parts = 0

  constructor(types: PageTypes) {
    this.types = types
  }

  /** The first fault of the text. */
  get fault(): QueryFault | undefined {
    return this.#fault
  }

  /**
   * Records a fault. Returns `undefined`, as readers do for a fault.
   * @param at offset from 0; the first recorded of two faults at one place wins
   */
  refuse(at: number, reason: string, nearest?: string): undefined {
    if (this.#fault !== undefined && this.#fault.at <= at + 1) return
    this.#fault = { reason, at: at + 1, ...(nearest === undefined ? {} : { nearest }) }
  }

  /** Counts the words of a text that begins at `at`. */
  countWords(text: string, at: number): void {
    for (const word of wordsOf(text)) {
      if (++this.#words > MAX_WORDS)
        return this.refuse(at + word.at, `there are more than ${MAX_WORDS} words`)
    }
  }

  countPart(at: number): void {
    if (++this.#parts > MAX_PARTS) this.refuse(at, `there are more than ${MAX_PARTS} parts`)
  }
}
