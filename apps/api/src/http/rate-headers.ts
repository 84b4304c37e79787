/**
 * What is left of the rates, as structured fields: `"requests";r=118;t=42`, where `t` is the seconds until more is left.
 * A rate without a limit is not told.
 * @see draft-ietf-httpapi-ratelimit-headers-11
 */
import { LIMITS } from '@notegraph/contract'
import type { RateLog, Room, WriteRates } from '@notegraph/service'

export interface Rates {
  readonly requests: RateLog
  readonly writeRates: WriteRates
}

const WINDOW = LIMITS.rateWindow / 1_000

/**
 * @param tokenId the token whose writes are told too, on the routes that write
 * @param now milliseconds since 1970
 */
export function rateHeaders(
  { requests, writeRates }: Rates,
  address: string,
  tokenId: string | undefined,
  now: number,
): Record<string, string> {
  const rates: [name: string, limit: number, room: Room][] = [
    ['requests', requests.limit, requests.room(address, now)],
  ]
  if (tokenId !== undefined) {
    const { token, address: fromAddress } = writeRates.room(tokenId, address, now)
    rates.push(
      ['token-writes', writeRates.perToken, token],
      ['address-writes', writeRates.perAddress, fromAddress],
    )
  }
  const limited = rates.filter(([, limit]) => limit > 0)
  if (limited.length === 0) return {}
  return {
    'RateLimit-Policy': limited.map(([name, limit]) => `"${name}";q=${limit};w=${WINDOW}`).join(', '),
    RateLimit: limited
      .map(
        ([name, , { left, renewsIn }]) =>
          `"${name}";r=${left};t=${renewsIn > 0 ? Math.ceil(renewsIn / 1_000) : WINDOW}`,
      )
      .join(', '),
  }
}
