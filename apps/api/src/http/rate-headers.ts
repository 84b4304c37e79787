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
  const fields = new Fields()
  if (requests.limit > 0) fields.add('requests', requests.limit, requests.room(address, now))
  if (tokenId !== undefined) {
    const room = writeRates.room(tokenId, address, now)
    if (writeRates.perToken > 0) fields.add('token-writes', writeRates.perToken, room.token)
    if (writeRates.perAddress > 0) fields.add('address-writes', writeRates.perAddress, room.address)
  }
  return fields.headers()
}

/** The two fields, which name the same rates. Lists of items with parameters. @see RFC 9651, 3.1 */
class Fields {
  #policy = ''
  #left = ''

  add(name: string, limit: number, { left, renewsIn }: Room): void {
    const separator = this.#policy === '' ? '' : ', '
    const seconds = renewsIn > 0 ? Math.ceil(renewsIn / 1_000) : WINDOW
    this.#policy += `${separator}"${name}";q=${limit};w=${WINDOW}`
    this.#left += `${separator}"${name}";r=${left};t=${seconds}`
  }

  headers(): Record<string, string> {
    return this.#policy === '' ? {} : { 'RateLimit-Policy': this.#policy, RateLimit: this.#left }
  }
}
