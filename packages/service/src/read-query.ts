import { faultWords, parseQuery, type Query, type QueryDays } from '@notegraph/query'
import { ok, refuse, type Result } from './refusal.ts'

/**
 * Parses a query. Returns the refusal `bad_request` if `q` is not one.
 * @param name how the caller calls the query, for the message
 */
export function readQuery(q: string, name: string = 'q'): Result<Query> {
  const parsed = parseQuery(q)
  return parsed.ok ? ok(parsed.query) : refuse({ code: 'bad_request', error: faultWords(parsed.fault, name) })
}

/** The days of a query that asks for none. */
export const NO_DAYS: QueryDays = { today: 10000101, startOf: () => 0 }
