/** Lines that notes write and Logseq does not: headings that are underlined, numbered tasks, rules. */

/** A line that begins a list item. */
export interface Bullet {
  readonly indent: string
  readonly text: string
  /** Columns of the bullet and the white space after it. */
  readonly gap: number
}

const NUMBERED_TASK = /^([ \t]*)(\d{1,9}[.)])[ \t]+(\[[ xX/-]\])(?:[ \t]+(.*)|[ \t]*)$/u
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/u
/** Lines that are more than words: quotes, tables, HTML, lists, code, maths, comments, directives and properties. */
const NO_HEADING =
  /^(?: {4}|[ \t]*(?:\t|[>|<-]|\d{1,9}[.)][ \t]|`{3}|~{3}|\$\$|%%|#\+|:|[^\s:]+::(?:[ \t]|$)))/u
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/u

export const isRule = (line: string): boolean => RULE.test(line)

/** A line of words with a row of `=` or `-` under it is a heading. */
export const isUnderlined = (lines: readonly string[], at: number): boolean =>
  UNDERLINE.test(lines[at + 1] ?? '') && !NO_HEADING.test(lines[at]!) && !isRule(lines[at]!)

/** `1. [ ] x`: its number stays in its words. */
export function numberedTask(line: string): Bullet | undefined {
  const match = NUMBERED_TASK.exec(line)
  if (!match) return undefined
  const [, indent = '', number = '', box = '', words = ''] = match
  return { indent, text: `${box} ${number} ${words}`.trimEnd(), gap: number.length + 1 }
}
