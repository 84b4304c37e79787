/**
 * The thread that indexes blocks in the background. It starts when a search finds many unindexed blocks, and ends after
 * some idle time: a graph that nobody searches costs nothing.
 */
import type { Worker } from 'node:worker_threads'
import { endThread } from '../../thread.ts'
import { SMALL_NURSERY, startThread } from '../thread.ts'

export type ToIndexer =
  | { readonly kind: 'index'; readonly id: number; readonly path: string; readonly all: boolean }
  /** Closes the file, or all. */
  | { readonly kind: 'close'; readonly id: number; readonly path?: string }
export interface FromIndexer {
  readonly id: number
  readonly done?: true
  readonly error?: Error
  /** The number of records that are left. */
  readonly unindexed?: number
}

/** Milliseconds that the thread stays without work. */
const IDLE = 5_000
/** Milliseconds until a question starts it again for a file that it could not index, such as on a full disk. */
const RETRY = 60_000

interface Request {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  readonly report: ((unindexed: number) => void) | undefined
}

export class Indexer {
  #worker: Worker | undefined
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  readonly #requests = new Map<number, Request>()
  /** The files that the thread works on. */
  readonly #active = new Set<string>()
  /** When a file could not be indexed. */
  readonly #failed = new Map<string, number>()

  /** Indexes beside searches and writes; few blocks may be left. */
  start(path: string): void {
    const failed = this.#failed.get(path) ?? -Infinity
    if (this.#active.has(path) || performance.now() - failed < RETRY) return
    this.#index(path, false).catch(() => this.#failed.set(path, performance.now()))
  }

  /** Indexes all, as fast as possible. @param report gets the number of records that are left */
  async finish(path: string, report: (unindexed: number) => void): Promise<void> {
    await this.#closeFiles(path) // an active file continues at once, without rests
    await this.#index(path, true, report)
  }

  /** Closes the file, since it is about to be removed. */
  forget(path: string): Promise<void> {
    this.#failed.delete(path)
    return this.#closeFiles(path)
  }

  async close(): Promise<void> {
    await this.#closeFiles().catch(() => {})
    await this.#end()
  }

  #index(path: string, all: boolean, report?: (unindexed: number) => void): Promise<void> {
    this.#active.add(path)
    this.#failed.delete(path)
    const message = (id: number): ToIndexer => ({ kind: 'index', id, path, all })
    return this.#send(message, report).finally(() => this.#active.delete(path))
  }

  #closeFiles(path?: string): Promise<void> {
    if (!this.#worker) return Promise.resolve()
    return this.#send((id) => ({ kind: 'close', id, ...(path !== undefined && { path }) }))
  }

  #send(message: (id: number) => ToIndexer, report?: (unindexed: number) => void): Promise<void> {
    clearTimeout(this.#idle)
    const thread = (this.#worker ??= this.#startThread())
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject, report })
      thread.ref()
      thread.postMessage(message(id))
    })
  }

  #startThread(): Worker {
    const thread = startThread('search/index-worker', SMALL_NURSERY)
    const ended = (error: Error) => {
      if (this.#worker !== thread) return
      this.#worker = undefined
      for (const id of this.#requests.keys()) this.#receive({ id, done: true, error })
    }
    thread.on('message', (message: FromIndexer) => this.#receive(message)).on('error', ended)
    return thread.on('exit', () => ended(new Error('the indexing thread ended')))
  }

  #receive({ id, done, error, unindexed }: FromIndexer): void {
    const request = this.#requests.get(id)
    if (unindexed !== undefined) request?.report?.(unindexed)
    if (!done) return
    this.#requests.delete(id)
    if (this.#requests.size === 0) {
      this.#worker?.unref()
      this.#idle = setTimeout(() => void this.#end(), IDLE).unref()
    }
    if (error) request?.reject(error)
    else request?.resolve()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const ended = this.#worker
    this.#worker = undefined
    await endThread(ended)
  }
}
