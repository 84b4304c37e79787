/**
 * Blocks of pasted HTML: lists, headings, paragraphs, tables, code and quotes, with marks and links as Markdown.
 *
 * @see outliner 3.3
 */
import { markdownLink } from '@notegraph/block-text'
import { withNumber } from '../outline/words.ts'
import {
  attributeOf,
  DEEPEST_ELEMENT,
  findElement,
  textOf,
  type MarkupElement,
  type MarkupNode,
} from './markup.ts'
import type { PastedBlock } from './pasted.ts'

const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
  mark: '==',
  code: '`',
  kbd: '`',
}
const SKIPPED: ReadonlySet<string> = new Set(
  'script style head title meta link template noscript svg iframe object hr input select textarea button'.split(
    ' ',
  ),
)
/** Elements that begin and end a block. */
const APART: ReadonlySet<string> = new Set(
  (
    'html body div section article main header footer aside nav p center figure figcaption details summary address dl dt ' +
    'dd form fieldset li'
  ).split(' '),
)
const HEADING = /^h([1-6])$/
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i

/** Word writes a list as paragraphs, with the level in the style, and the bullet or the number as words. */
const WORD_ITEM = /mso-list:\s*l\d+\s+level(\d)/i
const WORD_BULLET = /mso-list:\s*ignore/i
const WORD_NUMBER = /^\s*\(?[\p{L}\d]{1,6}[.)]/u

/** A block, with the level of a heading or of an item of Word. */
type Leveled = PastedBlock & { readonly heading?: number; readonly item?: number }

/** Words of a paragraph, the break between two of them, or a block. */
type Part = string | null | Leveled

/**
 * Reads the tree of HTML as blocks.
 *
 * @example
 * const li = { tag: 'li', attributes: {}, children: ['tea'] }
 * readHtml({ tag: 'ul', attributes: {}, children: [li] }) // [{ content: 'tea', children: [] }]
 */
export const readHtml = (root: MarkupNode): PastedBlock[] => underHeadings(blocksOf(partsOf(root, 0)))

function partsOf(node: MarkupNode, level: number): Part[] {
  if (typeof node === 'string') return [node.replace(/[ \t\r\n\f]+/g, ' ')]
  const { tag } = node
  if (SKIPPED.has(tag)) return []
  if (level > DEEPEST_ELEMENT) return [textOf(node)]
  const inside = (): Part[] => node.children.flatMap((child) => partsOf(child, level + 1))
  const heading = HEADING.exec(tag)?.[1]
  if (heading !== undefined) return [null, ...headingOf(inside(), Number(heading)), null]
  if (tag === 'ul' || tag === 'ol') return [null, ...listOf(node, level), null]
  if (tag === 'pre') return [null, { content: fenced(textOf(node).replace(/\n$/, '')), children: [] }, null]
  if (tag === 'table') return [null, ...tableOf(node, level), null]
  if (tag === 'blockquote') return [null, ...blocksOf(inside()).map(quoted), null]
  const style = attributeOf(node, 'style')
  if (WORD_BULLET.test(style)) return []
  const item = WORD_ITEM.exec(style)?.[1]
  if (item !== undefined) return [null, ...wordItem(node, blocksOf(inside()), Number(item)), null]
  if (APART.has(tag)) return [null, ...inside(), null]
  if (tag === 'br') return ['\n']
  if (tag === 'img') return [imageText(node)]
  const href = tag === 'a' ? attributeOf(node, 'href').trim() : ''
  if (SAFE_ADDRESS.test(href)) return around(inside(), (label) => linkText(label, href))
  const mark = Object.hasOwn(MARKS, tag) && !isPlain(node) ? MARKS[tag]! : ''
  return mark === '' ? inside() : around(inside(), (words) => mark + words + mark)
}

/** Puts a mark around words; blanks stay outside, and blocks have no mark. */
function around(parts: readonly Part[], mark: (words: string) => string): Part[] {
  if (!parts.every((part) => typeof part === 'string')) return [...parts]
  const words = parts.join('')
  const trimmed = words.trim()
  if (trimmed === '') return [words]
  const lead = words.length - words.trimStart().length
  return [words.slice(0, lead) + mark(trimmed) + words.slice(lead + trimmed.length)]
}

/** The blocks of parts; words between two breaks are one block. Items of Word nest by their levels. */
function blocksOf(parts: readonly Part[]): Leveled[] {
  const blocks: Leveled[] = []
  const open: { level: number; children: PastedBlock[] }[] = []
  const add = (block: Leveled): void => {
    const { item: level = 0, content } = block
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
    if (level === 0) return void blocks.push(block)
    const children = [...block.children]
    ;(open.at(-1)?.children ?? blocks).push({ content, children })
    open.push({ level, children })
  }
  let words: string[] = []
  const end = (): void => {
    const content = words
      .join('')
      .split('\n')
      .map((line) => line.replace(/ {2,}/g, ' ').trim())
      .join('\n')
      .trim()
    if (content !== '') add({ content, children: [] })
    words = []
  }
  for (const part of parts) {
    if (typeof part === 'string') words.push(part)
    else {
      end()
      if (part) add(part)
    }
  }
  end()
  return blocks
}

function headingOf(parts: readonly Part[], heading: number): Part[] {
  const [first, ...rest] = blocksOf(parts)
  if (!first) return []
  const content = `${'#'.repeat(heading)} ${first.content.replaceAll('\n', ' ')}`
  return [{ content, children: first.children, heading }, ...rest]
}

