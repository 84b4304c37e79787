/**
 * The head of a block: the marks before the words of its first line. Quote, heading, marker and priority come in this
 * order; each is optional. Words follow the priority.
 *
 * @see decisions 2.2
 */
import {
  BRACKET_CLOSE,
  BRACKET_OPEN,
  GREATER,
  HASH,
  PAREN_OPEN,
  SPACE,
  runLength,
  skipBlanks,
} from './char.ts'
import { MARKERS, type Marker, PRIORITIES, type Priority } from './marker.ts'

/** The level of a heading. */
export type Heading = 1 | 2 | 3 | 4 | 5 | 6

/** The marks at the head of a block, with their positions. */
export interface Head {
  readonly quote: boolean
  readonly heading: Heading | undefined
  readonly marker: Marker | undefined
  readonly priority: Priority | undefined
  /** The index of the first mark after the quote mark. */
  readonly marksAt: number
  /** The index of the marker, or the index to insert one at. */
  readonly markerAt: number
  /** The index of the first word. */
  readonly wordsAt: number
}

/** The head of a block without marks. */
export const NO_HEAD: Head = {
  quote: false,
  heading: undefined,
  marker: undefined,
  priority: undefined,
  marksAt: 0,
  markerAt: 0,
  wordsAt: 0,
}

/** Formats the marks in their order, with a space after each. Returns an empty string without marks. */
export function writeHead(head: Pick<Head, 'quote' | 'heading' | 'marker' | 'priority'>): string {
  const quote = head.quote ? '> ' : ''
  const heading = head.heading === undefined ? '' : `${'#'.repeat(head.heading)} `
  const marker = head.marker === undefined ? '' : `${head.marker} `
  const priority = head.priority === undefined ? '' : `[#${head.priority}] `
  return quote + heading + marker + priority
}

/** Reads the marks of the first line of a text. `end` is the end of that line. */
export function readHead(text: string, end: number): Head {
  let at = skipBlanks(text, 0, end)
  const quote = text.charCodeAt(at) === GREATER && text.charCodeAt(at + 1) === SPACE
  if (quote) at = skipBlanks(text, at + 2, end)
  const marksAt = at
  const heading = headingAt(text, at, end)
  if (heading !== undefined) at = skipBlanks(text, at + heading, end)
  const markerAt = at
  const marker = markerIn(text, at, end)
  if (marker !== undefined) at = skipBlanks(text, at + marker.length, end)
  const priority = priorityIn(text, at, end)
  if (priority !== undefined) at = skipBlanks(text, at + 4, end)
  return { quote, heading, marker, priority, marksAt, markerAt, wordsAt: at }
}

/** Returns the level of the heading at `at`, or `undefined`. */
export function headingAt(text: string, at: number, end: number): Heading | undefined {
  if (text.charCodeAt(at) !== HASH) return undefined
  const level = runLength(text, at, HASH)
  return level <= 6 && endsWord(text, at + level, end) ? (level as Heading) : undefined
}

function markerIn(text: string, at: number, end: number): Marker | undefined {
  const unit = text.charCodeAt(at)
  // Every marker begins with a capital from C to W. This check rejects most words early.
  if (unit < 0x43 || unit > 0x57) return undefined
  return MARKERS.find((marker) => text.startsWith(marker, at) && endsWord(text, at + marker.length, end))
}

function priorityIn(text: string, at: number, end: number): Priority | undefined {
  if (text.charCodeAt(at) !== BRACKET_OPEN || text.charCodeAt(at + 1) !== HASH || at + 4 > end)
    return undefined
  // `[#A](address)` is a link with a label.
  if (text.charCodeAt(at + 3) !== BRACKET_CLOSE || text.charCodeAt(at + 4) === PAREN_OPEN) return undefined
  return PRIORITIES.find((priority) => text.startsWith(priority, at + 2))
}

function endsWord(text: string, at: number, end: number): boolean {
  return at === end || text.charCodeAt(at) === SPACE
}
