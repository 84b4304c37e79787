/**
 * Makes backups at regular times. Each failure is a line in the log, and the server tries again in an hour. The folder of the
 * backups has the state, so a start goes on where the last one stopped.
 */
import { backupState, nextBackup, threadBackup, type Log, type Settings } from '@notegraph/host'
import type { BackupState } from '@notegraph/service'
import { faultOf } from './http/log.ts'
import { repeat } from './repeat.ts'

const MINUTE = 60_000

export interface BackupTimerDeps extends Pick<Settings, 'data' | 'bucket'> {
  readonly schedule: NonNullable<Settings['backups']>
  readonly clock: () => number
  readonly log: Log
  /** Makes a backup; the default is a thread of its own. */
  readonly take?: typeof threadBackup | undefined
  /** Milliseconds between two looks at what is due. The first comes after one of them, so that a start is not delayed. */
  readonly every?: number
}

/** Backups that are made at regular times. */
export interface Backups {
  readonly state: () => BackupState
  /** Stops the timer and a running backup. */
  readonly stop: () => Promise<void>
}

export function startBackups({
  data,
  bucket,
  schedule,
  clock,
  log,
  take = threadBackup,
  every = MINUTE,
}: BackupTimerDeps): Backups {
  const state = () => backupState(schedule, clock())

  async function look(stopping: AbortSignal): Promise<void> {
    const now = clock()
    try {
      const before = state()
      if (nextBackup(schedule, before) > now) return
      await take({ data, bucket, schedule, now }, stopping)
      const { latest } = state()
      log.info(
        { accounts: latest?.accounts, files: latest?.files, damaged: latest?.damaged },
        latest?.at === before.latest?.at ? 'a backup was copied' : 'a backup was made',
      )
    } catch (error) {
      if (!stopping.aborted) log.error({ fault: faultOf(error) }, 'a backup failed')
    }
  }

  return { state, stop: repeat(look, { first: every, every }) }
}
