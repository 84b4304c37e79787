/**
 * Lets many readers in at once, or one writer alone. A replica that applies a state in several transactions is between
 * two states meanwhile, so nobody may read it then.
 */
export class Gate {
  #readers = 0
  /** Ends when nobody is inside any more. */
  #empty = Promise.withResolvers<void>()
  /** The writers so far, one after the other. */
  #writers: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Runs work beside other readers, after the writers that came earlier. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#waiting > 0) await this.#writers
    this.#readers++
    try {
      return await work()
    } finally {
      if (--this.#readers === 0) {
        this.#empty.resolve()
        this.#empty = Promise.withResolvers<void>()
      }
    }
  }

  /** Runs work alone, after the readers that are inside and the writers that came earlier. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++
    const done = this.#writers.then(async () => {
      while (this.#readers > 0) await this.#empty.promise
      return work()
    })
    this.#writers = done.catch(() => {}).finally(() => this.#waiting--)
    return done
  }
}
