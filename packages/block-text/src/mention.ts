/**
 * Mentions: places where a text has the name of a page without a link to it. `[[Tide pool 2]]` does not mention the page
 * Tide pool.
 *
 * @see assistants 4, outliner 2.2
 */
import { fold } from './fold.ts'
import { parseMarks } from './parse.ts'
import { placedText, searchedText, type PlacedText } from './search-fold.ts'
import type { TextRange } from './snippet.ts'
import { WordsFinder } from './words-finder.ts'

/** The names of a page, prepared for many texts. */
export class Mentions {
  readonly #names: readonly string[]
  readonly #finders: readonly WordsFinder[]

  /** @param names the name of the page first, then its aliases */
  constructor(names: readonly string[]) {
    this.#names = names
    this.#finders = names.map((name) => new WordsFinder(name))
  }

  /** Whether a text has one of the names as whole words, in links too. */
  isNamed(text: string): boolean {
    return this.#finders.some((finder) => finder.isIn(searchedText(text), true))
  }

  /**
   * Whether a block has one of the names outside of its links and tags. The label of a link counts.
   *
   * @example
   * new Mentions(['Tide pool']).isIn('the tide pool at [[Reed Island]]') // true
   */
  isIn(content: string): boolean {
    return this.isNamed(withoutLinks(content))
  }

  /**
   * The text of a block whose first mention became a link. Links, code, formulas, addresses, dates and properties stay.
   *
   * @returns `undefined` if a link can be nowhere
   * @example
   * new Mentions(['Tide pool']).linked('the tide pool') // 'the [[tide pool]]'
   */
  linked(content: string): string | undefined {
    const { block, marks } = parseMarks(content)
    const text = block.content
    const { cuts, head } = block.layout
    const wordsAt = cuts[0]?.start === 0 ? 0 : head.wordsAt
    const hidden = [{ start: 0, end: wordsAt }, ...cuts, ...marks]
    const units = text.split('')
    for (const { start, end } of hidden) units.fill('\n', start, end)
    const place = this.#firstIn(placedText(units.join('')))
    if (!place) return undefined
    const [from, to] = place
    const words = text.slice(from, to)
    const name = this.#names.some((one) => fold(one) === fold(words)) ? words : this.#names[0]!
    return `${text.slice(0, from)}[[${name}]]${text.slice(to)}`
  }

  /** The first place of a name as whole words. */
  #firstIn(text: PlacedText): TextRange | undefined {
    let first: TextRange | undefined
    for (const finder of this.#finders)
      finder.forEach(text, (at, isWhole) => {
        if (!isWhole) return true
        const from = text.startOf(at)
        if (!first || from < first[0]) first = [from, text.endOf(at + finder.words.length - 1)]
        return false
      })
    return first
  }
}

/** The words of a text, with the label of a link in place of the link. */
function withoutLinks(content: string): string {
  const { block, marks } = parseMarks(content)
  const text = block.content
  let words = ''
  let at = 0
  for (const mark of marks) {
    if (mark.kind !== 'link' && mark.kind !== 'tag') continue
    const isName = mark.kind === 'tag' || text.startsWith('[[', mark.start)
    words += `${text.slice(at, mark.start)}\n${isName || !mark.text ? '' : text.slice(...mark.text)}\n`
    at = mark.end
  }
  return words + text.slice(at)
}
