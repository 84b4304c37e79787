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

  /** Calls all listeners, for example after changes may have been missed. */
  notifyAll(): void {
    for (const accountId of Array.from(this.#listeners.keys())) this.notify(accountId)
  }
}
