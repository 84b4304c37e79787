/**
 * The top of a page: its name, facts, fields and properties, one on each line. Names are in brackets, and the
 * person's lines are indented, so all other words belong to the service.
 */
import { isoDay } from '@notegraph/block-text'
import { parseInOrder, type Page } from '@notegraph/contract'
import { dayAt, pageJson } from '@notegraph/graph'
import type { StoredPage } from '@notegraph/store'
import { counted, otherProps } from '@notegraph/service'
import { dayBeside } from './day.ts'
import type { BoundedText } from './bounded-text.ts'
import { cut } from './block.ts'
import { bracketed, quoted, visibleLine } from './visible.ts'

export const toPage = (page: StoredPage): Page => parseInOrder(pageJson(page)) as Page

/** The most characters of a name; only devices and imports create longer names. */
const MOST_OF_NAME = 1_000

/** `[[Ada Lovelace]]` */
export const linkTo = (name: string): string => bracketed(cut(name, MOST_OF_NAME))

/** Links to several pages. */
export const linksTo = (names: readonly string[]): string => names.map(linkTo).join(', ')

/** A valid key of the API, shown unchanged. */
const KEY = /^[\p{L}\p{M}\p{Nd}_./-]+$/u
export const keyWords = (key: string): string => (KEY.test(key) ? visibleLine(key) : quoted(key))

/**
 * Characters of an answer that are kept for blocks. Beside them, all properties that the API accepts on a page fit, unless
 * they have thousands of invisible characters, which take more room.
 */
const KEPT_FOR_BLOCKS = 20_000

/**
 * @param zone the time zone of the caller @param version the words about the version
 * @param rest the call for lines that do not fit, if the page alone has more room
 * @param edited when the page was edited last, and by whom; the day by default
 */
export function addPageHead(
  sheet: BoundedText,
  page: Page,
  zone: string,
  version: string,
  rest?: string,
  edited?: string,
): void {
  sheet.add(`# ${linkTo(page.name)}`)
  addPageLines(sheet, page, pageFacts(page, zone, version, edited), rest)
}

/** @param facts the facts of the page in one line */
export function addPageLines(sheet: BoundedText, page: Page, facts: string, rest?: string): void {
  const lines = [facts, ...ownLines(page)]
  const kept = Math.min(KEPT_FOR_BLOCKS, sheet.room / 2)
  const left = lines.filter((line) => sheet.room - line.length < kept || !sheet.add(line)).length
  if (left === 0) return
  const leftOut = counted(left, 'line is', 'lines are')
  sheet.add(`(${leftOut} left out${rest === undefined ? '' : `: ${rest}`})`)
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** The facts of a page in one line: `person, 2 blocks, 12 words, edited 2026-11-20`. */
export function pageFacts(
  page: Page,
  zone: string,
  version = '',
  edited: string = isoDay(dayAt(page.updatedAt, zone)),
): string {
  const { name, type, kind, day, counts, favorite, hasPicture, copy } = page
  return [
    kind === 'page' || kind === type ? type : `${type}, ${kind}`,
    day === undefined ? '' : dayBeside(name, day),
    sizeWords(counts),
    favorite === true ? 'favorite' : '',
    hasPicture ? 'has a picture' : '',
    copy ? `copy kept ${DAY.test(copy.at) ? copy.at : quoted(copy.at)}` : '',
    version,
    `edited ${edited}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** `2 blocks, 12 words` */
export const sizeWords = ({ blocks, words }: Page['counts']): string =>
  blocks === 0 ? 'no blocks' : `${counted(blocks, 'block')}, ${counted(words, 'word')}`

/** Aliases and tags, then fields by their labels, then the other properties as they are written. @see assistants 4.4 */
function ownLines(page: Page): string[] {
  const { aliases, tags, fields } = page
  const lines: string[] = []
  if (aliases.length > 0) lines.push(`  also: ${linksTo(aliases)}`)
  if (tags.length > 0) lines.push(`  tags: ${linksTo(tags)}`)
  for (const [label, value] of Object.entries(fields))
    lines.push(`  ${label}: ${typeof value === 'string' ? visibleLine(value) : linksTo(value)}`)
  for (const [key, value] of otherProps(page, MOST_OF_NAME))
    lines.push(`  ${keyWords(key)}:: ${visibleLine(value)}`)
  return lines
}
