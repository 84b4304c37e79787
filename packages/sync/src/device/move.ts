/** Moving whole pages of blocks: what folding and recovering share. */
import { compareSiblings, type Place } from '@notegraph/graph'
import type { WordedRecord } from '../revision.ts'
import type { Draft } from './draft.ts'
import { onPage, PATH, pathOf, wayOf, type Local } from './local.ts'

export type WordedLocal = Local & { readonly record: WordedRecord }

export const isWorded = (local: Local): local is WordedLocal => local.record.kind !== 'page'

/** Live blocks and shapes that say they stand on a page, as siblings sort. */
export async function standingOn(draft: Draft, pageId: string): Promise<WordedLocal[]> {
  const found = (await draft.find(onPage(pageId))).filter(isWorded)
  return found.toSorted((a, b) => compareSiblings(placed(a), placed(b)))
}

const placed = ({ record }: WordedLocal) => ({
  id: record.id,
  parentId: record.place.parentId,
  order: record.place.order,
})

/** Moves blocks to another page, after what stands there. */
export async function moveAll(draft: Draft, blocks: readonly WordedLocal[], pageId: string): Promise<void> {
  const recordOf = ({ record }: WordedLocal) => record
  const there = await standingOn(draft, pageId)
  const moved = movedBehind(blocks.map(recordOf), there.map(recordOf), pageId)
  for (const [i, block] of blocks.entries())
    draft.edit({ ...block, record: moved[i]! }, ['place', `props.${PATH}`])
}

/**
 * The blocks on another page, after what stands there. Every device that moves them gives the same places the same
 * stamps, just after the ones they had: whoever moves a block by hand meanwhile moves it later.
 * @param blocks as siblings sort
 * @param there what stands on that page, as siblings sort
 */
export function movedBehind(
  blocks: readonly WordedRecord[],
  there: readonly WordedRecord[],
  pageId: string,
): WordedRecord[] {
  const standing = new Set([...there, ...blocks].map(({ id }) => id))
  const isTop = ({ place }: WordedRecord) => place.parentId === null || !standing.has(place.parentId)
  const last = there.findLast(isTop)?.place.order
  const first = blocks.find(isTop)?.place.order ?? 0
  const shift = last === undefined || first > last ? 0 : last - first + 1
  return blocks.map((block) => {
    const { place } = block
    return movedTo(block, {
      pageId,
      parentId: isTop(block) ? null : place.parentId,
      order: isTop(block) ? place.order + shift : place.order,
      at: place.at + 1,
    })
  })
}

/** Pages that a block remembers. */
const MOST_PATH = 8

/**
 * The block remembers where it came from, should that page come back. It still does on its way back: the server takes
 * the way and may yet keep the place. The stamp of the place goes along, so that each move changes the way.
 */
function movedTo(record: WordedRecord, place: Place): WordedRecord {
  const held = pathOf(record)
  const path = held.length > 0 ? held : [record.place.pageId]
  const way = record.props[PATH]
  const isBack = path.includes(place.pageId)
  const pages = isBack ? wayOf(record) : [...path, place.pageId].slice(-MOST_PATH)
  const v = [...pages, place.at]
  const at = Math.max(place.at, (way?.at ?? 0) + 1)
  const props = { ...record.props, [PATH]: { v, at } }
  return { ...record, place, props, updatedAt: Math.max(record.updatedAt, at) }
}
