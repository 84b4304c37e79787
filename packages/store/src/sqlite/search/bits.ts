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

  take(n: number): void {
    this.words[n >>> 5]! &= ~(1 << (n & 31))
  }

  /** Puts all of the other's into this one. */
  add(other: Bits): void {
    for (let i = 0; i < this.words.length; i++) this.words[i]! |= other.words[i]!
  }

  has(n: number): boolean {
    return ((this.words[n >>> 5]! >>> (n & 31)) & 1) === 1
  }

  and(other: Bits): Bits {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = this.words[i]! & other.words[i]!
    return new Bits(0, words)
  }

  or(other: Bits): Bits {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = this.words[i]! | other.words[i]!
    return new Bits(0, words)
  }

  without(other: Bits): Bits {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = this.words[i]! & ~other.words[i]!
    return new Bits(0, words)
  }

  not(): Bits {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = ~this.words[i]!
    return new Bits(0, words)
  }

  count(): number {
    let count = 0
    for (let i = 0; i < this.words.length; i++) count += ones(this.words[i]!)
    return count
  }

  isEmpty(): boolean {
    for (let i = 0; i < this.words.length; i++) if (this.words[i] !== 0) return false
    return true
  }

  /** Those from `from` up to `to`, counted from `from`. */
  slice(from: number, to: number): Bits {
    const part = new Bits(to - from)
    const first = from >>> 5
    const shift = from & 31
    for (let i = 0; i < part.words.length; i++) {
      const low = this.words[first + i] ?? 0
      part.words[i] = shift === 0 ? low : (low >>> shift) | ((this.words[first + i + 1] ?? 0) << (32 - shift))
    }
    const over = (to - from) & 31
    if (over > 0) part.words[part.words.length - 1]! &= (1 << over) - 1
    return part
  }

  /** Puts in those of a part up to `size`, which are counted from `from`. */
  paste(part: Bits, from: number, size: number): void {
    const whole = part.slice(0, size)
    const first = from >>> 5
    const shift = from & 31
    for (let i = 0; i < whole.words.length; i++) {
      const word = whole.words[i]!
      if (word === 0) continue
      this.words[first + i]! |= word << shift
      if (shift > 0 && first + i + 1 < this.words.length) this.words[first + i + 1]! |= word >>> (32 - shift)
    }
  }

  /** Calls with each number, ascending. */
  each(call: (n: number) => void): void {
    for (let at = 0; at < this.words.length; at++)
      for (let word = this.words[at]!; word !== 0; word &= word - 1)
        call(at * 32 + 31 - Math.clz32(word & -word))
  }

  toArray(): number[] {
    const numbers: number[] = []
    this.each((n) => numbers.push(n))
    return numbers
  }
}

/** How many of its bits are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
