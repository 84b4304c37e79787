/**
 * The thread that indexes what was written. It starts when a question finds that many blocks wait, and ends when it has been
 * idle for a while: a graph that nobody searches costs nothing.
 */
import type { Worker } from 'node:worker_threads'
import { SMALL_NURSERY, startThread } from '../thread.ts'

export type ToIndexer =
  | { readonly kind: 'index'; readonly id: number; readonly path: string; readonly all: boolean }
  /** Closes the file, or all. */
  | { readonly kind: 'close'; readonly id: number; readonly path?: string }
export interface FromIndexer {
  readonly id: number
  readonly done?: true
  readonly error?: Error
  /** How many blocks are left. */
  readonly waiting?: number
}

export interface Indexer {
  /** Indexes beside questions and writes; few blocks may be left. */
  start(path: string): void
  /** Indexes all, as fast as it goes. @param tell how many blocks are left */
  finish(path: string, tell: (waiting: number) => void): Promise<void>
  /** Closes the file, which is about to be removed. */
  forget(path: string): Promise<void>
  close(): Promise<void>
}

/** Milliseconds that the thread stays without work. */
const IDLE = 5_000
/** Milliseconds until a question starts it again for a file that it could not index, such as on a full disk. */
const RETRY = 60_000

interface Asked {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  readonly tell: ((waiting: number) => void) | undefined
}

export function indexer(): Indexer {
  let worker: Worker | undefined
  let last = 0
  let idle: NodeJS.Timeout | undefined
  const asked = new Map<number, Asked>()
  /** Of the files that it works on. */
  const underWay = new Set<string>()
  /** When a file could not be indexed. */
  const failed = new Map<string, number>()

  function settle({ id, done, error, waiting }: FromIndexer): void {
    const one = asked.get(id)
    if (waiting !== undefined) one?.tell?.(waiting)
    if (!done) return
    asked.delete(id)
    if (asked.size === 0) {
      worker?.unref()
      idle = setTimeout(() => void end(), IDLE).unref()
    }
    if (error) one?.reject(error)
    else one?.resolve()
  }

  function start(): Worker {
    const thread = startThread('index-worker', SMALL_NURSERY)
    const gone = (error: Error) => {
      if (worker !== thread) return
      worker = undefined
      for (const id of asked.keys()) settle({ id, done: true, error })
    }
    thread.on('message', settle).on('error', gone)
    return thread.on('exit', () => gone(new Error('the indexing thread ended')))
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  function send(message: (id: number) => ToIndexer, tell?: (waiting: number) => void): Promise<void> {
    clearTimeout(idle)
    const thread = (worker ??= start())
    const id = ++last
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject, tell })
      thread.ref()
      thread.postMessage(message(id))
    })
  }

  function index(path: string, all: boolean, tell?: (waiting: number) => void): Promise<void> {
    underWay.add(path)
    failed.delete(path)
    return send((id) => ({ kind: 'index', id, path, all }), tell).finally(() => underWay.delete(path))
  }

  const closeFiles = (path?: string): Promise<void> =>
    worker ? send((id) => ({ kind: 'close', id, ...(path !== undefined && { path }) })) : Promise.resolve()

  return {
    start(path) {
      if (underWay.has(path) || performance.now() - (failed.get(path) ?? -Infinity) < RETRY) return
      index(path, false).catch(() => failed.set(path, performance.now()))
    },
    async finish(path, tell) {
      await closeFiles(path) // where it is under way it goes on at once, without rests
      await index(path, true, tell)
    },
    forget(path) {
      failed.delete(path)
      return closeFiles(path)
    },
    async close() {
      await closeFiles().catch(() => {})
      await end()
    },
  }
}
