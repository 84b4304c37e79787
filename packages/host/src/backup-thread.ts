/** Makes a scheduled backup in a thread of its own. */
import { startModule } from '@notegraph/store/sqlite'
import type { Settings } from './settings.ts'
import type { BackupSchedule } from './setting-groups.ts'

/** The work of a thread. */
export interface BackupTask extends Pick<Settings, 'data' | 'bucket'> {
  readonly schedule: BackupSchedule
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Milliseconds that a stopped thread has to delete the incomplete backup. The next one does it otherwise. */
const PATIENCE = 3_000

/**
 * Makes a backup as `takeDueBackup` does.
 * @throws the error of the backup
 * @example
 * ```ts
 * await threadBackup({ data, bucket, schedule, now: Date.now() })
 * ```
 */
export async function threadBackup(task: BackupTask, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const thread = startModule(import.meta.url, 'backup-worker', '@notegraph/host/backup-worker', {
    workerData: task,
  })
  thread.ref()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let patience: NodeJS.Timeout | undefined
  const stop = () => {
    thread.postMessage('stop')
    patience = setTimeout(() => reject(signal!.reason), PATIENCE)
  }
  thread.on('message', (error: Error | undefined) => (error === undefined ? resolve() : reject(error)))
  thread.on('error', reject)
  thread.on('exit', () => reject(new Error('the thread of a backup ended')))
  signal?.addEventListener('abort', stop)
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    clearTimeout(patience)
    await thread.terminate()
  }
}
