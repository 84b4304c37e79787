/** Finds the place in the text of a block for a click in its words. @see outliner 3.1 */
import type { CaretAt } from '@notegraph/outliner'

interface PointedAt {
  readonly offsetNode: Node
  readonly offset: number
}

/**
 * The place in the text of a block for a point in its words. The words are the text without its marks, so each letter of
 * the words is looked up in the text, one after another.
 */
export function placeAt(words: Element, text: string, x: number, y: number): CaretAt {
  const at = document.caretPositionFromPoint(x, y) as PointedAt | null
  if (!at || !words.contains(at.offsetNode)) return 'end'
  const range = document.createRange()
  range.setStart(words, 0)
  range.setEnd(at.offsetNode, at.offset)
  return placeAfter(text, range.toString())
}

/** The place in a text right after the letters of `before`, where the text has more letters between them. */
export function placeAfter(text: string, before: string): number {
  let place = 0
  for (const letter of before) {
    if (/\s/u.test(letter)) continue
    const found = text.indexOf(letter, place)
    if (found < 0) return place
    place = found + letter.length
  }
  // A space that was clicked behind.
  if (/\s$/u.test(before) && text[place] === ' ') place++
  return place
}
