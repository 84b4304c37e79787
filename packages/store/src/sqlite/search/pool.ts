/**
 * Threads for what may take long, so that nobody else waits for it. Each answers one question at a time; accounts take
 * turns, so that the many questions of one keep no other waiting. Threads start when they are needed and end when they
 * have been idle for a while.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../thread.ts'
import type { Ask, Listed } from './asker.ts'

export type PoolQuestion =
  /** `file` tells the file at `path` from one that was there before. */
  | { readonly kind: 'ask'; readonly path: string; readonly file: string; readonly ask: Ask }
  /** Lets go of the file, or of all. */
  | { readonly kind: 'close'; readonly path?: string }
/** What passes to a thread, and its answer, under one number. */
export interface ToThread {
  readonly id: number
  readonly question: PoolQuestion
}
export interface FromThread {
  readonly id: number
  readonly listed?: Listed
  readonly error?: Error
}

/** What a thread is told once, at its start. */
export interface PoolSettings {
  /** The service's own origin, whose file addresses are named in what is shown. */
  readonly origin: string | undefined
  /** Threads at most; one where there are few cores. */
  readonly most?: number
}

export interface SearchPool {
  ask(path: string, file: string, ask: Ask): Promise<Listed>
  /** Lets go of the file, which is about to be removed. */
  forget(path: string): Promise<void>
  /** Has the threads that may have the file open close it, when they get to it. */
  letGo(path: string): void
  close(): Promise<void>
}

/** How long a thread stays when nobody asks, in milliseconds. */
const IDLE = 60_000
/** As many questions of one account may wait. Callers are held to a rate long before that. */
const MOST_WAITING = 1_000

interface Waiting {
  readonly question: PoolQuestion
  readonly resolve: (listed: Listed | undefined) => void
  readonly reject: (error: Error) => void
}

export function searchPool(settings: PoolSettings): SearchPool {
  const most = settings.most ?? (availableParallelism() > 2 ? 2 : 1)
  const threads = new Set<SearchThread>()
  /** By account; the one whose turn it was goes last. */
  const waiting = new Map<string, Waiting[]>()

  function next(): void {
    const [turn] = waiting
    if (!turn) return
    const free = [...threads].find((thread) => !thread.isBusy())
    if (!free && threads.size >= most) return
    const [path, queue] = turn
    const first = queue.shift()!
    waiting.delete(path)
    if (queue.length > 0) waiting.set(path, queue)
    give(free ?? start(), first)
    next()
  }

  function start(): SearchThread {
    const thread = new SearchThread(settings, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  function give(thread: SearchThread, { question, resolve, reject }: Waiting): void {
    void thread.send(question).then(resolve, reject).finally(next)
  }

  return {
    async ask(path, file, ask) {
      const queue = waiting.get(path) ?? []
      if (queue.length >= MOST_WAITING) throw new Error('too many searches of one account wait')
      const listed = await new Promise<Listed | undefined>((resolve, reject) => {
        queue.push({ question: { kind: 'ask', path, file, ask }, resolve, reject })
        waiting.set(path, queue)
        next()
      })
      return listed!
    },
    async forget(path) {
      await Promise.all(Array.from(threads, (thread) => thread.send({ kind: 'close', path })))
    },
    letGo(path) {
      for (const thread of threads)
        if (thread.wasAsked(path)) thread.send({ kind: 'close', path }).catch(() => {})
    },
    async close() {
      for (const queue of waiting.values())
        for (const { reject } of queue) reject(new Error('the store was closed'))
      waiting.clear()
      await Promise.all(Array.from(threads, (thread) => thread.end()))
    },
  }
}

class SearchThread {
  readonly #worker: Worker
  readonly #gone: () => void
  readonly #answers = new Map<number, (answer: FromThread) => void>()
  readonly #asked = new Set<string>()
  #last = 0
  #idle: NodeJS.Timeout | undefined

  constructor(settings: PoolSettings, gone: () => void) {
    this.#gone = gone
    this.#worker = startThread('search-worker', { workerData: settings })
    this.#worker.on('message', (answer: FromThread) => this.#settle(answer))
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('a searching thread ended')))
  }

  isBusy(): boolean {
    return this.#answers.size > 0
  }

  /** Whether it may have the file open. */
  wasAsked(path: string): boolean {
    return this.#asked.has(path)
  }

  send(question: PoolQuestion): Promise<Listed | undefined> {
    clearTimeout(this.#idle)
    if (question.kind === 'ask') this.#asked.add(question.path)
    else if (question.path !== undefined) this.#asked.delete(question.path)
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ listed, error }) => (error ? reject(error) : resolve(listed)))
      this.#worker.ref()
      this.#worker.postMessage({ id, question } satisfies ToThread)
    })
  }

  async end(): Promise<void> {
    this.#gone()
    await this.send({ kind: 'close' }).catch(() => {}) // so that no file is left in the midst of anything
    clearTimeout(this.#idle)
    await this.#worker.terminate()
  }

  #settle(answer: FromThread): void {
    const settle = this.#answers.get(answer.id)
    this.#answers.delete(answer.id)
    if (!this.isBusy()) {
      this.#worker.unref()
      this.#idle = setTimeout(() => void this.end(), IDLE).unref()
    }
    settle?.(answer)
  }

  #fail(error: Error): void {
    this.#gone()
    clearTimeout(this.#idle)
    for (const id of this.#answers.keys()) this.#settle({ id, error })
    clearTimeout(this.#idle)
  }
}
