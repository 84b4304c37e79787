/**
 * The rates of writes, for each token and each address, over the API and MCP together. A write that exceeds either rate
 * counts for neither.
 * @see decisions 7
 */
import { RATE_WINDOW } from '@notegraph/contract'
import { rateLog, type Room } from '../rates.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/** The rates of writes, by token and by address. */
export interface WriteRates {
  readonly perToken: number
  readonly perAddress: number
  /** Counts one write, or refuses it with 429. @param now milliseconds since 1970 */
  count(tokenId: string, address: string, now: number): Result<void>
  /** The remaining writes, without counting. */
  room(tokenId: string, address: string, now: number): { readonly token: Room; readonly address: Room }
}

/**
 * Creates the rates of writes.
 *
 * @param perToken writes a minute; 0 means no limit @param perAddress the same for an address
 * @example
 * ```ts
 * const rates = writeRates(30, 45)
 * ```
 */
export function writeRates(perToken: number, perAddress: number): WriteRates {
  const tokens = rateLog(perToken, RATE_WINDOW)
  const addresses = rateLog(perAddress, RATE_WINDOW)
  const room = (tokenId: string, address: string, now: number) => ({
    token: tokens.room(tokenId, now),
    address: addresses.room(address, now),
  })
  return {
    perToken,
    perAddress,
    room,
    count(tokenId, address, now) {
      const left = room(tokenId, address, now)
      if (left.token.left === 0) return refuse({ code: 'rate_limited', limit: perToken, writes: 'token' })
      if (left.address.left === 0)
        return refuse({ code: 'rate_limited', limit: perAddress, writes: 'address' })
      tokens.count(tokenId, now)
      addresses.count(address, now)
      return ok(undefined)
    },
  }
}
