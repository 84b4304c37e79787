import { join } from 'node:path'
import type { Incoming, Retention } from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { diskIncoming } from './incoming.ts'
import { diskRetention } from './retention.ts'
import { SettingError } from './setting-error.ts'
import { originOf, type Settings } from './settings.ts'

/** What is kept, opened as the settings say. */
export interface Opened {
  readonly store: Store
  readonly blobs: Blobs
  readonly retention: Retention
  /** Where archives come in. */
  readonly incoming: Incoming
}

/** @throws {SettingError} where the data folder, or the bucket of files, cannot be used */
export async function openStore(settings: Settings): Promise<Opened> {
  const origin = originOf(settings)
  const store = openData(settings, origin)
  try {
    return {
      store,
      blobs: await openBlobs(settings),
      retention: diskRetention(settings.retention),
      incoming: diskIncoming(join(settings.data, 'imports')),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

function openData({ data, openGraphs }: Settings, origin: string | undefined): Store {
  try {
    return openSqlite(data, { openGraphs, ...(origin !== undefined && { origin }) })
  } catch (error) {
    throw new SettingError(`NOTEGRAPH_DATA: ${data} cannot be used: ${(error as Error).message}`)
  }
}

/** @throws {SettingError} where the bucket cannot be used */
export async function openBlobs({ data, bucket }: Settings): Promise<Blobs> {
  if (!bucket) return openDiskBlobs(join(data, 'files'))
  // Its client takes a while to load, and most have no bucket.
  const { openS3Blobs } = await import('@notegraph/store/s3')
  const blobs = openS3Blobs(bucket, join(data, 'incoming'))
  try {
    await blobs.ready()
  } catch (error) {
    const { name, message } = error as Error
    throw new SettingError(`NOTEGRAPH_S3_BUCKET: ${bucket.name} cannot be used: ${name}: ${message}`)
  }
  return blobs
}
