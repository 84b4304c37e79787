/**
 * The places of a run of letters in a text, as parts and as whole words. A run is a whole word if no letter of a word
 * continues it on either side. Scripts without spaces do not separate words, so each place of such a run is whole.
 *
 * Time is linear in the length of the text, however much the text and the run repeat themselves.
 * @see assistants 5.1
 */
import { letterKind, WORD } from './letter-kind.ts'

/** How often a text contains a run. Overlapping places count too. */
export interface Occurrences {
  readonly parts: number
  /** The parts that are whole words. */
  readonly whole: number
}

/** A run, prepared for many texts. */
export class RunFinder {
  readonly #run: string
  /** For each length of a prefix, the length of the longest shorter prefix that it ends with. */
  readonly #borders: Int32Array
  readonly #startsWord: boolean
  readonly #endsWord: boolean

  /** @param run folded, and not empty */
  constructor(run: string) {
    this.#run = run
    this.#borders = bordersOf(run)
    this.#startsWord = isWordAt(run, 0)
    this.#endsWord = isWordAt(run, run.length - 1)
  }

  /**
   * Calls with each place of the run, in order, until a call returns `false`.
   * @example
   * new RunFinder('ye').forEach('rye, ye', (at, whole) => console.log(at, whole)) // undefined
   */
  forEach(text: string, call: (at: number, whole: boolean) => boolean | void): void {
    const run = this.#run
    const borders = this.#borders
    let matched = 0
    for (let at = 0; at < text.length; at++) {
      const letter = text.charCodeAt(at)
      while (matched > 0 && run.charCodeAt(matched) !== letter) matched = borders[matched] ?? 0
      if (run.charCodeAt(matched) === letter) matched++
      if (matched < run.length) continue
      const start = at + 1 - run.length
      if (call(start, this.isWhole(text, start)) === false) return
      matched = borders[matched] ?? 0
    }
  }

  /** @example new RunFinder('ye').count('rye, ye') // { parts: 2, whole: 1 } */
  count(text: string): Occurrences {
    let [parts, whole] = [0, 0]
    this.forEach(text, (_, isWhole) => {
      parts++
      if (isWhole) whole++
    })
    return { parts, whole }
  }

  /** @example new RunFinder('ye').isWholeIn('rye') // false */
  isWholeIn(text: string): boolean {
    let found = false
    this.forEach(text, (_, isWhole) => {
      found = isWhole
      return !found
    })
    return found
  }

  /**
   * Whether the run is a whole word at one of its places.
   * @example new RunFinder('ye').isWhole('rye', 1) // false
   */
  isWhole(text: string, start: number): boolean {
    return !(
      (this.#startsWord && isWordAt(text, start - 1)) ||
      (this.#endsWord && isWordAt(text, start + this.#run.length))
    )
  }
}

const isWordAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && letterKind(text.charCodeAt(at)) === WORD

function bordersOf(run: string): Int32Array {
  const borders = new Int32Array(run.length + 1)
  for (let at = 1, border = 0; at < run.length; at++) {
    while (border > 0 && run.charCodeAt(border) !== run.charCodeAt(at)) border = borders[border] ?? 0
    if (run.charCodeAt(border) === run.charCodeAt(at)) border++
    borders[at + 1] = border
  }
  return borders
}
