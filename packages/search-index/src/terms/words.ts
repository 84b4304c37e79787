/** The words of a query, analysed once: the planner asks for the same words again and again. */
import { fold } from '@notegraph/block-text'
import type { SettledLeaf, SettledQuery } from '@notegraph/query'
import { LETTERS } from '../codes.ts'
import { patternsOf, type Patterns } from './terms.ts'

export type WordsLeaf = Extract<SettledLeaf, { readonly kind: 'words' }>

export interface AnalysedWords extends Patterns {
  /** The folded text. */
  readonly text: string
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
      const text = foldWords(words.text)
      const whole = words.whole === true
      known = { text, whole, ...patternsOf(text, this.#options.boundaries, whole) }
      this.#analysed.set(words, known)
    }
    return known
  }

  /** The letter that a query asks for, if it asks for a single one, which the doc value `letters` answers. */
  letterOf(query: SettledQuery): string | undefined {
    if (!this.#options.letters || query.kind !== 'words' || query.whole) return undefined
    const { text } = this.of(query)
    return text.length === 1 && LETTERS.includes(text) ? text : undefined
  }
}

/**
 * Folds the words of a query, and keeps the white space at both ends: a search matches it exactly.
 *
 * @example
 * foldWords('Über ') // 'über '
 */
export const foldWords = (text: string): string => fold(`|${text}|`).slice(1, -1)
