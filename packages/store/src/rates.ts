/** Rates that all processes over one store count together. */

/** A limit on requests in any window. */
export interface RateRule {
  /** Distinguishes the rate from others, such as `requests`. */
  readonly name: string
  /** Requests in a window, at least 1. */
  readonly limit: number
  /** The length of the window in milliseconds. */
  readonly window: number
}

/** A rate and the key that requests count for, such as an address or a token. */
export interface RateUse {
  readonly rate: RateRule
  readonly key: string
}

/** The remaining rate of a key. */
export interface RateRoom {
  /** Requests within the limit; `Infinity` without a limit. */
  readonly left: number
  /** Milliseconds until the oldest counted request expires; 0 if none counts. */
  readonly renewsIn: number
}

/**
 * Counts requests in sliding windows, exactly. Times are milliseconds since 1970. If the processes cannot exchange their
 * counts, each counts its own requests, so that there is always a limit.
 */
export interface RateStore {
  /** Counts requests, also those beyond the limit. @returns whether the last exceeds it */
  count(use: RateUse, now: number, requests?: number): Promise<boolean>
  /**
   * Counts requests for each use, or for none if one has too little room.
   * @returns the index of the first use with too little room
   */
  take(uses: readonly RateUse[], now: number, requests?: number): Promise<number | undefined>
  /** The remaining rate of each use, without counting. */
  rooms(uses: readonly RateUse[], now: number): Promise<RateRoom[]>
}
