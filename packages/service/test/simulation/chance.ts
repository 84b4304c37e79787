/** Random numbers from a seed. */
export class Chance {
  #state: number

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce(
      (state, seed) => Math.imul(state ^ seed, 0x9e3779b1) ^ (state >>> 15),
      0x2545f491,
    )
  }

  /** 32 bits. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }

  /** From 0 to below 1. */
  part(): number {
    return this.bits() / 2 ** 32
  }

  below(count: number): number {
    return this.bits() % count
  }

  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.bits().toString(16).padStart(8, '0')).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
