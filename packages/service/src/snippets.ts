/** Snippets of the long blocks in an answer of a search. @see assistants 5.2 */
import { snippetOf } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { matchedTexts, parseQuery } from '@notegraph/query'
import type { FoundBlock } from '@notegraph/store'
import { items } from './answer.ts'

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

/**
 * The blocks of an answer with the snippets of the long ones, as many as fit together, as the insides of two JSON arrays.
 * @see items
 */
export function itemsWithSnippets(
  q: string,
  blocks: readonly FoundBlock[],
  jsonOf: (block: FoundBlock) => string,
): { readonly json: string; readonly snippets: string; readonly count: number } {
  const texts = searchedTexts(q)
  const made: { readonly json: string; readonly snippet: string }[] = []
  const { count } = items(blocks, (block) => {
    const one = { json: jsonOf(block), snippet: snippetJson(block, texts) }
    made.push(one)
    return `${one.json},${one.snippet}`
  })
  const fitting = made.slice(0, count)
  return {
    json: fitting.map(({ json }) => json).join(),
    snippets: fitting
      .map(({ snippet }) => snippet)
      .filter(Boolean)
      .join(),
    count,
  }
}

/** The snippet of a long block; empty for a short one. */
const snippetJson = ({ id, content }: FoundBlock, texts: readonly string[]): string =>
  content.length > LIMITS.snippet ? JSON.stringify({ id, ...snippetOf(content, texts, LIMITS.snippet) }) : ''
