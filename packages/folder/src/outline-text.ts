/**
 * Lines of Markdown as an outline. A bullet is the child of the nearest earlier bullet with a smaller indent, however
 * ragged the indents are. A heading and a paragraph without a bullet are blocks too. Every line ends up in exactly one
 * block, so no word is lost. The time is linear.
 *
 * Two habits of writing are supported. In a Logseq folder, a heading without a bullet is a top-level block, and
 * indented lines nest under it. Among notes, headings nest by level and contain everything up to the next one.
 */
import type { Habit } from './habit.ts'
import { isLoneAnchor } from './anchor.ts'
import { tooDeep, tooLong, tooManyBlocks, type OutlineLimits } from './limits.ts'
import { isRule, numberedTask, underlineBelow, type Bullet } from './notes-lines.ts'
import { isFence, isQuote, quoteAt, unquoted, type Quote } from './quotes-and-callouts.ts'
import { regionFinder } from './regions.ts'

/** One block of the outline. */
export interface TextBlock {
  /** The index of its first line. */
  readonly at: number
  readonly kind: 'item' | 'heading' | 'paragraph'
  /** Its lines without bullet and indent. */
  readonly lines: string[]
  /** For each line, whether it is in a region (code, a drawer …). */
  readonly inRegion: boolean[]
  readonly children: TextBlock[]
}

interface Open {
  readonly block: TextBlock
  readonly kind: TextBlock['kind']
  /** The columns before the bullet, or before a paragraph in an item; among notes, the level of a heading. */
  readonly width: number
  /** The white space before the bullet. */
  readonly indent: string
  /** The columns of the bullet and the white space after it. */
  readonly gap: number
}

