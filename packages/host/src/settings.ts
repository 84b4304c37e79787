/** Reads settings from the environment, and checks them before anything starts. @see operations, Environment */
import { LIMITS } from '@notegraph/contract'
import { nearest } from '@notegraph/query'
import type { AgentSettings, ProviderSettings } from '@notegraph/service'
import type { Bucket } from '@notegraph/store/s3'
import * as v from 'valibot'
import { isLoopback } from './loopback.ts'
import { SettingError } from './setting-error.ts'
import {
  agentOf,
  backupsOf,
  bucketOf,
  commandLineOf,
  FIRST_STARTS,
  firstStartOf,
  providerOf,
  keyBeside,
  retentionOf,
  signInAgainOf,
  smtpOf,
  type BackupSchedule,
  type FirstStart,
  type SmtpSettings,
} from './setting-groups.ts'
import { tracingOf, type TracingSettings } from './tracing-settings.ts'
import {
  DatabaseUrl,
  EmailAddress,
  Hosts,
  HttpAddress,
  Issuer,
  KeysUrl,
  Networks,
  OnOrOff,
  ReleasesUrl,
  Secrets,
  SiteHosts,
  SmtpUrl,
  type SiteHostSettings,
  wholeNumber,
  YesOrNo,
} from './setting-values.ts'

/** The settings of a server. Rates are in requests or writes per minute. */
export interface Settings {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** The public address, without a trailing slash. If undefined, the server uses host and port. */
  readonly baseUrl: string | undefined
  /** The folder of the database and of files. */
  readonly data: string
  /** The file of the key under which secrets are kept; undefined if PostgreSQL stores the data and none is named. */
  readonly secretKeyFile: string | undefined
  readonly trustedProxies: readonly string[]
  /** Requests from one address. Here and below, 0 means no limit. */
  readonly requestsPerMinute: number
  /** Writes with one token. */
  readonly writesPerMinuteToken: number
  /** Writes from one address, over all its tokens. */
  readonly writesPerMinuteAddress: number
  /** Connections at once; 0 means no limit. */
  readonly connections: number
  /** Connections from one address at once. */
  readonly connectionsPerAddress: number
  /** Revertible changes of one account; further writes are refused. */
  readonly revertibleChanges: number
  /** Days for which replaced states are kept; 0 keeps none. */
  readonly historyDays: number
  /** The address of PostgreSQL; if undefined, the data folder holds the accounts and graphs. */
  readonly databaseUrl: string | undefined
  /** Bytes of the replicas of this process, which it has only with PostgreSQL. */
  readonly replicaBytes: number
  /** Graphs that stay open at once. */
  readonly openGraphs: number
  /** The bucket for the bytes of files; if undefined, they are in the data folder. */
  readonly bucket: Bucket | undefined
  /** The identity provider; if undefined, people sign in with links only. */
  readonly provider: ProviderSettings | undefined
  /** Minutes after which a person signs in again before anything reaches beyond the account; 0 never asks. */
  readonly signInAgainMinutes: number
  /** Whether apps connect to MCP by signing in. */
  readonly oauth: boolean
  /** Issuer and keys of the server's own agent. */
  readonly agent: AgentSettings | undefined
  /** Secrets that sign messages of the billing service; if empty, the server accepts no messages. */
  readonly billingSecrets: readonly string[]
  /** Hosts of webhooks, with or without a port, that may be private and may use http. */
  readonly webhookHosts: readonly string[]
  /** Whether published sites answer at names of their own. */
  readonly siteHosts: SiteHostSettings
  /** The mail server for digests; if undefined, the server sends no e-mail. */
  readonly smtp: SmtpSettings | undefined
  /** The folder for graphs of accounts whose plan has ended. */
  readonly retention: string
  /** The backups that the server makes by itself; undefined for none. */
  readonly backups: BackupSchedule | undefined
  /** The content that a start creates in an empty store. */
  readonly firstStart: FirstStart
  /** Whether a start prints tokens and sign-in links. */
  readonly printSecrets: boolean
  /** The command line as people call it here, for hints that name a command. */
  readonly commandLine: string
  /** Variables that are no setting, with the setting that each probably means. */
  readonly misspelled: Readonly<Record<string, string>>
  /** Settings without effect, with the missing setting that each belongs to. */
  readonly unused: Readonly<Record<string, string>>
  /** The commit that the program was built from; undefined if it is unknown. */
  readonly build: string | undefined
  /** The address of a list of releases, which the server asks once a day; undefined never asks. */
  readonly releasesUrl: string | undefined
  readonly logLevel: LogLevel
  /** Whether the lines of requests have the address of the caller. */
  readonly logAddresses: boolean
  /** The address of the port for measurements. */
  readonly metricsHost: string
  /** The port for measurements; undefined measures nothing, and 0 picks a free port. */
  readonly metricsPort: number | undefined
  /** Undefined if the server does not trace. */
  readonly tracing: TracingSettings | undefined
}

