/**
 * Landing very many records in a thread of their own: while it writes, this one makes the next ready and serves whoever
 * asks. The thread has its own connection to the file and lands through the same code.
 */
import type { Worker } from 'node:worker_threads'
import type { CommitResult } from '../../graph/commits.ts'
import type { PackedChange } from './pack.ts'
import { SMALL_NURSERY, startThread } from '../thread.ts'

/** What the thread is told once, at its start. */
export interface BulkSettings {
  readonly path: string
  readonly origin: string | undefined
}
export interface BulkAnswer {
  readonly result?: CommitResult
  readonly error?: Error
}

/** How long the thread stays without work, in milliseconds. */
const IDLE = 2_000

export interface BulkWriter {
  /** Starts the thread, so that it is ready when it is needed. */
  prepare(): void
  /** Fails without a commit where a batch that was sent before it, and after its own call, broke the thread. */
  commit(changes: readonly PackedChange[]): Promise<CommitResult>
  /**
   * Does what writes in this thread: at once where the other has nothing to land, else in its place in line, since neither
   * would get at the file while the other writes, and waiting for it here would hold up everybody.
   */
  inLine<T>(work: () => T): T | Promise<T>
  /** Does work that writes elsewhere, in its place in line. */
  hold<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** @param idle milliseconds after which the thread ends when it has no work */
export function bulkWriter(settings: BulkSettings, idle: number = IDLE): BulkWriter {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  /** How many batches the thread could not answer. */
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(timer)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  function start(): Worker {
    const thread = startThread('bulk/worker', { ...SMALL_NURSERY, workerData: settings })
    const gone = () => {
      if (worker === thread) worker = undefined
    }
    return thread.on('error', gone).on('exit', gone)
  }

  /** The timer runs only while the line is empty: a thread with work is never ended. */
  function letIdle(): void {
    clearTimeout(timer)
    if (worker && inLine === 0) timer = setTimeout(() => void end(), idle).unref()
  }

  /** One at a time, so that each answer is that of the change last sent. */
  function send(changes: readonly PackedChange[]): Promise<CommitResult> {
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
      const answered = ({ result, error }: BulkAnswer) =>
        result ? settle(() => resolve(result)) : failed(error!)
      const gone = () => failed(new Error('the writing thread ended'))
      thread.ref()
      thread.on('message', answered).on('error', failed).on('exit', gone)
      thread.postMessage(
        changes,
        changes.flatMap(({ narrow, numbers }) => [narrow.buffer, numbers.buffer]),
      )
    })
  }

  /** One after the other, in the order in which they come, however each ends. */
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
    commit(changes) {
      const before = failures
      return next(() => {
        if (failures !== before) throw new Error('the batch before this one failed')
        return send(changes)
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
