/**
 * One rate of requests, by a key such as an address. The store counts, so that processes over one store count together.
 * @see decisions 7
 */
import { RATE_WINDOW } from '@notegraph/contract'
import type { RateRoom, RateStore, RateUse } from '@notegraph/store'

/** The room of a key without a limit. */
export const UNLIMITED: RateRoom = { left: Infinity, renewsIn: 0 }

/** A limit of requests in any minute, or another window, for each key; 0 means no limit. Times are milliseconds since 1970. */
export interface Rate {
  readonly limit: number
  /** Counts one request, or several of a batch. @returns whether the last exceeds the limit */
  count(key: string, now: number, requests?: number): Promise<boolean>
  /** The remaining rate, without counting. */
  room(key: string, now: number): Promise<RateRoom>
}

/**
 * Creates a rate.
 *
 * @param name distinguishes the rate from others of the store
 * @param limit requests in any window; 0 means no limit
 * @param window milliseconds; a minute by default
 * @example
 * ```ts
 * const rate = requestRate(store.rates, 'requests', 120)
 * const isOver = await rate.count('192.0.2.1', Date.now())
 * ```
 */
export function requestRate(
  rates: RateStore,
  name: string,
  limit: number,
  window: number = RATE_WINDOW,
): Rate {
  if (limit === 0) return { limit, count: async () => false, room: async () => UNLIMITED }
  const use = rateUse(name, limit, window)
  return {
    limit,
    count: async (key, now, requests) => rates.count(use(key), now, requests),
    room: async (key, now) => (await rates.rooms([use(key)], now))[0]!,
  }
}

/** Names a rate and a key for the store. */
export function rateUse(name: string, limit: number, window: number = RATE_WINDOW): (key: string) => RateUse {
  const rate = { name, limit, window }
  return (key) => ({ rate, key })
}

/** The room of two uses; one without a limit has no use. */
export async function roomsOfTwo(
  rates: RateStore,
  [first, second]: readonly [RateUse | undefined, RateUse | undefined],
  now: number,
): Promise<[RateRoom, RateRoom]> {
  const uses = [first, second].filter((use) => use !== undefined)
  const rooms = uses.length > 0 ? await rates.rooms(uses, now) : []
  const roomOf = (use: RateUse | undefined): RateRoom => (use ? rooms[uses.indexOf(use)]! : UNLIMITED)
  return [roomOf(first), roomOf(second)]
}

/**
 * Takes requests from two rates, or from none.
 * @returns the one without room
 */
export async function takeFromTwo(
  rates: RateStore,
  [first, second]: readonly [RateUse | undefined, RateUse | undefined],
  now: number,
  requests?: number,
): Promise<'first' | 'second' | undefined> {
  const uses = [first, second].filter((use) => use !== undefined)
  const full = uses.length > 0 ? await rates.take(uses, now, requests) : undefined
  if (full === undefined) return undefined
  return uses[full] === first ? 'first' : 'second'
}
