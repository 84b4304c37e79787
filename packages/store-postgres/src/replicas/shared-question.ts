/**
 * Asks the same question for many callers at once. Each caller gets an answer that was asked for after its call, so no
 * answer is older than what the caller may know. At most one question is on its way, and one waits.
 */
export class SharedQuestion<T> {
  readonly #ask: () => Promise<T>
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(ask: () => Promise<T>) {
    this.#ask = ask
  }

  async get(): Promise<T> {
    if (!this.#running) return this.#run()
    this.#next ??= this.#running
      .catch(() => {})
      .then(async () => {
        this.#next = undefined
        return this.#run()
      })
    return this.#next
  }

  async #run(): Promise<T> {
    const running = this.#ask().finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
