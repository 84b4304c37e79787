/** A cache with a limit in bytes; it evicts the least recently used values first. */
export class Lru<K, V> {
  bytes = 0
  readonly #values = new Map<K, V>()
  readonly #most: number
  readonly #bytesOf: (value: V) => number

  constructor(most: number, bytesOf: (value: V) => number) {
    this.#most = most
    this.#bytesOf = bytesOf
  }

  has(key: K): boolean {
    return this.#values.has(key)
  }

  /** Returns the cached value, or makes and caches it. A value larger than the limit is returned, and not cached. */
  get(key: K, make: () => V): V {
    const cached = this.#values.get(key)
    this.#values.delete(key)
    const value = cached ?? make()
    this.#values.set(key, value) // the last in the map is the latest used
    if (cached === undefined) this.bytes += this.#bytesOf(value)
    for (const [oldest, one] of this.#values) {
      if (this.bytes <= this.#most) break
      this.#values.delete(oldest)
      this.bytes -= this.#bytesOf(one)
    }
    return value
  }

  /** Deletes the values of all other keys. */
  keep(isKept: (key: K) => boolean): void {
    for (const [key, value] of this.#values) {
      if (isKept(key)) continue
      this.#values.delete(key)
      this.bytes -= this.#bytesOf(value)
    }
  }

  clear(): void {
    this.#values.clear()
    this.bytes = 0
  }
}
