/**
 * Detects browser requests from pages of another site. An attacker may point a name at this machine, and that name
 * becomes the origin of the page. So the origin must be the server's own, or on one's own machine any of its names.
 */
/** The names of one's own machine. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @param origin the raw header; programs send none */
export function isForeign(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return false
  const [sent, own] = [URL.parse(origin), URL.parse(baseUrl)]
  if (!sent || !own) return true
  return sent.origin !== own.origin && !(LOOPBACK.has(sent.hostname) && LOOPBACK.has(own.hostname))
}
