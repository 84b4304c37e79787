/**
 * Found blocks of many pages, each in its place. The blocks are grouped by page. Each group is the outline of the
 * page with only these blocks and their parents.
 */
import { journalDay, outline } from '@notegraph/graph'
import type { FoundBlock, StoredBlock } from '@notegraph/store'
import { bullet, type Bullet } from './block.ts'
import { firstLine } from './blocks.ts'
import { dayBeside } from './day.ts'
import { EXCERPT } from './excerpt.ts'
import { linkTo } from './page.ts'

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
  /** The parents of the found blocks, in any order. */
  readonly above: readonly StoredBlock[]
  /** Short ids of the found blocks and their parents, by id. */
  readonly shortIds: ReadonlyMap<string, string>
  /** Shows a found block. */
  readonly show: (block: FoundBlock) => Pick<Bullet, 'text' | 'after'>
}

/** The items that fit, and their number. */
export function groupedBlocks(placed: BlocksByPage, most: number): { text: string; count: number } {
  const { lines = [], found } = placed
  let count = lines.length + likely(found, most)
  for (;;) {
    const text = textOf({
      ...placed,
      lines: lines.slice(0, count),
      found: found.slice(0, Math.max(0, count - lines.length)),
    })
    if (text.length <= most || count <= 1) return { text, count }
    count = Math.max(1, Math.min(count - 1, Math.floor((count * most) / text.length)))
  }
}

/** An upper bound of the blocks that fit, by the length of their words, so that fewer are converted to Markdown. */
function likely(found: readonly FoundBlock[], most: number): number {
  let length = 0
  const end = found.findIndex(({ content }) => (length += Math.min(content.length, EXCERPT)) > most)
  return end < 0 ? found.length : Math.max(1, end)
}

function textOf({ lines = [], found, above, shortIds, show }: BlocksByPage): string {
  const contexts = Map.groupBy(above, ({ pageId }) => pageId)
  const own = Map.groupBy(lines, ({ pageId }) => pageId)
  const hits = Map.groupBy(found, ({ pageId }) => pageId)
  const names = new Map([...lines, ...found].map(({ pageId, pageName }) => [pageId, pageName]))
  return Array.from(names, ([pageId, name]) => {
    const blocks = pageLines(hits.get(pageId) ?? [], contexts.get(pageId) ?? [], shortIds, show)
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
  shortIds: BlocksByPage['shortIds'],
  show: BlocksByPage['show'],
): string[] {
  const found = new Map(hits.map((hit) => [hit.id, hit]))
  const needed = neededBy(hits, context)
  const shown = [...hits, ...needed.filter(({ id }) => !found.has(id))]
  return outline(shown).map(({ item, depth }) => {
    const hit = found.get(item.id)
    const line = hit ? show(hit) : { text: firstLine(item), after: '(above)' }
    return bullet({ ...line, depth, shortId: shortIds.get(item.id)! })
  })
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
