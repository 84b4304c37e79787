/**
 * Rewriting a block: new text takes the place of the old, and what the old carried and the new does not say stays:
 * marker, priority, quote, heading, dates, properties, the log of times. The outcome is laid out anew: first line of the
 * words with the head marks, dates, properties, the other lines.
 *
 * A layout is taken only if it reads back as what was asked for, so a rewrite never loses a marker, a priority, a date
 * or a property, whatever the words hold.
 *
 * @see decisions 2.9
 */
import type { BlockText } from './block.ts'
import { parseBlock } from './parse.ts'
import { lineEnd } from './char.ts'
import { type DateMark, writeDate } from './date-line.ts'
import { type Heading, writeHead } from './head.ts'
import type { Marker, Priority } from './marker.ts'
import { mendDates } from './mend.ts'
import { normalizeLines } from './normalize.ts'
import { opensMore } from './opening.ts'
import type { Property } from './property-line.ts'
import { withoutEmptyLines, withoutIdLines } from './search.ts'
import { wordsOf } from './shown.ts'

/** A block taken apart: all that its content says, apart from how it is laid out. */
export interface BlockParts {
  readonly quote: boolean
  readonly heading: Heading | undefined
  readonly marker: Marker | undefined
  readonly priority: Priority | undefined
  readonly scheduled: DateMark | undefined
  readonly deadline: DateMark | undefined
  /** One a key, `id` and `collapsed` too. */
  readonly lines: readonly Property[]
  /** Without head marks, dates, properties and drawers. */
  readonly words: string
  /** `:LOGBOOK:` drawers, each with its closing line. */
  readonly drawers: string
}

/** The content that `text` makes of `old`; `old` itself when the text says what it says. */
export function rewriteBlock(old: string, text: string): string {
  if (text === old || bare(text) === bare(old)) return old
  const before = partsOf(parseBlock(old))
  // A property without a value says nothing: what stands below it may be the text's first line.
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
    scheduled: after.scheduled ?? before.scheduled,
    deadline: after.deadline ?? before.deadline,
    lines: [...kept, ...[...said.values()].filter((line) => !known.has(line.key))],
    words: whole ? `> ${source.words}` : source.words,
    drawers: before.drawers === '' ? after.drawers : before.drawers,
  })
}

/** Whether the words are a quote of several lines that begins with a fence or the like: its marks belong to its words. */
function isQuoteOfLines({ quote, words }: BlockParts): boolean {
  return quote && opensMore(words, 0) && /^[^\n]*\n[ \t]*>/.test(words)
}

/** Takes a block apart. */
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

/** Lays parts out as content that reads back as these parts. A quote mark is not kept before words that it would break. */
export function renderBlock(parts: BlockParts): string {
  for (const layout of [plain, apart, together]) {
    for (const drawersLast of [true, false]) {
      const content = layout(parts, drawersLast)
      if (content !== undefined && says(content, parts)) return content
    }
  }
  // Words that would read as marks, with nothing else to stand before them.
  return `\n${apart(parts, false)}`
}

/** The layout of most blocks; not for words whose first line opens more than itself. */
function plain(parts: BlockParts, drawersLast: boolean): string | undefined {
  const holds = opensMore(parts.words, 0) || parseBlock(parts.words).layout.holds
  return holds ? undefined : together(parts, drawersLast)
}

/** Head marks and words on one line. */
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

/** Head marks on a line of their own, and all the words behind the properties. */
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
    .trimStart()
}

/** Whether the content reads back as the parts. */
function says(content: string, parts: BlockParts): boolean {
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

/** A text as it compares: trimmed, its dates in stored form, without `id::` lines. */
function bare(text: string): string {
  const trimmed = normalizeLines(text).trim()
  const mended = mendDates(trimmed)
  return withoutIdLines(parseBlock('content' in mended ? mended.content : trimmed)).trim()
}
