/**
 * Templates: blocks with `template:: NAME`, and pages tagged `template`. Rows of the notes in, blocks for a paste out.
 *
 * @see outliner 3.6
 */
import { addDays, editProperties, isoDay, parseBlock, type Day } from '@notegraph/block-text'
import { fieldOf, nested, type PastedBlock } from '@notegraph/outliner'

/** The facts that fill the marks of a template. */
export interface Filling {
  readonly today: Day
  /** As `09:05`. */
  readonly time: string
  /** The name of the page that gets the blocks. */
  readonly page: string
}

export interface TemplateRow {
  readonly content: string
  readonly depth: number
}

const propertyOf = (content: string, wanted: string): string | undefined =>
  parseBlock(content).properties.find(({ key }) => key === wanted)?.value

/** The name of the template that a block is, if it is one. */
export function templateName(content: string): string | undefined {
  const name = propertyOf(content, 'template')?.trim()
  return name === '' ? undefined : name
}

/**
 * The blocks that a template inserts, without the lines that make it one. A block with
 * `template-including-parent:: false` stays out, and the blocks below it come.
 */
export function templateBlocks(rows: readonly TemplateRow[], filling: Filling): readonly PastedBlock[] {
  const top = Math.min(...rows.map(({ depth }) => depth))
  const blocks = nested(
    rows.map(({ content, depth }) => ({ content: filled(plain(content), filling), depth: depth - top })),
  )
  const [first] = rows
  const isLeftOut =
    first !== undefined &&
    templateName(first.content) !== undefined &&
    propertyOf(first.content, 'template-including-parent')?.trim() === 'false'
  return isLeftOut ? blocks.flatMap(({ children }) => children) : blocks
}

/** The property of the template that new days start with. */
export const FOR_DAYS = 'template-for'

const LINES = new Map([
  [FOR_DAYS, null],
  ['template', null],
  ['template-including-parent', null],
])

/** Lines such as `id::` are of the template's own block. */
function plain(content: string): string {
  const { text } = fieldOf(content)
  const edited = editProperties(text, LINES)
  return edited.ok ? edited.content : text
}

/** Fills the marks `<% today %>`, `<% tomorrow %>`, `<% yesterday %>`, `<% time %>` and `<% current page %>`. Others stay. */
function filled(text: string, { today, time, page }: Filling): string {
  const day = (count: number): string => `[[${isoDay(addDays(today, count) ?? today)}]]`
  const words: Readonly<Record<string, string>> = {
    today: day(0),
    tomorrow: day(1),
    yesterday: day(-1),
    time,
    'current page': `[[${page}]]`,
  }
  return text.replaceAll(
    /<% ?([a-z ]{1,20}?) ?%>/giu,
    (mark, name: string) => words[name.toLowerCase()] ?? mark,
  )
}
