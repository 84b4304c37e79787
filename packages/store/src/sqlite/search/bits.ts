/** Sets of small numbers, a bit each: a graph of a million blocks takes 125 KB, and meets another in microseconds. */
export class Bits {
  readonly words: Uint32Array

  /** @param size one more than the largest number that it may hold */
  constructor(size: number, words: Uint32Array = new Uint32Array((size + 31) >>> 5)) {
    this.words = words
  }

  static of(size: number, numbers: Iterable<number>): Bits {
    const bits = new Bits(size)
    for (const n of numbers) bits.put(n)
    return bits
  }

  put(n: number): void {
    this.words[n >>> 5]! |= 1 << (n & 31)
  }

  /** Puts all of the other's into this one. */
  add(other: Bits): void {
    for (let i = 0; i < this.words.length; i++) this.words[i]! |= other.words[i]!
  }

  has(n: number): boolean {
    return ((this.words[n >>> 5]! >>> (n & 31)) & 1) === 1
  }

  and(other: Bits): Bits {
    return this.#with(other, (a, b) => a & b)
  }

  or(other: Bits): Bits {
    return this.#with(other, (a, b) => a | b)
  }

  without(other: Bits): Bits {
    return this.#with(other, (a, b) => a & ~b)
  }

  not(): Bits {
    return new Bits(
      0,
      this.words.map((word) => ~word),
    )
  }

  count(): number {
    let count = 0
    for (let i = 0; i < this.words.length; i++) {
      let word = this.words[i]!
      word -= (word >>> 1) & 0x5555_5555
      word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333)
      count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
    }
    return count
  }

  isEmpty(): boolean {
    return this.words.every((word) => word === 0)
  }

  /** Whether there is any from `from` up to `end`, about: a few beside them may count. */
  anyNear(from: number, end: number): boolean {
    const last = Math.min((end + 31) >>> 5, this.words.length)
    for (let i = from >>> 5; i < last; i++) if (this.words[i] !== 0) return true
    return false
  }

  /** Calls with each number from `from` up to `end`, ascending. */
  each(call: (n: number) => void, from = 0, end: number = this.words.length * 32): void {
    for (let at = from >>> 5; at < this.words.length && at * 32 < end; at++) {
      for (let word = this.words[at]!; word !== 0; word &= word - 1) {
        const n = at * 32 + 31 - Math.clz32(word & -word)
        if (n >= from && n < end) call(n)
      }
    }
  }

  toArray(): number[] {
    const numbers: number[] = []
    this.each((n) => numbers.push(n))
    return numbers
  }

  #with(other: Bits, join: (a: number, b: number) => number): Bits {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = join(this.words[i]!, other.words[i]!)
    return new Bits(0, words)
  }
}