/** Log levels, from none to the most detailed. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
/** Lines below this level are not logged. */
export type LogLevel = (typeof LOG_LEVELS)[number]

const SETTINGS = {
  host: ['NOTEGRAPH_HOST', v.optional(v.string(), '127.0.0.1')],
  port: ['NOTEGRAPH_PORT', v.optional(wholeNumber(0, 65_535), '8787')],
  baseUrl: ['NOTEGRAPH_BASE_URL', v.optional(HttpAddress)],
  data: ['NOTEGRAPH_DATA', v.optional(v.string(), './data')],
  secretKeyFile: ['NOTEGRAPH_SECRET_KEY_FILE', v.optional(v.string())],
  trustedProxies: ['NOTEGRAPH_TRUSTED_PROXIES', v.optional(Networks, '')],
  requestsPerMinute: ['NOTEGRAPH_REQUESTS_PER_MINUTE', v.optional(wholeNumber(0, 1_000_000), '120')],
  writesPerMinuteToken: ['NOTEGRAPH_WRITES_PER_MINUTE_TOKEN', v.optional(wholeNumber(0, 1_000_000), '30')],
  writesPerMinuteAddress: [
    'NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS',
    v.optional(wholeNumber(0, 1_000_000), '45'),
  ],
  revertibleChanges: ['NOTEGRAPH_REVERTIBLE_CHANGES', v.optional(wholeNumber(0, 1_000_000), '500')],
  historyDays: ['NOTEGRAPH_HISTORY_DAYS', v.optional(wholeNumber(0, 3_650), String(LIMITS.historyDays))],
  databaseUrl: ['NOTEGRAPH_DATABASE_URL', v.optional(DatabaseUrl)],
  replicaBytes: ['NOTEGRAPH_REPLICA_BYTES', v.optional(wholeNumber(1_000_000, 1e15), '21474836480')],
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
  signInAgainMinutes: ['NOTEGRAPH_SIGN_IN_AGAIN_MINUTES', v.optional(wholeNumber(0, 43_200))],
  oauth: ['NOTEGRAPH_OAUTH', v.optional(OnOrOff, 'off')],
  agentIssuer: ['NOTEGRAPH_AGENT_ISSUER', v.optional(v.string())],
  agentAudience: ['NOTEGRAPH_AGENT_AUDIENCE', v.optional(v.string())],
  agentJwksUrl: ['NOTEGRAPH_AGENT_JWKS_URL', v.optional(KeysUrl)],
  billingSecrets: ['NOTEGRAPH_BILLING_SECRET', v.optional(Secrets, '')],
  webhookHosts: ['NOTEGRAPH_WEBHOOK_HOSTS', v.optional(Hosts, '')],
  siteHosts: ['NOTEGRAPH_SITE_HOSTS', v.optional(SiteHosts, 'off')],
  smtpUrl: ['NOTEGRAPH_SMTP_URL', v.optional(SmtpUrl)],
  smtpFrom: ['NOTEGRAPH_SMTP_FROM', v.optional(EmailAddress)],
  retention: ['NOTEGRAPH_RETENTION', v.optional(v.string())],
  backupFolder: ['NOTEGRAPH_BACKUP_FOLDER', v.optional(v.string())],
  backupHours: ['NOTEGRAPH_BACKUP_HOURS', v.optional(wholeNumber(1, 8_760), '24')],
  backupKeep: ['NOTEGRAPH_BACKUP_KEEP', v.optional(wholeNumber(1, 1_000), '14')],
  backupBucket: ['NOTEGRAPH_BACKUP_S3_BUCKET', v.optional(v.string())],
  backupEndpoint: ['NOTEGRAPH_BACKUP_S3_ENDPOINT', v.optional(HttpAddress)],
  backupRegion: ['NOTEGRAPH_BACKUP_S3_REGION', v.optional(v.string())],
  backupKey: ['NOTEGRAPH_BACKUP_S3_KEY', v.optional(v.string())],
  backupSecret: ['NOTEGRAPH_BACKUP_S3_SECRET', v.optional(v.string())],
  backupPathStyle: ['NOTEGRAPH_BACKUP_S3_PATH_STYLE', v.optional(YesOrNo)],
  firstStart: [
    'NOTEGRAPH_FIRST_START',
    v.optional(v.picklist(FIRST_STARTS, `takes ${FIRST_STARTS.join(' or ')}`)),
  ],
  printSecrets: ['NOTEGRAPH_PRINT_SECRETS', v.optional(YesOrNo, 'true')],
  build: ['NOTEGRAPH_BUILD', v.optional(v.string())],
  releasesUrl: ['NOTEGRAPH_RELEASES_URL', v.optional(ReleasesUrl)],
  logLevel: [
    'NOTEGRAPH_LOG_LEVEL',
    v.optional(v.picklist(LOG_LEVELS, `takes one of ${LOG_LEVELS.join(', ')}`), 'info'),
  ],
  logAddresses: ['NOTEGRAPH_LOG_ADDRESSES', v.optional(OnOrOff, 'off')],
  metricsHost: ['NOTEGRAPH_METRICS_HOST', v.optional(v.string(), '127.0.0.1')],
  metricsPort: ['NOTEGRAPH_METRICS_PORT', v.optional(wholeNumber(0, 65_535))],
} as const

