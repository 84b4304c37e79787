/** Settles the days of a query where the caller is. */
import { printQuery, settleDays, type SettledQuery } from '@notegraph/query'
import type { Caller } from './access.ts'
import { readQuery } from './read-query.ts'
import { daysOf } from './reader.ts'
import { ok, type Result } from './refusal.ts'

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
