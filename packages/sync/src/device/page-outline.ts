/**
 * The outline of one page in memory: each block's siblings, in the order of reading. So an edit costs what it changes,
 * not its page. Blocks with a missing parent, or in a circle, are at the top level. Such pages are rare, and are
 * sorted again after each change.
 *
 * @see sync, The device's rules 7a and 8
 */
import { compareSiblings, outline, type OutlinePosition } from '@notegraph/graph'

type Children = Map<string | null, OutlinePosition[]>

/** The positions of the blocks of one page. */
export class PageOutline {
  readonly #positions = new Map<string, OutlinePosition>()
  /** The children of each parent that a block names, sorted. */
  readonly #children: Children = new Map()
  /** Blocks whose parent is not on this page. */
  #strays = 0
  #hasCircle = false
  /** The children as a reader sees them, on a page with strays or circles. */
  #shown: ShownTree | undefined

  constructor(blocks: Iterable<OutlinePosition>) {
    for (const block of blocks) this.#positions.set(block.id, block)
    for (const block of [...this.#positions.values()].toSorted(compareSiblings)) this.#list(block).push(block)
    for (const [parentId, children] of this.#children)
      if (parentId !== null && !this.#positions.has(parentId)) this.#strays += children.length
    this.#hasCircle = this.#countTop() !== this.#top()
  }

  /** The number of blocks. */
  get size(): number {
    return this.#positions.size
  }

  has(id: string): boolean {
    return this.#positions.has(id)
  }

  /** Adds a block, or gives it another position. */
  set(block: OutlinePosition): void {
    const { id, parentId, order } = block
    const held = this.#positions.get(id)
    if (held?.parentId === parentId) {
      if (held.order !== order) this.#reorder(held, block)
      return
    }
    if (held) this.#takeOut(held)
    else this.#strays -= this.#children.get(id)?.length ?? 0
    this.#positions.set(id, block)
    const siblings = this.#list(block)
    siblings.splice(indexOf(siblings, block), 0, block)
    if (parentId !== null && !this.#positions.has(parentId)) this.#strays++
    this.#hasCircle ||= this.#isInCircle(block)
    this.#shown = undefined
  }

  delete(id: string): void {
    const held = this.#positions.get(id)
    if (!held) return
    this.#takeOut(held)
    this.#positions.delete(id)
    this.#strays += this.#children.get(id)?.length ?? 0
    this.#shown = undefined
  }

  /** The children of a block, or the top-level blocks, as a reader sees them. */
  childrenOf(parentId: string | null): readonly OutlinePosition[] {
    return (this.#seen()?.children ?? this.#children).get(parentId) ?? []
  }

  /** The parent of a block as a reader sees it; `null` at the top level. */
  parentOf(id: string): string | null {
    const shown = this.#seen()
    return (shown ? shown.parents.get(id) : this.#positions.get(id)?.parentId) ?? null
  }

  /** The index of a block among the children of its parent. */
  indexOf(id: string): number {
    return indexOf(this.childrenOf(this.parentOf(id)), this.#positions.get(id)!)
  }

  /** Lists the blocks nested under a block, at any depth, in the order of reading. */
  under(id: string): string[] {
    const found: string[] = []
    const waiting = this.childrenOf(id).toReversed()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      found.push(next.id)
      waiting.push(...this.childrenOf(next.id).toReversed())
    }
    return found
  }

  #list({ parentId }: OutlinePosition): OutlinePosition[] {
    let siblings = this.#children.get(parentId)
    if (!siblings) this.#children.set(parentId, (siblings = []))
    return siblings
  }

  #takeOut(held: OutlinePosition): void {
    const siblings = this.#list(held)
    siblings.splice(indexOf(siblings, held), 1)
    if (siblings.length === 0) this.#children.delete(held.parentId)
    if (held.parentId !== null && !this.#positions.has(held.parentId)) this.#strays--
  }

  /** Moves only the siblings in between, since a page can have thousands of others. */
  #reorder(held: OutlinePosition, block: OutlinePosition): void {
    const siblings = this.#list(held)
    const [from, found] = [indexOf(siblings, held), indexOf(siblings, block)]
    const to = found > from ? found - 1 : found
    const step = Math.sign(to - from)
    for (let i = from; i !== to; i += step) siblings[i] = siblings[i + step]!
    siblings[to] = block
    this.#positions.set(block.id, block)
    this.#shown = undefined
  }

  #isInCircle({ id, parentId }: OutlinePosition): boolean {
    const met = new Set<string>()
    for (let at = parentId; at !== null && !met.has(at); at = this.#positions.get(at)?.parentId ?? null) {
      if (at === id) return true
      met.add(at)
    }
    return false
  }

  /** The children as a reader sees them, if some block names another parent than the one it has there. */
  #seen(): ShownTree | undefined {
    if (this.#strays === 0 && !this.#hasCircle) return undefined
    this.#shown ??= shownBy(this.#positions.values())
    // The circle may be gone.
    if (this.#hasCircle) this.#hasCircle = (this.#shown.children.get(null)?.length ?? 0) !== this.#top()
    return this.#shown
  }

  /** The number of top-level blocks on a page without circles. */
  #top(): number {
    return (this.#children.get(null)?.length ?? 0) + this.#strays
  }

  #countTop(): number {
    return outline([...this.#positions.values()]).filter(({ depth }) => depth === 0).length
  }
}

interface ShownTree {
  readonly children: Children
  readonly parents: ReadonlyMap<string, string | null>
}

function shownBy(blocks: Iterable<OutlinePosition>): ShownTree {
  const children: Children = new Map()
  const parents = new Map<string, string | null>()
  const above: string[] = []
  for (const { item, depth } of outline([...blocks])) {
    above.length = depth
    const parentId = above.at(-1) ?? null
    const siblings = children.get(parentId)
    if (siblings) siblings.push(item)
    else children.set(parentId, [item])
    parents.set(item.id, parentId)
    above.push(item.id)
  }
  return { children, parents }
}

/** The index of a block among sorted siblings, or the index that it would have. */
function indexOf(siblings: readonly OutlinePosition[], block: OutlinePosition): number {
  let from = 0
  let to = siblings.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compareSiblings(siblings[middle]!, block) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** The most pages and blocks whose outlines stay in memory. */
const MOST_PAGES = 32
const MOST_BLOCKS = 100_000

/** The outlines of the pages that were edited last. */
export class Outlines {
  readonly #pages = new Map<string, PageOutline>()
  #blocks = 0

  /** Takes an outline out, for a draft that changes it. A draft that is not committed never puts it back. */
  take(pageId: string): PageOutline | undefined {
    const outline = this.#pages.get(pageId)
    if (!outline) return undefined
    this.#pages.delete(pageId)
    this.#blocks -= outline.size
    return outline
  }

  putBack(outlines: ReadonlyMap<string, PageOutline>): void {
    for (const [pageId, outline] of outlines) {
      this.#pages.set(pageId, outline)
      this.#blocks += outline.size
    }
    for (const pageId of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES && (this.#blocks <= MOST_BLOCKS || this.#pages.size === 1)) return
      this.take(pageId)
    }
  }

  clear(): void {
    this.#pages.clear()
    this.#blocks = 0
  }
}
