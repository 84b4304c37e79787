/**
 * Stretches in which nothing is read: code spans, maths, comments and macros. Each method takes the place of an opening
 * and gives the place where reading goes on: behind the closing, or behind the opening when that is mere words.
 *
 * Comments and `$$…$$` that begin a line may run over any lines; all others, and code spans and macros, run on within
 * their paragraph at most. So which lines are properties and dates never hangs on what the words around them hold. `$…$` ends with its line, and is maths when no white space stands inside either
 * `$` and no digit follows the second, so that prices are words.
 *
 * @see decisions 2.1
 */
import { BACKSLASH, BACKTICK, BRACE_OPEN, DOLLAR, isDigit, isSpace, runLength } from './char.ts'
import { Finder } from './finder.ts'

export const EMBED = '{{embed'

export interface LineOptions {
  /** Where the line's body begins, behind quote marks and list items; -1 when the stretch is no line. */
  readonly body: number
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
      return this.#within(at, close < 0 ? -1 : close + 2, end, options) ? close + 2 : at + 2
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
    return this.#within(at, close < 0 ? -1 : close + 3, end, options) ? close + 3 : at + 4
  }

  macro(at: number, end: number, options: LineOptions): number {
    const text = this.#text
    if (text.charCodeAt(at + 1) !== BRACE_OPEN) return at + 1
    if (text.startsWith(EMBED, at) && /[\s[(]/.test(text.charAt(at + EMBED.length))) return at + EMBED.length
    const close = (this.#macros ??= new Finder(this.#text, '}}')).next(at + 2)
    return this.#within(-1, close < 0 ? -1 : close + 2, end, options) ? close + 2 : at + 2
  }

  /**
   * Whether what opens at `at` may end at `close`, -1 when it is not closed: on its line, in its paragraph, or anywhere
   * when it begins a line.
   */
  #within(at: number, close: number, end: number, options: LineOptions): boolean {
    if (close < 0) return false
    if (close <= end) return true
    return !options.single && (at === options.body || close <= this.#paragraphEnd(end))
  }
}
