/**
 * Threads for what may take long, so that nobody else waits for it. Each answers one question at a time. Accounts take turns,
 * and one account never has all threads, so that neither its many questions nor a long one keep another waiting. Threads
 * start when they are needed and end when they have been idle for a while.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { SMALL_NURSERY, startThread } from '../thread.ts'
import type { OutlinedBlock, StoredBlock } from '../../graph-store.ts'
import type { Ask, AskPage, Listed } from './asker.ts'
import { indexer } from './indexer.ts'

export type PoolQuestion =
  /** `file` tells the file at `path` from one that was there before. */
  | { readonly kind: 'ask'; readonly path: string; readonly file: string; readonly ask: Ask | AskPage }
  /** Lets go of the file, or of all. */
  | { readonly kind: 'close'; readonly path?: string }
/** What passes to a thread, and its answer, under one number. */
export interface ToThread {
  readonly id: number
  readonly question: PoolQuestion
}
export interface FromThread {
  readonly id: number
  readonly listed?: Listed<StoredBlock>
  /** Whether the graph has many blocks that are not indexed. */
  readonly toIndex?: boolean
  readonly error?: Error
}

/** What a thread is told once, at its start. */
export interface PoolSettings {
  /** The service's own origin, whose file addresses are named in what is shown. */
  readonly origin: string | undefined
  /** Threads at most. */
  readonly most?: number
}

export interface SearchPool {
  ask(path: string, file: string, ask: Ask): Promise<Listed>
  /** Reads a page whose outline takes long. */
  askPage(path: string, file: string, ask: AskPage): Promise<Listed<OutlinedBlock>>
  /** Indexes all that waits. @param tell how many blocks are left */
  index(path: string, tell: (waiting: number) => void): Promise<void>
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

/** More than the cores of a small machine: its system shares them, and a long question holds one thread alone. */
const MOST_THREADS = 3
/** Of one account. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1

interface Waiting {
  readonly question: PoolQuestion
  readonly resolve: (listed: Listed<StoredBlock> | undefined) => void
  readonly reject: (error: Error) => void
}

export function searchPool(settings: PoolSettings): SearchPool {
  const { most = MOST_THREADS } = settings
  const index = indexer()
  const threads = new Set<SearchThread>()
  /** By account; the one whose turn it was goes last. */
  const waiting = new Map<string, Waiting[]>()

  /** By account: how many of its questions are being answered, and the thread that answered the last, which has most cached. */
  const busy = new Map<string, number>()
  const lastOf = new Map<string, SearchThread>()

  function next(): void {
    const turn = [...waiting].find(
      ([path]) => (busy.get(path) ?? 0) < Math.min(AT_ONCE, Math.max(1, most - 1)),
    )
    if (!turn) return
    const [path, queue] = turn
    const thread = freeFor(path)
    if (!thread) return
    const first = queue.shift()!
    waiting.delete(path)
    if (queue.length > 0) waiting.set(path, queue)
    give(thread, path, first)
    next()
  }

  function freeFor(path: string): SearchThread | undefined {
    const last = lastOf.get(path)
    if (last && threads.has(last) && !last.isBusy()) return last
    const free = [...threads].find((thread) => !thread.isBusy())
    return free ?? (threads.size < most ? start() : undefined)
  }

  function start(): SearchThread {
    const thread = new SearchThread(settings, () => {
      threads.delete(thread)
      for (const [path, one] of lastOf) if (one === thread) lastOf.delete(path)
    })
    threads.add(thread)
    return thread
  }

  function give(thread: SearchThread, path: string, { question, resolve, reject }: Waiting): void {
    busy.set(path, (busy.get(path) ?? 0) + 1)
    lastOf.set(path, thread)
    const answered = ({ listed, toIndex = false }: FromThread) => {
      if (toIndex) index.start(path)
      resolve(listed)
    }
    void thread
      .send(question)
      .then(answered, reject)
      .finally(() => {
        const left = busy.get(path)! - 1
        if (left > 0) busy.set(path, left)
        else busy.delete(path)
        next()
      })
  }

  async function answerOf<B extends StoredBlock>(
    path: string,
    file: string,
    ask: Ask | AskPage,
  ): Promise<Listed<B>> {
    const queue = waiting.get(path) ?? []
    if (queue.length >= MOST_WAITING) throw new Error('too many searches of one account wait')
    const listed = await new Promise<Listed<StoredBlock> | undefined>((resolve, reject) => {
      queue.push({ question: { kind: 'ask', path, file, ask }, resolve, reject })
      waiting.set(path, queue)
      next()
    })
    return listed as Listed<B> // what a thread answers is of the kind that was asked for
  }

  return {
    ask: answerOf,
    askPage: answerOf,
    index: (path, tell) => index.finish(path, tell),
    async forget(path) {
      lastOf.delete(path)
      await Promise.all(Array.from(threads, (thread) => thread.send({ kind: 'close', path })))
      await index.forget(path) // last, since an answer may have started it
    },
    letGo(path) {
      for (const thread of threads)
        if (thread.wasAsked(path)) thread.send({ kind: 'close', path }).catch(() => {})
    },
    async close() {
      for (const queue of waiting.values())
        for (const { reject } of queue) reject(new Error('the store was closed'))
      waiting.clear()
      await Promise.all([...Array.from(threads, (thread) => thread.end()), index.close()])
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
    this.#worker = startThread('search-worker', { ...SMALL_NURSERY, workerData: settings })
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

  send(question: PoolQuestion): Promise<FromThread> {
    clearTimeout(this.#idle)
    if (question.kind === 'ask') this.#asked.add(question.path)
    else if (question.path !== undefined) this.#asked.delete(question.path)
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#answers.set(id, (answer) => (answer.error ? reject(answer.error) : resolve(answer)))
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
