/**
 * The live streams of one account. A change of the account is read once for all of them, at most once in `every`
 * milliseconds, and the first change at once. Streams whose session, token or plan ended are closed before anything is sent.
 */
import type { Store } from '@notegraph/store'
import type { LiveState, LiveStream } from './live-stream.ts'
import { openSecrets } from './open-secrets.ts'

export interface LiveTiming {
  /** Milliseconds between two events of a stream, at least. */
  readonly every: number
  /** Milliseconds between two comments of a stream. */
  readonly comment: number
}

export class AccountStreams {
  readonly #store: Store
  readonly #accountId: string
  readonly #clock: () => number
  readonly #timing: LiveTiming
  /** The oldest first, each with the state that it got last. */
  readonly #streams = new Map<LiveStream, LiveState | undefined>()
  #unwatch = (): void => {}
  #comments: NodeJS.Timeout | undefined
  #next: NodeJS.Timeout | undefined
  #isReading = false
  #isDue = false

  constructor(store: Store, accountId: string, clock: () => number, timing: LiveTiming) {
    this.#store = store
    this.#accountId = accountId
    this.#clock = clock
    this.#timing = timing
  }

  get size(): number {
    return this.#streams.size
  }

  /** @returns the streams with this session or token, the oldest first */
  of(secretId: string): LiveStream[] {
    return Array.from(this.#streams.keys()).filter((stream) => stream.secretId === secretId)
  }

  /** Adds a stream. It gets the state at once. */
  add(stream: LiveStream): void {
    if (this.#streams.size === 0) {
      this.#unwatch = this.#store.watch(this.#accountId, () => this.#changed())
      this.#comments = setInterval(() => void this.#comment(), this.#timing.comment).unref()
    }
    this.#streams.set(stream, undefined)
    void this.#read([stream])
  }

  /** Removes a stream that has ended. */
  remove(stream: LiveStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    this.#unwatch()
    clearInterval(this.#comments)
    clearTimeout(this.#next)
    this.#next = undefined
  }

  endAll(): void {
    for (const stream of Array.from(this.#streams.keys())) stream.end()
  }

  #changed(): void {
    this.#isDue = true
    if (!this.#isReading && !this.#next) void this.#readDue()
  }

  async #readDue(): Promise<void> {
    this.#isDue = false
    this.#isReading = true
    await this.#read(Array.from(this.#streams.keys()))
    this.#isReading = false
    if (this.#streams.size === 0) return
    this.#next = setTimeout(() => {
      this.#next = undefined
      if (this.#isDue) void this.#readDue()
    }, this.#timing.every).unref()
  }

  /** Reads the state for these streams. If that fails, they end, and their callers connect again. */
  async #read(streams: readonly LiveStream[]): Promise<void> {
    try {
      await this.#endClosed()
      // The graph of an account that was removed must not be created again.
      if (!streams.some((stream) => this.#streams.has(stream))) return
      const { head, epoch } = await this.#store.graph(this.#accountId).feed.state()
      for (const stream of streams) this.#send(stream, { head, epoch })
    } catch {
      for (const stream of streams) stream.end()
    }
  }

  #send(stream: LiveStream, state: LiveState): void {
    if (!this.#streams.has(stream)) return
    const sent = this.#streams.get(stream)
    if (sent?.head === state.head && sent.epoch === state.epoch) return
    this.#streams.set(stream, state)
    stream.changed(state)
  }

  async #comment(): Promise<void> {
    try {
      await this.#endClosed()
      for (const stream of Array.from(this.#streams.keys())) stream.comment()
    } catch {
      this.endAll()
    }
  }

  async #endClosed(): Promise<void> {
    const now = this.#clock()
    const open = await openSecrets(this.#store, this.#accountId, now)
    for (const stream of Array.from(this.#streams.keys()))
      if (!open.has(stream.secretId) || now >= (stream.expiresAt ?? Infinity)) stream.end()
  }
}
