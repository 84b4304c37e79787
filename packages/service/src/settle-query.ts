/** Reads the text of a query, and settles its days where the caller is. */
import type { Day } from '@notegraph/block-text'
import { dayAt, startOfDay } from '@notegraph/graph'
import {
  faultWords,
  parseQuery,
  printQuery,
  settleDays,
  type Query,
  type QueryDays,
  type SettledQuery,
} from '@notegraph/query'
import type { Caller } from './access.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** The days of a caller's time zone. @param now milliseconds since 1970 */
export const daysOf = (caller: Caller, now: number): QueryDays => ({
  today: dayAt(now, caller.zone),
  startOf: (day: Day) => startOfDay(day, caller.zone),
})

/**
 * Parses a query. Returns the refusal `bad_request` if `q` is not one.
 * @param name how the caller calls the query, for the message
 */
export function readQuery(q: string, name?: string): Result<Query> {
  const parsed = parseQuery(q)
  return parsed.ok ? ok(parsed.query) : refuse({ code: 'bad_request', error: faultWords(parsed.fault, name) })
}

export interface SettledText {
  /** The parsed query, printed. */
  readonly parsed: string
  readonly settled: SettledQuery
}

/**
 * Parses a query and settles its days, so that any thread or process can answer it.
 * @param now milliseconds since 1970
 * @param name how the caller calls the query, for the message
 * @example
 * ```ts
 * const read = settleQuery(caller, '(between today tomorrow)', Date.now())
 * if (read.ok) console.log(read.value.settled)
 * ```
 */
export function settleQuery(caller: Caller, q: string, now: number, name?: string): Result<SettledText> {
  const read = readQuery(q, name)
  if (!read.ok) return read
  return ok({ parsed: printQuery(read.value), settled: settleDays(read.value, daysOf(caller, now)) })
}
