/** Warnings about settings that work but are dangerous, or do nothing. */
import { accessSync, constants } from 'node:fs'
import { makePrivateFolder } from '@notegraph/store/disk'
import { diskFault } from './disk-fault.ts'
import { isWithin } from './is-within.ts'
import { addressOf, type Settings } from './settings.ts'
import { isLoopback } from './loopback.ts'

/**
 * Creates the folder of backups, if there is none.
 *
 * @returns one line for each such setting, with the way to mend it
 * @example
 * ```ts
 * for (const warning of warningsOf(settings)) log.warn(warning)
 * ```
 */
export function warningsOf(
  settings: Pick<Settings, 'trustedProxies' | 'baseUrl' | 'host' | 'port'> &
    Partial<
      Pick<Settings, 'smtp' | 'databaseUrl' | 'misspelled' | 'unused' | 'data' | 'secretKeyFile' | 'backups'>
    >,
): string[] {
  const warnings = Object.entries(settings.misspelled ?? {}).map(
    ([written, meant]) =>
      `${written} has no effect, because there is no such setting. Did you mean ${meant}?`,
  )
  for (const [name, other] of Object.entries(settings.unused ?? {}))
    warnings.push(`${name} has no effect, because ${other} is not set.`)
  const { data, secretKeyFile: key, backups } = settings
  const copied = [data, backups?.folder].find(
    (folder) => key !== undefined && folder !== undefined && isWithin(key, folder),
  )
  if (copied !== undefined)
    warnings.push(
      `NOTEGRAPH_SECRET_KEY_FILE: ${key} is in ${copied}, so whoever has a copy of that folder can read its secrets. Stop the server, move the file out of the folder, and set its new place.`,
    )
  const fault = backups && folderFault(backups.folder)
  if (fault !== undefined)
    warnings.push(
      `NOTEGRAPH_BACKUP_FOLDER: the server cannot make backups. ${fault} Choose a folder that the server may write.`,
    )
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
  if (settings.smtp && isPlain(settings.smtp.url, 'smtp:', 'requireTLS', ['true']))
    warnings.push(
      'NOTEGRAPH_SMTP_URL: e-mail and its password go over the network in plain text if the mail server, or somebody in between, offers no TLS. Use smtps://, or add ?requireTLS=true.',
    )
  if (settings.databaseUrl !== undefined && isPlain(settings.databaseUrl, undefined, 'sslmode', SAFE_MODES))
    warnings.push(
      'NOTEGRAPH_DATABASE_URL: notes go to the database over the network in plain text. Add ?sslmode=verify-full.',
    )
  return warnings
}

/** Why a folder cannot be made or written. */
function folderFault(folder: string): string | undefined {
  try {
    makePrivateFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return diskFault(error) ?? `${(error as Error).message}.`
  }
}

/** The modes of PostgreSQL's `sslmode` without a fallback to plain text. */
const SAFE_MODES: readonly string[] = ['require', 'verify-ca', 'verify-full']

/**
 * Whether a connection may be plain beyond this machine. A name without a dot is one of an own network, such as that of
 * containers.
 */
function isPlain(
  address: string,
  protocol: string | undefined,
  option: string,
  safe: readonly string[],
): boolean {
  const url = new URL(address)
  const isNear = isLoopback(url.hostname) || !/[.:]/.test(url.hostname)
  const given = url.searchParams.get(option)
  return !isNear && (protocol ?? url.protocol) === url.protocol && !(given !== null && safe.includes(given))
}
