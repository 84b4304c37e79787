/**
 * Completes dates to the stored form: `SCHEDULED: 2026-11-20 10:00` becomes `SCHEDULED: <2026-11-20 Fri 10:00>`. Only
 * date lines change; a line inside a code block does not.
 *
 * @see decisions 2.3
 */
import { findUndated, scanDates } from './parse.ts'
import { writeDate } from './date-line.ts'

/**
 * Finds a line that begins like a date but has no day, such as `DEADLINE: soon`. A reader would take it for words.
 *
 * @returns the first such line, trimmed, or `undefined`
 * @see assistants 2.3
 * @example
 * undatedLine('call Ann\nDEADLINE: soon') // 'DEADLINE: soon'
 */
export function undatedLine(content: string): string | undefined {
  if (!content.includes('SCHEDULED:') && !content.includes('DEADLINE:')) return undefined
  return findUndated(content)
}

/**
 * @returns the text with complete dates, or the first day that does not exist
 */
export function completeDates(content: string): { content: string } | { noSuchDay: string } {
  if (!content.includes('SCHEDULED:') && !content.includes('DEADLINE:')) return { content }
  const dates = scanDates(content)
  if ('noSuchDay' in dates) return dates
  let out = ''
  let at = 0
  for (const { start, end, marks } of dates.places) {
    const line = content.slice(start, end)
    const mended = marks.map(writeDate).join(' ')
    out += content.slice(at, start) + line.replace(line.trim(), () => mended)
    at = end
  }
  return { content: out + content.slice(at) }
}
