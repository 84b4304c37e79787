/**
 * The caret and the selection stay at their letters while somebody else changes the blocks.
 *
 * @see outliner 4.1
 */
import type { Outline } from './outline.ts'
import { caretIn, type Focus } from './state.ts'

/** Letters on each side of a place by which it is found again, at most. */
const AROUND = 16

/** The number of letters at each end that two texts have in common. */
export function sameEnds(a: string, b: string): { readonly head: number; readonly tail: number } {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  let tail = 0
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return { head, tail }
}

/**
 * Carries places of a text over to another one. Letters at both ends, which stay, keep their places. Between them, a place is found by
 * the letters around it.
 *
 * @param side the side on which a place stays beside its letter, if words are put there
 * @returns a function from a place to the other one
 * @example
 * carriedTo('the crane', 'the old crane')(6) // 10
 */
export function carriedTo(
  before: string,
  after: string,
  side: 'left' | 'right' = 'left',
): (at: number) => number {
  const { head, tail } = sameEnds(before, after)
  const end = before.length - tail
  const changed = after.slice(head, after.length - tail)
  return (at) => {
    if (at < head || (at === head && side === 'left')) return at
    if (at > end || (at === end && side === 'right')) return at + after.length - before.length
    for (let around = AROUND; around >= 1; around /= 2) {
      const left = before.slice(Math.max(head, at - around), at)
      const right = before.slice(at, Math.min(end, at + around))
      for (const found of side === 'left' ? [left + right, left, right] : [left + right, right, left]) {
        const place = found === '' ? -1 : changed.indexOf(found)
        if (place >= 0) return head + place + (found === right ? 0 : left.length)
      }
    }
    return at === head ? head : after.length - tail
  }
}

/**
 * The focus in blocks that somebody else changed.
 *
 * @param isUnstored whether the field has text that is not stored, which stays as it is
 */
export function focusIn(outline: Outline, focus: Focus, isUnstored: boolean): Focus {
  if (focus === null) return null
  if (focus.kind === 'blocks')
    return outline.blocks.has(focus.anchor) && outline.blocks.has(focus.head) ? focus : null
  if (!outline.blocks.has(focus.id)) return null
  const caret = caretIn(outline, focus.id, 0)
  if (isUnstored || caret.text === focus.text) return focus
  const carried = carriedTo(focus.text, caret.text)
  const end = carried(focus.end)
  const isCaret = focus.start === focus.end
  return { ...caret, start: isCaret ? end : carriedTo(focus.text, caret.text, 'right')(focus.start), end }
}
