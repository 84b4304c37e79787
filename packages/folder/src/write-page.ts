/** A page of the graph as a file of a folder, from its records in any order. */
import { kindOf, outline, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { ExportPlan, WrittenFile } from './export-plan.ts'
import { writeWhiteboard } from './whiteboard.ts'
import { writeNote } from './write-note.ts'

/**
 * Writes a page or a whiteboard with its blocks and shapes.
 *
 * @param records the records on the page, in any order
 * @example
 * const page = makePage({ id: 'p', name: 'Home', now: 1 })
 * const block = makeBlock({ id: 'b', content: 'Hi', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })
 * const plan = planExport({ pages: [page], files: new Map(), referenced: () => false })
 * writePage(page, [block], plan).text // '- Hi\n'
 */
export function writePage(page: PageRecord, records: readonly GraphRecord[], plan: ExportPlan): WrittenFile {
  const blocks = records.filter((record) => record.kind === 'block')
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const places = blocks.map(({ id, place }) => ({ id, parentId: place.parentId, order: place.order }))
  const placed = {
    record: page,
    blocks: outline(places).map(({ item, depth }) => ({ item: byId.get(item.id)!, depth })),
  }
  if (kindOf(page) !== 'whiteboard') return writeNote(placed, plan)
  return writeWhiteboard(
    placed,
    records.filter((record) => record.kind === 'shape'),
    plan,
  )
}
