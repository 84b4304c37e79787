/**
 * The rates of reads, for each token and each account, over the API and MCP together. Many addresses read no faster
 * than a few. A read that exceeds either rate counts for neither.
 * @see decisions 6.1
 */
import type { RateRoom, RateStore } from '@notegraph/store'
import { rateUse, roomsOfTwo, takeFromTwo } from './rates.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** The caller that a read counts for. */
export interface Reader {
  /** The id of a token or a device session. */
  readonly token: string
  readonly account: string
}

/** The rates of reads, by token and by account. */
export interface ReadRates {
  readonly perToken: number
  readonly perAccount: number
  /** Counts reads, or refuses them with 429. @param now milliseconds since 1970 @param reads the reads of a batch */
  count(reader: Reader, now: number, reads?: number): Promise<Result<void>>
  /** The remaining reads, without counting. */
  room(reader: Reader, now: number): Promise<{ readonly token: RateRoom; readonly account: RateRoom }>
}

/**
 * Creates the rates of reads.
 *
 * @param perToken reads a minute; 0 means no limit @param perAccount the same for an account
 * @example
 * ```ts
 * const rates = readRates(store.rates, 600, 1_200)
 * ```
 */
export function readRates(rates: RateStore, perToken: number, perAccount: number): ReadRates {
  const [ofToken, ofAccount] = [rateUse('token-reads', perToken), rateUse('account-reads', perAccount)]
  const usesOf = ({ token, account }: Reader) =>
    [
      // The agent has one id for all accounts.
      perToken > 0 ? ofToken(`${account} ${token}`) : undefined,
      perAccount > 0 ? ofAccount(account) : undefined,
    ] as const
  return {
    perToken,
    perAccount,
    async room(reader, now) {
      const [token, account] = await roomsOfTwo(rates, usesOf(reader), now)
      return { token, account }
    },
    async count(reader, now, reads = 1) {
      if (reads === 0) return ok(undefined)
      const full = await takeFromTwo(rates, usesOf(reader), now, reads)
      if (full === 'first') return refuse({ code: 'rate_limited', limit: perToken, reads: 'token' })
      if (full === 'second') return refuse({ code: 'rate_limited', limit: perAccount, reads: 'account' })
      return ok(undefined)
    },
  }
}
