/** Lines in notes that Logseq does not write: underlined headings, numbered tasks, rules. */

/** A line that begins a list item. */
export interface Bullet {
  readonly indent: string
  readonly text: string
  /** The columns of the bullet and the white space after it. */
  readonly gap: number
}

const NUMBERED_TASK = /^([ \t]*)(\d{1,9}[.)])[ \t]+(\[[ xX/-]\])(?:[ \t]+(.*)|[ \t]*)$/u
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/u
/**
 * Lines that begin another construct: quotes, tables, HTML, lists, code, maths, comments, directives and properties.
 */
const NO_HEADING =
  /^(?: {4}|[ \t]*(?:\t|[>|<-]|\d{1,9}[.)][ \t]|`{3}|~{3}|\$\$|%%|#\+|:|[^\s:]+::(?:[ \t]|$)))/u
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/u

/** Whether a line is a horizontal rule. */
export const isRule = (line: string): boolean => RULE.test(line)

/** Whether the line is an underlined heading: words with a row of `=` or `-` below. */
export const isUnderlined = (lines: readonly string[], at: number): boolean =>
  UNDERLINE.test(lines[at + 1] ?? '') && !NO_HEADING.test(lines[at]!) && !isRule(lines[at]!)

/** Reads `1. [ ] x` as a task; its number stays in its words. */
export function numberedTask(line: string): Bullet | undefined {
  const match = NUMBERED_TASK.exec(line)
  if (!match) return undefined
  const [, indent = '', number = '', box = '', words = ''] = match
  return { indent, text: `${box} ${number} ${words}`.trimEnd(), gap: number.length + 1 }
}
