/** Searched words, marked in texts and in rendered blocks. */
import { wordPlaces, type TextRange } from '@notegraph/block-text'
import { escapeHtml } from './escape.ts'

/**
 * Marks searched words in rendered HTML with `mark`. Formulas and drawings have no marks, because `mark` is not part of their
 * languages.
 *
 * @param html from the renderer, which escapes `<` and `>` in texts and attributes
 * @param words searched words, in any case; they also match inside other words
 * @example
 * markedHtml('<p>buy <b>Milk</b></p>', ['milk']) // '<p>buy <b><mark>Milk</mark></b></p>'
 */
export function markedHtml(html: string, words: readonly string[]): string {
  if (words.length === 0) return html
  let foreign = 0
  return html
    .split(TAG)
    .map((part) => {
      if (part.startsWith('<')) {
        if (FOREIGN.test(part)) foreign += part.startsWith('</') ? -1 : 1
        return part
      }
      const text = foreign > 0 ? undefined : readText(part)
      return text === undefined ? part : markedText(text, wordPlaces(text, words))
    })
    .join('')
}

/** A tag ends at its first `>`. */
const TAG = /(<[^>]*>)/
const FOREIGN = /^<\/?(?:math|svg)\b/
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
])

/** @returns undefined if the text has other character references, which would not be escaped the same way again */
function readText(html: string): string | undefined {
  const references = html.match(/&[^;\s]*;/g) ?? []
  if (!references.every((reference) => ENTITIES.has(reference))) return undefined
  return html.replaceAll(/&[^;\s]*;/g, (reference) => ENTITIES.get(reference)!)
}

/**
 * Returns a text as HTML with places marked.
 *
 * @param places in order, none within another, as `wordPlaces` and `snippetOf` of `@notegraph/block-text` return them
 * @example
 * markedText('rye & oats', [[0, 3]]) // '<mark>rye</mark> &amp; oats'
 */
export function markedText(text: string, places: readonly TextRange[]): string {
  let at = 0
  let html = ''
  for (const [from, to] of places) {
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`
    at = to
  }
  return html + escapeHtml(text.slice(at))
}
