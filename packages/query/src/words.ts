/** The words of a query: how they match, and which of them an answer contains. */
import type { SettledQuery } from './settled.ts'
import type { Query, WordsQuery } from './tree.ts'

/**
 * The same query with words that match only as whole words. To mark such words only, pass `true` as `whole` to `wordPlaces`
 * or `snippetOf` of `@notegraph/block-text`.
 * @example
 * wholeWords({ kind: 'words', text: 'rye', at: 0 }) // { kind: 'words', text: 'rye', at: 0, whole: true }
 */
export function wholeWords(query: Query): Query {
  if ('operands' in query) return { ...query, operands: query.operands.map(wholeWords) }
  if (query.kind === 'not') return { ...query, operand: wholeWords(query.operand) }
  return query.kind === 'words' ? { ...query, whole: true } : query
}

/**
 * The words that a match may contain. Words under a `not` are left out.
 * @example
 * positiveWords({ kind: 'words', text: 'rye', at: 0 }) // [{ kind: 'words', text: 'rye', at: 0 }]
 */
export function positiveWords(query: Query | SettledQuery): readonly WordsQuery[] {
  if ('operands' in query) return (query.operands as readonly SettledQuery[]).flatMap(positiveWords)
  return query.kind === 'words' ? [query] : []
}

/**
 * The question how many blocks have one of the words of a query. If the query is about pages that it names by id, other pages
 * don't count: how rare a word is there says nothing here.
 * @example
 * wordInScope({ kind: 'words', text: 'rye', at: 0 }, { kind: 'words', text: 'rye bread', at: 0 }) // { kind: 'words', text: 'rye', at: 0 }
 */
export function wordInScope(word: WordsQuery, query: SettledQuery): SettledQuery {
  const pages = query.kind === 'and' ? query.operands.filter(({ kind }) => kind === 'page-ids') : []
  return pages.length === 0 ? word : { kind: 'and', operands: [...pages, word] }
}

/**
 * The texts that a snippet of a match shows: the searched words, and the names of linked pages as the query has them.
 * `wordPlaces` and `snippetOf` of `@notegraph/block-text` find their places in a text. For them a name is words like any
 * others: `Ann` is marked in `[[Annie]]` too. A block that links `Ann` by an alias has no place.
 * @example
 * matchedTexts({ kind: 'ref', name: 'Bread', at: 0 }) // ['Bread']
 */
export function matchedTexts(query: Query): readonly string[] {
  if ('operands' in query) return query.operands.flatMap(matchedTexts)
  if (query.kind === 'words') return [query.text]
  return query.kind === 'ref' ? [query.name] : []
}
