/**
 * Words: one pass over a line finds links, tags and block references. The pass skips code spans, maths, comments,
 * macros, URLs, web links and escaped characters. The construct that opens first wins. A construct that does not close
 * is words.
 *
 * A name ends with its line. `opaque.ts` says which constructs continue over more lines.
 *
 * @see decisions 2.1, 2.5
 */
import { isWebTarget, schemeStart, targetEnd, urlEnd } from './address.ts'
import { Brackets } from './bracket.ts'
import {
  BACKSLASH,
  BACKTICK,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  DOLLAR,
  HASH,
  LESS,
  PAREN_CLOSE,
  PERCENT,
  PAREN_OPEN,
  isAsciiMark,
  isBlank,
  lineEnd,
  runLength,
} from './char.ts'
import { Emphasis } from './emphasis.ts'
import type { References, Mark } from './references.ts'
import { EMBED, type LineOptions, Opaque } from './opaque.ts'
import { htmlTagEnd, isEntityAt } from './html.ts'
import { followsLetter, tagEnd } from './tag.ts'
import { UUID_LENGTH, isUuidAt } from './uuid.ts'

/** Units that can begin a construct; the reader skips all others. Emphasis marks only matter for tags. */
const WITH_TAGS = /* @__PURE__ */ unitSet('#[($<{\\:`*_~=')
const WITHOUT_TAGS = /* @__PURE__ */ unitSet('[($<{\\:`')
/** Tags hide no comment. */
const WITH_PERCENTS = /* @__PURE__ */ unitSet('[($<{\\:`%')

function unitSet(marks: string): Uint8Array {
  const set = new Uint8Array(128)
  for (let i = 0; i < marks.length; i++) set[marks.charCodeAt(i)] = 1
  return set
}

/** Reads the words of one text line by line, and adds references and marks to `found`. */
export class InlineReader {
  readonly emphasis: Emphasis
  readonly #text: string
  readonly #special: Uint8Array
  readonly #percents: boolean
  readonly #found: References
  readonly #opaque: Opaque
  #brackets: Brackets | undefined
  /** The end of the last measured run of `[`. */
  #bracketsTo = -1
  #tagAt = -1
  /** The end of the last tag of words. A scheme begins after it. */
  #tagTo = -1
  /** The end of the last HTML tag. A `#` in its attributes begins no tag. */
  #htmlTo = -1
  /** The last `{{embed` that opened as a macro. One that belongs to a tag or begins with an escape opens none. */
  #embedAt = -1

  /**
   * @param paragraphEnd returns the end of the paragraph of a line, given the end of that line
   * @param percents looks for comments of the form `%% … %%`; otherwise, these are words
   */
  constructor(text: string, found: References, paragraphEnd: (end: number) => number, percents = false) {
    this.emphasis = new Emphasis(text)
    this.#text = text
    this.#percents = percents
    this.#special = percents ? WITH_PERCENTS : text.includes('#') ? WITH_TAGS : WITHOUT_TAGS
    this.#found = found
    this.#opaque = new Opaque(text, paragraphEnd)
  }

