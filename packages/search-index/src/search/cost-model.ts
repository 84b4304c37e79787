/** Estimates what finding the set of an operand costs, in microseconds. */
import type { SettledQuery } from '@notegraph/query'
import type { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource, PropertyLeaf, RefLeaf } from '../documents.ts'
import { FIELDS, type FieldName } from '../segments/doc-values.ts'
import { COMPARE, COMPARE_ONE, FETCH, LOAD, wordCost } from './costs.ts'
import { letterOf } from './leaf-sets.ts'

/** Counting goes no further than this: beyond it, the set costs too much in any case. */
const MAX_COUNT = 50_000

/** What is to be found where. */
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
  readonly #size: number
  /** The numbers that have to be fetched for a leaf, whatever the span. */
  readonly #counts = new Map<SettledQuery, number>()

  constructor(documents: DocumentSource, reader: IndexReader, size: number) {
    this.#documents = documents
    this.#reader = reader
    this.#size = size
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
        if (letterOf(query) !== undefined) return this.#compareCost('letters', scope)
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

/** What the words of a query cost once the terms are cached. */
export function wordsCost(query: SettledQuery, length: number): number {
  if ('operands' in query) return query.operands.reduce((sum, operand) => sum + wordsCost(operand, length), 0)
  if (query.kind === 'not') return wordsCost(query.operand, length)
  if (query.kind !== 'words' || letterOf(query) !== undefined) return 0
  return wordCost(query.text, length, true)
}
