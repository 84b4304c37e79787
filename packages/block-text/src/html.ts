/**
 * HTML in words: a `#` in a character reference or in an attribute is not a tag.
 *
 * @see decisions 2.6
 */

const TAG = /<\/?[a-z][^<>\n]*>/iy
const ENTITY = /&#(?:\d{1,7}|x[\da-f]{1,6});/iy

/** Finds the end of the HTML tag that opens at `at`; -1 if it does not close before `end`. */
export function htmlTagEnd(text: string, at: number, end: number): number {
  TAG.lastIndex = at
  return TAG.test(text) && TAG.lastIndex <= end ? TAG.lastIndex : -1
}

/** Whether the `#` at `at` belongs to a numeric character reference, such as `&#39;`. */
export function isEntityAt(text: string, at: number): boolean {
  ENTITY.lastIndex = at - 1
  return ENTITY.test(text)
}
