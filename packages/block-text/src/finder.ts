/** Looks for one word from ever later places of one text, and looks over no stretch twice. */
export class Finder {
  readonly #text: string
  readonly #word: string
  #from = 0
  #next = -2

  constructor(text: string, word: string) {
    this.#text = text
    this.#word = word
  }

  /** The first place at or after `from`, or -1. */
  next(from: number): number {
    const known = this.#next !== -2 && from >= this.#from && (this.#next === -1 || from <= this.#next)
    if (!known) {
      this.#from = from
      this.#next = this.#text.indexOf(this.#word, from)
    }
    return this.#next
  }
}
