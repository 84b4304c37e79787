/** Warnings about settings that work but are dangerous. */
import { addressOf, type Settings } from './settings.ts'
import { isLoopback } from './loopback.ts'

/**
 * @returns one line for each dangerous setting, with the way to mend it
 * @example
 * ```ts
 * for (const warning of warningsOf(settings)) log.warn(warning)
 * ```
 */
export function warningsOf(
  settings: Pick<Settings, 'trustedProxies' | 'baseUrl' | 'host' | 'port'>,
): string[] {
  const warnings: string[] = []
  const everybody = settings.trustedProxies.find((network) => network.endsWith('/0'))
  if (everybody !== undefined)
    warnings.push(
      `NOTEGRAPH_TRUSTED_PROXIES: ${everybody} lets every caller choose its own address, so limits by address do not work. List only the networks of your proxies.`,
    )
  const { protocol, hostname, origin } = new URL(settings.baseUrl ?? addressOf(settings.host, settings.port))
  if (protocol === 'http:' && !isLoopback(hostname))
    warnings.push(
      `NOTEGRAPH_BASE_URL: people reach ${origin} over http, so others can read tokens and notes on the network. Put the server behind TLS and set its https address.`,
    )
  return warnings
}
