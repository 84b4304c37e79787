/** The words of a query, analysed once: the planner asks for the same words again and again. */
import { WordsFinder } from '@notegraph/block-text'
import type { SettledLeaf, SettledQuery } from '@notegraph/query'
import { LETTERS } from '../codes.ts'
import { patternsOf, type Patterns } from './terms.ts'

export type WordsLeaf = Extract<SettledLeaf, { readonly kind: 'words' }>

export interface AnalysedWords extends Patterns {
  /** The same for words that find the same. @see WordsFinder.key */
  readonly key: string
  readonly whole: boolean
}

/** @see Plan */
export interface AnalysisOptions {
  readonly letters: boolean
  readonly boundaries: boolean
}

export class WordAnalyser {
  readonly #options: AnalysisOptions
  readonly #analysed = new WeakMap<WordsLeaf, AnalysedWords>()

  constructor(options: AnalysisOptions) {
    this.#options = options
  }

  of(words: WordsLeaf): AnalysedWords {
    let known = this.#analysed.get(words)
    if (!known) {
      const { words: text, key, isMarked } = new WordsFinder(words.text)
      const whole = words.whole === true
      // The terms have no marks, so documents have to be checked for them.
      const { patterns, exact } = patternsOf(text, this.#options.boundaries, whole)
      known = { key, whole, patterns, exact: exact && !isMarked }
      this.#analysed.set(words, known)
    }
    return known
  }

  /** The letter that a query asks for, if it asks for a single one, which the doc value `letters` answers. */
  letterOf(query: SettledQuery): string | undefined {
    if (!this.#options.letters || query.kind !== 'words' || query.whole) return undefined
    const { key } = this.of(query)
    return key.length === 1 && LETTERS.includes(key) ? key : undefined
  }
}
