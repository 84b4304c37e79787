/**
 * How well the names of a page match searched words. The same name is best, then the same alias. Then come names that begin with
 * the words, then names with words that begin so, then the rest.
 * @see assistants 4
 */

/** The rank of a match; lower is better. */
export const NAME_RANKS = { same: 0, sameAlias: 1, start: 2, wordStarts: 3, rest: 4 } as const

/** A word begins after any character that is neither a letter, a mark nor a digit. */
const WORD_BREAK = /[^\p{L}\p{M}\p{Nd}]+/u

/**
 * The best rank of a page's names.
 *
 * @param names the folded names of the page, its own first, then its aliases
 * @param text the searched words, folded
 * @example
 * nameRank(['countess ada lovelace'], 'love ada') // 3
 */
export function nameRank(names: readonly string[], text: string): number {
  if (names[0] === text) return NAME_RANKS.same
  if (names.includes(text)) return NAME_RANKS.sameAlias
  if (names.some((name) => name.startsWith(text))) return NAME_RANKS.start
  const wanted = text.split(WORD_BREAK).filter(Boolean)
  if (wanted.length === 0) return NAME_RANKS.rest
  const beginsAll = (name: string): boolean => {
    const words = name.split(WORD_BREAK)
    return wanted.every((word) => words.some((one) => one.startsWith(word)))
  }
  return names.some(beginsAll) ? NAME_RANKS.wordStarts : NAME_RANKS.rest
}
