/** A block among many others. A long block is cut, around the searched words if there are any. */
import { snippetOf } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { cut, shownOf, type Bullet, type Words } from './block.ts'
import { callWords } from './words.ts'

/** The most characters of an excerpt. */
export const EXCERPT = 600

type Shown = Required<Pick<Bullet, 'text' | 'after'>>

/** The beginning of a long block. */
export function excerpt(block: Words, shortId: string): Shown {
  const whole = shownOf(block)
  const { text } = whole
  return text.length <= EXCERPT ? whole : { text: cut(text, EXCERPT), after: cutWords(text, shortId) }
}

/** The parts of a long block around the searched words. @see assistants 5.2 */
export function searchExcerpt(block: Words, shortId: string, words: readonly string[]): Shown {
  const whole = shownOf(block)
  const { text } = whole
  if (text.length <= LIMITS.snippet) return whole
  return { text: snippetOf(text, words, LIMITS.snippet).text, after: cutWords(text, shortId) }
}

const cutWords = ({ length }: string, shortId: string): string =>
  `(cut: ${length} characters in all, ${callWords('read_block', { block_id: shortId })})`