  get brackets(): Brackets {
    return (this.#brackets ??= new Brackets(this.#text))
  }

  /**
   * Reads from `start` to `end`.
   *
   * @returns the end of the line where the reading stopped, which can be after `end`
   */
  read(start: number, end: number, options: LineOptions): number {
    const text = this.#text
    const special = this.#special
    let stop = end
    let rules = options
    for (let i = start; i < stop;) {
      const unit = text.charCodeAt(i)
      if (unit > 127 || special[unit] === 0) {
        i++
        continue
      }
      i = this.#step(unit, i, start, stop, rules)
      if (i <= stop) continue
      stop = lineEnd(text, i)
      // Only the line of `#+BEGIN_…` itself has no tags.
      if (!rules.tags) rules = { ...options, tags: true }
    }
    return stop
  }

  #step(unit: number, at: number, start: number, end: number, options: LineOptions): number {
    switch (unit) {
      case HASH:
        return this.#tag(at, end, options)
      case BRACKET_OPEN:
        return this.#bracket(at, start, end, options)
      case PAREN_OPEN:
        return this.#blockRef(at, start, end)
      case BACKTICK:
        return this.#passed(
          'code',
          at,
          runLength(this.#text, at, BACKTICK),
          this.#opaque.code(at, end, options),
        )
      case DOLLAR:
        return this.#passed('maths', at, 2, this.#opaque.maths(at, end, options))
      case LESS:
        this.#htmlTo = Math.max(this.#htmlTo, htmlTagEnd(this.#text, at, end))
        return this.#passed('comment', at, 4, this.#opaque.comment(at, end, options))
      case PERCENT:
        return this.#passed('comment', at, 1, this.#opaque.percentComment(at, end, options))
      case BRACE_OPEN:
        return this.#macro(at, end, options)
      case BACKSLASH:
        if (at + 1 >= end || !isAsciiMark(this.#text.charCodeAt(at + 1))) return at + 1
        this.#found.mark('escape', at, at + 2, [at + 1, at + 2])
        return at + 2
      case COLON:
        return this.#url(at, start, end)
      default:
        return Math.min(this.emphasis.pass(at), end)
    }
  }

  /** Adds a mark for a skipped range, unless only its opening was skipped. */
  #passed(kind: Mark['kind'], at: number, opening: number, after: number): number {
    if (after > at + opening) this.#found.mark(kind, at, after)
    return after
  }

  #macro(at: number, end: number, options: LineOptions): number {
    const after = this.#opaque.macro(at, end, options)
    if (!this.#text.startsWith(EMBED, at) || after !== at + EMBED.length)
      return this.#passed('macro', at, 2, after)
    this.#embedAt = at
    return after
  }

  #url(colon: number, start: number, end: number): number {
    const from = schemeStart(this.#text, Math.max(start, this.#tagTo), colon)
    if (from < 0) return colon + 1
    const after = urlEnd(this.#text, colon, end)
    this.#found.mark('url', from, after)
    return after
  }

  #tag(at: number, end: number, options: LineOptions): number {
    const text = this.#text
    const start = at + 1
    if (!options.tags || at < this.#htmlTo || isEntityAt(text, at)) return start
    if (at !== this.#tagAt && followsLetter(text, at)) return start
    if (text.charCodeAt(start) === BRACKET_OPEN && text.charCodeAt(start + 1) === BRACKET_OPEN) {
      const close = this.brackets.linkEnd(start, end)
      if (close < 0 || close > end) return start
      this.#names(start, close, true, options)
      this.#found.mark('tag', at, close, [start + 2, close - 2])
      this.#tagAt = close
      return close
    }
    const after = tagEnd(text, start, end, this.emphasis)
    this.#tagAt = after
    // `#https://…` is an address after a mark, not a tag.
    if (text.charCodeAt(after) === COLON && schemeStart(text, start, after) === start) return after
    this.#tagTo = after
    this.#found.name(text.slice(start, after), true)
    if (after > start) this.#found.mark('tag', at, after, [start, after])
    return after
  }

  #bracket(at: number, start: number, end: number, options: LineOptions): number {
    const text = this.#text
    if (at >= this.#bracketsTo) this.#bracketsTo = at + runLength(text, at, BRACKET_OPEN)
    // In an odd number of brackets, the first is a single one.
    const double = (this.#bracketsTo - at) % 2 === 0
    if (!double) {
      // The words of a link can contain a comment.
      if (this.#percents) return at + 1
      const close = this.brackets.labelEnd(at, end)
      const after = close < 0 || close >= end ? -1 : targetEnd(text, close + 1, end)
      if (after < 0) return at + 1
      this.#found.mark('web', at, after, [at + 1, close])
      return after
    }
    const close = this.brackets.linkEnd(at, end)
    if (close < 0 || close > end) return at + 2
    if (text.charCodeAt(close) === PAREN_OPEN && isWebTarget(text, close)) {
      const after = targetEnd(text, close, end)
      if (after > 0) {
        this.#found.mark('web', at, after, [at + 2, close - 2])
        return after
      }
    }
    this.#names(at, close, options.linksAreTags, options)
    if (this.#found.marks && text.slice(at + 2, close - 2).trim() !== '') {
      const whole = this.#embed(at, close, start, end)
      this.#found.mark('link', whole.start, whole.end, [at + 2, close - 2])
    }
    return close
  }

  /** Adds the link from `at` to `close` and the links inside it. */
  #names(at: number, close: number, tag: boolean, options: LineOptions): void {
    const text = this.#text
    const name = text.slice(at + 2, close - 2)
    if (name.trim() === '') return
    this.#found.name(name, tag)
    if (options.outer) return
    this.brackets.inner(at, close, (from, to) => {
      const tagged = options.linksAreTags || text.charCodeAt(from - 3) === HASH
      this.#found.name(text.slice(from, to), tagged)
    })
  }

  #blockRef(at: number, start: number, end: number): number {
    const text = this.#text
    const close = at + UUID_LENGTH + 4
    if (close > end || text.charCodeAt(at + 1) !== PAREN_OPEN || !isUuidAt(text, at + 2)) return at + 1
    if (text.charCodeAt(close - 2) !== PAREN_CLOSE || text.charCodeAt(close - 1) !== PAREN_CLOSE)
      return at + 1
    const id = text.slice(at + 2, close - 2)
    this.#found.block(id)
    const before = text.charCodeAt(at - 1)
    const labelled = before === PAREN_OPEN && text.charCodeAt(at - 2) === BRACKET_CLOSE
    // A labelled reference shows its label, so the block's words do not replace it.
    if (labelled && text.charCodeAt(close) === PAREN_CLOSE) return close
    const spot = { ...this.#embed(at, close, start, end), id }
    this.#found.spots.push(spot)
    this.#found.marks?.push({ kind: 'block', ...spot })
    return close
  }

  /** The range that a reference covers: the `{{embed …}}` macro around it, or the reference itself. */
  #embed(at: number, close: number, start: number, end: number): { start: number; end: number } {
    const text = this.#text
    let from = at
    while (from > start && isBlank(text.charCodeAt(from - 1))) from--
    if (from - start < EMBED.length || from - EMBED.length !== this.#embedAt) return { start: at, end: close }
    let to = close
    while (to < end && isBlank(text.charCodeAt(to))) to++
    return to + 2 <= end && text.startsWith('}}', to)
      ? { start: from - EMBED.length, end: to + 2 }
      : { start: at, end: close }
  }
}
