/** What was made of late, under names, up to a number of bytes; what was not used for longest is let go first. */
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

  /** Made where it is not held. */
  get(key: K, make: () => V): V {
    const held = this.#values.get(key)
    this.#values.delete(key)
    const value = held ?? make()
    this.#values.set(key, value) // the last in the map is the latest used
    if (held === undefined) this.bytes += this.#bytesOf(value)
    for (const [oldest, one] of this.#values) {
      if (this.bytes <= this.#most) break
      this.#values.delete(oldest)
      this.bytes -= this.#bytesOf(one)
    }
    return value
  }

  clear(): void {
    this.#values.clear()
    this.bytes = 0
  }
}
