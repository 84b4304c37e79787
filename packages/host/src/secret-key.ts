/**
 * The file of the key under which secrets are kept. It lies outside of the data folder, so that a copy of the folder opens
 * nothing.
 * @see decisions 9.7
 */
import { chmodSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  changeSecretKey,
  OtherSecretKey,
  useSecretKey,
  type SecretKey,
  type SecretRow,
  type Store,
} from '@notegraph/store'
import {
  isWide,
  makeFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  readSecretKey,
  writeSecretKey,
} from '@notegraph/store/disk'
import { SettingError } from './setting-error.ts'
import type { Settings } from './settings.ts'

const VARIABLE = 'NOTEGRAPH_SECRET_KEY_FILE'

/** The key of a server, and its file. */
export interface KeyFile {
  readonly path: string
  readonly key: SecretKey
  /** Whether this call made the file. */
  readonly isNew: boolean
}

/**
 * Reads the key of a server, or makes its file.
 *
 * @throws {SettingError} if the file cannot be read or made; nothing was changed then
 * @example
 * ```ts
 * const { key } = secretKeyOf(readSettings(process.env))
 * ```
 */
export function secretKeyOf(settings: Pick<Settings, 'secretKeyFile'>): KeyFile {
  const path = pathOf(settings)
  try {
    makeFolder(dirname(path), PRIVATE_FOLDER)
    const isNew = !existsSync(path) && writeSecretKey(path)
    const key = readSecretKey(path)!
    if (isWide(statSync(path).mode, PRIVATE_FILE)) narrow(path)
    return { path, key, isNew }
  } catch (error) {
    throw unusable(path, error)
  }
}

/** A file that a container gives to its processes stays as it is. */
function narrow(path: string): void {
  try {
    chmodSync(path, PRIVATE_FILE)
  } catch (error) {
    if (!/^(?:EPERM|EROFS)$/.test(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

function pathOf({ secretKeyFile: path }: Pick<Settings, 'secretKeyFile'>): string {
  if (path !== undefined) return path
  throw new SettingError(
    `${VARIABLE} must be set, because NOTEGRAPH_DATABASE_URL is set. All servers of the database need the same file.`,
  )
}

const unusable = (path: string, error: unknown) =>
  new SettingError(
    `${VARIABLE}: ${path} cannot be used: ${(error as Error).message}. Name a file outside of the data folder that the server may write.`,
  )

const notTheKey = (path: string, isMissing: boolean) =>
  new SettingError(
    `${VARIABLE}: ${path} ${isMissing ? 'is missing' : 'is another key than the one of the data'}. Put the right file there. If it is lost, run \`notegraph secret-key new --lost\`, which deletes what nobody can read any more.`,
  )

/**
 * Wraps the store of a server with its key.
 *
 * @throws {SettingError} if the data is under another key
 */
export async function underSecretKey(store: Store, { path, key, isNew }: KeyFile): Promise<Store> {
  try {
    return await useSecretKey(store, key)
  } catch (error) {
    if (!(error instanceof OtherSecretKey)) throw error
    if (isNew) rmSync(path)
    else if (await finishChange(store, path)) return useSecretKey(store, readSecretKey(path)!)
    throw notTheKey(path, isNew)
  }
}

/** The new key of a change until the data is under it. */
const nextOf = (path: string): string => `${path}.next`

/** A change of the key that was interrupted after the data. */
async function finishChange(store: Store, path: string): Promise<boolean> {
  const next = readSecretKey(nextOf(path))
  if (next === undefined || next.fingerprint !== (await store.secrets.fingerprint())) return false
  renameSync(nextOf(path), path)
  return true
}

/** The result of a change of the key. */
export interface KeyChange {
  readonly path: string
  /** The file of the previous key, which opens earlier backups; absent if it was lost. */
  readonly previous?: string
  readonly deleted: readonly DeletedSecret[]
}

/** Something that was deleted because its key is lost. */
export interface DeletedSecret {
  readonly what: (typeof WHAT)[SecretRow['table']]
  /** Absent if it belongs to the server. */
  readonly account?: string
  /** The id of a webhook, of the page of a link, or of a way. */
  readonly id?: string
}

const WHAT = {
  webhook: 'webhook',
  webhook_delivery: 'delivery of a webhook',
  push_key: 'key for web push',
  digest_way: 'address of the daily digest',
  share: 'link to a shared page',
  keyring: 'key of the audit log',
} as const

/**
 * Names what was deleted.
 *
 * @example
 * ```ts
 * const deleted = deletedSecrets((await changeSecretKey(store, undefined, key))!)
 * ```
 */
export const deletedSecrets = (rows: readonly SecretRow[]): DeletedSecret[] =>
  rows.map(({ table, accountId, key, columns }) => ({
    what: WHAT[table],
    ...(accountId !== '' && { account: accountId }),
    ...((table === 'webhook' || table === 'digest_way') && { id: key }),
    ...(table === 'share' && { id: columns['page_id']! }),
  }))

/**
 * Makes a new key and encrypts everything again. An interrupted change is finished by the next start or the next call.
 *
 * @param store without a key, as `openRawStore` returns it
 * @param isLost whether to delete what the lost key encrypted
 * @param now milliseconds since 1970
 * @throws {SettingError} if the present key is missing or another, is not lost, or a file cannot be written
 * @example
 * ```ts
 * const { previous } = await newSecretKey(await openRawStore(settings), settings, false, Date.now())
 * ```
 */
export async function newSecretKey(
  store: Store,
  settings: Pick<Settings, 'secretKeyFile'>,
  isLost: boolean,
  now: number,
): Promise<KeyChange> {
  const path = pathOf(settings)
  try {
    await finishChange(store, path)
    const from = readSecretKey(path)
    if (from === undefined && !isLost) throw notTheKey(path, true)
    if (from && isLost && from.fingerprint === (await store.secrets.fingerprint()))
      throw new SettingError(
        `${VARIABLE}: ${path} is the key of the data, so nothing is lost. Run \`notegraph secret-key new\` without --lost.`,
      )
    rmSync(nextOf(path), { force: true })
    makeFolder(dirname(path), PRIVATE_FOLDER)
    writeSecretKey(nextOf(path))
    const to = readSecretKey(nextOf(path))!
    if (from && !isLost) await useSecretKey(store, from)
    const rows = await changeSecretKey(store, isLost ? undefined : from, to)
    if (rows === undefined) throw new OtherSecretKey('somebody else changed the key')
    const previous = `${path}.until-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`
    if (from) linkSync(path, previous)
    renameSync(nextOf(path), path)
    return { path, ...(from && { previous }), deleted: deletedSecrets(rows) }
  } catch (error) {
    if (error instanceof SettingError) throw error
    if (error instanceof OtherSecretKey) throw notTheKey(path, false)
    throw unusable(path, error)
  }
}
