/** Estimates of what a step of a search costs, in microseconds. They only have to rank two ways of doing it. */

/** Checks one document against a query. */
const CHECK = 0.7
/** The same, for each operand of the query. */
const CHECK_OPERAND = 0.1
/** Reads a page of the storage. */
const PAGE = 2.5
/** The number of documents on one page. */
const DOCUMENTS_ON_PAGE = 25
/** Checks `count` documents, in ascending order, that are spread over `among` numbers. */
export const checkCost = (count: number, among: number, operands: number = 0): number =>
  count * (CHECK + CHECK_OPERAND * operands) + Math.min(count, among / DOCUMENTS_ON_PAGE) * PAGE
/** Checks one document in a scan. */
export const SCAN = 0.5
/** Fetches a document number from the source. */
export const FETCH = 0.3
/** Compares one cached doc value in a scan over its neighbours. */
export const COMPARE = 0.002
/** Compares one cached doc value alone. */
export const COMPARE_ONE = 0.02
/** Loads one byte of doc values. */
export const LOAD = 0.001
/** Searches the terms for a word, and merges their posting lists; for each document. */
const WORD = 0.003
/** The shorter a word, in bytes, the more terms contain it. */
const SHORT_WORD = 0.025
/** A word costs this many times as much if the terms and posting lists are not cached. */
const UNCACHED = 4
/** Finds the documents, of `length`, that contain a word. */
export const wordCost = (word: string, length: number, cached: boolean): number =>
  length * (WORD + SHORT_WORD / utf8Length(word)) * (cached ? 1 : UNCACHED)

/** The number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4 // a pair of surrogates
      i++
    } else bytes += 3
  }
  return bytes
}
