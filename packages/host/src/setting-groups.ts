/** Variables that only work together. Either all required variables of a group are set, or none of the group. */
import { join, resolve } from 'node:path'
import { isEmailAddress, LIMITS } from '@notegraph/contract'
import type { AgentSettings, ProviderSettings } from '@notegraph/service'
import type { Bucket } from '@notegraph/store/s3'
import { isWithin } from './is-within.ts'
import { isLoopback } from './loopback.ts'
import { SettingError } from './setting-error.ts'

type Values = Readonly<Record<string, string | undefined>>

/** @param needed the required variables @param optional the other variables of the group */
function isSet(needed: Values, optional: Values = {}): boolean {
  const set = Object.entries({ ...needed, ...optional }).filter(([, value]) => value !== undefined)
  const missing = Object.keys(needed).filter((name) => needed[name] === undefined)
  if (set.length === 0) return false
  if (missing.length > 0)
    throw new SettingError(`${missing.join(' and ')} must be set, because ${set[0]![0]} is set.`)
  return true
}

export interface ProviderVariables {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
}

export function providerOf(variables: ProviderVariables): ProviderSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = variables
  const set = isSet({
    NOTEGRAPH_OIDC_ISSUER: issuer,
    NOTEGRAPH_OIDC_CLIENT_ID: clientId,
    NOTEGRAPH_OIDC_CLIENT_SECRET: clientSecret,
  })
  return set ? { issuer: issuer!, clientId: clientId!, clientSecret: clientSecret! } : undefined
}

export interface AgentVariables {
  readonly agentIssuer: string | undefined
  readonly agentAudience: string | undefined
  readonly agentJwksUrl: string | undefined
}

/** @see decisions 9.4 */
export function agentOf(variables: AgentVariables): AgentSettings | undefined {
  const { agentIssuer: issuer, agentAudience: audience, agentJwksUrl: jwksUrl } = variables
  const set = isSet({
    NOTEGRAPH_AGENT_ISSUER: issuer,
    NOTEGRAPH_AGENT_AUDIENCE: audience,
    NOTEGRAPH_AGENT_JWKS_URL: jwksUrl,
  })
  return set ? { issuer: issuer!, audience: audience!, jwksUrl: jwksUrl! } : undefined
}

export interface BucketVariables {
  readonly s3Bucket: string | undefined
  readonly s3Endpoint: string | undefined
  readonly s3Region: string | undefined
  readonly s3Key: string | undefined
  readonly s3Secret: string | undefined
  readonly s3PathStyle: boolean | undefined
}

/** @param group the group of variables, as in `NOTEGRAPH_S3_BUCKET` */
export function bucketOf(variables: BucketVariables, group = 'S3'): Bucket | undefined {
  const { s3Bucket: name, s3Endpoint: endpoint, s3Region, s3Key: key, s3Secret: secret } = variables
  const set = isSet(
    {
      [`NOTEGRAPH_${group}_BUCKET`]: name,
      [`NOTEGRAPH_${group}_KEY`]: key,
      [`NOTEGRAPH_${group}_SECRET`]: secret,
    },
    { [`NOTEGRAPH_${group}_ENDPOINT`]: endpoint, [`NOTEGRAPH_${group}_REGION`]: s3Region },
  )
  if (!set) return undefined
  return {
    name: name!,
    region: s3Region ?? 'us-east-1',
    ...(endpoint !== undefined && { endpoint }),
    accessKeyId: key!,
    secretAccessKey: secret!,
    pathStyle: variables.s3PathStyle ?? endpoint !== undefined,
  }
}

/** The mail server, and the address of the sender. */
export interface SmtpSettings {
  readonly url: string
  readonly from: string
}

export interface SmtpVariables {
  readonly smtpUrl: string | undefined
  readonly smtpFrom: string | undefined
}

