/** Settings from the environment, checked before anything starts. @see operations, Environment */
import { LIMITS } from '@notegraph/contract'
import type { AgentSettings, ProviderSettings } from '@notegraph/service'
import type { Bucket } from '@notegraph/store/s3'
import * as v from 'valibot'
import { SettingError } from './setting-error.ts'
import {
  agentOf,
  bucketOf,
  FIRST_STARTS,
  firstStartOf,
  providerOf,
  retentionOf,
  type FirstStart,
} from './setting-groups.ts'
import { HttpAddress, Issuer, KeysUrl, Networks, Secrets, wholeNumber, YesOrNo } from './setting-values.ts'

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
  /** Connections at once; 0 is no limit. */
  readonly connections: number
  /** Connections from one address at once. */
  readonly connectionsPerAddress: number
  /** Changes of one account that may be open for Revert before writes are refused. */
  readonly revertibleChanges: number
  /** Graphs that stay open at once. */
  readonly openGraphs: number
  /** The bucket in which the bytes of files are; in the data folder where there is none. */
  readonly bucket: Bucket | undefined
  /** Where people sign in; by links alone where there is none. */
  readonly provider: ProviderSettings | undefined
  /** Minutes after which a browser signs in again before it makes a secret or takes the graph out; 0 never asks. */
  readonly signInAgainMinutes: number
  /** How the server's own agent is known. */
  readonly agent: AgentSettings | undefined
  /** What messages of the billing service are signed with; without one none is taken. */
  readonly billingSecrets: readonly string[]
  /** Folder for the graphs of accounts whose plan is over. */
  readonly retention: string
  /** What a start on an empty store makes. */
  readonly firstStart: FirstStart
  /** Whether a start prints tokens and links that sign in. */
  readonly printSecrets: boolean
  readonly logLevel: LogLevel
}

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

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
  openGraphs: ['NOTEGRAPH_OPEN_GRAPHS', v.optional(wholeNumber(1, 100_000), '200')],
  connections: ['NOTEGRAPH_CONNECTIONS', v.optional(wholeNumber(0, 1_000_000), '4096')],
  connectionsPerAddress: ['NOTEGRAPH_CONNECTIONS_PER_ADDRESS', v.optional(wholeNumber(0, 1_000_000), '1024')],
  s3Bucket: ['NOTEGRAPH_S3_BUCKET', v.optional(v.string())],
  s3Endpoint: ['NOTEGRAPH_S3_ENDPOINT', v.optional(HttpAddress)],
  s3Region: ['NOTEGRAPH_S3_REGION', v.optional(v.string())],
  s3Key: ['NOTEGRAPH_S3_KEY', v.optional(v.string())],
  s3Secret: ['NOTEGRAPH_S3_SECRET', v.optional(v.string())],
  s3PathStyle: ['NOTEGRAPH_S3_PATH_STYLE', v.optional(YesOrNo)],
  oidcIssuer: ['NOTEGRAPH_OIDC_ISSUER', v.optional(Issuer)],
  oidcClientId: ['NOTEGRAPH_OIDC_CLIENT_ID', v.optional(v.string())],
  oidcClientSecret: ['NOTEGRAPH_OIDC_CLIENT_SECRET', v.optional(v.string())],
  signInAgainMinutes: [
    'NOTEGRAPH_SIGN_IN_AGAIN_MINUTES',
    v.optional(wholeNumber(0, 43_200), String(LIMITS.signInAgainMinutes)),
  ],
  agentIssuer: ['NOTEGRAPH_AGENT_ISSUER', v.optional(v.string())],
  agentAudience: ['NOTEGRAPH_AGENT_AUDIENCE', v.optional(v.string())],
  agentJwksUrl: ['NOTEGRAPH_AGENT_JWKS_URL', v.optional(KeysUrl)],
  billingSecrets: ['NOTEGRAPH_BILLING_SECRET', v.optional(Secrets, '')],
  retention: ['NOTEGRAPH_RETENTION', v.optional(v.string())],
  firstStart: [
    'NOTEGRAPH_FIRST_START',
    v.optional(v.picklist(FIRST_STARTS, `takes ${FIRST_STARTS.join(' or ')}`)),
  ],
  printSecrets: ['NOTEGRAPH_PRINT_SECRETS', v.optional(YesOrNo, 'true')],
  logLevel: [
    'NOTEGRAPH_LOG_LEVEL',
    v.optional(v.picklist(LOG_LEVELS, `takes one of ${LOG_LEVELS.join(', ')}`), 'info'),
  ],
} as const

type Given = { readonly [K in keyof typeof SETTINGS]: v.InferOutput<(typeof SETTINGS)[K][1]> }

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
      throw new SettingError(`${name} ${faultWords(name, given, result.issues[0].message)}.`)
    return [key, result.output]
  })
  const { agentIssuer, agentAudience, agentJwksUrl, ...given } = Object.fromEntries(read) as Given
  const { oidcIssuer, oidcClientId, oidcClientSecret, ...rest } = given
  const { s3Bucket, s3Endpoint, s3Region, s3Key, s3Secret, s3PathStyle, retention, ...settings } = rest
  const provider = providerOf({ oidcIssuer, oidcClientId, oidcClientSecret })
  return {
    ...settings,
    bucket: bucketOf({ s3Bucket, s3Endpoint, s3Region, s3Key, s3Secret, s3PathStyle }),
    provider,
    agent: agentOf({ agentIssuer, agentAudience, agentJwksUrl }),
    retention: retentionOf(retention, settings.data),
    firstStart: settings.firstStart ?? firstStartOf({ ...settings, provider }),
  }
}

/** What is a secret is not told, wrong as it is. */
const faultWords = (name: string, given: string | undefined, takes: string): string =>
  name.endsWith('_SECRET') ? takes : `${takes}, not ${JSON.stringify(given)}`

/** The service's own origin, by which it knows its file addresses; undefined on a port that is yet to be picked. */
export function originOf(settings: Settings): string | undefined {
  if (settings.baseUrl !== undefined) return new URL(settings.baseUrl).origin
  return settings.port === 0 ? undefined : addressOf(settings.host, settings.port)
}

/** The address of a server on a host and port. */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
