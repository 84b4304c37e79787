/**
 * The rates of writes, for each token and each address, over the API and MCP together. A write that exceeds either rate
 * counts for neither.
 * @see decisions 7
 */
import type { RateRoom, RateStore } from '@notegraph/store'
import { rateUse, roomsOfTwo, takeFromTwo } from '../rates.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/** The rates of writes, by token and by address. */
export interface WriteRates {
  readonly perToken: number
  readonly perAddress: number
  /** Counts writes, one by default, or refuses all of them with 429. @param now milliseconds since 1970 */
  count(tokenId: string, address: string, now: number, writes?: number): Promise<Result<void>>
  /** The remaining writes, without counting. */
  room(
    tokenId: string,
    address: string,
    now: number,
  ): Promise<{ readonly token: RateRoom; readonly address: RateRoom }>
}

/**
 * Creates the rates of writes.
 *
 * @param perToken writes a minute; 0 means no limit @param perAddress the same for an address
 * @example
 * ```ts
 * const rates = writeRates(store.rates, 30, 45)
 * ```
 */
export function writeRates(rates: RateStore, perToken: number, perAddress: number): WriteRates {
  const [ofToken, ofAddress] = [rateUse('token-writes', perToken), rateUse('address-writes', perAddress)]
  const usesOf = (tokenId: string, address: string) =>
    [perToken > 0 ? ofToken(tokenId) : undefined, perAddress > 0 ? ofAddress(address) : undefined] as const
  return {
    perToken,
    perAddress,
    async room(tokenId, address, now) {
      const [ofToken, ofAddress] = await roomsOfTwo(rates, usesOf(tokenId, address), now)
      return { token: ofToken, address: ofAddress }
    },
    async count(tokenId, address, now, writes) {
      const full = await takeFromTwo(rates, usesOf(tokenId, address), now, writes)
      if (full === 'first') return refuse({ code: 'rate_limited', limit: perToken, writes: 'token' })
      if (full === 'second') return refuse({ code: 'rate_limited', limit: perAddress, writes: 'address' })
      return ok(undefined)
    },
  }
}
