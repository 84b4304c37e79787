/** Words that the project no longer uses, each with the words that replace it. */

export interface RetiredWord {
  readonly pattern: RegExp
  readonly instead: string
}

const phrase = (words: string, instead: string): RetiredWord => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'gi'),
  instead,
})

export const RETIRED_WORDS: readonly RetiredWord[] = [
  phrase('told|tells', 'report, say or show'),
  phrase('anew', 'again'),
  phrase('land(?:s|ed)?', 'commit'),
  phrase('folded in', 'merge, index or flush'),
  phrase('put together', 'build or combine'),
  phrase('of which', 'a sentence of its own'),
  phrase('as (?:it|they) (?:then|now) (?:is|are)', 'the current'),
  phrase('stands?', 'is, or the place by name'),
  phrase('whoever', 'the person, the client or the operator'),
]

/** @returns each use of a retired word, in the order of the list */
export const retiredIn = (text: string): readonly { readonly word: string; readonly instead: string }[] =>
  RETIRED_WORDS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(([word]) => ({ word, instead })),
  )
