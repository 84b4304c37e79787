/** Finds the place in the text of a block for a click in its words. @see outliner 3.1 */
import { carriedTo, type CaretAt } from '@notegraph/outliner'

interface PointedAt {
  readonly offsetNode: Node
  readonly offset: number
}

/** Two ways to ask for the letter at a point. Safari got the standard one late. */
interface Pointing {
  readonly caretPositionFromPoint?: (x: number, y: number) => PointedAt | null
  readonly caretRangeFromPoint?: (x: number, y: number) => Range | null
}

function pointedAt(x: number, y: number): PointedAt | null {
  const pointing: Pointing = document
  if (pointing.caretPositionFromPoint) return pointing.caretPositionFromPoint(x, y)
  const range = pointing.caretRangeFromPoint?.(x, y)
  return range ? { offsetNode: range.startContainer, offset: range.startOffset } : null
}

/**
 * The place in the text of a block for a point in its words. The words are the text without its marks and addresses. The place
 * has most of the same letters on both of its sides.
 */
export function placeAt(words: Element, text: string, x: number, y: number): CaretAt {
  const at = pointedAt(x, y)
  if (!at || !words.contains(at.offsetNode)) return 'end'
  return placeIn(text, words.textContent, lettersBefore(words, at.offsetNode, at.offset))
}

/** The number of letters of an element before a place in it. */
function lettersBefore(words: Element, node: Node, offset: number): number {
  const range = document.createRange()
  range.setStart(words, 0)
  range.setEnd(node, offset)
  return range.toString().length
}

/** The letters of a text that are selected in its words. */
export function selectedLetters(
  words: Element,
  text: string,
): readonly [start: number, end: number] | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return undefined
  const range = selection.getRangeAt(0)
  if (!words.contains(range.commonAncestorContainer)) return undefined
  const start = lettersBefore(words, range.startContainer, range.startOffset)
  const end = start + range.toString().length
  // Marks around them stay outside.
  return [carriedTo(words.textContent, text, 'right')(start), placeIn(text, words.textContent, end)]
}

/** The place in a text for a place in its words. */
export const placeIn = (text: string, words: string, at: number): number => carriedTo(words, text)(at)
