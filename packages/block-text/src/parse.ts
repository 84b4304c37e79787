/**
 * Parses one block in one pass: its marks, dates, properties and references. The parser first recognizes drawers,
 * properties, dates, fences and raw blocks. All other lines are words.
 *
 * Any string is a valid block, so nothing throws, and malformed syntax is words. The time is linear in the length. All
 * other code uses this parser and has none of its own.
 *
 * @see decisions 2
 */
import type { BlockLayout, BlockText, Cut } from './block.ts'
import { COLON, GREATER, lineEnd, skipBlanks } from './char.ts'
import { type DateMark, type ReadDayWord, readDateLine } from './date-line.ts'
import { Finder } from './finder.ts'
import { References, type Mark } from './references.ts'
import { NO_HEAD, headingAt, readHead } from './head.ts'
import { InlineReader } from './inline.ts'
import { Closings, bodyStart, fenceEnd, fenceLength, isOrgLine, listItemEnd } from './line.ts'
import { bareName, valueParts } from './list.ts'
import { normalizeLines } from './normalize.ts'
import type { LineOptions } from './opaque.ts'
import { type Property, propertyColons, readProperty } from './property-line.ts'

/**
 * Parses the stored text of one block, without the bullet of a list. Any string is valid. Text that somebody typed, such as
 * `SCHEDULED: 2026-11-20`, goes through `readInput` first: only `SCHEDULED: <2026-11-20 Fri>` is a stored date.
 *
 * @see decisions 2
 * @example
 * parseBlock('TODO call [[Ann]] #work').marker // 'TODO'
 * parseBlock('TODO call [[Ann]] #work').refs // ['Ann', 'work']
 */
export function parseBlock(content: string): BlockText {
  return IS_MORE.test(content) || content.trim() === ''
    ? new BlockScan(normalizeLines(content), false).block()
    : plainLine(content)
}

/**
 * Parses a block as `parseBlock` does, and returns every mark of its content in order, for a renderer. Marks in
 * property lines are included.
 *
 * @example
 * parseMarks('see [[Ann]]').marks // [{ kind: 'link', start: 4, end: 11, text: [6, 9] }]
 */
export function parseMarks(content: string): { block: BlockText; marks: readonly Mark[] } {
  if (!IS_MORE.test(content) && content.trim() !== '') return { block: plainLine(content), marks: NONE }
  const scan = new BlockScan(normalizeLines(content), false, true)
  return { block: scan.block(), marks: scan.marks }
}

/**
 * The text of a block without the comments that Obsidian writes as `%% … %%`. Code, formulas and addresses can contain `%%`.
 * A comment that does not close continues to the end of the text, or of its property line. To every other function these
 * comments are words.
 *
 * @example
 * withoutPercentComments('boat %% not for others %% ashore') // 'boat  ashore'
 */
export function withoutPercentComments(content: string): string {
  if (!content.includes('%%')) return content
  const text = normalizeLines(content)
  let rest = ''
  let at = 0
  for (const { kind, start, end } of new BlockScan(text, false, true, true).marks) {
    if (kind !== 'comment' || !text.startsWith('%%', start)) continue
    rest += text.slice(at, start)
    at = end
  }
  return rest + text.slice(at)
}