/** Headings contain what follows, up to the next one of their level. */
function underHeadings(blocks: readonly Leveled[]): PastedBlock[] {
  const top: PastedBlock[] = []
  const open: { level: number; children: PastedBlock[] }[] = []
  for (const { content, children, heading } of blocks) {
    if (heading !== undefined) while (open.length > 0 && open.at(-1)!.level >= heading) open.pop()
    const own = [...children]
    ;(open.at(-1)?.children ?? top).push({ content, children: own })
    if (heading !== undefined) open.push({ level: heading, children: own })
  }
  return top
}

function listOf(list: MarkupElement, level: number): PastedBlock[] {
  const items: { content: string; children: PastedBlock[] }[] = []
  for (const child of list.children) {
    if (typeof child === 'string' && child.trim() === '') continue
    const blocks = blocksOf(partsOf(child, level + 1)).map(plain)
    // Some editors put a nested list beside its item.
    const isItem = typeof child === 'string' || (child.tag !== 'ul' && child.tag !== 'ol')
    const before = items.at(-1)
    if (!isItem && before) before.children.push(...blocks)
    else if (!isItem)
      items.push(...blocks.map(({ content, children }) => ({ content, children: [...children] })))
    else items.push(...itemOf(blocks, typeof child === 'string' ? '' : taskMarker(child), list.tag === 'ol'))
  }
  return items
}

const plain = ({ content, children }: PastedBlock): PastedBlock => ({ content, children })

/** An item: its first block, with the others nested under it. */
function itemOf(
  [first, ...rest]: readonly PastedBlock[],
  marker: string,
  isNumbered: boolean,
): { content: string; children: PastedBlock[] }[] {
  if (!first) return []
  const words = marker + first.content
  return [{ content: isNumbered ? withNumber(words) : words, children: [...first.children, ...rest] }]
}

function wordItem(node: MarkupElement, [first, ...rest]: readonly Leveled[], item: number): Leveled[] {
  if (!first) return []
  const isNumbered = WORD_NUMBER.test(wordBullet(node))
  return [
    { content: isNumbered ? withNumber(first.content) : first.content, children: first.children, item },
    ...rest,
  ]
}

/** The bullet or the number that Word wrote as words. */
function wordBullet(node: MarkupElement): string {
  const bullet = findElement(node, (one) => WORD_BULLET.test(attributeOf(one, 'style')))
  return bullet ? textOf(bullet) : ''
}

const quoted = ({ content, children }: PastedBlock): PastedBlock => ({
  content: content.replaceAll(/^/gm, '> '),
  children,
})

/** Google Docs wraps everything in a bold element that is not bold. */
const isPlain = (node: MarkupElement): boolean =>
  /font-weight:\s*(?:normal|400)/i.test(attributeOf(node, 'style')) &&
  (node.tag === 'b' || node.tag === 'strong')

function linkText(label: string, href: string): string {
  return label === href ? href : markdownLink(label, href)
}

function imageText(node: MarkupElement): string {
  const [source, label] = [attributeOf(node, 'src').trim(), attributeOf(node, 'alt')]
  return /^https?:\/\//i.test(source) ? `!${markdownLink(label, source)}` : label
}

/** A checkbox at the beginning of an item makes it a task. */
function taskMarker(item: MarkupElement): string {
  let at: MarkupNode | undefined = item
  for (let level = 0; level < 4 && typeof at === 'object'; level++) {
    at = at.children.find((child) => typeof child !== 'string' || child.trim() !== '')
    if (typeof at !== 'object' || at.tag !== 'input' || attributeOf(at, 'type') !== 'checkbox') continue
    return Object.hasOwn(at.attributes, 'checked') ? 'DONE ' : 'TODO '
  }
  return ''
}

/** Code in a fence that is longer than any in it. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).slice(0, 1_000).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code}\n${fence}`
}

/** A table as Markdown. The first row is its head. A cell alone, as of a spreadsheet, is no table. */
function tableOf(table: MarkupElement, level: number): Part[] {
  const rows: MarkupElement[][] = []
  const waiting: MarkupNode[] = [table]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') continue
    if (at.tag === 'tr') rows.push(at.children.filter(isCell))
    else for (let i = at.children.length - 1; i >= 0; i--) waiting.push(at.children[i]!)
  }
  const [only, ...others] = rows.flat()
  if (only && others.length === 0) return partsOf({ ...only, tag: 'div' }, level + 1)
  const words = rows.map((row) => row.map((cell) => cellText(cell, level)))
  return [{ content: tableText(words), children: [] }]
}

const isCell = (node: MarkupNode): node is MarkupElement =>
  typeof node !== 'string' && (node.tag === 'td' || node.tag === 'th')

function tableText(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`
  const [head = [], ...body] = rows
  const rule = Array.from({ length: width }, () => '---')
  return [line(head), line(rule), ...body.map(line)].join('\n')
}

function cellText(cell: MarkupElement, level: number): string {
  const words = (blocks: readonly PastedBlock[]): string[] =>
    blocks.flatMap(({ content, children }) => [content, ...words(children)])
  const inside = cell.children.flatMap((child) => partsOf(child, level + 3))
  return words(blocksOf(inside)).join(' ').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
}
