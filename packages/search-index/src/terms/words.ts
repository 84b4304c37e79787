/** The words of a query, analysed once: the planner asks for the same words again and again. */
import { fold } from '@notegraph/block-text'
import type { SettledLeaf } from '@notegraph/query'
import { patternsOf, type Patterns } from './terms.ts'

export type WordsLeaf = Extract<SettledLeaf, { readonly kind: 'words' }>

export interface AnalysedWords extends Patterns {
  /** The folded text. */
  readonly text: string
}

const analysed = new WeakMap<WordsLeaf, AnalysedWords>()

export function analyse(words: WordsLeaf): AnalysedWords {
  let known = analysed.get(words)
  if (!known) {
    const text = foldWords(words.text)
    analysed.set(words, (known = { text, ...patternsOf(text) }))
  }
  return known
}

/** Folds the words of a query, and keeps the white space at both ends: a search matches it exactly. */
export const foldWords = (text: string): string => fold(`|${text}|`).slice(1, -1)