const DASH = '-'
const ANY_BULLET = '-*+'
const HEADING = /^(#{1,6})(?:[ \t]|$)/u
/** Among notes, a heading can have up to three blanks before it. */
const NOTES_HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/u
/** Lines that begin a new block right after a list item, without a blank line between. */
const BREAKS_LIST = /^[ \t]*(?:\d{1,9}[.)][ \t]|[>|]|```|~~~|\[\^[^\]\n]{1,200}\]:)/u

/**
 * Reads the outline from line `from` on.
 *
 * @param fencesCode whether indented code gets fences, in which blocks read no links and tags
 * @throws TooMuch
 */
export function readOutline(
  lines: readonly string[],
  from: number,
  habit: Habit,
  limits: OutlineLimits = {},
  fencesCode = false,
): TextBlock[] {
  const { blocks: mostBlocks = Infinity, depth: deepest = Infinity, blockText = Infinity } = limits
  let blocks = 0
  let characters = 0
  const bulletOf = bulletReader(lines, from, habit)
  const regionEnd = regionFinder(lines, habit)
  const top: TextBlock[] = []
  const path: Open[] = []
  let afterBlank = true
  /** The last number in a paragraph, `1. `, with the column of the words after it. */
  let number: { readonly block: TextBlock; readonly column: number } | undefined
  /** Whether lines with an indent can belong to a list, a footnote and the like. */
  let isInList = false

  const open = (at: number, text: string, kind: Open['kind'], width: number, indent = '', gap = 0): void => {
    const block: TextBlock = { at, kind, lines: [text], inRegion: [false], children: [] }
    const opened: Open = { block, kind, width, indent, gap }
    while (path.length > 0 && !holds(path.at(-1)!, opened, habit)) path.pop()
    ;(path.at(-1)?.block.children ?? top).push(block)
    path.push(opened)
    if (++blocks > mostBlocks) throw tooManyBlocks(at + 1, mostBlocks)
    if (path.length > deepest) throw tooDeep(at + 1, deepest)
    characters = 0
    count(text, at)
  }
  const add = (line: string, inRegion: boolean): void => {
    const last = path.at(-1)!
    last.block.lines.push(unindent(line, last))
    last.block.inRegion.push(inRegion)
    count(line, last.block.at)
  }
  const count = (line: string, at: number): void => {
    characters += line.length + 1
    if (characters > blockText + 1) throw tooLong(at + 1, blockText)
  }

  let quote: Quote | undefined
  let quotedItem: TextBlock | undefined
  let inQuotedCode = false
  /**
   * Reads a line of a quote with tasks.
   *
   * @returns whether the line belongs to the list in the quote
   */
  const readQuoted = (at: number, line: string, { indent, isTop }: Quote): boolean => {
    const text = unquoted(line)
    const isCode = inQuotedCode || isFence(text)
    if (isFence(text)) inQuotedCode = !inQuotedCode
    const bullet = isCode ? undefined : bulletOf(text)
    if (bullet) {
      const column = columns(bullet.indent)
      const mark = isTop && column === 0 ? '> ' : ''
      open(at, mark + bullet.text, 'item', indent + column, bullet.indent, bullet.gap)
      quotedItem = path.at(-1)!.block
      afterBlank = false
      return true
    }
    if (path.at(-1)?.block !== quotedItem || (afterBlank && !isCode && /^\S/u.test(text))) return false
    add(text, false)
    afterBlank = text.trim() === ''
    return true
  }

  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (fencesCode && !isInList && (afterBlank || path.at(-1)?.kind === 'heading')) {
      // A list whose first item is indented is one, also below a heading.
      const begins = path.length === 0 || path.at(-1)!.kind === 'heading'
      const code = begins && bulletOf(line) ? [] : indentedCode(lines, at)
      if (code.length > 0) {
        const fence = fenceAround(code)
        open(at, fence, 'paragraph', 0)
        for (const inside of [...code, fence]) add(inside, true)
        path.at(-1)!.block.inRegion[0] = true
        at += code.length - 1
        afterBlank = true
        continue
      }
    }
    if (habit === 'notes' && at >= (quote?.end ?? 0) && isQuote(line)) {
      quote = quoteAt(lines, at)
      inQuotedCode = false
    }
    if (quote?.hasTasks && at < quote.end && readQuoted(at, line, quote)) continue
    if (line.trim() === '') {
      if (path.length > 0) add(line, false)
      afterBlank = true
      continue
    }
    const bullet = bulletOf(line)
    const heading = bullet ? null : headingOf(line, path.at(-1), habit)
    const column = habit === 'notes' && afterBlank ? columnOfOuter(path, line) : undefined
    if (fencesCode)
      isInList =
        bullet !== undefined ||
        HOLDS_INDENTED.test(line) ||
        (isInList && !heading && !(afterBlank && /^\S/u.test(line)))
    if (bullet) {
      open(at, bullet.text, 'item', columns(bullet.indent), bullet.indent, bullet.gap)
    } else if (heading) {
      open(at, line.trimStart(), 'heading', habit === 'logseq' ? 0 : heading[1]!.length)
    } else if (habit === 'notes' && breaksHere(path, line, afterBlank)) {
      open(at, line, 'paragraph', 0)
    } else if (column !== undefined) {
      open(at, withoutColumns(line, column), 'paragraph', column)
    } else if (path.length > 0 && continues(path, line, afterBlank, habit)) {
      add(line, false)
    } else {
      const end = habit === 'notes' ? underlineBelow(lines, at) : undefined
      if (end !== undefined) {
        const level = lines[end]!.includes('=') ? 1 : 2
        const words = lines.slice(at, end).map((one) => one.trim())
        open(at, `${'#'.repeat(level)} ${words.join(' ')}`, 'heading', level)
        at = end
        afterBlank = false
        continue
      }
      open(at, line, 'paragraph', 0)
    }
    afterBlank = false
    const last = path.at(-1)!
    const { block } = last
    const own = habit === 'notes' ? NUMBER.exec(line)?.[0] : undefined
    if (own !== undefined) number = { block, column: columns(own.replaceAll(/\S/gu, ' ')) }
    const opening = block.lines.at(-1)!
    let end = regionEnd(at, opening)
    if (end === undefined) continue
    if (habit === 'notes' && isFence(opening)) {
      const column = isInItem(last) ? contentColumn(last) : columnAfter(number, block, opening)
      if (column !== undefined) end = endInItem(lines, at, end, column)
    }
    block.inRegion[block.inRegion.length - 1] = true
    while (at < end) add(lines[++at]!, true)
    // Open code ends with its item, and words after it begin a paragraph.
    if (habit === 'notes' && isFence(opening) && !isFence(lines[end]!)) afterBlank = true
  }
  return top
}

/** In a Logseq folder, only `-` begins a block. In a file without any `-`, `*` and `+` do. */
function bulletReader(
  lines: readonly string[],
  from: number,
  habit: Habit,
): (line: string) => Bullet | undefined {
  const notes = habit === 'notes'
  const knowsDash = lines.some((line, at) => at >= from && readBullet(line, DASH) !== undefined)
  const signs = notes || !knowsDash ? ANY_BULLET : DASH
  return (line) => {
    const bullet = readBullet(line, signs)
    if (!notes) return bullet
    return bullet ? (isRule(line) ? undefined : bullet) : numberedTask(line)
  }
}

/**
 * @param signs the characters of a bullet, which a blank or the end of the line must follow
 */
function readBullet(line: string, signs: string): Bullet | undefined {
  const at = skipBlanks(line, 0)
  if (at === line.length || !signs.includes(line[at]!)) return undefined
  const start = skipBlanks(line, at + 1)
  if (start === at + 1 && start < line.length) return undefined
  const text = line.slice(start)
  const gap = text === '' || line.slice(at + 1, start).includes('\t') ? 2 : start - at
  return { indent: line.slice(0, at), text, gap }
}

function skipBlanks(line: string, from: number): number {
  let at = from
  while (line[at] === ' ' || line[at] === '\t') at++
  return at
}

function headingOf(line: string, last: Open | undefined, habit: Habit): RegExpExecArray | null {
  if (habit === 'logseq') return HEADING.exec(line)
  const heading = NOTES_HEADING.exec(line)
  const isInItem = last?.kind === 'item' && line.startsWith(' ') && indentOf(line) >= contentColumn(last)
  return isInItem ? null : heading
}

/** The number of an item of a numbered list, which is a line of a paragraph here. */
const NUMBER = /^[ \t]*\d{1,9}[.)][ \t]+/u

/** Lines that an indent can continue: items of numbered lists, footnotes, definitions, and boxes and tabs of MkDocs. */
const HOLDS_INDENTED = /^[ \t]*(?:\d{1,9}[.)][ \t]|\[\^[^\]\n]{1,200}\]:|(?::|!!!|\?\?\?\+?|===[!+]?)[ \t])/u

/** The column of the words after a number in a block, if a line is indented so far. */
const columnAfter = (
  number: { readonly block: TextBlock; readonly column: number } | undefined,
  block: TextBlock,
  line: string,
): number | undefined =>
  number?.block === block && indentOf(line) >= number.column ? number.column : undefined

/** The least indent of a bullet below a paragraph. CommonMark reads its line as one of the paragraph; here it counts. */
const DEEP = 4

function holds(outer: Open, inner: Open, habit: Habit): boolean {
  if (inner.kind === 'heading')
    return habit === 'notes' && outer.kind === 'heading' && outer.width < inner.width
  if (inner.kind === 'paragraph')
    return outer.kind === 'heading' || (outer.kind === 'item' && contentColumn(outer) <= inner.width)
  if (habit === 'logseq') return outer.width < inner.width
  if (outer.kind === 'heading') return true
  return inner.width >= (outer.kind === 'item' ? contentColumn(outer) : belowParagraph(outer))
}

/** The column from which a bullet is below a paragraph: in CommonMark, below the number of its last line. */
function belowParagraph({ block, width }: Open): number {
  const last = block.lines.findLast((line) => line.trim() !== '')!
  const number = NUMBER.exec(last)?.[0]
  return width + (number === undefined ? DEEP : Math.min(columns(number.replaceAll(/\S/gu, ' ')), DEEP))
}

/** Whether a block is a list item or a paragraph of one. */
const isInItem = ({ kind, width }: Open): boolean => kind === 'item' || (kind === 'paragraph' && width > 0)

/** The column of the words of the item, outside the last one, that a paragraph after a blank line belongs to. */
function columnOfOuter(path: readonly Open[], line: string): number | undefined {
  const last = path.at(-1)
  const indent = indentOf(line)
  if (!last || !isInItem(last) || isLoneAnchor(line.trimStart()) || isRule(line)) return undefined
  if (last.kind === 'item' && indent >= contentColumn(last)) return undefined
  const outer = path.findLast((one) => one.kind === 'item' && contentColumn(one) <= indent)
  return outer && contentColumn(outer)
}

/** The column from which lines belong to an item, by CommonMark: wider gaps are the blanks of code. */
const contentColumn = ({ width, gap }: Open): number => width + (gap > 5 ? 2 : gap)

/**
 * The end of fenced code, which ends with its list item. If none of its lines is indented, it goes on to its closing
 * fence, although CommonMark ends it sooner.
 */
function endInItem(lines: readonly string[], at: number, end: number, column: number): number {
  const isClosed = isFence(lines[end]!)
  let inside = at
  for (let next = at + 1; next <= end; next++) {
    const line = lines[next]!
    if (line.trim() === '') continue
    if (indentOf(line) >= column) inside = next
    else if (!isClosed || (inside > at && next < end)) return inside
  }
  return end
}

/** Lists the lines of code with this indent, from a line on, without it. Empty if the line is none. */
function indentedCode(lines: readonly string[], from: number): string[] {
  let end = from
  for (let at = from; at < lines.length; at++) {
    const isBlank = lines[at]!.trim() === ''
    if (!isBlank && indentOf(lines[at]!) < DEEP) break
    if (!isBlank) end = at + 1
    else if (end === from) break
  }
  return lines.slice(from, end).map((line) => withoutColumns(line, DEEP))
}

/** A fence that is longer than any row of backticks in the code. */
const fenceAround = (code: readonly string[]): string =>
  code.reduce(
    (fence, line) => (line.trimStart().startsWith(fence) ? `${/`+/u.exec(line)![0]}\`` : fence),
    '```',
  )

