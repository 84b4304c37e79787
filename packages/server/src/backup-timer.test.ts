/** [operations] The timer of scheduled backups. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '@notegraph/host'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBackups, type BackupTimerDeps, type Backups } from './backup-timer.ts'

/** A busy machine may take longer than the second that is usual. */
const WAIT = { timeout: 120_000 }

const HOUR = 3_600_000

let folder: string
let logged: string
let running: Backups | undefined
const clock = { now: Date.UTC(2026, 10, 20, 12) }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-timer-'))
  logged = ''
})
afterEach(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true })
})

const start = (take: BackupTimerDeps['take']): Backups =>
  (running = startBackups({
    data: 'data',
    bucket: undefined,
    schedule: { folder, hours: 24, keep: 3, bucket: undefined },
    clock: () => clock.now,
    log: makeLog('info', { write: (line) => (logged += line) }),
    take,
    every: 1,
  }))
const make = (now: number): void => {
  const at = join(folder, `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
  mkdirSync(at)
  writeFileSync(join(at, 'backup.json'), JSON.stringify({ at: now, accounts: 1, files: 2, damaged: [] }))
}

test('[operations] a backup is made when it is due, and not before', async () => {
  const taken: number[] = []
  const { state } = start(async ({ now }) => {
    taken.push(now)
    make(now)
  })
  const first = clock.now
  await vi.waitFor(() => expect(logged).toContain('a backup was made'), WAIT)
  clock.now += 24 * HOUR - 1
  await vi.waitFor(() => expect(state()).toMatchObject({ kept: 1, isLate: false }), WAIT)
  clock.now += 1
  await vi.waitFor(() => expect(state().kept).toBe(2), WAIT)
  expect(taken).toEqual([first, first + 24 * HOUR])
})

test('[operations] a failure is a line of the log, and ends no timer', async () => {
  let tries = 0
  start(async () => {
    tries++
    throw Object.assign(new Error('secret words'), { code: 'ENOSPC' })
  })
  await vi.waitFor(() => expect(tries).toBeGreaterThan(1), WAIT)
  expect(logged).toContain('a backup failed')
  expect(logged).toContain('ENOSPC')
  expect(logged).not.toContain('secret words')
})

test('[operations] a stop waits for the backup that runs, and is no failure', async () => {
  const begun = Promise.withResolvers<void>()
  const { stop } = start(
    async (_, signal) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error))
        begun.resolve()
      }),
  )
  await begun.promise
  await stop()
  expect(logged).toBe('')
})
