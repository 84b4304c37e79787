/**
 * What a reader sees of a block: its content without property lines, date lines and drawers, with references to blocks
 * read out. The block's own head marks stay in the text and can be told by their place.
 *
 * @see decisions 2.7
 */
import type { BlockText } from './block.ts'
import { lineEnd } from './char.ts'
import type { Spot } from './found.ts'

export interface Shown {
  /** With `((id))` still in place. */
  readonly text: string
  /**
   * Where a reference stands in `text`; an embedding macro `{{embed ((id))}}` is one such place as a whole. A labelled
   * reference reads as its label and is none.
   */
  readonly blockRefs: readonly Spot[]
  /** Heading, marker and priority inside `text`; an empty range when there are none. The quote mark is no part of it. */
  readonly marks: readonly [start: number, end: number]
}

/** How deep references are read out. */
const DEEPEST = 3
/** UTF-16 units that a reference reads as at most, before the references in it are read out. */
export const LONGEST_LINE = 1_000
/** UTF-16 units that references may add to one text, so that blocks full of references stay readable. */
export const MOST_ADDED = 20_000

/** The block as shown. */
export function shownText(block: BlockText): Shown {
  const { head, spots } = block.layout
  const kept = withoutCuts(block)
  const { start, end } = trimLines(kept)
  return {
    text: kept.slice(start, end),
    blockRefs: spots.length === 0 ? spots : movedSpots(spots, block, start),
    // The head stands on the first line, which is never cut, and a line with marks is never trimmed away.
    marks: head.marksAt < head.wordsAt && hasMarks(block) ? [head.marksAt, head.wordsAt] : [0, 0],
  }
}

/** The words alone: what stands behind the head marks, without outer blank lines. */
export function wordsOf(block: BlockText): string {
  const text = withoutCuts(block).slice(block.layout.head.wordsAt)
  const { start, end } = trimLines(text)
  return text.slice(start, end)
}

/** The first line of the words, without head marks: what a reference to this block reads as. */
export function shownLine(block: BlockText): Shown {
  const text = withoutCuts(block)
  let start = block.layout.head.wordsAt
  while (start < text.length && text.slice(start, lineEnd(text, start)).trim() === '')
    start = lineEnd(text, start) + 1
  const whole = text.slice(start, lineEnd(text, start))
  const line = whole.trim()
  const from = start + whole.length - whole.trimStart().length
  const spots = movedSpots(block.layout.spots, block, from)
  return { text: line, blockRefs: spots.filter((spot) => spot.end <= line.length), marks: [0, 0] }
}

/**
 * A line that is longer than a reference may read as ends at 1,000 units with `…`. It is cut before a reference that
 * would not fit, and never inside a character.
 */
export function cutLine({ text, blockRefs, marks }: Shown): Shown {
  if (text.length <= LONGEST_LINE) return { text, blockRefs, marks }
  let end = LONGEST_LINE - 1
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--
  for (const spot of blockRefs) if (spot.start < end && spot.end > end) end = spot.start
  return { text: `${text.slice(0, end)}…`, blockRefs: blockRefs.filter((spot) => spot.end <= end), marks }
}

/**
 * The text with each reference replaced by the line it points at, and those in that line likewise, three deep at most. A
 * missing block, a circle or a reference too many is left as written.
 * @param line the line of a block, nothing when there is no such block
 * @param self the id of the shown block, so that a reference to itself is known as a circle
 * @returns the text, at most 20,000 units longer than before
 */
export function readOut(shown: Shown, line: (id: string) => Shown | undefined, self?: string): string {
  const known = new Map<string, Shown | undefined>()
  let room = MOST_ADDED
  const lineOf = (id: string): Shown | undefined => {
    if (!known.has(id)) known.set(id, line(id))
    return known.get(id)
  }
  const read = (part: Shown, around: readonly string[]): string => {
    let out = ''
    let at = 0
    for (const spot of part.blockRefs) {
      const target = around.includes(spot.id) || around.length > DEEPEST ? undefined : lineOf(spot.id)
      if (target === undefined || target.text.length > room) continue
      room -= target.text.length
      out += part.text.slice(at, spot.start) + read(target, [...around, spot.id])
      at = spot.end
    }
    return out + part.text.slice(at)
  }
  return shown.blockRefs.length === 0 ? shown.text : read(shown, [self ?? ''])
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

function hasMarks(block: BlockText): boolean {
  return block.heading !== undefined || block.marker !== undefined || block.priority !== undefined
}

function withoutCuts(block: BlockText): string {
  const { content, layout } = block
  if (layout.cuts.length === 0) return content
  let text = ''
  let at = 0
  for (const cut of layout.cuts) {
    text += content.slice(at, cut.start)
    at = cut.end + 1
  }
  return text + content.slice(at)
}

/** The places among the kept lines, counted from `start` of the kept text; those before it or in a cut line fall away. */
function movedSpots(spots: readonly Spot[], block: BlockText, start: number): Spot[] {
  const { cuts } = block.layout
  const moved: Spot[] = []
  let next = 0
  let removed = 0
  for (const spot of spots) {
    for (let cut = cuts[next]; cut !== undefined && cut.end < spot.start; cut = cuts[++next])
      removed += cut.end + 1 - cut.start
    const cut = cuts[next]
    const from = spot.start - removed - start
    if ((cut !== undefined && cut.start <= spot.start) || from < 0) continue
    moved.push({ start: from, end: spot.end - removed - start, id: spot.id })
  }
  return moved
}

/** The text without outer blank lines, as a range. */
function trimLines(text: string): { start: number; end: number } {
  const lead = text.length - text.trimStart().length
  if (lead === text.length) return { start: 0, end: 0 }
  const last = text.trimEnd().length
  return { start: text.lastIndexOf('\n', lead) + 1, end: lineEnd(text, last) }
}
