/**
 * The rates of reads, for each token and each account, over the API and MCP together. Many addresses read no faster
 * than a few. A read that exceeds either rate counts for neither.
 * @see decisions 6.1
 */
import { RATE_WINDOW } from '@notegraph/contract'
import { rateLog, type Room } from './rates.ts'
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
  count(reader: Reader, now: number, reads?: number): Result<void>
  /** The remaining reads, without counting. */
  room(reader: Reader, now: number): { readonly token: Room; readonly account: Room }
}

/**
 * Creates the rates of reads.
 *
 * @param perToken reads a minute; 0 means no limit @param perAccount the same for an account
 * @example
 * ```ts
 * const rates = readRates(600, 1_200)
 * ```
 */
export function readRates(perToken: number, perAccount: number): ReadRates {
  const tokens = rateLog(perToken, RATE_WINDOW)
  const accounts = rateLog(perAccount, RATE_WINDOW)
  // The agent has one id for all accounts.
  const keyOf = ({ token, account }: Reader): string => `${account} ${token}`
  const room: ReadRates['room'] = (reader, now) => ({
    token: tokens.room(keyOf(reader), now),
    account: accounts.room(reader.account, now),
  })
  return {
    perToken,
    perAccount,
    room,
    count(reader, now, reads = 1) {
      const left = room(reader, now)
      if (left.token.left < reads) return refuse({ code: 'rate_limited', limit: perToken, reads: 'token' })
      if (left.account.left < reads)
        return refuse({ code: 'rate_limited', limit: perAccount, reads: 'account' })
      if (reads > 0) {
        tokens.count(keyOf(reader), now, reads)
        accounts.count(reader.account, now, reads)
      }
      return ok(undefined)
    },
  }
}
