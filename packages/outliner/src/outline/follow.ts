/**
 * The caret and the selection stay at their letters while somebody else changes the blocks.
 *
 * @see outliner 4.1
 */
import type { Outline } from './outline.ts'
import { caretIn, type Focus } from './state.ts'

/** Letters on each side of a place that count, at most. They bound the time. */
const AROUND = 64

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
 * Carries places of a text over to another one. Letters at both ends, which stay, keep their places. Between them, a place goes where
 * most letters that stay are on the same side of it.
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
    const left = before.slice(Math.max(head, at - AROUND), at)
    const right = before.slice(at, Math.min(end, at + AROUND))
    const stayLeft = stayingIn(left, changed)
    const stayRight = stayingIn(reversed(right), reversed(changed)).toReversed()
    const stay = stayLeft.map((worth, place) => worth + stayRight[place]!)
    const most = Math.max(...stay)
    if (most === 0) return at === head ? head : after.length - tail
    return head + (side === 'left' ? stay.indexOf(most) : stay.lastIndexOf(most))
  }
}

const reversed = (text: string): string => text.split('').toReversed().join('')

/** A letter outweighs all blanks and runs around it, because letters make the words. */
const worthOf = (letter: string): number => (letter.trim() === '' ? 2 : 1_000)
/** Letters that were beside each other belong together. */
const RUN = 1

/** For each beginning of the other text, the worth of the letters of a text that are in it in the same order. */
function stayingIn(text: string, other: string): Float64Array {
  const row = new Float64Array(other.length + 1)
  /** The worth of those that end with this letter, in both texts. */
  const ending = new Float64Array(other.length + 1).fill(-Infinity)
  for (const letter of text.split('')) {
    const worth = worthOf(letter)
    let [above, aboveEnding] = [0, -Infinity]
    for (let j = 1; j <= other.length; j++) {
      const here = other[j - 1] === letter ? worth + Math.max(above, aboveEnding + RUN) : -Infinity
      above = row[j]!
      aboveEnding = ending[j]!
      ending[j] = here
      row[j] = Math.max(above, row[j - 1]!, here)
    }
  }
  return row
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
