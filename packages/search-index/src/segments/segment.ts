/**
 * A segment: the documents that were indexed together, with the terms that each contains. A segment is immutable but for
 * its deleted documents: one that is indexed again is deleted from the segments before. Small segments are merged.
 */
import { groupBy } from '../group-by.ts'
import { isBoundary } from '../terms/terms.ts'
import { packTerms, type PackedTerms } from './term-dictionary.ts'

export interface Segment {
  /** Never given to a second segment, so that readers can cache what they read of one. */
  readonly n: number
  /** The lowest document number in it. */
  readonly first: number
  /** The highest. */
  readonly last: number
  /** The number of its documents, deleted ones too. */
  readonly count: number
  /** Deleted documents, ascending. */
  readonly deleted: Int32Array
}

/** A segment that is ready to be written. */
export interface PackedSegment {
  /** In ascending order. */
  readonly documents: readonly number[]
  readonly words: PackedTerms
  readonly boundaries: PackedTerms
}

/** The documents that contain each term. Most terms are in one document, which takes no list. */
export type TermMap = Map<string, number | number[]>

/** Notes that the document contains the term. A repetition right after is ignored. */
export function addTerm(terms: TermMap, term: string, n: number): void {
  const numbers = terms.get(term)
  if (numbers === undefined) terms.set(term, n)
  else if (typeof numbers !== 'number') {
    if (numbers.at(-1) !== n) numbers.push(n)
  } else if (numbers !== n) terms.set(term, [numbers, n])
}

/** @param documents in ascending order, as those of each term */
export function packSegment(terms: TermMap, documents: readonly number[]): PackedSegment {
  const byKind = groupBy(terms.keys(), isBoundary)
  return {
    documents,
    words: packTerms(byKind.get(false) ?? [], terms),
    boundaries: packTerms(byKind.get(true) ?? [], terms),
  }
}
