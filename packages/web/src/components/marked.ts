/** Searched words, marked in texts and in rendered blocks. */
import { wordPlaces, type TextRange } from '@notegraph/block-text'
import { escapeHtml } from '@notegraph/render'
import { raw } from 'hono/html'
import type { Html } from '../html.ts'

/** A text with its searched words marked. */
export const marked = (text: string, words: readonly string[]): Html =>
  markedAt(text, wordPlaces(text, words))

/** @param places as for `markedText` */
export const markedAt = (text: string, places: readonly TextRange[]): Html => raw(markedText(text, places))

/**
 * Rendered HTML with the searched words of its texts marked. Formulas and drawings have no marks, because `mark` is
 * not part of their languages.
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

/** The renderer escapes `<` and `>` in texts and attributes, so a tag ends at its first `>`. */
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

/** @param places in order, none within another @returns HTML */
export function markedText(text: string, places: readonly TextRange[]): string {
  let at = 0
  let html = ''
  for (const [from, to] of places) {
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`
    at = to
  }
  return html + escapeHtml(text.slice(at))
}
