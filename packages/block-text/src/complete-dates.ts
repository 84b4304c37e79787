/**
 * Completes dates to the stored form: `SCHEDULED: 2026-11-20 10:00` becomes `SCHEDULED: <2026-11-20 Fri 10:00>`. Only
 * date lines change; a line inside a code block does not.
 *
 * @see decisions 2.3
 */
import { scanDates, undatedLines } from './parse.ts'
import { idleRepeater, writeDate, type ReadDayWord } from './date-line.ts'

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
 * Finds a repeater in the dates of a content that moves nothing, such as `+0d`, and that the old content does not have.
 *
 * @see assistants 3.3
 * @example
 * newIdleRepeater('DEADLINE: <2026-11-20 Fri +0d>', '') // '+0d'
 */
export function newIdleRepeater(content: string, old: string): string | undefined {
  const kept = new Set(idleRepeaters(old))
  return idleRepeaters(content).find((repeater) => !kept.has(repeater))
}

function idleRepeaters(content: string): string[] {
  if (!content.includes('SCHEDULED:') && !content.includes('DEADLINE:')) return []
  const dates = scanDates(content)
  if ('noSuchDay' in dates) return []
  return dates.places.flatMap(({ marks }) => marks.flatMap((mark) => idleRepeater(mark) ?? []))
}

/**
 * @param readDay reads days that are not written as `2026-11-20`; without it, a line with one is words
 * @returns the text with complete dates, or the first day that does not exist
 */
export function completeDates(
  content: string,
  readDay?: ReadDayWord,
): { content: string } | { noSuchDay: string } {
  if (!content.includes('SCHEDULED:') && !content.includes('DEADLINE:')) return { content }
  const dates = scanDates(content, readDay)
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
