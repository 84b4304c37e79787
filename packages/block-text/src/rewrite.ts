/**
 * Rewrites a block with new text. The block keeps whatever the new text omits: marker, priority, quote, heading, dates,
 * properties and logbook. The result has a fixed layout: head marks and first line of words, dates, properties, other
 * lines.
 *
 * The rewrite checks every layout by parsing it, and uses the first that gives the parts that were asked for. It
 * therefore never loses a marker, a priority, a date or a property.
 *
 * @see decisions 2.9
 */
import type { BlockText } from './block.ts'
import { parseBlock } from './parse.ts'
import { lineEnd } from './char.ts'
import { type DateMark, keepTimes, writeDate } from './date-line.ts'
import { type Heading, writeHead } from './head.ts'
import type { Marker, Priority } from './marker.ts'
import { completeDates } from './complete-dates.ts'
import { normalizeLines } from './normalize.ts'
import { opensMore } from './opening.ts'
import type { Property } from './property-line.ts'
import { withoutEmptyLines, withoutIdLines } from './search.ts'
import { wordsOf } from './visible-text.ts'

/** The parts of a block without their layout. */
export interface BlockParts {
  readonly quote: boolean
  readonly heading: Heading | undefined
  readonly marker: Marker | undefined
  readonly priority: Priority | undefined
  readonly scheduled: DateMark | undefined
  readonly deadline: DateMark | undefined
  /** One entry for each key, `id` and `collapsed` included. */
  readonly lines: readonly Property[]
  /** The words, without head marks, dates, properties and drawers. */
  readonly words: string
  /** `:LOGBOOK:` drawers, each with its closing line. */
  readonly drawers: string
}

/**
 * Applies a new text to the content `old`. Returns `old` itself if the text says the same.
 *
 * @example
 * rewriteBlock('TODO call Ann', 'call Bob') // 'TODO call Bob'
 */
export function rewriteBlock(old: string, text: string): string {
  if (text === old || bare(text) === bare(old)) return old
  const before = partsOf(parseBlock(old))
  // A property without a value says nothing. The line below it can be the first line of the text.
  const saying = withoutEmptyLines(parseBlock(text)).trim()
  if (saying === '') return old
  const after = partsOf(parseBlock(saying))
  const said = new Map(after.lines.map((line) => [line.key, line]))
  const kept = before.lines.map((line) => ({ ...line, value: said.get(line.key)?.value ?? line.value }))
  const known = new Set(kept.map((line) => line.key))
  const source = after.words.trim() === '' ? before : after
  const whole = isQuoteOfLines(source)
  return renderBlock({
    quote: !whole && (after.quote || before.quote),
    heading: after.heading ?? before.heading,
    marker: after.marker ?? before.marker,
    priority: after.priority ?? before.priority,
    scheduled: newDate(after.scheduled, before.scheduled),
    deadline: newDate(after.deadline, before.deadline),
    lines: [...kept, ...[...said.values()].filter((line) => !known.has(line.key))],
    words: whole ? `> ${source.words}` : source.words,
    drawers: before.drawers === '' ? after.drawers : before.drawers,
  })
}

/** A new day keeps the time and the repeater of the old date. @see assistants 3.2 */
function newDate(after: DateMark | undefined, before: DateMark | undefined): DateMark | undefined {
  return after && before ? keepTimes(after, before) : (after ?? before)
}

/**
 * Whether the words are a quote of several lines that begins with a fence, a list or the like. Its quote marks then
 * belong to the words.
 */
function isQuoteOfLines({ quote, words }: BlockParts): boolean {
  return quote && opensMore(words, 0) && /^[^\n]*\n[ \t]*>/.test(words)
}

/**
 * Splits a parsed block into its parts.
 *
 * @example
 * partsOf(parseBlock('TODO call Ann')).words // 'call Ann'
 */
