/** Snippets of the long blocks in an answer of a search. @see assistants 5.2 */
import { snippetOf } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { matchedTexts, parseQuery } from '@notegraph/query'
import type { FoundBlock } from '@notegraph/store'

/**
 * The texts that snippets of a search are about; none for an invalid query.
 *
 * @example
 * ```ts
 * searchedTexts('rye (not oats)') // ['rye']
 * ```
 */
export function searchedTexts(q: string): readonly string[] {
  const parsed = parseQuery(q)
  return parsed.ok ? matchedTexts(parsed.query) : []
}

/** The JSON of the snippets of the blocks that are long. */
export function snippetsJson(q: string, blocks: readonly FoundBlock[]): string {
  const texts = searchedTexts(q)
  const snippets = blocks
    .filter(({ content }) => content.length > LIMITS.snippet)
    .map(({ id, content }) => ({ id, ...snippetOf(content, texts, LIMITS.snippet) }))
  return JSON.stringify(snippets)
}
