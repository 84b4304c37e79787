import { join } from 'node:path'
import type { Blobs } from '@notegraph/store'
import { openDiskBlobs } from '@notegraph/store/disk'
import { SettingError } from './setting-error.ts'
import type { Settings } from './settings.ts'

/**
 * Opens the storage for the bytes of files: the bucket if one is set, and the data folder otherwise.
 *
 * @throws {SettingError} if the bucket cannot be used
 * @example
 * ```ts
 * const blobs = await openBlobs(readSettings(process.env))
 * ```
 */
export async function openBlobs({ data, bucket }: Pick<Settings, 'data' | 'bucket'>): Promise<Blobs> {
  if (!bucket) return openDiskBlobs(join(data, 'files'))
  // The S3 client is slow to load, and most servers have no bucket.
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
