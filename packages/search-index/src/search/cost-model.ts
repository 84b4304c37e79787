/** Estimates what finding the set of an operand costs, in microseconds. */
import type { SettledQuery } from '@notegraph/query'
import type { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource, PropertyLeaf, RefLeaf } from '../documents.ts'
import { FIELDS, type FieldName } from '../segments/doc-values.ts'
import type { WordAnalyser } from '../terms/words.ts'
import type { SearchContext } from './context.ts'
import { COMPARE, COMPARE_ONE, FETCH, LOAD, wordCost } from './costs.ts'

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
