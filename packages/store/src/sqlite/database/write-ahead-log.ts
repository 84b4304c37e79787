/**
 * Checkpoints write-ahead logs in a thread, one at a time. SQLite itself does so when the last connection to a file
 * closes, or during a commit if the log is long. In both cases all requests would wait for the disk.
 */
import { statSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { endThread } from '../../thread.ts'
import { startThread } from '../thread.ts'

export interface ToLogThread {
  readonly id: number
  readonly path: string
}
export interface FromLogThread {
  readonly id: number
}

export interface LogWriter {
  /**
   * Checkpoints the log of a file. It resolves at once if the log is shorter than `least` or unchanged since the last
   * call. It never rejects, because SQLite does the same later.
   * @param least in bytes
   */
  writeBack(path: string, least: number): Promise<void>
  /** Forgets a closed file. */
  forget(path: string): void
  close(): Promise<void>
}

/** How long the thread stays without work, in milliseconds. */
const IDLE = 60_000

export function logWriter(): LogWriter {
  let thread: Worker | undefined
  let last = 0
  let timer: NodeJS.Timeout | undefined
  const waiting = new Map<number, () => void>()
  /** By path: the modification time of the log at its last checkpoint. */
  const writtenBack = new Map<string, number>()

  function start(): Worker {
    const started = startThread('database/log-worker')
    const gone = () => {
      if (thread === started) thread = undefined
      for (const resolve of waiting.values()) resolve()
      waiting.clear()
    }
    return started
      .on('message', ({ id }: FromLogThread) => settle(id))
      .on('error', gone)
      .on('exit', gone)
  }

  function settle(id: number): void {
    waiting.get(id)?.()
    waiting.delete(id)
    if (waiting.size > 0) return
    thread?.unref()
    timer = setTimeout(() => void close(), IDLE).unref()
  }

  async function close(): Promise<void> {
    clearTimeout(timer)
    const ended = thread
    thread = undefined
    await endThread(ended)
  }

  return {
    async writeBack(path, least) {
      const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
      if (!log || log.size === 0 || log.size < least || writtenBack.get(path) === log.mtimeMs) return
      clearTimeout(timer)
      const id = ++last
      await new Promise<void>((resolve) => {
        thread ??= start()
        waiting.set(id, resolve)
        thread.ref()
        thread.postMessage({ id, path } satisfies ToLogThread)
      })
      writtenBack.set(path, log.mtimeMs)
    },
    forget: (path) => void writtenBack.delete(path),
    close,
  }
}
