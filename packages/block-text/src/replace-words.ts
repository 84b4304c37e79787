/**
 * Replaces literal text in the words of a block. Head marks, dates, properties and logbooks are out of reach: text in
 * them is not found, and a replacement cannot add to them. The result has no white space around it, like any text that a
 * program sends.
 *
 * @see assistants 2.1
 */
import { completeDates } from './complete-dates.ts'
import { parseBlock } from './parse.ts'
import { looseMatches } from './loose-match.ts'
import { RunFinder } from './occurrences.ts'
import { partsOf, saysParts } from './rewrite.ts'

/** The content with the replacement, or the number of occurrences if it is not the expected one. */
export type Replaced =
  /** `matched` is the replaced text, if it only looks like the one to find. */
  | { readonly content: string; readonly matched?: string }
  /** `alike` is the number of places that only look like the text, if there are any. */
  | { readonly found: number; readonly alike?: number }
  /** The replacement would change a marker, a date, a property or another part of the block. */
  | { readonly reaches: 'parts' }

/** How a text is found. */
export interface FindOptions {
  /** The number of occurrences that the caller expects. */
  readonly expect: number
  /** Whether only whole words match. */
  readonly whole?: boolean
}

/**
 * Replaces each occurrence of `find`. The occurrences do not overlap, and each lies between two parts of the block. A text
 * that occurs nowhere may match one place that looks like it.
 *
 * @param find not empty
 * @see looseMatches
 * @example
 * replaceWords('TODO call Ann', 'Ann', 'Bob', { expect: 1 }) // { content: 'TODO call Bob' }
 * replaceWords('TODO call Ann', 'TODO', 'DONE', { expect: 1 }) // { found: 0 }
 */
export function replaceWords(
  old: string,
  find: string,
  replace: string,
  { expect, whole = false }: FindOptions,
): Replaced {
  const block = parseBlock(old)
  const { content, layout } = block
  const wordsAt = layout.cuts[0]?.start === 0 ? 0 : layout.head.wordsAt
  const parts: Place[] = []
  let at = wordsAt
  for (const { start, end } of [...layout.cuts, { start: content.length, end: content.length }]) {
    if (start > at) parts.push([at, start])
    at = Math.max(at, end)
  }
  let places = placesIn(content, parts, find, whole, literalMatches)
  const loose = places.length === 0 ? placesIn(content, parts, find, whole, looseMatches) : []
  const only = loose.length === 1 && expect === 1 ? loose[0] : undefined
  if (only) places = loose
  if (places.length !== expect)
    return { found: places.length, ...(loose.length > 0 && { alike: loose.length }) }
  const edited = replaceAt(content, places, replace)
  // Blank lines around the text stay: a rewrite puts one before words that would parse as marks.
  const stored = content === content.trim() ? edited.trim() : edited
  const keepsParts =
    hasSameCuts(content, stored) &&
    saysSameParts(content, stored) &&
    saysSameParts(withDates(content), withDates(stored))
  if (!keepsParts) return { reaches: 'parts' }
  return { content: stored, ...(only && { matched: content.slice(...only) }) }
}

type Place = readonly [start: number, end: number]

/** The places in the parts of a content. */
function placesIn(
  content: string,
  parts: readonly Place[],
  find: string,
  whole: boolean,
  matches: (text: string, find: string) => Place[],
): Place[] {
  return parts.flatMap(([from, to]) =>
    matches(content.slice(from, to), find).flatMap(([start, end]) => {
      const place: Place = [from + start, from + end]
      const found = content.slice(...place)
      return whole && !new RunFinder(found).isWhole(content, place[0]) ? [] : [place]
    }),
  )
}

function literalMatches(text: string, find: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length))
    places.push([at, at + find.length])
  return places
}

function replaceAt(content: string, places: readonly Place[], replace: string): string {
  let edited = ''
  let at = 0
  for (const [start, end] of places) {
    edited += content.slice(at, start) + replace
    at = end
  }
  return edited + content.slice(at)
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
