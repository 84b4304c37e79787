/**
 * How words begin: some beginnings hold the lines after them, or mean nothing behind a marker. Such words are not put
 * behind head marks, and no property is put between their lines.
 *
 * @see decisions 2.9, 2.10
 */
import { fenceLength, isOrgLine, listItemEnd } from './line.ts'
import { lineEnd, skipBlanks } from './char.ts'

const DRAWER = /:LOGBOOK:[ \t]*(?=\n|$)/iy
const OTHERS = ['$$', '<!--', '|', '>'] as const

/**
 * Whether the line at `at` begins a fence, display maths, a quote, a comment, a `#+BEGIN_…` block, a drawer, a table row or a list
 * item, closed or not.
 */
export function opensMore(text: string, at: number): boolean {
  const end = lineEnd(text, at)
  const start = skipBlanks(text, at, end)
  if (OTHERS.some((mark) => text.startsWith(mark, start)) || isOrgLine(text, start)) return true
  DRAWER.lastIndex = start
  return fenceLength(text, start, end) > 0 || listItemEnd(text, start, end) >= 0 || DRAWER.test(text)
}