type Given = { readonly [K in keyof typeof SETTINGS]: v.InferOutput<(typeof SETTINGS)[K][1]> }

/**
 * Reads the settings of a server.
 *
 * @param env an empty variable counts as missing
 * @throws {SettingError} at the first invalid value
 * @example
 * ```ts
 * const settings = readSettings({ NOTEGRAPH_PORT: '8080' })
 * ```
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = Object.entries(SETTINGS).map(([key, [name, schema]]) => {
    const given = env[name] === '' ? undefined : env[name]
    const result = v.safeParse(schema, given)
    if (!result.success)
      throw new SettingError(`${name} ${faultWords(name, given, result.issues[0].message)}.`)
    return [key, result.output]
  })
  const { agentIssuer, agentAudience, agentJwksUrl, ...given } = Object.fromEntries(read) as Given
  const { oidcIssuer, oidcClientId, oidcClientSecret, ...rest } = given
  const {
    s3Bucket,
    s3Endpoint,
    s3Region,
    s3Key,
    s3Secret,
    s3PathStyle,
    retention,
    backupFolder,
    backupHours,
    backupKeep,
    backupBucket,
    backupEndpoint,
    backupRegion,
    backupKey,
    backupSecret,
    backupPathStyle,
    secretKeyFile,
    smtpUrl,
    smtpFrom,
    ...settings
  } = rest
  requireAddress(given)
  if (given.oauth) requireHttps(given)
  const provider = providerOf({ oidcIssuer, oidcClientId, oidcClientSecret })
  const copies = bucketOf(
    {
      s3Bucket: backupBucket,
      s3Endpoint: backupEndpoint,
      s3Region: backupRegion,
      s3Key: backupKey,
      s3Secret: backupSecret,
      s3PathStyle: backupPathStyle,
    },
    'BACKUP_S3',
  )
  return {
    ...settings,
    bucket: bucketOf({ s3Bucket, s3Endpoint, s3Region, s3Key, s3Secret, s3PathStyle }),
    provider,
    agent: agentOf({ agentIssuer, agentAudience, agentJwksUrl }),
    smtp: smtpOf({ smtpUrl, smtpFrom }, settings.baseUrl),
    retention: retentionOf(retention, settings.data),
    backups: backupsOf({ backupFolder, backupHours, backupKeep, bucket: copies }, settings),
    secretKeyFile: secretKeyFile ?? keyBeside(settings),
    commandLine: commandLineOf(env),
    misspelled: misspelledIn(env),
    unused: unusedIn(env),
    tracing: tracingOf(env),
    signInAgainMinutes: settings.signInAgainMinutes ?? signInAgainOf({ ...settings, provider }),
    firstStart: settings.firstStart ?? firstStartOf({ ...settings, provider }),
  }
}

const PREFIX = 'NOTEGRAPH_'
const NAMES: readonly string[] = Object.values(SETTINGS).map(([name]) => name.slice(PREFIX.length))

/** Other programs have variables of their own with the same prefix, so only a name like that of a setting counts. */
function misspelledIn(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found = Object.keys(env).flatMap((name) => {
    const rest = name.startsWith(PREFIX) && env[name] ? name.slice(PREFIX.length) : ''
    const meant = rest === '' || NAMES.includes(rest) ? undefined : nearest(rest, NAMES)
    return meant === undefined ? [] : [[name, PREFIX + meant]]
  })
  return Object.fromEntries(found) as Record<string, string>
}

