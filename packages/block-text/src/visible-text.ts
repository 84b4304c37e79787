/**
 * The text that a reader sees: the content without property lines, date lines and drawers. The words of a referenced
 * block replace each reference. Head marks stay in the text, and `marks` gives their range.
 *
 * @see decisions 2.7
 */
import type { BlockText } from './block.ts'
import { lineEnd } from './char.ts'
import type { Spot } from './references.ts'

/** The visible text of a block, before references are replaced. */
export interface VisibleText {
  /** The text, with `((id))` still in place. */
  readonly text: string
  /**
   * References in `text` that the words of a block replace. A macro `{{embed ((id))}}` counts as one reference. A
   * labelled reference shows its label and is not listed.
   */
  readonly blockRefs: readonly Spot[]
  /** The range of heading, marker and priority in `text`; empty without them. The quote mark is excluded. */
  readonly marks: readonly [start: number, end: number]
}

/** The depth to which references inside references are replaced. */
const DEEPEST = 3
/** The longest text of one reference, in UTF-16 units, before references inside it are replaced. */
export const LONGEST_LINE = 1_000
/** The most UTF-16 units that references add to one text. Blocks full of references stay readable. */
export const MOST_ADDED = 20_000

/**
 * Returns the visible text of a block.
 *
 * @example
 * visibleText(parseBlock('buy milk\nshop:: corner')).text // 'buy milk'
 */
export function visibleText(block: BlockText): VisibleText {
  const { head, spots } = block.layout
  const kept = withoutCuts(block)
  const { start, end } = trimLines(kept)
  return {
    text: kept.slice(start, end),
    blockRefs: spots.length === 0 ? spots : movedSpots(spots, block, start),
    // The head is on the first line. No cut covers that line, and trimming removes no line with marks.
    marks: head.marksAt < head.wordsAt && hasMarks(block) ? [head.marksAt, head.wordsAt] : [0, 0],
  }
}

/** Returns the words after the head marks, without blank lines around them. */
export function wordsOf(block: BlockText): string {
  const text = withoutCuts(block).slice(block.layout.head.wordsAt)
  const { start, end } = trimLines(text)
  return text.slice(start, end)
}

/**
 * Returns the first line of the words, without head marks. A reference to the block shows this line.
 *
 * @example
 * visibleLine(parseBlock('TODO call Ann\nat noon')).text // 'call Ann'
 */
export function visibleLine(block: BlockText): VisibleText {
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
 * Shortens a line to 1,000 units, the last of them `…`. The cut is before a reference that would not fit, and never
 * inside a character.
 *
 * @example
 * cutLine({ text: 'a'.repeat(1_001), blockRefs: [], marks: [0, 0] }).text.length // 1000
 */
export function cutLine({ text, blockRefs, marks }: VisibleText): VisibleText {
  if (text.length <= LONGEST_LINE) return { text, blockRefs, marks }
  let end = LONGEST_LINE - 1
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--
  for (const spot of blockRefs) if (spot.start < end && spot.end > end) end = spot.start
  return { text: `${text.slice(0, end)}…`, blockRefs: blockRefs.filter((spot) => spot.end <= end), marks }
}

/**
 * Replaces each reference with the line of its block, and references in that line too, three levels deep. A reference
 * stays as written if its block is missing, repeats a block around it, or exceeds the limit.
 *
 * @param line returns the line of a block, or `undefined` if there is no such block
 * @param self the id of the block itself, so that a reference to itself stays
 * @returns the text, at most 20,000 units longer than before
 * @example
 * const ann = '6a7b8c9d-1234-4abc-8def-0123456789ab'
 * replaceReferences(visibleText(parseBlock(`call ((${ann}))`)), () => visibleLine(parseBlock('Ann'))) // 'call Ann'
 */
export function replaceReferences(
  shown: VisibleText,
  line: (id: string) => VisibleText | undefined,
  self?: string,
): string {
  const known = new Map<string, VisibleText | undefined>()
  let room = MOST_ADDED
  const lineOf = (id: string): VisibleText | undefined => {
    if (!known.has(id)) known.set(id, line(id))
    return known.get(id)
  }
  const read = (part: VisibleText, around: readonly string[]): string => {
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

/**
 * Moves references to their positions in the text without cuts, counted from `start`. Drops those before `start` or in
 * a cut.
 */
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

/** The range of a text without blank lines around it. */
function trimLines(text: string): { start: number; end: number } {
  const lead = text.length - text.trimStart().length
  if (lead === text.length) return { start: 0, end: 0 }
  const last = text.trimEnd().length
  return { start: text.lastIndexOf('\n', lead) + 1, end: lineEnd(text, last) }
}