const indentOf = (line: string): number => columns(/^[ \t]*/u.exec(line)![0])

/** The column from which lines belong to the list around the last block. */
function listColumn(path: readonly Open[]): number {
  const at = path.findIndex(({ kind }) => kind === 'item')
  if (at < 0) return 0
  const item = path[at]!
  return path[at - 1]?.kind === 'paragraph' ? item.width : contentColumn(item)
}

function continues(path: readonly Open[], line: string, afterBlank: boolean, habit: Habit): boolean {
  const open = path.at(-1)!
  if (habit === 'notes' && isLoneAnchor(line)) return true
  if (open.kind === 'heading' && habit === 'notes') return false
  if (habit === 'notes' && isRuleBlock(open)) return false
  if (habit === 'notes' && isQuote(line) && open.kind === 'paragraph' && !isQuote(open.block.lines.at(-1)!))
    return false
  // In Logseq, a bullet contains everything up to the next bullet or heading.
  if (habit === 'logseq') return !afterBlank || open.kind === 'item'
  const isOutside = indentOf(line) < listColumn(path)
  if (afterBlank) return isInItem(open) && !isOutside
  return !isInItem(open) || !isOutside || !BREAKS_LIST.test(line)
}

/** A row of dashes at the very start can be front matter that is no YAML, which stays in one piece. */
const isRuleBlock = ({ kind, block }: Open): boolean =>
  kind === 'paragraph' && block.at > 0 && isRule(block.lines[0]!)

