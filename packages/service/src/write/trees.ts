/**
 * Blocks with those nested under them, as the outline of their page shows them. A write that moves or deletes blocks
 * loads the whole page, so that it sees each place as readers do.
 */
import { outline, type BlockRecord } from '@notegraph/graph'
import { LIMITS } from '@notegraph/contract'
import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'

export type HeldBlock = VersionedRecord<BlockRecord>

/** A block in the outline of its page. */
export interface Outlined extends HeldBlock {
  /** The block above it, as readers see it; `null` at the top level. */
  readonly parentId: string | null
  /** 0 at the top level. */
  readonly depth: number
  /** Its place among the blocks of the page, from 0. */
  readonly at: number
}

/** The blocks of a page in outline order. */
export interface PageOutline {
  readonly blocks: readonly Outlined[]
  readonly byId: ReadonlyMap<string, Outlined>
}

/** A block with those nested under it, in outline order. */
export interface Tree {
  readonly root: Outlined
  readonly nested: readonly Outlined[]
  /** The levels of blocks under the root. */
  readonly height: number
}

export const isBlock = (one: VersionedRecord): one is HeldBlock => one.record.kind === 'block'

/** Reads the outline of a page; empty for a page without blocks, or that is not there. */
export async function readOutline(graph: Pick<GraphStore, 'records'>, pageId: string): Promise<PageOutline> {
  const held = (await graph.records.listByPage(pageId)).filter(isBlock)
  const placed = held.map((one) => {
    const { id, place } = one.record
    return { id, parentId: place.parentId, order: place.order, held: one }
  })
  const blocks: Outlined[] = []
  const path: string[] = []
  for (const { item, depth } of outline(placed)) {
    path.length = depth
    blocks.push({ ...item.held, parentId: path.at(-1) ?? null, depth, at: blocks.length })
    path.push(item.id)
  }
  return { blocks, byId: new Map(blocks.map((one) => [one.record.id, one])) }
}

/** The block with those nested under it. */
export function treeOf({ blocks }: PageOutline, root: Outlined): Tree {
  const end = blocks.findIndex(({ depth, at }) => at > root.at && depth <= root.depth)
  const nested = blocks.slice(root.at + 1, end < 0 ? blocks.length : end)
  return { root, nested, height: nested.reduce((most, { depth }) => Math.max(most, depth - root.depth), 0) }
}

/** Blocks of any pages, each with those nested under it. */
export interface Trees {
  /** In the order given. A block under another of the list is in the tree of that one. */
  readonly trees: readonly Tree[]
  /** The ids of all their blocks. */
  readonly ids: ReadonlySet<string>
  /** The outlines of their pages, by page. */
  readonly outlines: ReadonlyMap<string, PageOutline>
}

/**
 * Reads blocks with what is nested.
 * @param ids the blocks; one that is named again counts once
 * @returns 404 for an unknown id, 409 for too many blocks with what is nested
 */
export async function readTrees(
  graph: Pick<GraphStore, 'records'>,
  ids: readonly string[],
): Promise<Result<Trees>> {
  const asked = [...new Set(ids)]
  const found = new Map((await graph.records.findMany(asked)).map((one) => [one.record.id, one]))
  const outlines = new Map<string, PageOutline>()
  const roots: [Outlined, PageOutline][] = []
  for (const id of asked) {
    const held = found.get(id)
    const pageId = held && isBlock(held) ? held.record.place.pageId : undefined
    const page =
      pageId === undefined ? undefined : (outlines.get(pageId) ?? (await readOutline(graph, pageId)))
    const root = page?.byId.get(id)
    if (!page || !root) return refuse({ code: 'not_found', what: 'block', name: id })
    outlines.set(pageId!, page)
    roots.push([root, page])
  }
  const wanted = new Set(asked)
  const isUnder = ({ parentId }: Outlined, { byId }: PageOutline): boolean => {
    for (let above = parentId; above !== null; above = byId.get(above)!.parentId)
      if (wanted.has(above)) return true
    return false
  }
  const trees = roots.filter(([root, page]) => !isUnder(root, page)).map(([root, page]) => treeOf(page, root))
  const all = new Set(trees.flatMap(({ root, nested }) => [root, ...nested].map(({ record }) => record.id)))
  return all.size > LIMITS.organizedBlocks
    ? refuse({ code: 'conflict', why: 'organize_large', count: all.size })
    : ok({ trees, ids: all, outlines })
}
