/**
 * Reads of the local index: who refers to a page or a block, and the tasks. Each answers from the marks of the store and
 * reads only the records that it returns.
 *
 * @see sync, The device's rules 7b
 */
import type { Day } from '@notegraph/block-text'
import { compareNames, journalDay, nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import type { Core } from '../device/core.ts'
import type { Draft } from '../device/draft.ts'
import { livePage } from '../device/edit-pages.ts'
import type { Local } from '../device/local.ts'
import { isPage } from '../device/merge-pages.ts'
import { DEVICE_LIMITS } from '../limits.ts'
import { linking, referring, taskMark } from './index-marks.ts'
import { formsOf } from './page-names.ts'

/** A part of a list. */
export interface IndexPart {
  /** The most blocks to return: 200 by default, up to 1,000. */
  readonly limit?: number
  /** Blocks to leave out at the start. */
  readonly offset?: number
}

/** A page, and some of its blocks. */
export interface PageBlocks {
  readonly page: PageRecord
  readonly blocks: readonly BlockRecord[]
}

/** Blocks that refer to a page or a block, by the pages that they are on. */
export interface Referring {
  /** Journal pages come first, the latest day first, then other pages by name. Blocks of a page are in the order of their creation. */
  readonly pages: readonly PageBlocks[]
  /** The number of all these blocks. */
  readonly total: number
}

/** A block with its page. */
export interface BlockOnPage {
  readonly block: BlockRecord
  readonly page: PageRecord
}

/** A part of the blocks that were found, and the number of all. */
export interface FoundBlocks {
  readonly blocks: readonly BlockOnPage[]
  readonly total: number
}

/** The filters of a list of tasks. */
export interface TaskFilter extends IndexPart {
  /** Default: `open`. */
  readonly status?: 'open' | 'done' | 'all'
  /** Only tasks with this day or an earlier one. */
  readonly dueBy?: Day
  /** Only tasks with this day or a later one. */
  readonly dueFrom?: Day
}

/** Reads of the local index. Each answers offline, and an edit is in the answer as soon as it is stored. */
export interface IndexReads {
  /** The blocks that link or tag a page, by its name or an alias. None if there is no such page. */
  linksTo(pageId: string, part?: IndexPart): Promise<Referring>
  /** The blocks that refer to a block, or embed it. */
  refersTo(blockId: string, part?: IndexPart): Promise<Referring>
  /** The number of blocks that refer to each of these blocks, in their order; for up to 10,000 blocks. */
  referenceCounts(blockIds: readonly string[]): Promise<number[]>
  /** The tasks in the order of the API: open ones by day and priority, then done ones, the latest edit first. */
  tasks(filter?: TaskFilter): Promise<FoundBlocks>
}

/** Creates the reads of an engine. */
export function indexReads(core: Core): IndexReads {
  const begin = async (): Promise<Draft> => {
    await core.indexed()
    return core.read()
  }
  return {
    async linksTo(pageId, part) {
      const reading = await begin()
      const page = await livePage(reading, pageId)
      return grouped(core, reading, page ? (await formsOf(reading, page)).map(linking) : [], part)
    },
    refersTo: async (blockId, part) => grouped(core, await begin(), [referring(blockId)], part),
    async referenceCounts(blockIds) {
      await core.indexed()
      return Promise.all(
        blockIds.slice(0, DEVICE_LIMITS.indexCounts).map((id) => core.store.count(referring(id))),
      )
    },
    async tasks({ status = 'open', dueBy, dueFrom, ...part } = {}) {
      const reading = await begin()
      const marks = (['open', 'done'] as const).filter((one) => status === 'all' || status === one)
      const { found } = await onPages(
        reading,
        marks.map((one) => taskMark(one === 'done')),
      )
      const { listTasks, readNotes } = await import('@notegraph/search')
      const notes = readNotes(found.flatMap(({ block, page }) => [page, block]))
      const asked = {
        status,
        ...(dueBy !== undefined && { dueBy }),
        ...(dueFrom !== undefined && { dueFrom }),
      }
      const { blocks, total } = listTasks(notes, asked, bounded(part))
      return { blocks: blocks.map(({ record, page }) => ({ block: record, page: page.record })), total }
    },
  }
}

/** A part within the limits. */
export const bounded = ({
  limit = DEVICE_LIMITS.indexDefault,
  offset = 0,
}: IndexPart): Required<IndexPart> => ({
  limit: Math.min(Math.max(0, limit), DEVICE_LIMITS.indexAnswer),
  offset: Math.max(0, offset),
})

/** The live blocks with one of the marks, with their live pages; no more than can be read. */
async function onPages(
  reading: Draft,
  marks: readonly string[],
): Promise<{ readonly found: readonly BlockOnPage[]; readonly isAll: boolean }> {
  const blocks = new Map<string, BlockRecord>()
  for (const mark of marks)
    for (const { record } of await reading.find(mark, DEVICE_LIMITS.indexRead))
      if (record.kind === 'block') blocks.set(record.id, record)
  const pages = await pagesOf(reading, blocks.values())
  const found = [...blocks.values()].flatMap((block) => {
    const page = pages.get(block.place.pageId)
    return page ? [{ block, page }] : []
  })
  return { found, isAll: blocks.size < DEVICE_LIMITS.indexRead }
}

/** The live pages that blocks are on. */
export async function pagesOf(
  reading: Draft,
  blocks: Iterable<BlockRecord>,
): Promise<ReadonlyMap<string, PageRecord>> {
  const ids = [...new Set([...blocks].map(({ place }) => place.pageId))]
  const held = await reading.getAll(ids)
  const isLive = (local: Local | undefined): boolean => local?.record.deleted === undefined
  return new Map(
    held.flatMap((local) =>
      local && isPage(local) && isLive(local) ? [[local.record.id, local.record]] : [],
    ),
  )
}

/** Found blocks by their pages: days first, the latest one first, then pages by name. */
export function byPage(
  found: readonly BlockOnPage[],
  { limit, offset }: Required<IndexPart>,
): Referring['pages'] {
  const pages: { page: PageRecord; blocks: BlockRecord[] }[] = []
  for (const { page, block } of found.toSorted(inOrder).slice(offset, offset + limit)) {
    const last = pages.at(-1)
    if (last?.page.id === page.id) last.blocks.push(block)
    else pages.push({ page, blocks: [block] })
  }
  return pages
}

async function grouped(
  core: Core,
  reading: Draft,
  marks: readonly string[],
  part: IndexPart = {},
): Promise<Referring> {
  const { found, isAll } = await onPages(reading, marks)
  const counts = isAll ? [] : await Promise.all(marks.map((mark) => core.store.count(mark)))
  const total = isAll ? found.length : Math.max(...counts)
  return { pages: byPage(found, bounded(part)), total }
}

/** Days after all days, so that other pages come last. */
const NO_DAY = 0

const inOrder = (a: BlockOnPage, b: BlockOnPage): number =>
  (journalDay(b.page.id) ?? NO_DAY) - (journalDay(a.page.id) ?? NO_DAY) ||
  compareNames(nameOf(a.page), nameOf(b.page)) ||
  compare(a.page.id, b.page.id) ||
  a.block.createdAt - b.block.createdAt ||
  compare(a.block.id, b.block.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
