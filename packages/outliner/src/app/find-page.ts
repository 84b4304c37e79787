/** Finds pages by what somebody types: words in any order, and letters that are missing or wrong. @see outliner 2.3 */
import { foldForSearch } from '@notegraph/block-text'
import { distance } from '@notegraph/query'
import type { PageItem } from './pages.ts'

const MOST = 20

/** A page that fits, with the alias that fits better than its name. */
export interface FoundPage extends PageItem {
  readonly alias?: string
}

/** @returns the best pages first */
export function findPages(pages: readonly PageItem[], typed: string): readonly FoundPage[] {
  const words = wordsIn(typed)
  if (words.length === 0) return pages.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, MOST)
  const found: { page: FoundPage; rank: number }[] = []
  for (const page of pages) {
    let [best, alias] = [rankOf(foldForSearch(page.name), words), undefined as string | undefined]
    for (const other of page.aliases ?? []) {
      const rank = rankOf(foldForSearch(other), words)
      if (rank !== undefined && rank < (best ?? Infinity)) [best, alias] = [rank, other]
    }
    if (best !== undefined) found.push({ page: alias === undefined ? page : { ...page, alias }, rank: best })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || a.page.name.length - b.page.name.length)
    .slice(0, MOST)
    .map(({ page }) => page)
}

/** Whether words are what somebody typed, as for pages. */
export const isLike = (words: string, typed: string): boolean =>
  rankOf(foldForSearch(words), wordsIn(typed)) !== undefined

const wordsIn = (typed: string): string[] => foldForSearch(typed).split(/\s+/u).filter(Boolean)

/** Less is better; `undefined` if a word is not there. */
function rankOf(name: string, words: readonly string[]): number | undefined {
  const own = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  let rank = name === words.join(' ') ? -1 : 0
  for (const word of words) {
    const at = name.indexOf(word)
    if (at === 0) continue
    if (at > 0) rank += own.some((one) => one.startsWith(word)) ? 1 : 2
    else {
      const most = word.length < 5 ? 0 : Math.ceil(word.length / 5)
      if (most === 0 || !own.some((one) => isClose(word, one, most))) return undefined
      rank += 5
    }
  }
  return rank
}

/** Whether the beginning of a word is what somebody typed, but for some letters. */
function isClose(typed: string, word: string, most: number): boolean {
  for (let length = typed.length - most; length <= typed.length + most; length++)
    if (distance(typed, word.slice(0, length)) <= most) return true
  return false
}
