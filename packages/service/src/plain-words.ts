/** A search in plain words: blocks that hold every one of them. @see decisions 5.1 to 5.3 */
import { fold } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { refuse, ok, type Result } from './refusal.ts'

const BRACKET_OR_QUOTE = /[()[\]"]/

/** @returns the distinct folded words, or 400 */
export function readWords(q: string): Result<readonly string[]> {
  const bracket = BRACKET_OR_QUOTE.exec(q)
  if (bracket)
    return refuse({
      code: 'bad_request',
      error: `q holds ${bracket[0]} at character ${bracket.index + 1}, and this server reads plain words only.`,
      hint: 'Search for plain words, without brackets and quotes.',
    })
  const words = q.split(/\s+/u).filter((word) => word !== '')
  if (words.length > LIMITS.queryWords)
    return refuse({
      code: 'bad_request',
      error: `q has ${words.length} words; at most ${LIMITS.queryWords} are taken.`,
    })
  return ok([...new Set(words.map(fold))])
}
