import { join } from 'node:path'
import type { Importer, ArchiveStaging, Retention } from '@notegraph/service'
import { withoutHistory, type Blobs, type Store } from '@notegraph/store'
import { makePrivateFolder } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { diskArchiveStaging } from './archive-staging.ts'
import { finishRestore } from './backup.ts'
import { openBlobs } from './blobs.ts'
import { requireOwnData } from './data-owner.ts'
import { diskFault } from './disk-fault.ts'
import { threadImporter } from './import-thread.ts'
import { replicasFolder } from './replicas-folder.ts'
import { diskRetention } from './retention.ts'
import { secretKeyOf, underSecretKey } from './secret-key.ts'
import { SettingError } from './setting-error.ts'
import { originOf, type Settings } from './settings.ts'

/** The store and the folders of a server, opened from its settings. */
export interface OpenStores {
  readonly store: Store
  readonly blobs: Blobs
  readonly retention: Retention
  /** Receives uploaded archives. */
  readonly incoming: ArchiveStaging
  readonly importer: Importer
}

/**
 * Opens everything that a server stores. The caller closes `store`.
 *
 * @throws {SettingError} if the data folder, the database or the bucket cannot be used
 * @example
 * ```ts
 * const { store, blobs } = await openStore(readSettings(process.env))
 * ```
 */
export async function openStore(settings: Settings): Promise<OpenStores> {
  const origin = originOf(settings)
  const { data, bucket, databaseUrl, historyDays } = settings
  requireOwnData(data)
  const keyFile = secretKeyOf(settings)
  const opened = await openRawStore(settings)
  const store = historyDays === 0 ? withoutHistory(opened) : opened
  try {
    const blobs = await openBlobs(settings)
    return {
      store: await underSecretKey(store, keyFile),
      blobs,
      importer: threadImporter(store, blobs, { data, bucket, databaseUrl, origin, historyDays }),
      retention: diskRetention(settings.retention),
      incoming: diskArchiveStaging(join(settings.data, 'imports')),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens the store without the secret key, for a change of the key.
 *
 * @throws {SettingError} as `openStore`
 * @example
 * ```ts
 * const store = await openRawStore(readSettings(process.env))
 * ```
 */
export async function openRawStore(settings: Settings): Promise<Store> {
  const { data, openGraphs, databaseUrl: url, replicaBytes: bytes } = settings
  requireOwnData(data)
  const origin = originOf(settings)
  const ofService = origin === undefined ? {} : { origin }
  if (url === undefined)
    return usingFolder(data, () => {
      finishRestore(data)
      return openSqlite(data, { openGraphs, ...ofService })
    })
  const folder = replicasFolder(data)
  usingFolder(data, () => {
    for (const one of [data, folder]) makePrivateFolder(one)
  })
  try {
    const { openReplicated } = await import('@notegraph/store-postgres') // a server without it needs no driver
    return await openReplicated({ url, folder, replicas: { openGraphs, bytes, ...ofService } })
  } catch (error) {
    if (diskFault(error) !== undefined) throw unusable(data, error) // the replicas are on the disk of this machine
    throw new SettingError(`NOTEGRAPH_DATABASE_URL: the database cannot be used: ${(error as Error).message}`)
  }
}

function usingFolder<T>(data: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw unusable(data, error)
  }
}

function unusable(data: string, error: unknown): SettingError {
  const fault = diskFault(error)
  const why = fault === undefined ? `: ${(error as Error).message}` : `. ${fault}`
  return new SettingError(`NOTEGRAPH_DATA: ${data} cannot be used${why}`)
}
