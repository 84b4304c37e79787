/** A cache that shares a budget with others. */
export interface BudgetedCache {
  /** The bytes in use. */
  readonly bytes: number
  clear(): void
}

/** A limit of bytes that several caches share. The least recently used cache is cleared first. */
export class CacheBudget {
  readonly #maxBytes: number
  /** In order of use, the latest last. */
  readonly #caches = new Set<BudgetedCache>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The bytes of all caches. */
  get bytes(): number {
    let bytes = 0
    for (const one of this.#caches) bytes += one.bytes
    return bytes
  }

  /** Makes this cache the latest used. */
  use(cache: BudgetedCache): void {
    this.#caches.delete(cache)
    this.#caches.add(cache)
  }

  /** Clears a cache and forgets it. */
  release(cache: BudgetedCache): void {
    this.#caches.delete(cache)
    cache.clear()
  }

  /** Clears caches until the limit holds, after this one grew. */
  enforce(cache: BudgetedCache): void {
    this.#caches.add(cache)
    let { bytes } = this
    for (const one of this.#caches) {
      if (bytes <= this.#maxBytes) return
      bytes -= one.bytes
      one.clear()
      this.#caches.delete(one)
    }
  }
}
