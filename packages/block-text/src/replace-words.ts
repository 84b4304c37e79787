/**
 * Replaces literal text in the words of a block. Head marks, dates, properties and logbooks are out of reach: text in
 * them is not found, and a replacement cannot add to them. The result has no white space around it, like any text that a
 * program sends.
 *
 * @see assistants 2.1
 */
import { completeDates } from './complete-dates.ts'
import { parseBlock } from './parse.ts'
import { partsOf, saysParts } from './rewrite.ts'

/** The content with the replacement, or the number of occurrences if it is not the expected one. */
export type Replaced =
  | { readonly content: string }
  | { readonly found: number }
  /** The replacement would change a marker, a date, a property or another part of the block. */
  | { readonly reaches: 'parts' }

/**
 * Replaces each occurrence of `find`. The occurrences do not overlap, and each lies between two parts of the block.
 *
 * @param find not empty
 * @param expect the number of occurrences that the caller expects
 * @example
 * replaceWords('TODO call Ann', 'Ann', 'Bob', 1) // { content: 'TODO call Bob' }
 * replaceWords('TODO call Ann', 'TODO', 'DONE', 1) // { found: 0 }
 */
export function replaceWords(old: string, find: string, replace: string, expect: number): Replaced {
  const block = parseBlock(old)
  const { content, layout } = block
  const wordsAt = layout.cuts[0]?.start === 0 ? 0 : layout.head.wordsAt
  let found = 0
  let edited = content.slice(0, wordsAt)
  let at = wordsAt
  for (const { start, end } of [...layout.cuts, { start: content.length, end: content.length }]) {
    const pieces = content.slice(at, Math.max(at, start)).split(find)
    found += pieces.length - 1
    edited += pieces.join(replace) + content.slice(Math.max(at, start), end)
    at = end
  }
  if (found !== expect) return { found }
  // Blank lines around the text stay: a rewrite puts one before words that would parse as marks.
  const stored = content === content.trim() ? edited.trim() : edited
  const keepsParts =
    hasSameCuts(content, stored) &&
    saysSameParts(content, stored) &&
    saysSameParts(withDates(content), withDates(stored))
  return keepsParts ? { content: stored } : { reaches: 'parts' }
}

/** Whether two contents have as many lines of each kind. The parts alone would not do: they have one line for each key. */
function hasSameCuts(before: string, after: string): boolean {
  const kinds = (content: string) => parseBlock(content).layout.cuts.map(({ kind }) => kind)
  return kinds(before).join() === kinds(after).join()
}

/** Whether two contents differ in nothing but their words. */
function saysSameParts(before: string, after: string): boolean {
  const { words } = partsOf(parseBlock(after))
  return saysParts(after, { ...partsOf(parseBlock(before)), words })
}

/** The content as a write of the whole text would store it, so that a date without brackets counts as a date. */
function withDates(content: string): string {
  const dated = completeDates(content)
  return 'content' in dated ? dated.content : content
}
