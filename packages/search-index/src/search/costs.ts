/**
 * Estimates of what a step of a search costs, in microseconds: of one step, and of finding the set of an operand. They
 * only have to rank two ways of doing it.
 */
import type { SettledQuery } from '@notegraph/query'
import type { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource, PropertyLeaf, RefLeaf } from '../documents.ts'
import { FIELDS, type FieldName } from '../segments/doc-values.ts'
import type { WordAnalyser } from '../terms/word-analyser.ts'
import type { SearchContext } from './context.ts'

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

/** Counting goes no further than this: beyond it, the set costs too much in any case. */
const MAX_COUNT = 50_000

/** The documents among which a set is to be found. */
export interface Scope {
  /** The numbers in the span. */
  readonly length: number
  /** How many of them matter. */
  readonly few: number
  /** Whether the terms of the span are cached. */
  readonly cached: boolean
}

/** For one query. */
export class CostModel {
  readonly #documents: DocumentSource
  readonly #reader: IndexReader
  readonly #words: WordAnalyser
  readonly #size: number
  /** The numbers that have to be fetched for a leaf, whatever the span. */
  readonly #counts = new Map<SettledQuery, number>()

  constructor({ documents, reader, words, extent }: SearchContext) {
    this.#documents = documents
    this.#reader = reader
    this.#words = words
    this.#size = extent.size
  }

  costOf(query: SettledQuery, scope: Scope): number {
    switch (query.kind) {
      case 'and':
      case 'or':
        return query.operands.reduce((sum, operand) => sum + this.costOf(operand, scope), 0)
      case 'not':
        return this.costOf(query.operand, scope)
      case 'ref':
      case 'property':
        return (this.#count(query) * FETCH * scope.length) / this.#size
      case 'page':
      case 'page-ids': // first of all, so that no other operand is asked of other pages
        return 0
      case 'words':
        if (this.#words.letterOf(query) !== undefined) return this.#compareCost('letters', scope)
        return wordCost(query.text, scope.length, scope.cached)
      case 'task':
      case 'priority':
        return this.#compareCost('task', scope)
      case 'between':
        return this.#compareCost(query.field, scope)
      case 'journal':
      case 'page-property':
      case 'page-type':
      case 'page-tags':
      case 'namespace':
        return this.#compareCost('page', scope)
    }
  }

  /** Estimates the words of a query in all spans, once the terms are cached. */
  wordsCost(query: SettledQuery): number {
    if ('operands' in query) return query.operands.reduce((sum, operand) => sum + this.wordsCost(operand), 0)
    if (query.kind === 'not') return this.wordsCost(query.operand)
    if (query.kind !== 'words' || this.#words.letterOf(query) !== undefined) return 0
    return wordCost(query.text, this.#size, true)
  }

  #count(leaf: RefLeaf | PropertyLeaf): number {
    let count = this.#counts.get(leaf)
    if (count === undefined) this.#counts.set(leaf, (count = this.#documents.countListed(leaf, MAX_COUNT)))
    return count
  }

  #compareCost(name: FieldName, { length, few }: Scope): number {
    const load = this.#reader.hasValues(name) ? 0 : length * LOAD * FIELDS[name].bytes
    return load + Math.min(length * COMPARE, few * COMPARE_ONE)
  }
}
