/** Settings that work and are dangerous: a start says so, one line each, and goes on. */
import { addressOf, type Settings } from './settings.ts'
import { isLoopback } from './loopback.ts'

export function warningsOf(
  settings: Pick<Settings, 'trustedProxies' | 'baseUrl' | 'host' | 'port'>,
): string[] {
  const warnings: string[] = []
  const everybody = settings.trustedProxies.find((network) => network.endsWith('/0'))
  if (everybody !== undefined)
    warnings.push(
      `NOTEGRAPH_TRUSTED_PROXIES: ${everybody} trusts every caller to say its own address, so no rate by address holds. Name the networks of your proxies.`,
    )
  const { protocol, hostname, origin } = new URL(settings.baseUrl ?? addressOf(settings.host, settings.port))
  if (protocol === 'http:' && !isLoopback(hostname))
    warnings.push(
      `NOTEGRAPH_BASE_URL: people reach ${origin} over http, so tokens and notes can be read on their way. Put the server behind TLS, and set its https address.`,
    )
  return warnings
}