/** Characters of a text that needs the full parser: another line, or the beginning of a construct. */
const IS_MORE = /[\n\r#[($<{\\:`]/

const NONE: readonly never[] = []

/**
 * Parses a single line of words, as half of a graph is, with the same result as the full parser. Without a `#`, the
 * line is no heading and has no priority.
 */
function plainLine(content: string): BlockText {
  const head = readHead(content, content.length)
  const { quote, marker } = head
  const layout: BlockLayout = { head, cuts: NONE, lines: NONE, spots: NONE, continues: false }
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

/** A date line for `completeDates`: its range and its dates. */
export interface DatePlace {
  readonly start: number
  readonly end: number
  readonly marks: readonly DateMark[]
}

/** Finds the date lines of a text as sent, incomplete ones included, or the first day that does not exist. */
export function scanDates(
  content: string,
  readDay?: ReadDayWord,
): { places: readonly DatePlace[] } | { noSuchDay: string } {
  const scan = new BlockScan(content, readDay ?? true)
  return scan.noSuchDay === undefined ? { places: scan.datePlaces } : { noSuchDay: scan.noSuchDay }
}

/**
 * Lists the lines that begin with `SCHEDULED:` or `DEADLINE:`, after the head marks too, but have no day on the calendar.
 */
export const undatedLines = (content: string): readonly string[] =>
  new BlockScan(normalizeLines(content), true).undated

class BlockScan {
  readonly datePlaces: DatePlace[] = []
  noSuchDay: string | undefined
  readonly undated: string[] = []
  readonly #text: string
  readonly #loose: boolean | ReadDayWord
  /** Whether the words are only read for comments of the form `%% … %%`. */
  readonly #percents: boolean
  readonly #found: References
  readonly #inline: InlineReader
  readonly #closings: Closings
  readonly #cuts: Cut[] = []
  #lines: Map<string, Property> | undefined
  readonly #hasProperties: boolean
  // The paragraph search looks ahead of the words, so it has its own finders.
  #comments: Finder | undefined
  #displays: Finder | undefined
  #head = NO_HEAD
  #continues = false
  #scheduled: DateMark | undefined
  #deadline: DateMark | undefined
  /** Whether the current line is in a quote. */
  #quoted = false
  /** The paragraph whose end is cached. */
  #paragraphFrom = -1
  #paragraphTo = -1

  constructor(text: string, loose: boolean | ReadDayWord, withMarks = false, percents = false) {
    this.#text = text
    this.#percents = percents
    this.#loose = loose
    this.#found = new References(withMarks)
    this.#inline = new InlineReader(text, this.#found, (end) => this.#paragraphEnd(end), percents)
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
      continues: this.#continues,
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

  /**
   * Reads the line from `start` to `end` and every construct that it opens.
   *
   * @returns the end of the last line read
   */
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
    if (this.#loose !== false && this.#isDate(skipBlanks(text, words, end)))
      this.undated.push(text.slice(words, end).trim())
    // A quote can also begin after the marks of the head.
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
    if (start === 0) this.#continues = last > end
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
    const isList = line.key === 'tags' || line.key === 'alias'
    if (isList && !this.#percents) this.#list(colons + 2, end, line.key === 'tags')
    else if (!isOwnKey(line.key)) this.#inline.read(colons + 2, end, VALUE)
    return this.#cut('property', start, end)
  }

  /** Reads the comma-separated values of `tags::` or `alias::`. Each value is a name. */
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
      this.undated.push(this.#text.slice(start, end).trim())
      return true
    }
    for (const mark of line.marks) {
      if (mark.kind === 'SCHEDULED') this.#scheduled = mark
      else this.#deadline = mark
    }
    if (this.#loose !== false) this.datePlaces.push({ start, end, marks: line.marks })
    return true
  }

  /** Finds the end of the last line of the paragraph whose line ends at `end`. */
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

  /** Whether the line from `start` to `end` ends the paragraph before it. */
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

  /** Whether a closed comment or closed display maths begins at `at`, the beginning of a line. */
  #opensBlock(at: number): boolean {
    if (this.#text.startsWith('<!--', at))
      return (this.#comments ??= new Finder(this.#text, '-->')).next(at + 2) >= 0
    return (
      this.#text.startsWith('$$', at) && (this.#displays ??= new Finder(this.#text, '$$')).next(at + 2) >= 0
    )
  }
}

/** Whether the outliner itself uses this key. Such keys are not properties. */
function isOwnKey(key: string): boolean {
  return key === 'id' || key === 'collapsed'
}
