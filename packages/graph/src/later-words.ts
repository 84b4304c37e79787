/**
 * Words that only `Intl.Segmenter` finds, of many texts at once. Its calls cost as much as the words of a short line, so
 * the texts are joined. A line break between two texts ends a word.
 */

/**
 * No name of the root locale works on every platform. English segments and sorts in the same way; the machine's locale may not.
 */
export const LOCALES: string[] = ['und', 'en']

/** Created on first use, because most texts need no segmenter. */
let segmenter: Intl.Segmenter | undefined

/** UTF-16 units that wait at most, unless one text is longer. */
const MOST_WAITING = 65_536

interface Sum {
  words: number
}

/**
 * Collects texts whose words need a dictionary, and counts them together.
 *
 * @example
 * const later = new LaterWords()
 * const row = deriveBlock(record, env, later)
 * later.settle() // row.counts is complete
 */
export class LaterWords {
  #texts: string[] = []
  #sums: Sum[] = []
  #length = 0

  /** Adds the words of a text without line breaks to `sum`, at the latest in `settle`. */
  add(sum: Sum, text: string): void {
    this.#texts.push(text)
    this.#sums.push(sum)
    this.#length += text.length
    if (this.#length >= MOST_WAITING) this.settle()
  }

  settle(): void {
    if (this.#texts.length === 0) return
    const text = this.#texts.join('\n')
    const segments = (segmenter ??= new Intl.Segmenter(LOCALES, { granularity: 'word' })).segment(text)
    let current = 0
    let end = this.#texts[0]!.length
    // An iterator would copy the state of the segmenter, which costs more than the words of a short text.
    for (let at = 0; at < text.length;) {
      const { segment, isWordLike } = segments.containing(at)!
      while (at > end) end += 1 + this.#texts[++current]!.length
      if (isWordLike === true) this.#sums[current]!.words++
      at += segment.length
    }
    this.#texts = []
    this.#sums = []
    this.#length = 0
  }
}