/** Settings that only have an effect with another one. */
const BELONGS: Readonly<Record<string, string>> = {
  NOTEGRAPH_S3_PATH_STYLE: 'NOTEGRAPH_S3_BUCKET',
  NOTEGRAPH_BACKUP_HOURS: 'NOTEGRAPH_BACKUP_FOLDER',
  NOTEGRAPH_BACKUP_KEEP: 'NOTEGRAPH_BACKUP_FOLDER',
  NOTEGRAPH_BACKUP_S3_PATH_STYLE: 'NOTEGRAPH_BACKUP_S3_BUCKET',
  NOTEGRAPH_METRICS_HOST: 'NOTEGRAPH_METRICS_PORT',
  NOTEGRAPH_REPLICA_BYTES: 'NOTEGRAPH_DATABASE_URL',
}

const unusedIn = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(BELONGS).filter(([name, other]) => env[name] && !env[other]))

/** No URL has an IPv6 address with a zone, such as `fe80::1%eth0`. */
function requireAddress({ host, port, baseUrl }: Pick<Given, 'host' | 'port' | 'baseUrl'>): void {
  if (baseUrl === undefined && !URL.canParse(addressOf(host, port)))
    throw new SettingError(
      `NOTEGRAPH_HOST ${JSON.stringify(host)} cannot be part of an address. Set NOTEGRAPH_BASE_URL to the address that people use.`,
    )
}

/** Codes and tokens pass through the browser, so only https is safe, except on this machine. */
function requireHttps({
  host,
  port,
  baseUrl = addressOf(host, port),
}: Pick<Given, 'host' | 'port' | 'baseUrl'>): void {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new SettingError(
      `NOTEGRAPH_OAUTH requires an https address, not ${baseUrl}. Set NOTEGRAPH_BASE_URL to the public address.`,
    )
}

/** The message leaves a secret out, even an invalid one. */
const faultWords = (name: string, given: string | undefined, takes: string): string =>
  name.endsWith('_SECRET') || name === 'NOTEGRAPH_DATABASE_URL' || name === 'NOTEGRAPH_SMTP_URL'
    ? takes
    : `${takes}, not ${JSON.stringify(given)}`

/**
 * The origin of the server, with which it recognizes addresses of its files. Undefined if the port is not yet known.
 *
 * @example
 * ```ts
 * originOf(readSettings({ NOTEGRAPH_PORT: '8080' })) // 'http://127.0.0.1:8080'
 * ```
 */
export function originOf(settings: Settings): string | undefined {
  if (settings.baseUrl !== undefined) return new URL(settings.baseUrl).origin
  return settings.port === 0 ? undefined : addressOf(settings.host, settings.port)
}

/**
 * The http address of a host and port.
 *
 * @example
 * ```ts
 * addressOf('::1', 8787) // 'http://[::1]:8787'
 * ```
 */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
