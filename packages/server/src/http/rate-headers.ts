/**
 * The remaining rates as structured fields: `"requests";r=118;t=42`, where `t` is the seconds until more is available.
 * A rate without a limit is left out.
 * @see draft-ietf-httpapi-ratelimit-headers-11
 */
import { RATE_WINDOW } from '@notegraph/contract'
import type { Reader, ReadRates, RateLog, Room, WriteRates } from '@notegraph/service'

export interface Rates {
  readonly requests: RateLog
  readonly readRates: ReadRates
  readonly writeRates: WriteRates
  readonly clock: () => number
}

/** The caller for the rates other than that of the address. */
export interface CountedCaller {
  /** For reads. */
  readonly reader?: Reader | undefined
  /** The id of a token, for writes. */
  readonly writer?: string | undefined
}

const WINDOW = RATE_WINDOW / 1_000

/** The remaining rates. */
export function rateHeaders(
  { requests, readRates, writeRates, clock }: Rates,
  address: string,
  { reader, writer }: CountedCaller = {},
): Record<string, string> {
  const now = clock()
  const fields = new Fields()
  fields.add('requests', requests.limit, requests.room(address, now))
  if (reader) {
    const room = readRates.room(reader, now)
    fields.add('token-reads', readRates.perToken, room.token)
    fields.add('account-reads', readRates.perAccount, room.account)
  }
  if (writer !== undefined) {
    const room = writeRates.room(writer, address, now)
    fields.add('token-writes', writeRates.perToken, room.token)
    fields.add('address-writes', writeRates.perAddress, room.address)
  }
  return fields.headers()
}

/** The two fields, which name the same rates. Both are lists of items with parameters. @see RFC 9651, 3.1 */
class Fields {
  #policy = ''
  #left = ''

  /** @param limit 0 means none */
  add(name: string, limit: number, { left, renewsIn }: Room): void {
    if (limit === 0) return
    const separator = this.#policy === '' ? '' : ', '
    const seconds = renewsIn > 0 ? Math.ceil(renewsIn / 1_000) : WINDOW
    this.#policy += `${separator}"${name}";q=${limit};w=${WINDOW}`
    this.#left += `${separator}"${name}";r=${left};t=${seconds}`
  }

  headers(): Record<string, string> {
    return this.#policy === '' ? {} : { 'RateLimit-Policy': this.#policy, RateLimit: this.#left }
  }
}
