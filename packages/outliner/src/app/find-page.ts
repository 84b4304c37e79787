/** Finds pages by what somebody types: words in any order, and letters that are missing or wrong. @see outliner 2.3 */
import type { PageItem } from './pages.ts'

const MOST = 20

/** @returns the best pages first */
export function findPages(pages: readonly PageItem[], typed: string): readonly PageItem[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return pages.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, MOST)
  const found: { page: PageItem; rank: number }[] = []
  for (const page of pages) {
    const rank = rankOf(page.name.toLowerCase(), words)
    if (rank !== undefined) found.push({ page, rank })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || a.page.name.length - b.page.name.length)
    .slice(0, MOST)
    .map(({ page }) => page)
}

/** Less is better; `undefined` if a word is not there. */
function rankOf(name: string, words: readonly string[]): number | undefined {
  const own = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  let rank = 0
  for (const word of words) {
    const at = name.indexOf(word)
    if (at === 0) continue
    if (at > 0) rank += own.some((one) => one.startsWith(word)) ? 1 : 2
    else {
      const most = Math.floor(word.length / 5)
      if (most === 0 || !own.some((one) => isClose(word, one, most))) return undefined
      rank += 5
    }
  }
  return rank
}

/** Whether a word is the begin of another one, but for some insertions, deletions, changes and swaps of letters. */
export function isClose(typed: string, word: string, most: number): boolean {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: word.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= word.length; j++) {
      const isSame = typed[i - 1] === word[j - 1]
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    ;[before, row] = [row, next]
  }
  return Math.min(...row) <= most
}
