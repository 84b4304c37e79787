import type { Fetch } from '@notegraph/sync'

/**
 * Rates of sync count by address, and devices of different people have different ones. The server trusts a proxy on this
 * machine to name it.
 * @param n 1 to 254
 */
export const fetchFrom =
  (n: number): Fetch =>
  async (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, 'X-Forwarded-For': `192.0.2.${n}` } })
