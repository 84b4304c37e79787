/** Settings from the environment, checked before anything starts. @see operations, Environment */
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'

export interface Settings {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** The address that people use, without a slash at its end; from host and port where it is not set. */
  readonly baseUrl: string | undefined
  /** Folder of the embedded store and of files. */
  readonly data: string
  readonly trustedProxies: readonly string[]
  /** From one address; 0 is no limit, here and below. */
  readonly requestsPerMinute: number
  /** With one token. */
  readonly writesPerMinuteToken: number
  /** From one address, over all its tokens. */
  readonly writesPerMinuteAddress: number
  /** Changes of one account that may be open for Revert before writes are refused. */
  readonly revertibleChanges: number
  readonly logLevel: LogLevel
}

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A value that stops the start. Its message is one line that names the variable. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `takes a whole number from ${from} to ${to}`),
    v.transform(Number),
    v.minValue(from, `takes a whole number from ${from} to ${to}`),
    v.maxValue(to, `takes a whole number from ${from} to ${to}`),
  )

const HttpAddress = v.pipe(
  v.string(),
  v.check(isHttpAddress, 'takes an http or https address without a query, such as https://notes.example'),
  v.transform((address) => {
    const { origin, pathname } = new URL(address)
    return (origin + pathname).replace(/\/+$/, '')
  }),
)

const Networks = v.pipe(
  v.string(),
  v.transform((list) =>
    list
      .split(',')
      .map((network) => network.trim())
      .filter(Boolean),
  ),
  v.check(
    (list) => list.every((network) => ipaddr.isValidCIDR(network)),
    'takes networks in CIDR form with commas between, such as 10.0.0.0/8,fd00::/8',
  ),
)

const SETTINGS = {
  host: ['NOTEGRAPH_HOST', v.optional(v.string(), '127.0.0.1')],
  port: ['NOTEGRAPH_PORT', v.optional(wholeNumber(0, 65_535), '8787')],
  baseUrl: ['NOTEGRAPH_BASE_URL', v.optional(HttpAddress)],
  data: ['NOTEGRAPH_DATA', v.optional(v.string(), './data')],
  trustedProxies: ['NOTEGRAPH_TRUSTED_PROXIES', v.optional(Networks, '')],
  requestsPerMinute: ['NOTEGRAPH_REQUESTS_PER_MINUTE', v.optional(wholeNumber(0, 1_000_000), '120')],
  writesPerMinuteToken: ['NOTEGRAPH_WRITES_PER_MINUTE_TOKEN', v.optional(wholeNumber(0, 1_000_000), '30')],
  writesPerMinuteAddress: [
    'NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS',
    v.optional(wholeNumber(0, 1_000_000), '45'),
  ],
  revertibleChanges: ['NOTEGRAPH_REVERTIBLE_CHANGES', v.optional(wholeNumber(0, 1_000_000), '500')],
  logLevel: [
    'NOTEGRAPH_LOG_LEVEL',
    v.optional(v.picklist(LOG_LEVELS, `takes one of ${LOG_LEVELS.join(', ')}`), 'info'),
  ],
} as const

/**
 * @param env a variable that is empty counts as not set
 * @throws {SettingError} at the first value that is wrong
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  if (env['NOTEGRAPH_DATABASE_URL'])
    throw new SettingError(
      'NOTEGRAPH_DATABASE_URL: this release keeps its data in NOTEGRAPH_DATA alone; unset it.',
    )
  const read = Object.entries(SETTINGS).map(([key, [name, schema]]) => {
    const given = env[name] === '' ? undefined : env[name]
    const result = v.safeParse(schema, given)
    if (!result.success)
      throw new SettingError(`${name} ${result.issues[0].message}, not ${JSON.stringify(given)}.`)
    return [key, result.output]
  })
  return Object.fromEntries(read) as Settings
}

/** The service's own origin, by which it knows its file addresses; undefined on a port that is yet to be picked. */
export function originOf(settings: Settings): string | undefined {
  if (settings.baseUrl !== undefined) return new URL(settings.baseUrl).origin
  return settings.port === 0 ? undefined : addressOf(settings.host, settings.port)
}

/** The address of a server on a host and port. */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  )
}
