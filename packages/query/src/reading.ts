/**
 * One reading of one query: what is wrong with it so far, and how much it asks for. Readers go on after a fault, since
 * one found later may stand earlier; the first in the text is the one that is told.
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
  /** The types that a page can be given. */
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
   * Notes a fault. Gives nothing, as readers do where they find one.
   * @param at offset from 0; of two faults at one place the one noted first counts
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
