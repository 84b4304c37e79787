/**
 * Work of an account in the background: imports, and restores of a whole graph. Each account has the running or latest job of
 * each kind, and every process of the server can read its progress here.
 */
import type { Entity } from './members.ts'

/** The state of a job; `cut_off` if its process ended before the job did. */
export type JobStage = 'running' | 'done' | 'failed' | 'cut_off'

/** The members of a job. */
export const JOB = {
  /** A UUID. */
  id: 'text',
  state: 'text',
  startedAt: 'number',
  /** When its process last reported that the job runs. */
  seenAt: 'number',
  endedAt: 'number?',
  /** How many items are done: notes and files of an archive, or pages and blocks to restore. */
  done: 'number',
  /** How many items there are. */
  total: 'number',
  /** The facts and the result of the job, as JSON text. */
  result: 'text?',
} as const

/** A job. Times are milliseconds since 1970. */
export interface JobRow extends Entity<typeof JOB> {
  readonly accountId: string
  readonly state: JobStage
}

/** The running or latest job of each account, of one kind. */
export interface JobStore {
  find(accountId: string): Promise<JobRow | undefined>
  /**
   * Replaces the account's job with a new one, in one step.
   * @param seenSince a running job that reported nothing since this time counts as ended
   * @returns false if another job is running
   */
  begin(row: JobRow, seenSince: number): Promise<boolean>
  /** @returns false if the account has another job now, or none */
  update(row: JobRow): Promise<boolean>
}
