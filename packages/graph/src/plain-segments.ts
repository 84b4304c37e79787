/**
 * Words and sentences of plain text, by the rules of UAX #29 as ICU applies them. A line is told in the classes of its
 * units, so that each unit is looked up once. Each rule works in one pass; a sentence looks ahead, but never past the
 * next full stop, question or exclamation mark.
 *
 * @see https://unicode.org/reports/tr29/, rules WB and SB
 */
import {
  classOf,
  CLOSE,
  CONTINUES,
  DIGIT,
  FULL_STOP,
  HAN,
  JOINS_DIGITS,
  JOINS_LETTERS,
  LETTER,
  LOWER,
  OTHER_SCRIPT,
  SPACE,
  TERMINATOR,
  UNDERSCORE,
  UPPER,
} from './unit-class.ts'

const WORD = LETTER | DIGIT | UNDERSCORE
/** Units that a rule looks ahead. */
const LOOK_AHEAD = 2
/** Most lines are shorter than this; a longer one has an array of its own. */
const ROOM = 4_096

/** The classes of a line's units, with nothing behind its end, as far as any rule looks ahead. */
export class PlainLine {
  readonly #room = new Uint16Array(ROOM)
  #classes = this.#room
  #length = 0
  #all = 0

  /** Takes the units of `text` from `start` to `end`, a line without its break, in place of what it held. */
  read(text: string, start: number, end: number): void {
    const length = end - start
    const size = length + LOOK_AHEAD
    const classes = size > ROOM ? new Uint16Array(size) : this.#room
    let all = 0
    for (let i = 0; i < length; i++) all |= classes[i] = classOf(text.charCodeAt(start + i))
    classes.fill(0, length, size)
    this.#classes = classes
    this.#length = length
    this.#all = all
  }

  get isPlain(): boolean {
    return (this.#all & OTHER_SCRIPT) === 0
  }

  /** Whether its words are found by rules, and in no dictionary. */
  get hasPlainWords(): boolean {
    return (this.#all & (OTHER_SCRIPT | HAN)) === 0
  }

  /** Word-like segments of a line with plain words. */
  words(): number {
    const classes = this.#classes
    const length = this.#length
    let words = 0
    for (let i = 0; i < length; i++) {
      let here = classes[i]!
      if ((here & WORD) === 0) continue
      const first = i
      for (;;) {
        const next = classes[i + 1]!
        if ((next & WORD) !== 0) i++
        else if ((next & (JOINS_LETTERS | JOINS_DIGITS)) !== 0 && joins(here, next, classes[i + 2]!)) i += 2
        else break
        here = classes[i]!
      }
      // A lone underscore is the one segment of this kind that is no word.
      if (i > first || here !== UNDERSCORE) words++
    }
    return words
  }

  /** Sentences of a plain line that are not blank. */
  sentences(): number {
    const classes = this.#classes
    const length = this.#length
    let i = 0
    while (classes[i] === SPACE) i++
    if (i >= length) return 0
    if ((this.#all & TERMINATOR) === 0) return 1
    let sentences = 1
    while (i < length) {
      if ((classes[i]! & TERMINATOR) === 0) {
        i++
        continue
      }
      const stop = i
      i++
      while ((classes[i]! & CLOSE) !== 0) i++
      while ((classes[i]! & SPACE) !== 0) i++
      if (i >= length || (classes[i]! & (CONTINUES | TERMINATOR)) !== 0) continue
      if ((classes[stop]! & FULL_STOP) !== 0 && this.#goesOn(stop, i)) continue
      sentences++
    }
    return sentences
  }

  /** Whether a full stop ends nothing: in a number, in `U.S`, before a word in lower case. `i` is behind its space. */
  #goesOn(stop: number, i: number): boolean {
    const classes = this.#classes
    if (i === stop + 1) {
      const next = classes[i]!
      if ((next & DIGIT) !== 0) return true
      const before = stop > 0 ? classes[stop - 1]! : 0
      if ((next & UPPER) !== 0 && (before & (LOWER | UPPER)) !== 0) return true
    }
    for (let ahead = i; ahead < this.#length; ahead++) {
      const unit = classes[ahead]!
      if ((unit & (LETTER | TERMINATOR)) !== 0) return (unit & LOWER) !== 0
    }
    return false
  }
}

/** Whether a mark between two units makes one word of them. */
const joins = (before: number, mark: number, after: number): boolean =>
  ((mark & JOINS_LETTERS) !== 0 && (before & after & LETTER) !== 0) ||
  ((mark & JOINS_DIGITS) !== 0 && (before & after & DIGIT) !== 0)
