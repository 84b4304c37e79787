/** Moves of all blocks of a page, for merged pages and for recovered blocks. */
import { compareSiblings, type Place } from '@notegraph/graph'
import { PATH } from '../merge-place.ts'
import type { WordedRecord } from '../revision.ts'
import type { Draft } from './draft.ts'
import { onPage, pathOf, wayOf, type Local } from './local.ts'

/** A block or shape on a device. */
export type WordedLocal = Local & { readonly record: WordedRecord }

/** Whether a record is a block or a shape. */
export const isWorded = (local: Local): local is WordedLocal => local.record.kind !== 'page'

/** Lists the live blocks and shapes of a page, sorted as siblings. */
export async function standingOn(draft: Draft, pageId: string): Promise<WordedLocal[]> {
  const found = (await draft.find(onPage(pageId))).filter(isWorded)
  return found.toSorted((a, b) => compareSiblings(placed(a), placed(b)))
}

const placed = ({ record }: WordedLocal) => ({
  id: record.id,
  parentId: record.place.parentId,
  order: record.place.order,
})

/** Moves blocks to another page, after its own blocks. */
export async function moveAll(draft: Draft, blocks: readonly WordedLocal[], pageId: string): Promise<void> {
  const recordOf = ({ record }: WordedLocal) => record
  const there = await standingOn(draft, pageId)
  const moved = movedBehind(blocks.map(recordOf), there.map(recordOf), pageId)
  for (const [i, block] of blocks.entries())
    draft.edit({ ...block, record: moved[i]! }, ['place', `props.${PATH}`])
}

/**
 * Computes the moved blocks. Every device computes the same places with the same stamps, right after the old ones. A
 * move by a person at the same time is therefore later and wins.
 *
 * @param blocks the blocks to move, sorted as siblings
 * @param there the blocks of the other page, sorted as siblings
 * @example
 * const block = makeBlock({ id: 'b', content: 'Hi', rev: 'r', pageId: 'old', parentId: null, order: 1, now: 1 })
 * movedBehind([block], [], 'new')[0].place // { pageId: 'new', parentId: null, order: 1, at: 2 }
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

/** The most pages in a block's `:path`. */
const MOST_PATH = 8

/**
 * Notes the old page in the block's `:path`, because that page can be restored. The note stays on the way back too: the
 * server can accept the note and still keep another place. The stamp of the place is part of the note, so each move
 * changes the note.
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
