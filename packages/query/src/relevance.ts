/**
 * The order of an answer by relevance. A match with more of the words as whole words comes first. Among equals, BM25
 * decides: rarer words count more, and so do shorter texts.
 *
 * Matches are counted up to a ceiling, and so is the number of documents with a word. A word in as many documents as
 * that counts least, in a graph of any size. Nobody has to count all documents.
 * @see assistants 5.1
 */
import { RunFinder } from '@notegraph/block-text'

/** A word of a query. */
export interface CountedWord {
  /** Folded. */
  readonly text: string
  /** The number of documents that contain it, up to the ceiling. */
  readonly documents: number
}

/** The usual constants of BM25: how soon repetitions stop counting, and how much the length counts. */
const K1 = 1.2
const B = 0.75

/**
 * Orders matches by relevance; equal ones keep their order.
 * @param textOf returns the folded text of a match; called once for each
 * @param ceiling the most documents that are counted
 * @example
 * const texts = ['ryes', 'rye and more', 'rye']
 * byRelevance(texts, (text) => text, [{ text: 'rye', documents: 3 }], 100) // ['rye', 'rye and more', 'ryes']
 */
export function byRelevance<T>(
  matches: readonly T[],
  textOf: (match: T) => string,
  words: readonly CountedWord[],
  ceiling: number,
): T[] {
  const finders = words.map(({ text }) => new RunFinder(text))
  const weights = words.map(({ documents }) =>
    Math.log(1 + (Math.max(0, ceiling - documents) + 0.5) / (documents + 0.5)),
  )
  const counted = matches.map((match) => {
    const text = textOf(match)
    const found = finders.map((finder) => finder.count(text))
    const whole = found.filter((one) => one.whole > 0).length
    return { match, length: text.length, whole, counts: found.map(({ parts }) => parts) }
  })
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length)
  const scored = counted.map(({ match, length, whole, counts }) => {
    const long = K1 * (1 - B + (B * length) / Math.max(1, average))
    const score = counts.reduce(
      (sum, count, i) => sum + ((weights[i] ?? 0) * count * (K1 + 1)) / (count + long),
      0,
    )
    return { match, whole, score }
  })
  return scored.toSorted((a, b) => b.whole - a.whole || b.score - a.score).map(({ match }) => match)
}
