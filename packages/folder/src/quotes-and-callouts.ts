/**
 * Lists in quotes and callouts, `> - [ ] x`. A quote without tasks is one block, as written. In a quote with tasks, the
 * list items become blocks, so that queries find the tasks. The items nest under the lines before the list.
 */

/** A quote among notes. */
export interface Quote {
  /** The index of the line after its last. */
  readonly end: number
  readonly hasTasks: boolean
  /** The columns that indent its list: more than its first line, unless that line is an item. */
  readonly indent: number
  /** Whether its list is at the top level, so that its items get the quote mark. */
  readonly isTop: boolean
}

const QUOTE = /^[ \t]*>/u
const MARKS = /^[ \t]*(?:>[ \t]?)+/u
const TASK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX/-]\](?:[ \t]|$)/u
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/u
const FENCE = /^[ \t]*(?:`{3}|~{3})/u

/** Whether a line belongs to a quote. */
export const isQuote = (line: string): boolean => QUOTE.test(line)
/** Whether a line begins or ends fenced code. */
export const isFence = (line: string): boolean => FENCE.test(line)
/** Removes the quote marks of a line. */
export const unquoted = (line: string): string => line.replace(MARKS, '')

/** Reads the quote whose first line is `at`. */
export function quoteAt(lines: readonly string[], at: number): Quote {
  let end = at
  let hasTasks = false
  let inCode = false
  for (; end < lines.length && isQuote(lines[end]!); end++) {
    const line = unquoted(lines[end]!)
    if (isFence(line)) inCode = !inCode
    else if (!inCode && TASK.test(line)) hasTasks = true
  }
  const isTop = ITEM.test(unquoted(lines[at]!))
  return { end, hasTasks, indent: lines[at]!.indexOf('>') + (isTop ? 0 : 4), isTop }
}
