/**
 * Completes dates to the stored form: `SCHEDULED: 2026-11-20 10:00` becomes `SCHEDULED: <2026-11-20 Fri 10:00>`. Only
 * date lines change; a line inside a code block does not.
 *
 * @see decisions 2.3
 */
import { scanDates, undatedLines } from './parse.ts'
import { writeDate } from './date-line.ts'

/**
 * Finds a new line that begins like a date but has no day on the calendar, such as `DEADLINE: soon`. A reader would take
 * it for words. Each line of the old content may stay, as often as it is there.
 *
 * @returns the first such line, trimmed, or `undefined`
 * @see assistants 2.3
 * @example
 * newUndatedLine('call Ann\nDEADLINE: soon', 'call Ann') // 'DEADLINE: soon'
 * newUndatedLine('call Ann\nDEADLINE: soon', 'DEADLINE: soon') // undefined
 */
export function newUndatedLine(content: string, old: string): string | undefined {
  if (!content.includes('SCHEDULED:') && !content.includes('DEADLINE:')) return undefined
  const lines = undatedLines(content)
  if (lines.length === 0) return undefined
  const kept = new Map<string, number>()
  for (const line of undatedLines(old)) kept.set(line, (kept.get(line) ?? 0) + 1)
  return lines.find((line) => {
    const left = kept.get(line) ?? 0
    kept.set(line, left - 1)
    return left <= 0
  })
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
