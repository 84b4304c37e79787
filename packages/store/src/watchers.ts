/** The listeners that wait for changes of accounts, inside one process. Each store keeps one list of them. */

/** Listeners by account. */
export class Watchers {
  readonly #listeners = new Map<string, Set<() => void>>()

  /** The number of accounts with a listener. */
  get size(): number {
    return this.#listeners.size
  }

  /**
   * Adds a listener.
   * @param listener must not throw, because the writer of the change calls it
   * @returns a function that removes the listener
   */
  watch(accountId: string, listener: () => void): () => void {
    const own = (): void => listener() // the same function may be added twice
    const listeners = this.#listeners.get(accountId) ?? new Set()
    this.#listeners.set(accountId, listeners.add(own))
    return () => {
      listeners.delete(own)
      if (listeners.size === 0 && this.#listeners.get(accountId) === listeners)
        this.#listeners.delete(accountId)
    }
  }

  /** Calls the listeners of one account. */
  notify(accountId: string): void {
    for (const listener of Array.from(this.#listeners.get(accountId) ?? [])) listener()
  }

  /**
   * Calls all listeners after changes may have been missed, some accounts at a time: each listener reads its account.
   * @param most the number of accounts at a time
   * @param pause waits between two times
   */
  async notifyAll(most: number, pause: () => Promise<unknown>): Promise<void> {
    const accounts = Array.from(this.#listeners.keys())
    for (let at = 0; at < accounts.length; at += most) {
      if (at > 0) await pause()
      for (const accountId of accounts.slice(at, at + most)) this.notify(accountId)
    }
  }
}
