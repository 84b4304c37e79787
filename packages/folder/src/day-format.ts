/**
 * Formats of days in outliners. A format is a pattern of the letters that date libraries share: `yyyy`, `MM`, `MMM`,
 * `MMMM`, `d`, `dd`, `do`, `E` to `EEEE`. Text can be quoted with `'`, and any other character matches itself. The
 * day must exist; the weekday in a name is not checked, because the date decides.
 */
import { makeDay, readDay, weekday, type Day } from '@notegraph/block-text'

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
] // prettier-ignore
const WEEKDAYS = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}
/** The most characters of a format. */
export const LONGEST_FORMAT = 200
/** The most fields of a format. Each can end at two positions, so their number is the exponent of the work. */
const MOST_FIELDS = 8
const PIECE = /'[^']*'|y+|M+|do|d+|E+|[^]/gu

/** The formats that Logseq offers and that are unambiguous. The code below decides between `dd-MM` and `MM-dd`. */
const KNOWN = [
  'yyyy_MM_dd', 'yyyy-MM-dd', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyyMMdd', 'yyyy-MM-dd EEEE', 'yyyy年MM月dd日',
  'MMM do, yyyy', 'do MMM yyyy', 'd MMM yyyy', 'EEEE, MMM do, yyyy',
  'EEEE, yyyy/MM/dd', 'EEEE, MM/dd/yyyy', 'EEEE, dd-MM-yyyy', 'EEEE, dd.MM.yyyy', 'dd.MM.yyyy', 'MM/dd/yyyy',
] // prettier-ignore
const DAY_FIRST = ['dd-MM-yyyy', 'dd_MM_yyyy']
const MONTH_FIRST = ['MM-dd-yyyy', 'MM_dd_yyyy']

/**
 * Reads the day in a journal's name or file name. The formats of the folder's settings come first, then every
 * unambiguous format. `05-06-2020` is ambiguous; `14-05-2020` is not.
 *
 * @returns `undefined` for a name without a day
 * @example
 * readJournalDay('Nov 20th, 2026') // 20261120
 * readJournalDay('05-06-2020') // undefined
 * readJournalDay('05-06-2020', ['dd-MM-yyyy']) // 20200605
 */
export function readJournalDay(name: string, formats: readonly string[] = []): Day | undefined {
  const written = name.trim()
  if (written.length > 64) return undefined
  for (const format of formats) {
    const day = readByFormat(written, format)
    if (day !== undefined) return day
  }
  return readDay(written) ?? firstReading(written, KNOWN) ?? onlyReading(written)
}

/** Reads a name in one format, or returns `undefined`. */
export function readByFormat(name: string, format: string): Day | undefined {
  const match = readerOf(format)?.exec(name)?.groups
  if (!match) return undefined
  const { year, month, name: word, day } = match
  const index = word === undefined ? Number(month) : monthOf(word)
  return year === undefined || day === undefined ? undefined : makeDay(Number(year), index, Number(day))
}

/** Writes a day in one format. */
export function writeByFormat(day: Day, format: string): string {
  const date = day % 100
  const month = Math.floor(day / 100) % 100
  const name = MONTHS[month - 1]!
  return format.replaceAll(PIECE, (piece) => {
    if (piece.startsWith("'")) return piece.slice(1, -1)
    if (piece === 'do') return `${date}${ordinal(date)}`
    if (/^y+$/u.test(piece)) return String(Math.floor(day / 10_000))
    if (/^M{4,}$/u.test(piece)) return name
    if (piece === 'MMM') return name.slice(0, 3)
    if (/^M+$/u.test(piece)) return String(month).padStart(piece.length, '0')
    if (/^d+$/u.test(piece)) return String(date).padStart(piece.length, '0')
    if (/^E{4,}$/u.test(piece)) return WEEKDAYS[weekday(day)]
    return /^E+$/u.test(piece) ? weekday(day) : piece
  })
}

const readers = new Map<string, RegExp | undefined>()

/** Formats come from a folder's settings, so the cache is bounded. */
function readerOf(format: string): RegExp | undefined {
  if (readers.has(format)) return readers.get(format)
  if (readers.size > 64) readers.clear()
  const reader = makeReader(format)
  readers.set(format, reader)
  return reader
}

function makeReader(format: string): RegExp | undefined {
  if (format.length > LONGEST_FORMAT) return undefined
  let source = ''
  let fields = 0
  const seen = new Set<string>()
  const group = (name: string, pattern: string): string => {
    fields++
    const again = seen.has(name)
    seen.add(name)
    return again ? `(?:${pattern})` : `(?<${name}>${pattern})`
  }
  for (const [piece] of format.matchAll(PIECE)) {
    if (piece.startsWith("'")) source += literal(piece.slice(1, -1))
    else if (/^y+$/u.test(piece)) source += group('year', String.raw`\d{4}`)
    else if (/^M{3,}$/u.test(piece)) source += group('name', '[A-Za-z]{3,9}')
    else if (/^M+$/u.test(piece)) source += group('month', String.raw`\d{1,2}`)
    else if (piece === 'do') source += group('day', String.raw`\d{1,2}`) + '(?:st|nd|rd|th)'
    else if (/^d+$/u.test(piece))
      source += group(
        'day',
        piece.length > 1 && format.includes('yyyyMM') ? String.raw`\d{2}` : String.raw`\d{1,2}`,
      )
    else if (/^E+$/u.test(piece))
      source += group('weekday', '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Satur|Sat|Sun)(?:day)?')
    else source += literal(piece)
  }
  if (fields > MOST_FIELDS) return undefined
  return seen.has('year') && seen.has('day') ? new RegExp(`^${source}$`, 'iu') : undefined
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

function monthOf(word: string): number {
  const name = word.toLowerCase()
  return (
    MONTHS.findIndex((month) => month.toLowerCase() === name || month.slice(0, 3).toLowerCase() === name) + 1
  )
}

function firstReading(name: string, formats: readonly string[]): Day | undefined {
  for (const format of formats) {
    const day = readByFormat(name, format)
    if (day !== undefined) return day
  }
  return undefined
}

/** Returns a day only if day-first and month-first give the same day, or only one of them exists. */
function onlyReading(name: string): Day | undefined {
  const dayFirst = firstReading(name, DAY_FIRST)
  const monthFirst = firstReading(name, MONTH_FIRST)
  if (dayFirst === undefined || monthFirst === undefined) return dayFirst ?? monthFirst
  return dayFirst === monthFirst ? dayFirst : undefined
}

function ordinal(date: number): string {
  if (date > 10 && date < 14) return 'th'
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th'
}
