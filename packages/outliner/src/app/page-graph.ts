/** The part of the graph of pages that is drawn: around a page, filtered, and within the bounds. @see outliner 2.6 */
import type { LinkedPage, PageLinks } from '@notegraph/sync'

/** Pages that are drawn at once, the most linked ones. */
export const MOST_NODES = 10_000
/** Links that are drawn at once, those between the most linked pages. */
export const MOST_LINKS = 40_000

export interface GraphNode extends LinkedPage {
  /** The drawn pages that it links or that link it. */
  readonly near: readonly number[]
}

/** Pages, and the links between them without a direction, as pairs of places in `nodes`. */
export interface ShownGraph {
  /** The most linked pages of the whole graph first. */
  readonly nodes: readonly GraphNode[]
  readonly pairs: readonly number[]
  /** Pages that the filters let through, also those beyond the bound. */
  readonly total: number
}

export interface GraphWanted {
  /** Only pages within some steps of a page, which is always shown. */
  readonly around?: { readonly id: string; readonly steps: number }
  /** Types that are not shown. No step leads over their pages. */
  readonly hidden?: ReadonlySet<string>
  /** Only the page with this id, and the pages that have it as a tag. */
  readonly tag?: string
  /** Only these pages. */
  readonly only?: ReadonlySet<string>
}

export function shownGraph(
  graph: PageLinks,
  { around, hidden, tag, only }: GraphWanted,
  most: number = MOST_NODES,
): ShownGraph {
  const center = around ? graph.pages.findIndex(({ id }) => id === around.id) : -1
  const tagged = tag === undefined ? undefined : pagesTagged(graph, tag)
  const isOpen = graph.pages.map(({ type }, at) => at === center || hidden?.has(type) !== true)
  const reached = around ? within(graph, center, around.steps, isOpen) : undefined
  const all = graph.pages.flatMap(({ id }, at) => {
    if (at === center) return [at]
    const isShown =
      isOpen[at] === true &&
      reached?.has(at) !== false &&
      tagged?.has(at) !== false &&
      only?.has(id) !== false
    return isShown ? [at] : []
  })
  const kept = center >= 0 ? [center, ...all.filter((at) => at !== center)] : all
  const shown = kept.slice(0, most).toSorted((a, b) => a - b)
  const placed = new Map(shown.map((at, i) => [at, i]))
  const pairs: number[] = []
  for (const [from, to] of pairsOf(graph)) {
    const [a, b] = [placed.get(from), placed.get(to)]
    if (a !== undefined && b !== undefined && pairs.length < 2 * MOST_LINKS) pairs.push(a, b)
  }
  const near = neighbours(shown.length, pairs)
  return {
    nodes: shown.map((at, i) => ({ ...graph.pages[at]!, near: near[i]! })),
    pairs,
    total: all.length,
  }
}

/** The pages that some page has as a tag, the most used first. */
export function tagsOf({ pages, tags }: PageLinks): readonly string[] {
  const counts = new Map<number, number>()
  for (let i = 1; i < tags.length; i += 2) counts.set(tags[i]!, (counts.get(tags[i]!) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([at]) => pages[at]!.id)
}

function pagesTagged({ pages, tags }: PageLinks, tag: string): ReadonlySet<number> {
  const to = pages.findIndex(({ id }) => id === tag)
  const found = new Set([to])
  for (let i = 0; i < tags.length; i += 2) if (tags[i + 1] === to) found.add(tags[i]!)
  return found
}

/** Links and tags without a direction, each once, in the order of the more linked page. */
function pairsOf({ pages, links, tags }: PageLinks): readonly (readonly [number, number])[] {
  const keys = new Set<number>()
  for (const list of [links, tags])
    for (let i = 0; i < list.length; i += 2) {
      const [a, b] = [list[i]!, list[i + 1]!]
      keys.add(Math.min(a, b) * pages.length + Math.max(a, b))
    }
  return [...keys]
    .toSorted((a, b) => a - b)
    .map((key) => [Math.floor(key / pages.length), key % pages.length])
}

function neighbours(count: number, pairs: readonly number[]): number[][] {
  const near = Array.from({ length: count }, (): number[] => [])
  for (let i = 0; i < pairs.length; i += 2) {
    near[pairs[i]!]!.push(pairs[i + 1]!)
    near[pairs[i + 1]!]!.push(pairs[i]!)
  }
  return near
}

/** The pages that some steps over open pages lead to. */
function within(
  graph: PageLinks,
  center: number,
  steps: number,
  isOpen: readonly boolean[],
): ReadonlySet<number> {
  const near = neighbours(graph.pages.length, pairsOf(graph).flat())
  const reached = new Set<number>()
  let edge = center < 0 ? [] : [center]
  for (let step = 0; step <= steps; step++) {
    for (const at of edge) reached.add(at)
    edge = [...new Set(edge.flatMap((at) => near[at]!))].filter((at) => isOpen[at] && !reached.has(at))
  }
  return reached
}
