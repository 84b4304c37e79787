/**
 * Words and sentences of plain text, by the rules of UAX #29 as ICU applies them. A table maps each unit of a line to
 * its classes once. Each rule then takes one pass. A sentence rule looks ahead at most to the next full stop, question
 * mark or exclamation mark.
 *
 * @see https://unicode.org/reports/tr29/, rules WB and SB
 */
import {
  CLOSE,
  COMPLEX,
  CONTINUES,
  DIGIT,
  EXTEND,
  FULL_STOP,
  HAN,
  HANGUL,
  JOINS_DIGITS,
  JOINS_LETTERS,
  LETTER,
  LOWER,
  OTHER_SCRIPT,
  SPACE,
  TERMINATOR,
  UNDERSCORE,
  unitClasses,
  UPPER,
} from './unit-class.ts'

const WORD = LETTER | DIGIT | UNDERSCORE
/** The number of units that a rule looks ahead. */
const LOOK_AHEAD = 2
/** Most lines are shorter than this. A longer line gets arrays of its own. */
const ROOM = 4_096

/** The classes of a line's characters, followed by zeros as far as any rule looks ahead. */
export class PlainLine {
  readonly #room = new Uint32Array(ROOM)
  readonly #placesRoom = new Uint32Array(ROOM)
  #classes = this.#room
  /** The index of each character, from the start of the line. */
  #places = this.#placesRoom
  #length = 0
  #all = 0

  /** Replaces the line with the units of `text` from `start` to `end`, without the line break. */
  read(text: string, start: number, end: number): void {
    const size = end - start + LOOK_AHEAD
    const classes = size > ROOM ? new Uint32Array(size) : this.#room
    const places = size > ROOM ? new Uint32Array(size) : this.#placesRoom
    const unitClass = unitClasses()
    let all = 0
    let length = 0
    for (let i = start; i < end; i++) {
      let here = unitClass[text.charCodeAt(i)]!
      if ((here & (OTHER_SCRIPT | EXTEND)) !== 0) {
        if ((here & EXTEND) !== 0 && length > 0 && (classes[length - 1]! & LETTER) !== 0) {
          all |= here
          continue
        }
        const after = pictureEnd(text, i, end)
        if (after > i) {
          places[length] = i - start
          classes[length++] = 0
          i = after - 1
          continue
        }
        if (text.charCodeAt(i) === PICTURE_STYLE && i > start && isSymbol(text.charCodeAt(i - 1))) continue
        here |= OTHER_SCRIPT
      }
      all |= here
      places[length] = i - start
      classes[length++] = here
    }
    classes.fill(0, length, length + LOOK_AHEAD)
    this.#classes = classes
    this.#places = places
    this.#length = length
    this.#all = all
  }

  /** Whether rules find all characters and sentences of the line. */
  get isPlain(): boolean {
    return (this.#all & OTHER_SCRIPT) === 0
  }

  /** Whether rules find all words of the line, without a dictionary. */
  get hasPlainWords(): boolean {
    const all = this.#all
    // The rules do not cover an underscore or a mark that joins Hangul.
    if ((all & HANGUL) !== 0 && (all & (UNDERSCORE | EXTEND)) !== 0) return false
    return (all & (OTHER_SCRIPT | HAN | COMPLEX)) === 0
  }

  /** Whether only runs of Han and Kana need a dictionary. */
  get hasPlainRuns(): boolean {
    return (this.#all & (OTHER_SCRIPT | COMPLEX | EXTEND | UNDERSCORE)) === 0
  }

  /** Counts the characters of a plain line, as a reader sees them. */
  characters(): number {
    return this.#length
  }

  /**
   * Counts the word-like segments of a line with plain words or plain runs.
   *
   * @param run called with the range of each run of Han and Kana, whose words are not counted; `[from, to)` in the line
   */
  words(run?: (from: number, to: number) => void): number {
    const classes = this.#classes
    const length = this.#length
    let words = 0
    for (let i = 0; i < length; i++) {
      let here = classes[i]!
      if ((here & WORD) === 0) continue
      if ((here & HAN) !== 0) {
        const from = this.#places[i]!
        while ((classes[i + 1]! & HAN) !== 0) i++
        run!(from, this.#places[i]! + 1)
        continue
      }
      if ((here & HANGUL) !== 0) {
        while ((classes[i + 1]! & HANGUL) !== 0) i++
        words++
        continue
      }
      const first = i
      for (;;) {
        const next = classes[i + 1]!
        if ((next & WORD) !== 0 && (next & (HAN | HANGUL)) === 0) i++
        else if ((next & (JOINS_LETTERS | JOINS_DIGITS)) !== 0 && joins(here, next, classes[i + 2]!)) i += 2
        else break
        here = classes[i]!
      }
      // A single underscore is the only such segment that is not a word.
      if (i > first || here !== UNDERSCORE) words++
    }
    return words
  }

  /** Counts the sentences of a plain line that are not blank. */
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

  /**
   * Whether a full stop does not end a sentence: in a number, in `U.S`, before a word in lower case. `i` is the index
   * after its space.
   */
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

/** Whether a mark between two units joins them to one word. */
const joins = (before: number, mark: number, after: number): boolean =>
  (after & (HAN | HANGUL)) === 0 &&
  (((mark & JOINS_LETTERS) !== 0 && (before & after & LETTER) !== 0) ||
    ((mark & JOINS_DIGITS) !== 0 && (before & after & DIGIT) !== 0))

/** Returns the index after a picture or a flag that is one character; `start` if there is none. */
function pictureEnd(text: string, start: number, end: number): number {
  const unitAt = (i: number): number => (i < end ? text.charCodeAt(i) : 0)
  if (isFlagLetter(unitAt(start), unitAt(start + 1)))
    return isFlagLetter(unitAt(start + 2), unitAt(start + 3)) ? start + 4 : start
  let at = start
  while (isPicture(unitAt(at), unitAt(at + 1))) {
    at += 2
    if (unitAt(at) === PICTURE_STYLE) at++
    else if (isSkinTone(unitAt(at), unitAt(at + 1))) at += 2
    if (unitAt(at) !== JOINER || !isPicture(unitAt(at + 1), unitAt(at + 2))) break
    at++
  }
  return at
}

/** Joins two pictures to one character. */
const JOINER = 0x200d

/** Two such letters in a row are a flag. */
const isFlagLetter = (first: number, second: number): boolean =>
  first === 0xd83c && second >= 0xdde6 && second <= 0xddff

/** A variation selector that shows the symbol before it as a picture. */
const PICTURE_STYLE = 0xfe0f

/** Whether two units are an emoji that is a character of its own; letters of flags and skin tones are not. */
function isPicture(first: number, second: number): boolean {
  if (first === 0xd83c) return second >= 0xdf00 && second <= 0xdffa
  if (first === 0xd83d)
    return (second >= 0xdc00 && second <= 0xde4f) || (second >= 0xde80 && second <= 0xdeff)
  return first === 0xd83e && second >= 0xdd00 && second <= 0xdfff && !(second >= 0xde00 && second <= 0xde6f)
}

const isSkinTone = (first: number, second: number): boolean =>
  first === 0xd83c && second >= 0xdffb && second <= 0xdfff

/** Arrows, shapes and dingbats. */
const isSymbol = (unit: number): boolean => unit >= 0x2190 && unit <= 0x27bf
