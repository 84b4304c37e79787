/** The thread of `threadBackup`. It opens the store itself: to copy a large graph would block the serving thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite, workInBackground } from '@notegraph/store/sqlite'
import type { BackupTask } from './backup-thread.ts'
import { openBlobs } from './blobs.ts'
import { takeDueBackup } from './scheduled-backups.ts'

workInBackground()
const { data, bucket, schedule, now } = workerData as BackupTask
const port = parentPort!
const stopping = new AbortController()
port.on('message', () => stopping.abort())

async function run(): Promise<void> {
  const store = openSqlite(data, { openGraphs: 1 })
  try {
    const blobs = await openBlobs({ data, bucket })
    await takeDueBackup({ store, blobs, data }, schedule, now, stopping.signal)
  } finally {
    await store.close()
  }
}

await run()
  .then(() => port.postMessage(undefined))
  .catch((error: unknown) => port.postMessage(error))
  .finally(() => port.close())
