/**
 * Lists in quotes and callouts, `> - [ ] x`. A quote without tasks is one block, as it is written; the list items of one
 * with tasks become blocks, so that its tasks are found. The lines before the list are the block that they nest under.
 */

export interface Quote {
  /** Index of the line after its last. */
  readonly end: number
  readonly hasTasks: boolean
  /** Columns that its list counts as indented: more than its first line, unless that is an item itself. */
  readonly indent: number
  /** Whether its list nests under no line of the quote, and so bears the mark of the quote itself. */
  readonly isTop: boolean
}

const QUOTE = /^[ \t]*>/u
const MARKS = /^[ \t]*(?:>[ \t]?)+/u
const TASK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX/-]\](?:[ \t]|$)/u
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/u
const FENCE = /^[ \t]*(?:`{3}|~{3})/u

export const isQuote = (line: string): boolean => QUOTE.test(line)
export const isFence = (line: string): boolean => FENCE.test(line)
/** A line without the marks of its quotes. */
export const unquoted = (line: string): string => line.replace(MARKS, '')

/** The quote whose first line is `at`. */
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
  return { end, hasTasks, indent: lines[at]!.indexOf('>') + (isTop ? 0 : 1), isTop }
}
