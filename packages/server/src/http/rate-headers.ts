/**
 * The remaining rates as structured fields: `"requests";r=118;t=42`, where `t` is the seconds until more is available.
 * A rate without a limit is left out.
 * @see draft-ietf-httpapi-ratelimit-headers-11
 */
import { RATE_WINDOW } from '@notegraph/contract'
import type { Rate, Reader, ReadRates, WriteRates } from '@notegraph/service'
import type { RateRoom } from '@notegraph/store'

export interface Rates {
  readonly requests: Rate
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
export async function rateHeaders(
  { requests, readRates, writeRates, clock }: Rates,
  address: string,
  { reader, writer }: CountedCaller = {},
): Promise<Record<string, string>> {
  const now = clock()
  // The store may be another server: one wait is enough.
  const [room, reads, writes] = await Promise.all([
    requests.room(address, now),
    reader && readRates.room(reader, now),
    writer === undefined ? undefined : writeRates.room(writer, address, now),
  ])
  const rates: [name: string, limit: number, room: RateRoom][] = [['requests', requests.limit, room]]
  if (reads) {
    rates.push(['token-reads', readRates.perToken, reads.token])
    rates.push(['account-reads', readRates.perAccount, reads.account])
  }
  if (writes) {
    rates.push(['token-writes', writeRates.perToken, writes.token])
    rates.push(['address-writes', writeRates.perAddress, writes.address])
  }
  // Both fields are lists of items with parameters, and name the same rates. See RFC 9651, 3.1.
  let policy = ''
  let remaining = ''
  for (const [name, limit, { left, renewsIn }] of rates) {
    if (limit === 0) continue // no limit
    const separator = policy === '' ? '' : ', '
    const seconds = renewsIn > 0 ? Math.ceil(renewsIn / 1_000) : WINDOW
    policy += `${separator}"${name}";q=${limit};w=${WINDOW}`
    remaining += `${separator}"${name}";r=${left};t=${seconds}`
  }
  return policy === '' ? {} : { 'RateLimit-Policy': policy, RateLimit: remaining }
}
