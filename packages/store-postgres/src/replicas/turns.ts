/** Runs work in the order of the calls, one at a time, also after work that failed. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  async next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** Waits for the work so far, whether it fails or not. */
  async settled(): Promise<void> {
    await this.#last
  }
}
