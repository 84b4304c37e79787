/**
 * The places of searched words in a text. A letter without a mark also finds that letter with any marks; one with marks
 * finds only itself.
 *
 * Time is linear in the length of the text, and words with marks take a 32nd of their own length for each unit of it.
 * @see decisions 5.1
 */
import { RunFinder } from './occurrences.ts'
import { searchedText, type LetterMarks, type SearchedText } from './search-fold.ts'

/** Words, prepared for many texts. */
export class WordsFinder {
  /** The folded words, without marks. A text without them does not match. */
  readonly words: string
  /** Whether a letter has marks, so that texts have to be read with theirs. */
  readonly isMarked: boolean
  /** The same for words that find the same. */
  readonly key: string
  readonly #marks: LetterMarks
  readonly #run: RunFinder

  /** @param text as somebody typed it; outer white space counts */
  constructor(text: string) {
    const { words, marks } = searchedText(text)
    this.words = words
    this.isMarked = marks.size > 0
    this.key = this.isMarked ? JSON.stringify([words, ...marks]) : words
    this.#marks = marks
    this.#run = new RunFinder(words)
  }

  /**
   * Whether a text has the words.
   * @param whole whether no letter of a word may continue them on either side
   * @example
   * new WordsFinder('cafe').isIn(searchedText('le café')) // true
   */
  isIn(text: SearchedText, whole: boolean = false): boolean {
    if (!text.words.includes(this.words)) return false
    if (!this.isMarked) return !whole || this.#run.isWholeIn(text.words)
    let found = false
    this.forEach(text, (_, isWhole) => {
      found = !whole || isWhole
      return !found
    })
    return found
  }

  /**
   * Calls with each place of the words, in order, until a call returns `false`.
   * @example
   * new WordsFinder('e').forEach(searchedText('é'), (at) => console.log(at)) // undefined
   */
  forEach(text: SearchedText, call: (at: number, whole: boolean) => boolean | void): void {
    if (!this.isMarked) return this.#run.forEach(text.words, call)
    if (text.marks.size === 0) return
    const { words, marks } = text
    const last = this.words.length - 1
    /** For each unit with its marks, a bit for each place of the words that it fits. */
    const known = new Map<string, Uint32Array>()
    /** Bit n: the units up to here are the first n + 1 of the words. */
    const state = new Uint32Array((last >>> 5) + 1)
    for (let at = 0; at < words.length; at++) {
      const [unit, mark] = [words.charAt(at), marks.get(at) ?? '']
      let fits = known.get(unit + mark)
      if (!fits) known.set(unit + mark, (fits = this.#fitsOf(unit, mark)))
      let carry = 1
      for (let i = 0; i < state.length; i++) {
        const bits = state[i] ?? 0
        state[i] = ((bits << 1) | carry) & (fits[i] ?? 0)
        carry = bits >>> 31
      }
      if ((((state[last >>> 5] ?? 0) >>> (last & 31)) & 1) === 0) continue
      if (call(at - last, this.#run.isWhole(words, at - last)) === false) return
    }
  }

  #fitsOf(unit: string, marks: string): Uint32Array {
    const fits = new Uint32Array(((this.words.length - 1) >>> 5) + 1)
    for (let at = this.words.indexOf(unit); at >= 0; at = this.words.indexOf(unit, at + 1))
      if ((this.#marks.get(at) ?? marks) === marks) fits[at >>> 5] = (fits[at >>> 5] ?? 0) | (1 << (at & 31))
    return fits
  }
}