/** The sender is the user of the mail server if that is an address, else a mailbox at the public address. */
export function smtpOf(
  { smtpUrl: url, smtpFrom: from }: SmtpVariables,
  baseUrl: string | undefined,
): SmtpSettings | undefined {
  if (!isSet({ NOTEGRAPH_SMTP_URL: url }, { NOTEGRAPH_SMTP_FROM: from })) return undefined
  const user = decodeURIComponent(new URL(url!).username)
  const own = `notegraph@${baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname}`
  return { url: url!, from: from ?? (isEmailAddress(user) ? user : own) }
}

/** The folder for graphs whose plan has ended. */
export const retentionOf = (folder: string | undefined, data: string): string => folder ?? join(data, 'ended')

/** The file of the secret key beside the data folder. Servers over PostgreSQL share a key, so its place must be named. */
export const keyBeside = ({
  data,
  databaseUrl,
}: {
  data: string
  databaseUrl: string | undefined
}): string | undefined => (databaseUrl === undefined ? `${resolve(data)}.key` : undefined)

/** The scripts of a checkout that run the command line. */
const SCRIPTS: ReadonlySet<string | undefined> = new Set(['start', 'notegraph'])

/** The command line as it is called: npm names the script that runs, which only a checkout has, or `npx`. */
export function commandLineOf({ npm_lifecycle_event: script }: Values): string {
  if (SCRIPTS.has(script)) return 'npm run -s notegraph --'
  return script === 'npx' ? 'npx notegraph' : 'notegraph'
}

export const FIRST_STARTS = ['account', 'nothing'] as const
export type FirstStart = (typeof FIRST_STARTS)[number]

/**
 * The content of a first start if the setting is missing: an account for the person at this machine. A server that other
 * people can reach, or that has an identity provider, creates none.
 */
export const firstStartOf = (given: Reach): FirstStart => (isForOneMachine(given) ? 'account' : 'nothing')

interface Reach {
  readonly host: string
  readonly baseUrl: string | undefined
  readonly provider: ProviderSettings | undefined
}

/** Whether only people at this machine use the server. */
const isForOneMachine = ({ host, baseUrl, provider }: Reach): boolean =>
  isLoopback(host) && (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname)) && !provider

/**
 * Minutes after which a person signs in again, if the setting is missing. A person who uses a server for one machine can run its
 * command line, so nothing is asked there. Behind a proxy, other people may reach it.
 * @see decisions 9.6
 */
export const signInAgainOf = (given: Reach & { readonly trustedProxies: readonly string[] }): number =>
  isForOneMachine(given) && given.trustedProxies.length === 0 ? 0 : LIMITS.signInAgainMinutes

/** The folder of backups, the hours between two of them, the number that is kept, and a bucket for copies. */
export interface BackupSchedule {
  readonly folder: string
  readonly hours: number
  readonly keep: number
  readonly bucket: Bucket | undefined
}

/** The backups that the server makes by itself. */
export function backupsOf(
  {
    backupFolder: folder,
    backupHours: hours,
    backupKeep: keep,
    bucket,
  }: {
    readonly backupFolder: string | undefined
    readonly backupHours: number
    readonly backupKeep: number
    readonly bucket: Bucket | undefined
  },
  { data, databaseUrl }: { readonly data: string; readonly databaseUrl: string | undefined },
): BackupSchedule | undefined {
  if (
    !isSet({ NOTEGRAPH_BACKUP_FOLDER: folder }, { NOTEGRAPH_BACKUP_S3_BUCKET: bucket?.name }) ||
    folder === undefined
  )
    return undefined
  if (databaseUrl !== undefined)
    throw new SettingError(
      'NOTEGRAPH_BACKUP_FOLDER is for a data folder, and NOTEGRAPH_DATABASE_URL is set. Use the tools of PostgreSQL and of the bucket.',
    )
  if (isWithin(folder, data))
    throw new SettingError(
      `NOTEGRAPH_BACKUP_FOLDER ${JSON.stringify(folder)} is in NOTEGRAPH_DATA, so both would be lost together. Choose a folder elsewhere, best on another disk.`,
    )
  return { folder: resolve(folder), hours, keep, bucket }
}
