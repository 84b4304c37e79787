/**
 * Lists in a property's value: the comma-separated values of `tags::` and `alias::`. A comma inside `[[…]]` belongs to
 * the name, and so does the comma of a day in words (`Nov 20th, 2026`). The full-width comma parts as well.
 *
 * @see decisions 1.2, 2.5
 */
import type { Brackets } from './bracket.ts'
import { BRACKET_OPEN } from './char.ts'
import { readDay } from './day.ts'

const COMMA = 0x2c
const WIDE_COMMA = 0xff0c

/** The parts of the value from `from` to `end`, blank ones too. */
export function valueParts(
  text: string,
  from: number,
  end: number,
  brackets: Brackets,
): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let start = from
  for (let i = from; i < end;) {
    const unit = text.charCodeAt(i)
    if (unit === COMMA && isInDay(text, start, i, end)) i += YEAR.length
    else if (unit === COMMA || unit === WIDE_COMMA) {
      parts.push({ start, end: i })
      start = ++i
    } else if (unit === BRACKET_OPEN && text.charCodeAt(i + 1) === BRACKET_OPEN) {
      const close = brackets.linkEnd(i, end)
      i = close > 0 && close <= end ? close : i + 2
    } else i++
  }
  parts.push({ start, end })
  return parts
}

const YEAR = ', 2026'
/** The longest day up to its comma is `September 20th`; more white space than this before it is no list of names. */
const MOST_BEFORE_YEAR = 64

/** Whether the comma is that of a day in words, which is then all of the part that begins at `start`. */
function isInDay(text: string, start: number, comma: number, end: number): boolean {
  const after = comma + YEAR.length
  if (after > end || comma - start > MOST_BEFORE_YEAR) return false
  if (readDay(text.slice(start, after)) === undefined) return false
  let next = after
  while (next < end && text.charAt(next).trim() === '') next++
  const unit = text.charCodeAt(next)
  return next === end || unit === COMMA || unit === WIDE_COMMA
}

/** A part that holds no link and no tag is a name as it stands; empty brackets and a lone `#` are none. */
export function bareName(part: string): string {
  const name = part.trim()
  const inner = name.startsWith('#') ? name.slice(1) : name
  return inner.startsWith('[[') && inner.endsWith(']]') ? inner.slice(2, -2).trim() : inner
}
