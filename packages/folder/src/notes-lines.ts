/** Lines in notes that Logseq does not write: underlined headings, numbered tasks, rules. */
import { MARKERS } from '@notegraph/block-text'

/** A line that begins a list item. */
export interface Bullet {
  readonly indent: string
  readonly text: string
  /** The columns of the bullet and the white space after it. */
  readonly gap: number
}

const NUMBERED_TASK = /^([ \t]*)(\d{1,9}[.)])[ \t]+(\[[ xX/-]\])(?:[ \t]+(.*)|[ \t]*)$/u
const MARKER_AND_WORDS = new RegExp(String.raw`^(${MARKERS.join('|')})(?:[ \t]+(.*))?$`, 'u')
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/u
/**
 * Lines that begin another construct: quotes, tables, HTML, lists, code, maths, comments, directives and properties.
 */
const NO_HEADING =
  /^(?: {4}|[ \t]*(?:\t|[>|<-]|\d{1,9}[.)][ \t]|`{3}|~{3}|\$\$|%%|#\+|:|\[[^\]]+\]:|[^\s:]+::(?:[ \t]|$)))/u
/** The same after the first line of a paragraph. */
const ENDS_PARAGRAPH = /^(?:[*+]|#{1,6})(?:[ \t]|$)/u
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/u

/** Whether a line is a horizontal rule. */
export const isRule = (line: string): boolean => RULE.test(line)

/** UTF-16 units. A longer line is in no heading, and matching one of megabytes can exceed the memory of a pattern. */
const LONGEST_LINE = 10_000

/**
 * Finds the row of `=` or `-` below an underlined heading, which is a whole paragraph.
 *
 * @param at the first line of a paragraph
 * @returns `undefined` if the paragraph is no heading
 */
export function underlineBelow(lines: readonly string[], at: number): number | undefined {
  for (let end = at; end < lines.length; end++) {
    if (lines[end]!.length > LONGEST_LINE) return undefined
    const isFirst = end === at
    const line = isFirst ? lines[end]! : lines[end]!.trimStart()
    if (!isFirst && UNDERLINE.test(lines[end]!)) return end
    if (line.trim() === '' || NO_HEADING.test(line) || isRule(line)) return undefined
    if (!isFirst && ENDS_PARAGRAPH.test(line)) return undefined
  }
  return undefined
}

/** Reads `1. [ ] x` as a task; its number stays in its words, behind a marker. */
export function numberedTask(line: string): Bullet | undefined {
  const match = NUMBERED_TASK.exec(line)
  if (!match) return undefined
  const [, indent = '', number = '', box = '', words = ''] = match
  const [, marker, rest] = MARKER_AND_WORDS.exec(words) ?? [words, undefined, words]
  const text = [box, marker, number, rest].filter(Boolean).join(' ').trimEnd()
  return { indent, text, gap: number.length + 1 }
}
