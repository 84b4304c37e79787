/**
 * Commits very many records in a thread. While it writes, this thread prepares the next records and serves requests.
 * The other thread has its own connection to the file and commits with the same code.
 */
import type { Worker } from 'node:worker_threads'
import type { CommitResult } from '../../graph/commits.ts'
import { AccountMoving } from '../../unavailable.ts'
import type { PackedBatch } from './pack.ts'
import { endThread } from '../../thread.ts'
import { BATCH_NURSERY, startThread } from '../thread.ts'

/** Settings that the thread gets at its start. */
export interface BulkSettings {
  readonly path: string
  readonly origin: string | undefined
}
export interface BulkAnswer {
  readonly result?: CommitResult
  readonly error?: Error
  /** The class of an error is lost between threads. */
  readonly isMoving?: boolean
}

/** How long the thread stays without work, in milliseconds. */
const IDLE = 2_000

/**
 * Runs work that writes in this thread, in one transaction: at once if no other connection writes, otherwise after it. SQLite
 * allows one writer, and to wait for the file here would block all requests.
 */
export type Line = <T>(work: () => T) => T | Promise<T>

/** For a graph with one connection. */
export const NO_LINE: Line = (work) => work()

export interface BulkWriter {
  /** Starts the thread early, so that it is ready for the first commit. */
  prepare(): void
  /**
   * Commits changes in the thread. Fails without a commit if an earlier batch breaks the thread while this one waits.
   */
  commit(batch: PackedBatch): Promise<CommitResult>
  readonly inLine: Line
  /** Runs work that writes through another connection, after the earlier commits. */
  hold<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** @param idle milliseconds after which the thread ends when it has no work */
export function bulkWriter(settings: BulkSettings, idle: number = IDLE): BulkWriter {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  /** How many batches failed. */
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(timer)
    const ended = worker
    worker = undefined
    await endThread(ended)
  }

  function start(): Worker {
    const thread = startThread('bulk/worker', { ...BATCH_NURSERY, workerData: settings })
    const gone = () => {
      if (worker === thread) worker = undefined
    }
    return thread.on('error', gone).on('exit', gone)
  }

  /** Starts the timer if no commit waits, so that a thread with work never ends. */
  function letIdle(): void {
    clearTimeout(timer)
    if (worker && inLine === 0) timer = setTimeout(() => void end(), idle).unref()
  }

  /** Sends one batch at a time, so that each answer belongs to the batch sent last. */
  function send(batch: PackedBatch): Promise<CommitResult> {
    const thread = (worker ??= start())
    return new Promise<CommitResult>((resolve, reject) => {
      const settle = (act: () => void) => {
        thread.off('message', answered).off('error', failed).off('exit', gone).unref()
        act()
      }
      const failed = (error: Error) =>
        settle(() => {
          failures++
          reject(error)
        })
      const answered = ({ result, error, isMoving }: BulkAnswer) =>
        result ? settle(() => resolve(result)) : failed(isMoving ? new AccountMoving() : error!)
      const gone = () => failed(new Error('the writing thread ended'))
      thread.ref()
      thread.on('message', answered).on('error', failed).on('exit', gone)
      thread.postMessage(
        batch,
        batch.changes.flatMap(({ narrow, numbers }) => [narrow.buffer, numbers.buffer]),
      )
    })
  }

  /** Runs work one after the other in the order of the calls, even if earlier work fails. */
  function next<T>(work: () => T | Promise<T>): Promise<T> {
    inLine++
    clearTimeout(timer)
    const done = last.then(work).finally(() => {
      inLine--
      letIdle()
    })
    last = done.catch(() => {})
    return done
  }

  return {
    prepare() {
      worker ??= start()
      letIdle()
    },
    commit(batch) {
      const before = failures
      return next(() => {
        if (failures !== before) throw new Error('the batch before this one failed')
        return send(batch)
      })
    },
    inLine: (work) => (inLine > 0 ? next(work) : work()),
    hold: next,
    async close() {
      await last
      await end()
    },
  }
}
