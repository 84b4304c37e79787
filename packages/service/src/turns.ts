/** Work that is asked for more often than it can be done. */

/** Does work of one key at a time. If it is asked for while it runs, it is done once more, however often. */
export class Turns {
  readonly #running = new Map<string, { isDue: boolean; readonly done: Promise<void> }>()

  /** @returns once the work has ended, with all repetitions. It must not throw. */
  async run(key: string, work: () => Promise<void>): Promise<void> {
    const now = this.#running.get(key)
    if (now) {
      now.isDue = true
      return now.done
    }
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const turn = { isDue: true, done }
    this.#running.set(key, turn)
    while (turn.isDue) {
      turn.isDue = false
      await work()
    }
    this.#running.delete(key)
    resolve()
  }

  /** Waits for all work that runs now. */
  async ended(): Promise<void> {
    await Promise.all(Array.from(this.#running.values(), ({ done }) => done))
  }
}
