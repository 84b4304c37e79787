/**
 * One block read: its marks, dates, properties and references, in one pass over the content. Lines are told apart first
 * (drawers, properties, dates, fences, raw blocks), and what is left is read as words.
 *
 * Any string is a block: nothing throws, and what is not well formed is words. The time is linear in the length.
 * Everything that answers, searches and shows reads a block here and nowhere else.
 *
 * @see decisions 2
 */
import type { BlockLayout, BlockText, Cut } from './block.ts'
import { COLON, GREATER, lineEnd, skipBlanks } from './char.ts'
import { type DateMark, readDateLine } from './date-line.ts'
import { Finder } from './finder.ts'
import { Found, type Mark } from './found.ts'
import { NO_HEAD, headingAt, readHead } from './head.ts'
import { InlineReader } from './inline.ts'
import { Closings, bodyStart, fenceEnd, fenceLength, isOrgLine, listItemEnd } from './line.ts'
import { bareName, valueParts } from './list.ts'
import { normalizeLines } from './normalize.ts'
import type { LineOptions } from './opaque.ts'
import { type Property, propertyColons, readProperty } from './property-line.ts'

/** Reads any string. @see decisions 2 */
export function parseBlock(content: string): BlockText {
  return IS_MORE.test(content) || content.trim() === ''
    ? new BlockScan(normalizeLines(content), false).block()
    : plainLine(content)
}

/**
 * Reads any string as `parseBlock` does, with every place in its content that is no words, in order: for whoever shows
 * it. Places in property lines are among them.
 */
export function parseMarks(content: string): { block: BlockText; marks: readonly Mark[] } {
  if (!IS_MORE.test(content) && content.trim() !== '') return { block: plainLine(content), marks: NONE }
  const scan = new BlockScan(normalizeLines(content), false, true)
  return { block: scan.block(), marks: scan.marks }
}

