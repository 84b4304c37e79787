import { join } from 'node:path'
import type { Blobs, Store } from '@notegraph/store'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { originOf, type Settings } from './settings.ts'

/** What is kept, opened as the settings say. */
export interface Opened {
  readonly store: Store
  readonly blobs: Blobs
}

/** @throws when the data folder cannot be made or read */
export function openStore(settings: Settings): Opened {
  const origin = originOf(settings)
  return {
    store: openSqlite(settings.data, origin === undefined ? {} : { origin }),
    blobs: openDiskBlobs(join(settings.data, 'files')),
  }
}
