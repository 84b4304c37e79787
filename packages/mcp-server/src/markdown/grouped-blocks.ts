/**
 * Found blocks of many pages, each in its place. The blocks are grouped by page. Each group is the outline of the
 * page with only these blocks and their parents.
 */
import { journalDay, outline } from '@notegraph/graph'
import { LIMITS } from '@notegraph/contract'
import { numbered, type NestedById } from '@notegraph/service'
import type { FoundBlock, NestedBlocks, StoredBlock } from '@notegraph/store'
import { bullet, cut, type Bullet } from './block.ts'
import { firstLine } from './blocks.ts'
import type { BoundedText } from './bounded-text.ts'
import { dayBeside } from './day.ts'
import { EXCERPT } from './excerpt.ts'
import { linkTo } from './page.ts'
import { callWords } from './words.ts'

/** Lines of a page that come above its blocks. */
export interface PageLines {
  readonly pageId: string
  readonly pageName: string
  readonly lines: readonly string[]
}

export interface BlocksByPage {
  /** Pages with lines of their own, before the found blocks; each counts as one item. */
  readonly lines?: readonly PageLines[]
  readonly found: readonly FoundBlock[]
  /** Whether the blocks of a page stay in the order found. A parent is then repeated where that order leaves it. */
  readonly keepsOrder?: boolean
  /** The parents of the found blocks, in any order. */
  readonly above: readonly StoredBlock[]
  /** Short ids of the found blocks and their parents, by id. */
  readonly shortIds: ReadonlyMap<string, string>
  /** The blocks nested under found ones; nothing is said about those without an entry. */
  readonly nested?: NestedById
  /** Shows a found block, or one nested under it. */
  readonly show: (block: FoundBlock) => Pick<Bullet, 'text' | 'after'>
}

/**
 * Adds an empty line and the items that fit.
 * @returns the number of added items; at least one, unless there are none
 */
export function addGroupedBlocks(sheet: BoundedText, placed: BlocksByPage): number {
  const { lines = [], found } = placed
  if (lines.length + found.length === 0) return 0
  const most = sheet.room - '\n\n'.length
  let count = lines.length + likely(found, most)
  for (;;) {
    const shown = firstOf(placed, count)
    const text = textOf(shown)
    if (text.length <= most) sheet.add(`\n${text}`)
    else if (count === 1) sheet.add(`\n${cutItem(shown, most)}`)
    else {
      count = Math.max(1, Math.min(count - 1, Math.floor((count * most) / text.length)))
      continue
    }
    return count
  }
}

const firstOf = (placed: BlocksByPage, count: number): BlocksByPage => {
  const { lines = [], found } = placed
  return {
    ...placed,
    lines: lines.slice(0, count),
    found: found.slice(0, Math.max(0, count - lines.length)),
  }
}

/** The beginning of an item that does not fit, without its parents, and the call for all of it. */
function cutItem(placed: BlocksByPage, most: number): string {
  const { lines: [page] = [], found, shortIds } = placed
  const text = textOf({ ...placed, above: [] })
  const call = page
    ? callWords('read_page', { name: page.pageName })
    : callWords('read_block', { block_id: shortIds.get(found[0]!.id) })
  const rest = `\n(cut: ${text.length} characters in all, ${call})`
  return text.length <= most ? text : `${cut(text, most - rest.length - 1)}${rest}`
}

/** An upper bound of the blocks that fit, by the length of their words, so that fewer are converted to Markdown. */
function likely(found: readonly FoundBlock[], most: number): number {
  let length = 0
  const end = found.findIndex(({ content }) => (length += Math.min(content.length, EXCERPT)) > most)
  return end < 0 ? found.length : Math.max(1, end)
}

function textOf({ lines = [], found, keepsOrder, above, ...rest }: BlocksByPage): string {
  const contexts = Map.groupBy(above, ({ pageId }) => pageId)
  const own = Map.groupBy(lines, ({ pageId }) => pageId)
  const hits = Map.groupBy(found, ({ pageId }) => pageId)
  const names = new Map([...lines, ...found].map(({ pageId, pageName }) => [pageId, pageName]))
  return Array.from(names, ([pageId, name]) => {
    const [ofPage, context] = [hits.get(pageId) ?? [], contexts.get(pageId) ?? []]
    const parts = keepsOrder ? inOutlineOrder(ofPage, context) : [ofPage]
    const blocks = parts.flatMap((part) => pageLines(part, context, rest))
    const above = (own.get(pageId) ?? []).flatMap((page) => page.lines)
    return [pageHeading(pageId, name), ...above, ...blocks].join('\n')
  }).join('\n\n')
}

/** `## [[Nov 20th, 2026]] 2026-11-20 Fri` */
export function pageHeading(pageId: string, name: string): string {
  const day = journalDay(pageId)
  return `## ${linkTo(name)}${day === undefined ? '' : ` ${dayBeside(name, day)}`}`
}

function pageLines(
  hits: readonly FoundBlock[],
  context: readonly StoredBlock[],
  { shortIds, show, nested }: Pick<BlocksByPage, 'shortIds' | 'show' | 'nested'>,
): string[] {
  const under = hits.flatMap(({ id }) => nested?.get(id)?.blocks ?? [])
  const found = new Map([...under, ...hits].map((hit) => [hit.id, hit]))
  return withParents([...found.values()], context).map(({ item, depth }) => {
    const hit = found.get(item.id)
    const line = hit ? show(hit) : { text: firstLine(item), after: '(above)' }
    const after = [line.after, hit && nestedWords(nested?.get(item.id))].filter(Boolean).join(' ')
    return bullet({ ...line, after, depth, shortId: shortIds.get(item.id)! })
  })
}

/** `(3 nested)`, `(3 nested, 1 shown)`; empty without nested blocks. @see assistants 12.2 */
export function nestedWords(nested: NestedBlocks | undefined): string {
  if (!nested || nested.count === 0) return ''
  const { count, blocks } = nested
  const most = count < LIMITS.nestedCounted ? numbered(count) : `${numbered(count)} or more`
  const shown = blocks.length > 0 && blocks.length < count ? `, ${blocks.length} shown` : ''
  return `(${most} nested${shown})`
}

/** Splits blocks wherever their order is not that of the outline. */
function inOutlineOrder(hits: readonly FoundBlock[], context: readonly StoredBlock[]): FoundBlock[][] {
  const places = new Map(withParents(hits, context).map(({ item }, at) => [item.id, at]))
  const parts: FoundBlock[][] = []
  let last = Infinity
  for (const hit of hits) {
    const at = places.get(hit.id)!
    if (at < last) parts.push([])
    parts.at(-1)!.push(hit)
    last = at
  }
  return parts
}

/** The outline of the blocks and their parents. */
function withParents(hits: readonly StoredBlock[], context: readonly StoredBlock[]) {
  const found = new Set(hits.map(({ id }) => id))
  return outline([...hits, ...neededBy(hits, context).filter(({ id }) => !found.has(id))])
}

/** The parents that these blocks need for context. */
function neededBy(hits: readonly StoredBlock[], context: readonly StoredBlock[]): StoredBlock[] {
  const byId = new Map(context.map((block) => [block.id, block]))
  const needed = new Set<StoredBlock>()
  for (const hit of hits) {
    let parent = byId.get(hit.parentId ?? '')
    while (parent && !needed.has(parent)) {
      needed.add(parent)
      parent = byId.get(parent.parentId ?? '')
    }
  }
  return [...needed]
}