/** What a text holds that is more than one line of words behind a head: what begins anything, or another line. */
const IS_MORE = /[\n\r#[($<{\\:`]/

const NONE: readonly never[] = []

/** A line of words, as half of a graph is: what the scan says of it. Without `#` it is no heading and has no priority. */
function plainLine(content: string): BlockText {
  const head = readHead(content, content.length)
  const { quote, marker } = head
  const layout: BlockLayout = { head, cuts: NONE, lines: NONE, spots: NONE, holds: false }
  const block: Draft<BlockText> = {
    content,
    quote,
    properties: NONE,
    refs: NONE,
    tags: NONE,
    links: NONE,
    blockRefs: NONE,
    layout,
  }
  if (marker !== undefined) block.marker = marker
  return block
}

type Draft<T> = { -readonly [K in keyof T]: T[K] }

const VALUE: LineOptions = { single: true, tags: true, linksAreTags: false }
const TAG_VALUE: LineOptions = { single: true, tags: true, linksAreTags: true }

/** A place of a date line that `scanDates` hands over for mending. */
export interface DatePlace {
  readonly start: number
  readonly end: number
  readonly marks: readonly DateMark[]
}

/** The date lines of a text on its way in, also those that want mending, or the first day that no calendar has. */
export function scanDates(content: string): { places: readonly DatePlace[] } | { noSuchDay: string } {
  const scan = new BlockScan(content, true)
  return scan.noSuchDay === undefined ? { places: scan.datePlaces } : { noSuchDay: scan.noSuchDay }
}

class BlockScan {
  readonly datePlaces: DatePlace[] = []
  noSuchDay: string | undefined
  readonly #text: string
  readonly #loose: boolean
  readonly #found: Found
  readonly #inline: InlineReader
  readonly #closings: Closings
  readonly #cuts: Cut[] = []
  #lines: Map<string, Property> | undefined
  readonly #hasProperties: boolean
  // Looked for ahead of the reading, so apart from what the reading itself looks for.
  #comments: Finder | undefined
  #displays: Finder | undefined
  #head = NO_HEAD
  #holds = false
  #scheduled: DateMark | undefined
  #deadline: DateMark | undefined
  /** Whether the line being read stands in a quote. */
  #quoted = false
  /** The paragraph whose end is known. */
  #paragraphFrom = -1
  #paragraphTo = -1

  constructor(text: string, loose: boolean, withMarks = false) {
    this.#text = text
    this.#loose = loose
    this.#found = new Found(withMarks)
    this.#inline = new InlineReader(text, this.#found, (end) => this.#paragraphEnd(end))
    this.#closings = new Closings(text)
    this.#hasProperties = text.includes('::')
    for (let at = 0; at <= text.length;) at = this.#line(at, lineEnd(text, at)) + 1
  }

  get marks(): readonly Mark[] {
    return this.#found.marks ?? NONE
  }

  block(): BlockText {
    const { heading, marker, priority, quote } = this.#head
    const lines = this.#lines ? [...this.#lines.values()] : []
    const layout: Draft<BlockLayout> = {
      head: this.#head,
      cuts: this.#cuts,
      lines,
      spots: this.#found.spots,
      holds: this.#holds,
    }
    const block: Draft<BlockText> = {
      content: this.#text,
      quote,
      properties: lines.filter((line) => !isOwnKey(line.key)),
      refs: this.#found.refs,
      tags: this.#found.tags,
      links: this.#found.links,
      blockRefs: this.#found.blockRefs,
      layout,
    }
    if (heading !== undefined) block.heading = heading
    if (marker !== undefined) block.marker = marker
    if (priority !== undefined) block.priority = priority
    if (this.#scheduled) {
      layout.scheduled = this.#scheduled
      block.scheduled = this.#scheduled.day
    }
    if (this.#deadline) {
      layout.deadline = this.#deadline
      block.deadline = this.#deadline.day
    }
    const id = this.#lines?.get('id')?.value
    if (id !== undefined && id !== '') block.id = id
    if (this.#lines?.get('collapsed')?.value.toLowerCase() === 'true') block.collapsed = true
    return block
  }

  /** Reads the line from `start` to `end` and all that it opens. @returns the end of the last line read */
  #line(start: number, end: number): number {
    const text = this.#text
    const at = skipBlanks(text, start, end)
    if (at === end) return this.#structure(end)
    const drawer = text.charCodeAt(at) === COLON ? this.#closings.drawerEnd(at) : -1
    if (drawer >= 0) return this.#cut('drawer', start, drawer)
    const colons = this.#hasProperties ? propertyColons(text, start, end) : -1
    if (colons >= 0) return this.#property(start, colons, end)
    if (this.#isDate(at) && this.#date(start, end)) return this.#cut('date', start, end)
    if (start === 0) this.#head = readHead(text, end)
    const words = start === 0 ? this.#head.wordsAt : start
    // A quote may begin behind the marks of the head too.
    this.#quoted =
      text.charCodeAt(at) === GREATER || text.charCodeAt(skipBlanks(text, words, end)) === GREATER
    return this.#words(start, words, bodyStart(text, words, end), end)
  }

  #words(start: number, words: number, body: number, end: number): number {
    const text = this.#text
    const fence = fenceLength(text, body, end)
    if (fence > 0) return this.#raw(body, fenceEnd(text, body, fence, this.#quoted))
    const org = isOrgLine(text, body)
    const raw = org ? this.#closings.rawEnd(body) : -1
    if (raw >= 0) return this.#raw(body, raw)
    if (listItemEnd(text, skipBlanks(text, words, end), end) >= 0) this.#inline.emphasis.reset()
    const last = this.#inline.read(words, end, { single: false, tags: !org, linksAreTags: false })
    if (start === 0) this.#holds = last > end
    return last
  }

  #raw(start: number, end: number): number {
    this.#found.mark('fence', start, end)
    return this.#structure(end)
  }

  #structure(end: number): number {
    this.#inline.emphasis.reset()
    return end
  }

  #cut(kind: Cut['kind'], start: number, end: number): number {
    this.#cuts.push({ kind, start, end })
    return this.#structure(end)
  }

  #property(start: number, colons: number, end: number): number {
    const line = readProperty(this.#text, start, colons, end)
    const lines = (this.#lines ??= new Map<string, Property>())
    const first = lines.get(line.key)
    lines.set(line.key, first ? { ...line, written: first.written } : line)
    this.#structure(end)
    if (line.key === 'tags' || line.key === 'alias') this.#list(colons + 2, end, line.key === 'tags')
    else if (!isOwnKey(line.key)) this.#inline.read(colons + 2, end, VALUE)
    return this.#cut('property', start, end)
  }

  /** Reads the comma-separated values of `tags::` or `alias::`, each of which is a name. */
  #list(from: number, end: number, tag: boolean): void {
    for (const part of valueParts(this.#text, from, end, this.#inline.brackets)) {
      const before = this.#found.count
      this.#inline.read(part.start, part.end, tag ? TAG_VALUE : VALUE)
      if (this.#found.count === before)
        this.#found.name(bareName(this.#text.slice(part.start, part.end)), tag)
    }
  }

  #isDate(at: number): boolean {
    return this.#text.startsWith('SCHEDULED:', at) || this.#text.startsWith('DEADLINE:', at)
  }

  #date(start: number, end: number): boolean {
    const line = readDateLine(this.#text.slice(start, end), this.#loose)
    if (!line) return false
    if ('noSuchDay' in line) {
      this.noSuchDay ??= line.noSuchDay
      return true
    }
    for (const mark of line.marks) {
      if (mark.kind === 'SCHEDULED') this.#scheduled = mark
      else this.#deadline = mark
    }
    if (this.#loose) this.datePlaces.push({ start, end, marks: line.marks })
    return true
  }

  /** The end of the last line of the paragraph that holds the line ending at `end`. */
  #paragraphEnd(end: number): number {
    if (end >= this.#paragraphFrom && end <= this.#paragraphTo) return this.#paragraphTo
    const text = this.#text
    let last = end
    while (last < text.length) {
      const next = lineEnd(text, last + 1)
      if (this.#interrupts(last + 1, next)) break
      last = next
    }
    this.#paragraphFrom = end
    this.#paragraphTo = last
    return last
  }

  /** Whether the line from `start` to `end` cannot go on with the paragraph before it. */
  #interrupts(start: number, end: number): boolean {
    const text = this.#text
    let at = skipBlanks(text, start, end)
    if (at === end) return true
    if (text.charCodeAt(at) === COLON && this.#closings.drawerEnd(at) >= 0) return true
    if (this.#hasProperties && propertyColons(text, start, end) >= 0) return true
    if (this.#isDate(at) && readDateLine(text.slice(start, end), this.#loose) !== undefined) return true
    if (text.charCodeAt(at) === GREATER) {
      if (!this.#quoted) return true
      while (text.charCodeAt(at) === GREATER) at = skipBlanks(text, at + 1, end)
      if (at === end) return true
    }
    if (headingAt(text, at, end) !== undefined || isOrgLine(text, at) || this.#opensBlock(at)) return true
    return listItemEnd(text, at, end) >= 0 || fenceLength(text, at, end) > 0
  }

  /** Whether a comment or display maths begins at `at`, the beginning of a line, and is closed. */
  #opensBlock(at: number): boolean {
    if (this.#text.startsWith('<!--', at))
      return (this.#comments ??= new Finder(this.#text, '-->')).next(at + 2) >= 0
    return (
      this.#text.startsWith('$$', at) && (this.#displays ??= new Finder(this.#text, '$$')).next(at + 2) >= 0
    )
  }
}

/** Keys of the outliner itself, which are no properties. */
function isOwnKey(key: string): boolean {
  return key === 'id' || key === 'collapsed'
}
