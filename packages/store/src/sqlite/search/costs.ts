/** What a search costs, in microseconds, about: what has to be right is only which of two ways is the quicker. */

/** To ask the row of one block. */
const ASK = 0.7
/** The same, for each part of what is asked. */
const ASK_PART = 0.1
/** To read a page of the file. */
const PAGE = 2.5
/** As many rows as stand on one. */
const ROWS = 25
/** To ask the rows of `count` blocks, in the order of their numbers, which are spread over `among`. */
export const askCost = (count: number, among: number, parts: number = 0): number =>
  count * (ASK + ASK_PART * parts) + Math.min(count, among / ROWS) * PAGE
/** To ask the row of one block that stands among others that are asked. */
export const SCAN = 0.5
/** To fetch a number. */
export const FETCH = 0.3
/** To look at one number of a column that is held, and the numbers around it. */
export const LOOK = 0.002
/** To look at one alone. */
export const LOOK_ONE = 0.02
/** To read a byte of a column that is not held. */
export const LOAD = 0.001
/** To look for a word in the pieces, and to put together the lists of those that hold it, for one block. */
const WORD = 0.003
/** The shorter a word, in bytes, the more pieces hold it. */
const SHORT_WORD = 0.025
/** Pieces and lists that have to be read first take so many times as long. */
const UNREAD = 4
/** Of `length` blocks. */
export const wordCost = (word: string, length: number, read: boolean): number =>
  length * (WORD + SHORT_WORD / Buffer.byteLength(word)) * (read ? 1 : UNREAD)
