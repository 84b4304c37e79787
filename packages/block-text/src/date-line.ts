/**
 * Date lines: a line that contains only `SCHEDULED: <2026-11-20 Fri>`, `DEADLINE: <…>`, or one of each. A time and
 * repeaters can follow the day (`<2026-11-20 Fri 10:00 .+1w>`). The parser keeps them unchanged.
 *
 * Stored lines have angle brackets. Programs may omit the brackets and the weekday when they send text; `completeDates`
 * completes them.
 *
 * @see decisions 2.3
 */
import { type Day, isoDay, looksLikeIsoDay, readIsoDay, weekday } from './day.ts'

/** The keyword of a date line. */
export type DateKind = 'SCHEDULED' | 'DEADLINE'

/** One date of a block. */
export interface DateMark {
  readonly kind: DateKind
  readonly day: Day
  /** The word after the day, such as `ven.`, unless it is the English name of a weekday. */
  readonly dayName?: string
  /** The time and repeaters, separated by single spaces, such as `10:00 .+1w`. Usually empty. */
  readonly rest: string
}

/** Reads a day that is not written as `2026-11-20`, such as `friday`; `undefined` for any other word. */
export type ReadDayWord = (written: string) => Day | undefined

/** The dates of a line, or the text of a day that does not exist, such as `2026-02-30`. */
export type DateLine = { readonly marks: readonly DateMark[] } | { readonly noSuchDay: string }

// A longer line cannot be a date with a time and repeaters, so it is words.
const LONGEST_LINE = 300
const HEAD = /^(SCHEDULED|DEADLINE):[ \t]*/
const STAMP = /^<([^<>]*)>$/
// The name of a weekday in any language.
const DAY_NAME = /^[\p{L}\p{M}]{1,16}\.?$/u
const ENGLISH_DAY_NAME = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?$/i
const TIME = /^(?:[01]?\d|2[0-3]):[0-5]\d(?:-(?:[01]?\d|2[0-3]):[0-5]\d)?$/
const REPEATER = /^(?:\+\+?|\.\+|--?)\d{1,4}[hdwmy](?:\/\d{1,4}[hdwmy])?$/

/**
 * Parses one line as a date line.
 *
 * @param loose `true` for text that a program sends: accepts dates without angle brackets, and reports days that do not
 * exist. A function does so too, and reads days in other forms
 * @returns `undefined` if the line contains anything but dates
 * @example
 * readDateLine('DEADLINE: <2026-11-20 Fri>', false) // { marks: [{ kind: 'DEADLINE', day: 20261120, rest: '' }] }
 * readDateLine('DEADLINE: 2026-02-30', true) // { noSuchDay: '2026-02-30' }
 */
export function readDateLine(line: string, loose: boolean | ReadDayWord): DateLine | undefined {
  const trimmed = line.trim()
  if (trimmed.length > LONGEST_LINE) return undefined
  const marks: DateMark[] = []
  let noSuchDay: string | undefined
  for (let rest = trimmed; rest !== '';) {
    const head = HEAD.exec(rest)
    if (!head) return undefined
    const kind = head[1] as DateKind
    if (marks.some((mark) => mark.kind === kind)) return undefined
    const other = rest.indexOf(kind === 'SCHEDULED' ? 'DEADLINE:' : 'SCHEDULED:', head[0].length)
    const stamp = rest.slice(head[0].length, other < 0 ? rest.length : other).trim()
    const read = readStamp(kind, stamp, loose)
    if (!read) return undefined
    if (typeof read === 'string') noSuchDay ??= read
    else marks.push(read)
    if (other < 0) break
    rest = rest.slice(other)
  }
  if (noSuchDay !== undefined) return loose !== false ? { noSuchDay } : undefined
  return marks.length > 0 ? { marks } : undefined
}

/**
 * Formats one date for storage: `SCHEDULED: <2026-11-20 Fri 10:00>`. A word other than an English weekday
 * stays, because only its author knows whether it is the name of the day.
 */
export function writeDate(mark: DateMark): string {
  const tail = mark.rest === '' ? '' : ` ${mark.rest}`
  return `${mark.kind}: <${isoDay(mark.day)} ${mark.dayName ?? weekday(mark.day)}${tail}>`
}

