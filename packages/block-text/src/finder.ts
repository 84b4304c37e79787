/** Searches one text for one word from increasing positions, and reads no range twice. */
/** A search with a cached last result. */
export class Finder {
  readonly #text: string
  readonly #word: string
  #from = 0
  #next = -2

  constructor(text: string, word: string) {
    this.#text = text
    this.#word = word
  }

  /** Finds the first occurrence at or after `from`, or returns -1. */
  next(from: number): number {
    const known = this.#next !== -2 && from >= this.#from && (this.#next === -1 || from <= this.#next)
    if (!known) {
      this.#from = from
      this.#next = this.#text.indexOf(this.#word, from)
    }
    return this.#next
  }
}
