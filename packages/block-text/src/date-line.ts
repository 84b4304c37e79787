/**
 * Date lines: a line that holds nothing but `SCHEDULED: <2026-11-20 Fri>`, `DEADLINE: <…>`, or one of each. A time
 * and repeaters may follow the day (`<2026-11-20 Fri 10:00 .+1w>`) and are kept as they are.
 *
 * A stored line is read with its angle brackets; text sent by a program may leave them out, and the day's name too,
 * and is mended into the full form.
 *
 * @see decisions 2.3
 */
import { type Day, isoDay, looksLikeIsoDay, readIsoDay, weekday } from './day.ts'

export type DateKind = 'SCHEDULED' | 'DEADLINE'

export interface DateMark {
  readonly kind: DateKind
  readonly day: Day
  /** Time and repeaters, single spaces between; mostly empty. */
  readonly rest: string
}

/** What a line says: its dates, or the day it names that is on no calendar. */
export type DateLine = { readonly marks: readonly DateMark[] } | { readonly noSuchDay: string }

// A day with everything that may follow it is far shorter; what is longer is words.
const LONGEST_LINE = 300
const HEAD = /^(SCHEDULED|DEADLINE):[ \t]*/
const STAMP = /^<([^<>]*)>$/
const DAY_NAME = /^[\p{L}\p{M}]{1,16}\.?$/u
const TIME = /^(?:[01]?\d|2[0-3]):[0-5]\d(?:-(?:[01]?\d|2[0-3]):[0-5]\d)?$/
const REPEATER = /^(?:\+\+?|\.\+|--?)\d{1,4}[hdwmy](?:\/\d{1,4}[hdwmy])?$/

/**
 * @param loose whether dates without angle brackets count, and a day on no calendar is told apart from words: the
 *   reading of text on its way in
 * @returns nothing when the line is words
 */
export function readDateLine(line: string, loose: boolean): DateLine | undefined {
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
  if (noSuchDay !== undefined) return loose ? { noSuchDay } : undefined
  return marks.length > 0 ? { marks } : undefined
}

/** The stored form of one date, `SCHEDULED: <2026-11-20 Fri 10:00>`. */
export function writeDate(mark: DateMark): string {
  const tail = mark.rest === '' ? '' : ` ${mark.rest}`
  return `${mark.kind}: <${isoDay(mark.day)} ${weekday(mark.day)}${tail}>`
}

/** @returns the mark, the day's digits when no calendar has them, or nothing when this is no date */
function readStamp(kind: DateKind, stamp: string, loose: boolean): DateMark | string | undefined {
  const inside = STAMP.exec(stamp)?.[1] ?? (loose ? stamp : undefined)
  if (inside === undefined) return undefined
  const [written, ...words] = inside.trim().split(/[ \t]+/)
  if (written === undefined || !looksLikeIsoDay(written)) return undefined
  if (words[0] !== undefined && DAY_NAME.test(words[0])) words.shift()
  const repeaters = words[0] !== undefined && TIME.test(words[0]) ? words.slice(1) : words
  if (!repeaters.every((word) => REPEATER.test(word))) return undefined
  const day = readIsoDay(written)
  return day === undefined ? written : { kind, day, rest: words.join(' ') }
}
