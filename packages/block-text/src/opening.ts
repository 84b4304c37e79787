/**
 * Beginnings of words that change the meaning of the lines after them, or that lose their meaning after a marker. The
 * rewrite puts such words on a line of their own, and no property between their lines.
 *
 * @see decisions 2.9, 2.10
 */
import { fenceLength, isOrgLine, listItemEnd } from './line.ts'
import { lineEnd, skipBlanks } from './char.ts'

const DRAWER = /:LOGBOOK:[ \t]*(?=\n|$)/iy
const OTHERS = ['$$', '<!--', '|', '>'] as const

/**
 * Whether the line at `at` begins a construct of its own, closed or not. These are fences, display maths, quotes,
 * comments, `#+BEGIN_…` blocks, drawers, table rows and list items.
 */
export function opensMore(text: string, at: number): boolean {
  const end = lineEnd(text, at)
  const start = skipBlanks(text, at, end)
  if (OTHERS.some((mark) => text.startsWith(mark, start)) || isOrgLine(text, start)) return true
  DRAWER.lastIndex = start
  return fenceLength(text, start, end) > 0 || listItemEnd(text, start, end) >= 0 || DRAWER.test(text)
}

/**
 * Whether a line below the first one would part lines that belong together, such as the rows of a table. Words with head
 * marks before them begin no such construct.
 */
export const holdsNextLine = (content: string, wordsAt: number): boolean =>
  wordsAt === 0 && content.includes('\n') && opensMore(content, 0)
