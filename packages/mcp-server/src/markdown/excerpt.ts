/** A block among many others. A long block is cut around the searched words. */
import { cut, shownOf, type Bullet, type Words } from './block.ts'
import { callWords } from './words.ts'

/** The most characters of an excerpt. */
export const EXCERPT = 600
/** Characters of an excerpt before the searched words. */
const BEFORE = 150

/** @param words the searched words */
export function excerpt(
  block: Words,
  shortId: string,
  words: readonly string[],
): Required<Pick<Bullet, 'text' | 'after'>> {
  const whole = shownOf(block)
  const { text } = whole
  if (text.length <= EXCERPT) return whole
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place > EXCERPT)
  const start = Math.max(0, Math.min(...places, text.length) - BEFORE)
  const from = places.length === 0 ? 0 : start
  const shown = `${from > 0 ? '…' : ''}${cut(text.slice(from).replace(/^[\uDC00-\uDFFF]/, ''), EXCERPT)}`
  return {
    text: shown,
    after: `(cut: ${text.length} characters in all, ${callWords('read_block', { block_id: shortId })})`,
  }
}