export function partsOf(block: BlockText): BlockParts {
  const { scheduled, deadline, lines, cuts } = block.layout
  return {
    quote: block.quote,
    heading: block.heading,
    marker: block.marker,
    priority: block.priority,
    scheduled,
    deadline,
    lines,
    words: wordsOf(block),
    drawers: cuts
      .filter((cut) => cut.kind === 'drawer')
      .map((cut) => block.content.slice(cut.start, cut.end))
      .join('\n'),
  }
}

/**
 * Formats parts as content that parses back to the same parts. Omits the quote mark before words that the mark would
 * break.
 *
 * @example
 * renderBlock({ ...partsOf(parseBlock('TODO call Ann')), marker: 'DONE' }) // 'DONE call Ann'
 */
export function renderBlock(parts: BlockParts): string {
  for (const layout of [plain, apart, together]) {
    for (const drawersLast of [true, false]) {
      const content = layout(parts, drawersLast)
      if (content !== undefined && saysParts(content, parts)) return content
    }
  }
  // The words would parse as marks and nothing else can precede them, so a blank line does.
  return `\n${apart(parts, false)}`
}

/** The layout of most blocks. It does not suit words whose first line opens a longer construct. */
function plain(parts: BlockParts, drawersLast: boolean): string | undefined {
  const holds = opensMore(parts.words, 0) || parseBlock(parts.words).layout.continues
  return holds ? undefined : together(parts, drawersLast)
}

/** Puts head marks and words on one line. */
function together(parts: BlockParts, drawersLast: boolean): string {
  const { words } = parts
  const end = lineEnd(words, 0)
  const line = words.slice(0, end).trimStart()
  const first = line === '' ? writeHead(parts).trimEnd() : writeHead(parts) + line
  const rest = words.slice(end + 1)
  const body = drawersLast
    ? [...fixedLines(parts), rest, parts.drawers]
    : [...fixedLines(parts), parts.drawers, rest]
  return joined([first, ...body])
}

/** Puts head marks on a line of their own, and all words after the properties. */
function apart(parts: BlockParts, drawersLast: boolean): string {
  const head = writeHead({ ...parts, quote: false }).trimEnd()
  const { words, drawers } = parts
  return joined([head, ...fixedLines(parts), ...(drawersLast ? [words, drawers] : [drawers, words])])
}

function fixedLines(parts: BlockParts): string[] {
  const dates = [parts.scheduled, parts.deadline].filter((mark) => mark !== undefined).map(writeDate)
  return [
    ...dates,
    ...parts.lines.map(({ written, value }) => (value === '' ? `${written}::` : `${written}:: ${value}`)),
  ]
}

function joined(stretches: readonly string[]): string {
  return stretches
    .filter((stretch) => stretch !== '')
    .join('\n')
    .trim()
}

/** Whether the content parses back to the parts. */
export function saysParts(content: string, parts: BlockParts): boolean {
  const read = partsOf(parseBlock(content))
  return (
    read.heading === parts.heading &&
    read.marker === parts.marker &&
    read.priority === parts.priority &&
    (read.quote === parts.quote || (parts.quote && !read.quote)) &&
    sameDate(read.scheduled, parts.scheduled) &&
    sameDate(read.deadline, parts.deadline) &&
    read.words.trim() === parts.words.trim() &&
    read.drawers === parts.drawers &&
    read.lines.length === parts.lines.length &&
    read.lines.every((line, i) => line.key === parts.lines[i]?.key && line.value === parts.lines[i]?.value)
  )
}

function sameDate(a: DateMark | undefined, b: DateMark | undefined): boolean {
  return a?.day === b?.day && a?.rest === b?.rest
}

/** The form in which texts compare: trimmed, with complete dates, without `id::` lines. */
function bare(text: string): string {
  const trimmed = normalizeLines(text).trim()
  const mended = completeDates(trimmed)
  return withoutIdLines(parseBlock('content' in mended ? mended.content : trimmed)).trim()
}
