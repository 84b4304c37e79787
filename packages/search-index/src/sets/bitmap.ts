/**
 * A set of document numbers, one bit each. A set over a million documents takes 125 KB, and two of them are intersected
 * in microseconds.
 */
export class Bitmap {
  /** Document `n` is bit `n % 32` of word `n / 32`. */
  readonly words: Uint32Array

  /**
   * @param size one more than the largest number that the set may contain
   * @param words the bits, where they exist already; `size` does not matter then
   */
  constructor(size: number, words: Uint32Array = new Uint32Array((size + 31) >>> 5)) {
    this.words = words
  }

  static of(size: number, numbers: Iterable<number>): Bitmap {
    const set = new Bitmap(size)
    for (const n of numbers) set.add(n)
    return set
  }

  add(n: number): void {
    this.words[n >>> 5] = (this.words[n >>> 5] ?? 0) | (1 << (n & 31))
  }

  delete(n: number): void {
    this.words[n >>> 5] = (this.words[n >>> 5] ?? 0) & ~(1 << (n & 31))
  }

  addAll(other: Bitmap): void {
    for (let i = 0; i < this.words.length; i++) this.words[i] = (this.words[i] ?? 0) | (other.words[i] ?? 0)
  }

  has(n: number): boolean {
    return (((this.words[n >>> 5] ?? 0) >>> (n & 31)) & 1) === 1
  }

  and(other: Bitmap): Bitmap {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = (this.words[i] ?? 0) & (other.words[i] ?? 0)
    return new Bitmap(0, words)
  }

  or(other: Bitmap): Bitmap {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = (this.words[i] ?? 0) | (other.words[i] ?? 0)
    return new Bitmap(0, words)
  }

  andNot(other: Bitmap): Bitmap {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = (this.words[i] ?? 0) & ~(other.words[i] ?? 0)
    return new Bitmap(0, words)
  }

  not(): Bitmap {
    const words = new Uint32Array(this.words.length)
    for (let i = 0; i < words.length; i++) words[i] = ~(this.words[i] ?? 0)
    return new Bitmap(0, words)
  }

  count(): number {
    let count = 0
    for (let i = 0; i < this.words.length; i++) count += ones(this.words[i] ?? 0)
    return count
  }

  isEmpty(): boolean {
    for (let i = 0; i < this.words.length; i++) if (this.words[i] !== 0) return false
    return true
  }

  /** The members from `from` up to, but without, `to`; the result counts from `from`. */
  slice(from: number, to: number): Bitmap {
    const part = new Bitmap(to - from)
    const first = from >>> 5
    const shift = from & 31
    for (let i = 0; i < part.words.length; i++) {
      const low = this.words[first + i] ?? 0
      part.words[i] = shift === 0 ? low : (low >>> shift) | ((this.words[first + i + 1] ?? 0) << (32 - shift))
    }
    const over = (to - from) & 31
    const last = part.words.length - 1
    if (over > 0) part.words[last] = (part.words[last] ?? 0) & ((1 << over) - 1)
    return part
  }

  /** The inverse of `slice`: adds the first `size` bits of a part that counts from `from`. */
  paste(part: Bitmap, from: number, size: number): void {
    const whole = part.slice(0, size)
    const first = from >>> 5
    const shift = from & 31
    for (let i = 0; i < whole.words.length; i++) {
      const word = whole.words[i] ?? 0
      if (word === 0) continue
      const at = first + i
      this.words[at] = (this.words[at] ?? 0) | (word << shift)
      if (shift > 0 && at + 1 < this.words.length)
        this.words[at + 1] = (this.words[at + 1] ?? 0) | (word >>> (32 - shift))
    }
  }

  /** Calls with each member, in ascending order. */
  forEach(call: (n: number) => void): void {
    for (let at = 0; at < this.words.length; at++)
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1)
        call(at * 32 + 31 - Math.clz32(word & -word))
  }

  toArray(): number[] {
    const numbers: number[] = []
    this.forEach((n) => numbers.push(n))
    return numbers
  }
}

/** Counts the bits that are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