/** Whether a line is a rule that ends the block above. Dashes below a paragraph belong to it, and so does a rule in an item. */
function breaksHere(path: readonly Open[], line: string, afterBlank: boolean): boolean {
  if (!isRule(line)) return false
  const last = path.at(-1)
  const item = path.find(({ kind }) => kind === 'item')
  if (item && indentOf(line) >= contentColumn(item)) return false
  return (
    afterBlank ||
    last?.kind !== 'paragraph' ||
    isQuote(last.block.lines.at(-1)!) ||
    !/^[ \t]*-+[ \t]*$/u.test(line)
  )
}

/** Removes the block's indent and the width of its bullet, as far as the line has them. */
function unindent(line: string, { kind, indent, gap, width }: Open): string {
  if (kind !== 'item') return kind === 'paragraph' ? withoutColumns(line, width) : line
  if (line.startsWith(indent)) {
    if (line[indent.length] === '\t') return line.slice(indent.length + 1)
    let at = indent.length
    while (at < indent.length + gap && line[at] === ' ') at++
    return line.slice(at)
  }
  return withoutColumns(line, width + gap)
}

/** Removes as many columns of white space as the line has, up to a number. */
function withoutColumns(line: string, most: number): string {
  let at = 0
  let column = 0
  while ((line[at] === ' ' || line[at] === '\t') && column < most) {
    column = line[at] === '\t' ? nextStop(column) : column + 1
    at++
  }
  return line.slice(at)
}

export function columns(space: string): number {
  let column = 0
  for (const sign of space) column = sign === '\t' ? nextStop(column) : column + 1
  return column
}

/** A tab reaches the next column that is a multiple of four. */
const nextStop = (column: number): number => column - (column % 4) + 4
