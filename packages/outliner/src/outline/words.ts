/** The parts of a field's text that commands treat apart from the words: dates, properties, drawers, numbers, code. */
import {
  editProperties,
  isNumbered,
  NUMBER_KEY,
  parseBlock,
  parseMarks,
  type BlockText,
  type PropertyEdits,
} from '@notegraph/block-text'

const NUMBER_LINE = `${NUMBER_KEY}:: number`

/** The text with other properties; a text that cannot have them stays. */
function withProperties(text: string, edits: PropertyEdits): string {
  const edited = editProperties(text, edits)
  return edited.ok ? edited.content : text
}

/** The text of a block that starts folded. */
export const withFold = (text: string): string => withProperties(text, new Map([['collapsed', 'true']]))

/** The text of a block with its number. A block without words begins with an empty line, for the words. */
export const withNumber = (text: string): string =>
  text === '' ? `\n${NUMBER_LINE}` : withProperties(text, new Map([[NUMBER_KEY, 'number']]))

/**
 * The text of a block without its number.
 *
 * @example
 * withoutNumber('milk\nlogseq.order-list-type:: number') // 'milk'
 */
export function withoutNumber(text: string): string {
  if (!isNumbered(text)) return text
  const bare = withProperties(text, new Map([[NUMBER_KEY, null]]))
  return bare.trim() === '' ? '' : bare
}

/** The index at which the words end: date lines, properties and drawers can follow. */
export function wordsEnd(text: string): number {
  let end = text.length
  for (const cut of parseBlock(text).layout.cuts.toReversed()) {
    if (cut.end !== end) break
    end = Math.max(0, cut.start - 1)
  }
  return end
}

/** The index at which a person writes on. The line of a number is shown as the number of the bullet, and is no place to write. */
export const writtenEnd = (text: string): number =>
  isNumbered(text) && bindings(text) === undefined ? wordsEnd(text) : text.length

/** The reason that keeps a block from being joined with another one. */
export function bindings(text: string): 'has_dates' | 'has_properties' | undefined {
  const block = parseBlock(text)
  if (block.layout.cuts.some(({ kind }) => kind === 'date')) return 'has_dates'
  const isProperty = hasProperties(block) || block.layout.cuts.some(({ kind }) => kind === 'drawer')
  return isProperty ? 'has_properties' : undefined
}

const hasProperties = ({ properties }: BlockText): boolean => properties.some(({ key }) => key !== NUMBER_KEY)

/** Whether an index is in code or in a drawer, whose lines belong together. */
export function isInCode(text: string, at: number): boolean {
  const { block, marks } = parseMarks(text)
  const isInside = ({ start, end }: { start: number; end: number }): boolean => start < at && at < end
  const isOpen = ({ start, end }: { start: number; end: number }): boolean =>
    start < at && at === text.length && end === at && !isClosed(text.slice(start, end))
  return (
    marks.some((mark) => mark.kind === 'fence' && (isInside(mark) || isOpen(mark))) ||
    block.layout.cuts.some((cut) => cut.kind === 'drawer' && isInside(cut))
  )
}

/** The number of characters in code. Words on the line of a fence would change it. */
export function codeIn(text: string): number {
  const fences = parseMarks(text).marks.filter(({ kind }) => kind === 'fence')
  return fences.reduce((length, { start, end }) => length + end - start, 0)
}

/** Whether the last line of code ends it, as a fence or `#+END_…` does. */
const isClosed = (code: string): boolean => /\n[ \t>]*(?:```+|~~~+|#\+end_\w+)[ \t]*$/i.test(code)

/**
 * Splits a text in two. Dates, properties and drawers belong to the block, so they stay with the first half.
 *
 * @example
 * splitText('call Ann today\nroom:: 4', 9) // ['call Ann\nroom:: 4', 'today']
 */
export function splitText(text: string, at: number): readonly [first: string, second: string] {
  const { cuts } = parseBlock(text).layout
  const behind = cuts.filter(({ start }) => start >= at)
  const bound = behind.map(({ start, end }) => `\n${text.slice(start, end)}`).join('')
  let second = ''
  let from = at
  for (const { start, end } of behind) {
    second += text.slice(from, start)
    from = end + 1
  }
  // Without its last line, a text ends before the line break.
  second = from > text.length ? second.replace(/\n$/, '') : second + text.slice(from)
  const first = text.slice(0, at).replace(/\n$/, '') + bound
  const keeps = parseBlock(first).layout.cuts.length >= behind.length
  return keeps ? [first, beginning(second)] : [text.slice(0, at), beginning(text.slice(at))]
}

/** The blanks between the halves of a text separate nothing any more. */
const beginning = (text: string): string => text.replace(/^(?:[ \t]+|[ \t]*\n)/, '').replace(/^\n+$/, '')
