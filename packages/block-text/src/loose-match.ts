/**
 * Places of a text that look like the text to find. Blanks, dashes and quotes of any kind are the same, and so are the
 * forms of a letter with its marks. Nobody can see or type these differences. Time is linear in the length of the text.
 *
 * @see assistants 13.4
 */
import { BLANKS, DASHES, DOUBLE_QUOTES, SINGLE_QUOTES } from './search-fold.ts'

/** A letter with its marks, or any other character. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu
const FOLDED: readonly (readonly [RegExp, string])[] = [
  [BLANKS, ' '],
  [DASHES, '-'],
  [SINGLE_QUOTES, "'"],
  [DOUBLE_QUOTES, '"'],
  [/\t/g, ' '],
  [/[´`]/g, "'"],
]

const folded = (text: string): string =>
  FOLDED.reduce((out, [kind, one]) => out.replace(kind, one), text.normalize('NFD'))

/**
 * The places that look like a text. They do not overlap.
 *
 * @param find not empty
 * @example
 * looseMatches('in\u00A0current', 'in current') // [[0, 10]]
 */
export function looseMatches(text: string, find: string): [start: number, end: number][] {
  const sought = folded(find)
  /** For each letter, its place in the folded text and in the text. */
  const starts = new Map<number, number>()
  let plain = ''
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    starts.set(plain.length, index)
    plain += folded(letter)
  }
  starts.set(plain.length, text.length)
  const places: [number, number][] = []
  for (let at = plain.indexOf(sought); at >= 0;) {
    const [start, end] = [starts.get(at), starts.get(at + sought.length)]
    const isWhole = start !== undefined && end !== undefined
    if (isWhole) places.push([start, end])
    at = plain.indexOf(sought, at + (isWhole ? sought.length : 1))
  }
  return places
}
