/**
 * Stretches in which nothing is read: code spans, maths, comments and macros. Each method takes the place of an opening
 * and gives the place where reading goes on: behind the closing, or behind the opening when that is mere words.
 *
 * Comments, `$$…$$` and macros run over any lines to their end, property and date lines included. A code span runs on
 * within its paragraph, which ends before such a line. `$…$` ends with its line, and is maths when no white space is inside
 * either `$` and no digit follows the second, so that prices are words.
 *
 * @see decisions 2.1
 */
import { BACKSLASH, BACKTICK, BRACE_OPEN, DOLLAR, isDigit, isSpace, runLength } from './char.ts'
import { Finder } from './finder.ts'

export const EMBED = '{{embed'

export interface LineOptions {
  /** Nothing runs on past the stretch: a property's value. */
  readonly single: boolean
  /** `#+BEGIN_…` lines hold no tags. */
  readonly tags: boolean
  /** Links count as tags too: values of `tags::`. */
  readonly linksAreTags: boolean
  /** Links inside links are left out. */
  readonly outer?: boolean
}

export class Opaque {
  readonly #text: string
  readonly #paragraphEnd: (end: number) => number
  // What few blocks need is made when it is needed: most of a graph is plain words.
  #comments: Finder | undefined
  #displays: Finder | undefined
  #macros: Finder | undefined
  /** The rest of the line up to here holds no `$` that closes maths. */
  #noMathsTo = -1
  /** Up to here all runs of backticks are known that may close a code span: by length, the last place of each. */
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

  macro(at: number, end: number, options: LineOptions): number {
    const text = this.#text
    if (text.charCodeAt(at + 1) !== BRACE_OPEN) return at + 1
    if (text.startsWith(EMBED, at) && /[\s[(]/.test(text.charAt(at + EMBED.length))) return at + EMBED.length
    const close = (this.#macros ??= new Finder(this.#text, '}}')).next(at + 2)
    return behind(close, 2, end, options) ?? at + 2
  }
}

/** The end of a closing mark at `close`, which may be -1; nothing where it does not close, as in a later line than a value. */
function behind(close: number, length: number, end: number, { single }: LineOptions): number | undefined {
  const after = close + length
  return close < 0 || (single && after > end) ? undefined : after
}
