/**
 * Ranges without syntax inside: code spans, maths, comments and macros. Each method takes the index of an opening and
 * returns the index where reading continues. That is after the closing mark, or after the opening if the opening is
 * only words.
 *
 * Comments, `$$…$$` and macros continue over any lines, property and date lines included. A code span continues within
 * its paragraph, which ends before such a line. `$…$` ends with its line. It is maths if no white space is inside
 * either `$` and no digit follows the second. Prices such as `$5` are therefore words.
 *
 * @see decisions 2.1
 */
import { BACKSLASH, BACKTICK, BRACE_OPEN, DOLLAR, isDigit, isSpace, PERCENT, runLength } from './char.ts'
import { Finder } from './finder.ts'

/** The opening of a macro that embeds a page or a block. */
export const EMBED = '{{embed'

/** The rules for one range of words. */
export interface LineOptions {
  /** Nothing continues after the end of the range, as in a property's value. */
  readonly single: boolean
  /** Whether the first line of the range can contain tags. `#+BEGIN_…` lines cannot. */
  readonly tags: boolean
  /** Links count as tags too, as in the value of `tags::`. */
  readonly linksAreTags: boolean
  /** Ignore links inside links. */
  readonly outer?: boolean
}

/** Finds the ends of ranges without syntax. One instance serves one text. */
export class Opaque {
  readonly #text: string
  readonly #paragraphEnd: (end: number) => number
  // Most blocks are plain words, so the rare parts are created on first use.
  #comments: Finder | undefined
  #displays: Finder | undefined
  #macros: Finder | undefined
  #percents: Finder | undefined
  /** The line contains no closing `$` before this index. */
  #noMathsTo = -1
  /** Before this index, `#ticks` has the last position of every run of backticks, by its length. */
  #ticksTo = -1
  #ticks: Map<number, number> | undefined

  constructor(text: string, paragraphEnd: (end: number) => number) {
    this.#text = text
    this.#paragraphEnd = paragraphEnd
  }

  code(at: number, end: number, options: LineOptions): number {
    const text = this.#text
    const length = runLength(text, at, BACKTICK)
    const after = at + length
    if (at < this.#ticksTo && (this.#ticks?.get(length) ?? -1) < after) return after
    let bound = end
    for (let i = after; ;) {
      const found = text.indexOf('`', i)
      const next = found < 0 ? text.length : found
      if (next >= bound && bound === end && !options.single) bound = this.#paragraphEnd(end)
      if (next >= bound) {
        this.#ticksTo = bound
        return after
      }
      const run = runLength(text, next, BACKTICK)
      this.#ticks ??= new Map()
      this.#ticks.set(run, next)
      if (run === length) return next + run
      i = next + run
    }
  }

  maths(at: number, end: number, options: LineOptions): number {
    const text = this.#text
    if (text.charCodeAt(at + 1) === DOLLAR) {
      const close = (this.#displays ??= new Finder(this.#text, '$$')).next(at + 2)
      return behind(close, 2, end, options) ?? at + 2
    }
    if (at < this.#noMathsTo || isSpace(text.charCodeAt(at + 1))) return at + 1
    for (let i = at + 1; i < end; i++) {
      const unit = text.charCodeAt(i)
      if (unit === BACKSLASH) i++
      else if (unit === DOLLAR && !isSpace(text.charCodeAt(i - 1)) && !isDigit(text.charCodeAt(i + 1)))
        return i + 1
    }
    this.#noMathsTo = end
    return at + 1
  }

  comment(at: number, end: number, options: LineOptions): number {
    if (!this.#text.startsWith('!--', at + 1)) return at + 1
    const close = (this.#comments ??= new Finder(this.#text, '-->')).next(at + 2)
    return behind(close, 3, end, options) ?? at + 4
  }

  /** `%% … %%`, as Obsidian writes comments. One that does not close continues to the end of the range or the text. */
  percentComment(at: number, end: number, { single }: LineOptions): number {
    if (this.#text.charCodeAt(at + 1) !== PERCENT) return at + 1
    const close = (this.#percents ??= new Finder(this.#text, '%%')).next(at + 2)
    const after = close < 0 ? this.#text.length : close + 2
    return single ? Math.min(after, end) : after
  }

  macro(at: number, end: number, options: LineOptions): number {
    const text = this.#text
    if (text.charCodeAt(at + 1) !== BRACE_OPEN) return at + 1
    if (text.startsWith(EMBED, at) && /[\s[(]/.test(text.charAt(at + EMBED.length))) return at + EMBED.length
    const close = (this.#macros ??= new Finder(this.#text, '}}')).next(at + 2)
    return behind(close, 2, end, options) ?? at + 2
  }
}

/**
 * The index after a closing mark at `close`. Returns `undefined` for -1, and for a mark after the end of a single-line
 * value.
 */
function behind(close: number, length: number, end: number, { single }: LineOptions): number | undefined {
  const after = close + length
  return close < 0 || (single && after > end) ? undefined : after
}
