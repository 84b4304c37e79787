/**
 * Brackets of one text: finds the end of a `[[link]]`, the end of the `[label]` of a web link, and links inside links.
 * A name never spans two lines. Simple cases need only a short scan. Otherwise one pass with a stack pairs all brackets
 * of the line. A row of unclosed brackets therefore costs one pass.
 *
 * @see decisions 2.5
 */
import { BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, isAsciiMark, runLength } from './char.ts'

/** The parser ignores links nested deeper than this, because each level repeats the text inside it. */
const DEEPEST = 8

/** Pairs of brackets in one text. One instance serves one text and caches the pairs of one line. */
export class Brackets {
  readonly #text: string
  /** The range whose brackets are paired. */
  #from = 0
  #to = 0
  /** Ends of `[[…]]` and positions of the closing `]` of `[…]`, by the index of the opening bracket. */
  readonly #links = new Map<number, number>()
  readonly #labels = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Finds the end of the link that `[[` opens at `at`. `end` is the end of the line.
   *
   * @returns an index, or -1 if the link is not closed
   */
  linkEnd(at: number, end: number): number {
    const text = this.#text
    for (let i = at + 2; i < end; i++) {
      const unit = text.charCodeAt(i)
      if (unit === BRACKET_CLOSE && i + 1 < end && text.charCodeAt(i + 1) === BRACKET_CLOSE) return i + 2
      if (unit === BRACKET_OPEN || unit === BRACKET_CLOSE || unit === BACKSLASH) {
        this.#pair(at, end)
        return this.#links.get(at) ?? -1
      }
    }
    return -1
  }

  /**
   * Finds the `]` that closes the `[` at `at`.
   *
   * @returns an index, or -1 if no bracket closes it
   */
  labelEnd(at: number, end: number): number {
    const text = this.#text
    for (let i = at + 1; i < end; i++) {
      const unit = text.charCodeAt(i)
      if (unit === BRACKET_CLOSE) return i
      if (unit === BRACKET_OPEN || unit === BACKSLASH) {
        this.#pair(at, end)
        return this.#labels.get(at) ?? -1
      }
    }
    return -1
  }

  /**
   * Calls `each` for every link inside the link from `start` to `end`, in order. `from` is the index after `[[`; `to`
   * is the index of `]]`.
   */
  inner(start: number, end: number, each: (from: number, to: number) => void): void {
    const text = this.#text
    const first = text.indexOf('[', start + 2)
    if (first < 0 || first >= end) return
    this.#pair(start, end)
    const closings = [end]
    for (let i = first; i < end; i++) {
      while (closings.length > 1 && i >= (closings.at(-1) ?? end)) closings.pop()
      const close = this.#links.get(i)
      if (close === undefined || close > end || closings.length >= DEEPEST) continue
      each(i + 2, close - 2)
      closings.push(close)
    }
  }

  /** Pairs the brackets from `at` to `end`, unless they are paired already. */
  #pair(at: number, end: number): void {
    if (at >= this.#from && end <= this.#to) return
    this.#from = at
    this.#to = end
    this.#links.clear()
    this.#labels.clear()
    const text = this.#text
    const links: number[] = []
    // Open single brackets, each with the number of links that were open before it.
    const singles: number[] = []
    const depths: number[] = []
    for (let i = at; i < end;) {
      const unit = text.charCodeAt(i)
      if (unit === BACKSLASH) i += i + 1 < end && isAsciiMark(text.charCodeAt(i + 1)) ? 2 : 1
      else if (unit === BRACKET_OPEN) {
        const run = Math.min(runLength(text, i, unit), end - i)
        if (run % 2 === 1) {
          singles.push(i)
          depths.push(links.length)
        }
        for (let open = i + (run % 2); open < i + run; open += 2) links.push(open)
        i += run
      } else if (unit === BRACKET_CLOSE) {
        const run = Math.min(runLength(text, i, unit), end - i)
        for (let left = run; left > 0;) {
          const inSingle = singles.length > 0 && depths.at(-1) === links.length
          const place = i + run - left
          if (left >= 2 && links.length > 0 && !(inSingle && left > 2)) {
            this.#links.set(links.pop() ?? 0, place + 2)
            while (singles.length > 0 && (depths.at(-1) ?? 0) > links.length) {
              singles.pop()
              depths.pop()
            }
            left -= 2
          } else {
            if (inSingle) {
              this.#labels.set(singles.pop() ?? 0, place)
              depths.pop()
            }
            left--
          }
        }
        i += run
      } else i++
    }
  }
}
