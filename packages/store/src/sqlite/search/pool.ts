/**
 * Threads for long questions, so that nobody else waits for them. Each answers one question at a time. Accounts take
 * turns, and one account never has all threads, so that neither its many questions nor a long one delay another account.
 * The pool starts threads on demand, and ends them after some idle time.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { endThread } from '../../thread.ts'
import { SMALL_NURSERY, startThread } from '../thread.ts'
import type { OutlinedBlock, StoredBlock } from '../../graph/blocks.ts'
import type { PageNumbers, PagesQuery } from './page-lists.ts'
import type { ListQuery, PageQuery, BlockList, ThreadQuery } from './query-runner.ts'
import { Indexer } from './indexer.ts'

export type PoolQuestion =
  /** `file` identifies the file at `path`, which may have replaced another. */
  | {
      readonly kind: 'ask'
      readonly path: string
      readonly file: string
      readonly ask: ThreadQuery
    }
  /** Closes the file, or all. */
  | { readonly kind: 'close'; readonly path?: string }
/** A question to a thread. Its answer has the same id. */
export interface ToThread {
  readonly id: number
  readonly question: PoolQuestion
}
/** Blocks, or numbers of pages. */
type Listed = BlockList<StoredBlock> | PageNumbers

export interface FromThread {
  readonly id: number
  readonly listed?: Listed
  /** Whether the graph has many blocks that are not indexed. */
  readonly toIndex?: boolean
  readonly error?: Error
}

/** Settings that a thread gets at its start. */
export interface PoolSettings {
  /** The service's own origin, whose file addresses are named in what is shown. */
  readonly origin: string | undefined
  /** Threads at most. */
  readonly most?: number
}

/** Milliseconds that an idle thread stays. */
const IDLE = 60_000
/** The number of questions of one account that may wait. Rates limit callers long before that. */
const MOST_WAITING = 1_000

/** More than the cores of a small machine: the system shares them, and a long question occupies one thread alone. */
const MOST_THREADS = 3
/** Threads of one account. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1

interface PendingQuestion {
  readonly question: PoolQuestion
  readonly resolve: (listed: Listed | undefined) => void
  readonly reject: (error: Error) => void
}

export class SearchPool {
  readonly #settings: PoolSettings
  readonly #most: number
  readonly #indexer = new Indexer()
  readonly #threads = new Set<SearchThread>()
  /** By account; the one whose turn it was goes last. */
  readonly #waiting = new Map<string, PendingQuestion[]>()
  /** By account: the number of its questions that are being answered. */
  readonly #busy = new Map<string, number>()
  /** By account: the thread that answered last, which has most cached. */
  readonly #lastThread = new Map<string, SearchThread>()

  constructor(settings: PoolSettings) {
    this.#settings = settings
    this.#most = settings.most ?? MOST_THREADS
  }

  /** @throws Error if too many questions of the account wait */
  ask(path: string, file: string, ask: ListQuery): Promise<BlockList> {
    return this.#answer(path, file, ask)
  }

  /** Reads a page whose outline takes long. @throws Error if too many questions of the account wait */
  askPage(path: string, file: string, ask: PageQuery): Promise<BlockList<OutlinedBlock>> {
    return this.#answer(path, file, ask)
  }

  /** Finds pages by a filter. @throws Error if too many questions of the account wait */
  askPages(path: string, file: string, ask: PagesQuery): Promise<PageNumbers> {
    return this.#answer(path, file, ask)
  }

  /** Indexes all that is unindexed. @param report gets the number of records that are left */
  index(path: string, report: (unindexed: number) => void): Promise<void> {
    return this.#indexer.finish(path, report)
  }

  /** Closes the file in all threads, since it is about to be removed. */
  async forget(path: string): Promise<void> {
    this.#lastThread.delete(path)
    await Promise.all(Array.from(this.#threads, (thread) => thread.send({ kind: 'close', path })))
    await this.#indexer.forget(path) // last, since an answer may have started it
  }

  /** Makes the threads that may have the file open close it soon. */
  letGo(path: string): void {
    for (const thread of this.#threads)
      if (thread.wasAsked(path)) thread.send({ kind: 'close', path }).catch(() => {})
  }

  async close(): Promise<void> {
    for (const queue of this.#waiting.values())
      for (const { reject } of queue) reject(new Error('the store was closed'))
    this.#waiting.clear()
    await Promise.all([...Array.from(this.#threads, (thread) => thread.end()), this.#indexer.close()])
  }

  async #answer<L extends Listed>(path: string, file: string, ask: ThreadQuery): Promise<L> {
    const queue = this.#waiting.get(path) ?? []
    if (queue.length >= MOST_WAITING) throw new Error('too many searches of one account wait')
    const listed = await new Promise<Listed | undefined>((resolve, reject) => {
      queue.push({ question: { kind: 'ask', path, file, ask }, resolve, reject })
      this.#waiting.set(path, queue)
      this.#next()
    })
    return listed as L // a thread answers with the kind that was asked for
  }

  /** Passes waiting questions to free threads. */
  #next(): void {
    const most = Math.min(AT_ONCE, Math.max(1, this.#most - 1))
    const turn = [...this.#waiting].find(([path]) => (this.#busy.get(path) ?? 0) < most)
    if (!turn) return
    const [path, queue] = turn
    const thread = this.#freeThread(path)
    const first = thread && queue.shift()
    if (!thread || !first) return
    this.#waiting.delete(path)
    if (queue.length > 0) this.#waiting.set(path, queue)
    this.#give(thread, path, first)
    this.#next()
  }

  #freeThread(path: string): SearchThread | undefined {
    const last = this.#lastThread.get(path)
    if (last && this.#threads.has(last) && !last.isBusy()) return last
    const free = [...this.#threads].find((thread) => !thread.isBusy())
    return free ?? (this.#threads.size < this.#most ? this.#start() : undefined)
  }

  #start(): SearchThread {
    const thread = new SearchThread(this.#settings, () => {
      this.#threads.delete(thread)
      for (const [path, one] of this.#lastThread) if (one === thread) this.#lastThread.delete(path)
    })
    this.#threads.add(thread)
    return thread
  }

  #give(thread: SearchThread, path: string, { question, resolve, reject }: PendingQuestion): void {
    this.#busy.set(path, (this.#busy.get(path) ?? 0) + 1)
    this.#lastThread.set(path, thread)
    const answered = ({ listed, toIndex = false }: FromThread) => {
      if (toIndex) this.#indexer.start(path)
      resolve(listed)
    }
    void thread
      .send(question)
      .then(answered, reject)
      .finally(() => this.#finished(path))
  }

  #finished(path: string): void {
    const left = (this.#busy.get(path) ?? 1) - 1
    if (left > 0) this.#busy.set(path, left)
    else this.#busy.delete(path)
    this.#next()
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
    this.#worker = startThread('search/search-worker', { ...SMALL_NURSERY, workerData: settings })
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
    await endThread(this.#worker)
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