/**
 * Parses what follows the day of a date: a time and repeaters, each optional.
 *
 * @returns the stored form, or `undefined` if the words are anything else
 * @example
 * readRest(['10:00', '.+1w']) // '10:00 .+1w'
 */
export function readRest(words: readonly string[]): string | undefined {
  const repeaters = words[0] !== undefined && TIME.test(words[0]) ? words.slice(1) : words
  return repeaters.every((word) => REPEATER.test(word)) ? words.join(' ') : undefined
}

/**
 * Adds the time, the repeater and the warning period of an old date, unless the new date has its own.
 *
 * @example
 * keepTimes({ kind: 'DEADLINE', day: 20261125, rest: '9:00' }, { kind: 'DEADLINE', day: 20261120, rest: '10:00 +1w' }).rest
 * // '9:00 +1w'
 */
export function keepTimes(date: DateMark, old: DateMark): DateMark {
  const [own, before] = [timesOf(date), timesOf(old)]
  const rest = own.flatMap((words, i) => (words.length > 0 ? words : before[i]!))
  return { ...date, rest: rest.join(' ') }
}

/**
 * The time of a date and the end of its range, in minutes of the day; empty without a time.
 *
 * @example
 * readTimes({ rest: '9:00-10:30 +1d' }) // [540, 630]
 */
export function readTimes({ rest }: Pick<DateMark, 'rest'>): number[] {
  const [word = ''] = rest.split(' ', 1)
  if (!TIME.test(word)) return []
  return word.split('-').map((time) => {
    const [hours, minutes] = time.split(':').map(Number)
    return hours! * 60 + minutes!
  })
}

const MOVES_NOTHING = /^(?:(?:\+\+?|\.\+)0+[hdwmy]|--)/

/**
 * The first repeater of a date that would never move it, such as `+0d` or `--1d`.
 *
 * @example
 * idleRepeater({ rest: '10:00 +0d' }) // '+0d'
 */
export const idleRepeater = ({ rest }: Pick<DateMark, 'rest'>): string | undefined =>
  rest.split(' ').find((word) => MOVES_NOTHING.test(word))

/**
 * Takes the repeaters off a date. Its time and its warning period stay.
 *
 * @example
 * withoutRepeater({ kind: 'DEADLINE', day: 20261120, rest: '9:00 +1w' }).rest // '9:00'
 */
export function withoutRepeater(date: DateMark): DateMark {
  const [times = [], , warnings = []] = timesOf(date)
  return { ...date, rest: [...times, ...warnings].join(' ') }
}

/** The time, the repeaters and the warning periods of a date. */
function timesOf({ rest }: DateMark): string[][] {
  const words = rest === '' ? [] : rest.split(' ')
  const isTime = (word: string): boolean => TIME.test(word)
  const isWarning = (word: string): boolean => word.startsWith('-')
  return [
    words.filter(isTime),
    words.filter((word) => !isTime(word) && !isWarning(word)),
    words.filter(isWarning),
  ]
}

/**
 * @returns the date, the text of a day that does not exist, or `undefined` if this is not a date
 */
function readStamp(
  kind: DateKind,
  stamp: string,
  loose: boolean | ReadDayWord,
): DateMark | string | undefined {
  const inside = STAMP.exec(stamp)?.[1] ?? (loose !== false ? stamp : undefined)
  if (inside === undefined) return undefined
  const [written, ...words] = inside.trim().split(/[ \t]+/)
  if (written === undefined) return undefined
  const isIso = looksLikeIsoDay(written)
  const other = isIso || typeof loose === 'boolean' ? undefined : loose(written)
  if (!isIso && other === undefined) return undefined
  // A stored day keeps the name that its author gave it. A day in words has none, so that "friday noon" is no date.
  const names = other === undefined ? DAY_NAME : ENGLISH_DAY_NAME
  const name = words[0] !== undefined && names.test(words[0]) ? words.shift() : undefined
  const rest = readRest(words)
  if (rest === undefined) return undefined
  const day = other ?? readIsoDay(written)
  if (day === undefined) return written
  return name === undefined || ENGLISH_DAY_NAME.test(name)
    ? { kind, day, rest }
    : { kind, day, dayName: name, rest }
}
