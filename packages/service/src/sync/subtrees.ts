/**
 * Counts the levels of blocks under a block that a push moves, since they move along. A block that comes to a page can
 * have blocks under it there too: they came before it, or it left them. Only pages with enough blocks to exceed the depth
 * are read.
 * @see sync, The server's rules 10
 */
import { groupBy, type GraphRecord } from '@notegraph/graph'
import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { SYNC_LIMITS, type ReadItem } from '@notegraph/sync'
import { parentOf, recordIn } from './item.ts'

export interface Subtrees {
  /** @param changed the records that the push has changed so far */
  levelsUnder(id: string, pageId: string, changed: ReadonlyMap<string, GraphRecord>): number
}

/** The most blocks that one push visits under its moves; beyond that, moves are refused. */
const MOST_VISITED = 200_000

type Children = ReadonlyMap<string, readonly string[]>

export async function loadSubtrees(
  graph: Pick<GraphStore, 'pages' | 'blocks'>,
  items: readonly ReadItem[],
  known: ReadonlyMap<string, VersionedRecord>,
): Promise<Subtrees> {
  const pages = new Map<string, Children>()
  for (const pageId of new Set(items.flatMap((item) => pageOfMove(item, known)))) {
    const blocks = (await graph.pages.find(pageId))?.counts.blocks ?? 0
    if (blocks + items.length > SYNC_LIMITS.depth)
      pages.set(pageId, byParent(await graph.blocks.listParents(pageId)))
  }
  let visited = 0

  return {
    levelsUnder(id, pageId, changed) {
      const children = pages.get(pageId)
      // Most blocks that come to a page have nothing under them.
      if (!children || !(children.has(id) || isParent(id, changed))) return 0
      const moved = byParent(placesOn(pageId, changed.values()))
      const under = (parentId: string): readonly string[] => [
        ...(children.get(parentId)?.filter((child) => !changed.has(child)) ?? []),
        ...(moved.get(parentId) ?? []),
      ]
      let level: readonly string[] = [id]
      for (let levels = 0; ; levels++) {
        level = level.flatMap(under)
        visited += level.length
        if (level.length === 0 || levels >= SYNC_LIMITS.depth) return levels
        if (visited > MOST_VISITED) return Infinity
      }
    },
  }
}

function isParent(id: string, changed: ReadonlyMap<string, GraphRecord>): boolean {
  for (const record of changed.values()) if (parentOf(record) === id) return true
  return false
}

/** The page on which a block gets a parent that it does not have there yet. */
function pageOfMove(item: ReadItem, known: ReadonlyMap<string, VersionedRecord>): string[] {
  const [pushed, held] = [recordIn(item), known.get(item.id)?.record]
  if (!pushed || pushed.kind === 'page' || held?.kind === 'page') return []
  const { pageId, parentId } = pushed.place
  const isThere = parentId === null || (held && parentId === parentOf(held) && pageId === held.place.pageId)
  return isThere ? [] : [pageId]
}

const byParent = (places: Iterable<readonly [id: string, parentId: string]>): Children =>
  new Map(
    Array.from(
      groupBy(places, ([, parentId]) => parentId),
      ([id, some]) => [id, some.map(([child]) => child)],
    ),
  )

function* placesOn(pageId: string, records: Iterable<GraphRecord>): Iterable<readonly [string, string]> {
  for (const record of records) {
    const parentId = parentOf(record)
    if (parentId !== null && record.kind !== 'page' && record.place.pageId === pageId)
      yield [record.id, parentId]
  }
}
