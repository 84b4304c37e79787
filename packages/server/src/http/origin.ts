/**
 * Whether a browser sends a request for a page of another site. A name that an attacker points at this machine makes
 * such a page's own origin, so the origin has to be the service's own; on one's own machine, any of its names.
 */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @param origin the header as sent; programs send none */
export function isForeign(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return false
  const [sent, own] = [URL.parse(origin), URL.parse(baseUrl)]
  if (!sent || !own) return true
  return sent.origin !== own.origin && !(LOOPBACK.has(sent.hostname) && LOOPBACK.has(own.hostname))
}
