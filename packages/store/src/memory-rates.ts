/** The rates of one process, in memory. */
import { rateLog, type RateLog } from './rate-log.ts'
import type { RateRoom, RateRule, RateStore, RateUse } from './rates.ts'

/** Requests that were counted, for other processes. */
export interface CountedRequests {
  /** The name of the rate. */
  readonly rate: string
  readonly key: string
  /** From old to new. */
  readonly times: readonly number[]
}

/** Requests that this process counted. */
export interface OwnRequests extends CountedRequests {
  /** The window of the rate, in milliseconds. */
  readonly window: number
}

/** The rates as a value that changes at once, so that a caller can put counting and writing into one step. */
export interface RateLogs {
  /** @returns whether the last request exceeds the limit */
  count(use: RateUse, now: number, requests: number): boolean
  /** @returns the index of the first use with too little room, or undefined if all were counted */
  take(uses: readonly RateUse[], now: number, requests: number): number | undefined
  rooms(uses: readonly RateUse[], now: number): RateRoom[]
  /** Adds requests that another process counted. Rates that nobody has used here are left out. */
  add(counted: CountedRequests): void
  /** The rules of all rates that were used. */
  rules(): RateRule[]
  /** All times of a rate in memory. */
  counted(name: string): Iterable<OwnRequests>
}

interface Rate {
  readonly rule: RateRule
  readonly log: RateLog
}

/**
 * Creates rates without requests.
 * @param earlier returns what other processes have counted in a rate, when it is used first
 */
export function rateLogs(earlier: (rate: string) => Iterable<CountedRequests> = () => []): RateLogs {
  const rates = new Map<string, Rate>()

  /** A rule with another limit takes over the times of the rule before it. */
  function logOf(rule: RateRule): RateLog {
    const { name, limit, window } = rule
    const known = rates.get(name)
    if (known?.rule.limit === limit && known.rule.window === window) return known.log
    const before = [...(known ? counted(name) : earlier(name))]
    const log = rateLog(limit, window)
    rates.set(name, { rule, log })
    for (const one of before) add(one)
    return log
  }

  function add({ rate, key, times }: CountedRequests): void {
    const log = rates.get(rate)?.log
    for (const time of times) log?.count(key, time)
  }

  function* counted(name: string): Iterable<OwnRequests> {
    const { log, rule } = rates.get(name) ?? {}
    for (const [key, times] of log?.times() ?? []) yield { rate: name, key, times, window: rule!.window }
  }

  const rooms: RateLogs['rooms'] = (uses, now) => uses.map(({ rate, key }) => logOf(rate).room(key, now))

  return {
    count: ({ rate, key }, now, requests) => logOf(rate).count(key, now, requests),
    take(uses, now, requests) {
      const full = rooms(uses, now).findIndex(({ left }) => left < requests)
      if (full >= 0) return full
      for (const { rate, key } of uses) logOf(rate).count(key, now, requests)
      return undefined
    },
    rooms,
    add,
    rules: () => Array.from(rates.values(), ({ rule }) => rule),
    counted,
  }
}

/**
 * Creates rates in memory, for a store that no other process can open.
 * @example
 * const rates = memoryRates()
 * const rate = { name: 'requests', limit: 120, window: 60_000 }
 * const isOver = await rates.count({ rate, key: '192.0.2.1' }, Date.now())
 */
export function memoryRates(): RateStore {
  const logs = rateLogs()
  return {
    count: async (use, now, requests = 1) => logs.count(use, now, requests),
    take: async (uses, now, requests = 1) => logs.take(uses, now, requests),
    rooms: async (uses, now) => logs.rooms(uses, now),
  }
}
