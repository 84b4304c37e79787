/**
 * Runs work of accounts in the background, one job of a kind at a time for an account. Its progress is noted in the store
 * every few seconds. A job without recent progress was interrupted with its process.
 */
import { setInterval } from 'node:timers'
import type { JobRow, JobStore } from '@notegraph/store'

/** The end of a job. */
export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cut_off'
  /** The facts and the result, as JSON text. */
  readonly result: string
  /** Called when readers see the end. */
  readonly announce?: () => void
}

/** The control of a job, for its work. */
export interface JobControl {
  /** Aborted if the process stops, or if another job replaced this one. */
  readonly stop: AbortSignal
  readonly progress: (done: number, total: number) => void
}

/** The jobs of one kind. */
export interface Jobs {
  /** The running job of an account, or its last one. */
  read(accountId: string): Promise<JobRow | undefined>
  /** @param work must not throw @returns false if another job of the account runs, or the process stops */
  begin(row: JobRow, work: (control: JobControl) => Promise<JobEnd>): Promise<boolean>
  /** The jobs of this process that run or wait for their turn. */
  running(): number
  /** Stops the running jobs, and notes that. */
  stop(): Promise<void>
}

export interface JobsDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Milliseconds between two notes of progress; a test shortens them. */
  readonly noteEvery?: number | undefined
  /** Called if the end of a job could not be noted. */
  readonly onLost: (accountId: string, error: unknown) => void
}

/** Milliseconds between two notes of progress. Each note waits for the disk, and delays others. */
const NOTED_EVERY = 5_000
/** Milliseconds without progress after which a job counts as interrupted. */
const SILENT = 30_000

interface Run {
  row: JobRow
  readonly ended: Promise<void>
}

/** A job as it is now: one that was silent for long was interrupted. */
export const jobNow = (row: JobRow, now: number): JobRow =>
  row.state === 'running' && row.seenAt < now - SILENT
    ? { ...row, state: 'cut_off', endedAt: row.seenAt }
    : row

/** Creates the jobs of one kind. */
export function backgroundJobs(store: JobStore, { clock, noteEvery, onLost }: JobsDeps): Jobs {
  const runs = new Map<string, Run>()
  const stopping = new AbortController()

  function start(first: JobRow, work: (control: JobControl) => Promise<JobEnd>): void {
    const { accountId } = first
    const run: Run = { row: first, ended: Promise.resolve() }
    const replaced = new AbortController()
    /** A job that was silent for long may have been replaced, and its account deleted. */
    const note = async (row: JobRow): Promise<void> => {
      if (!(await store.update({ ...row, seenAt: clock() }))) replaced.abort()
    }
    /** One at a time: two on their way could arrive in the other order, and the end would be lost. */
    let noting: Promise<void> | undefined
    const timer = setInterval(() => {
      noting ??= note(run.row)
        .catch(() => {})
        .finally(() => (noting = undefined))
    }, noteEvery ?? NOTED_EVERY).unref()
    const whole = async (): Promise<void> => {
      const stop = AbortSignal.any([stopping.signal, replaced.signal])
      const progress = (done: number, total: number) => void (run.row = { ...run.row, done, total })
      const { announce, ...end } = await work({ stop, progress }).finally(() => clearInterval(timer))
      await noting
      // The store has the end before this process shows it, so that no reader is ahead of another.
      const ended = { ...run.row, ...end, endedAt: clock() }
      await note(ended)
      run.row = ended
      announce?.()
      runs.delete(accountId)
    }
    const lost = (error: unknown): void => {
      runs.delete(accountId)
      onLost(accountId, error)
    }
    runs.set(accountId, Object.assign(run, { ended: whole().catch(lost) }))
  }

  return {
    /** A running job is more current in memory than its last note. */
    async read(accountId) {
      const row = runs.get(accountId)?.row ?? (await store.find(accountId))
      return row && !runs.has(accountId) ? jobNow(row, clock()) : row
    },
    async begin(row, work) {
      if (stopping.signal.aborted || !(await store.begin(row, row.startedAt - SILENT))) return false
      start(row, work)
      return true
    },
    running: () => runs.size,
    async stop() {
      stopping.abort()
      await Promise.all(Array.from(runs.values(), ({ ended }) => ended))
    },
  }
}
