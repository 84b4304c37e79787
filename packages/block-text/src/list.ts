/**
 * Lists in a property's value: the comma-separated values of `tags::` and `alias::`. A comma inside `[[…]]` belongs to
 * the name. So does the comma of a day in words (`Nov 20th, 2026`). The full-width comma also separates values.
 *
 * @see decisions 1.2, 2.5
 */
import type { Brackets } from './bracket.ts'
import { BRACKET_OPEN } from './char.ts'
import { readDay } from './day.ts'

const COMMA = 0x2c
const WIDE_COMMA = 0xff0c

/** Splits the value from `from` to `end` at its commas. Blank parts are included. */
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
/** `September 20th` is the longest day before its comma. A part with more white space before the year is not a day. */
const MOST_BEFORE_YEAR = 64

/** Whether the comma belongs to a day in words that fills the whole part from `start`. */
function isInDay(text: string, start: number, comma: number, end: number): boolean {
  const after = comma + YEAR.length
  if (after > end || comma - start > MOST_BEFORE_YEAR) return false
  if (readDay(text.slice(start, after)) === undefined) return false
  let next = after
  while (next < end && text.charAt(next).trim() === '') next++
  const unit = text.charCodeAt(next)
  return next === end || unit === COMMA || unit === WIDE_COMMA
}

/** Returns the name in a part without links and tags. Empty brackets and a single `#` give an empty name. */
export function bareName(part: string): string {
  const name = part.trim()
  const inner = name.startsWith('#') ? name.slice(1) : name
  return inner.startsWith('[[') && inner.endsWith(']]') ? inner.slice(2, -2).trim() : inner
}
