/**
 * A graph to search: ten thousand pages, a tenth of them journal days, with blocks like real notes and edits spread
 * over three years.
 */
import { addDays, isoDay, makeDay, type Day } from '@notegraph/block-text'
import { journalId, makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { generateBlock } from './generate.ts'
import { random, type Random } from './random.ts'

const PAGES = 10_000
/** The day of all queries; the journal days precede it. */
export const TODAY: Day = makeDay(2026, 11, 20)!
/** One page of this many is a journal day. */
const JOURNAL_EACH = 10
export const NOW = Date.UTC(2026, 10, 20, 12)
const SPAN = 3 * 365 * 86_400_000
/** Records in one transaction. */
const TRANSACTION = 10_000

/** @param span milliseconds over which the edits of the blocks are spread */
export async function fillGraph(
  graph: GraphStore,
  blocks: number,
  pages: number = PAGES,
  span: number = SPAN,
): Promise<void> {
  const dice = random(3)
  let records: GraphRecord[] = []
  const land = async () => {
    const committed = await graph.commits.commitAll([
      { puts: records.map((record) => ({ record, from: 0 })) },
    ])
    if (!committed.ok) throw new Error(committed.why)
    records = []
  }
  for (let page = 0; page < pages; page++) {
    const made = pageAt(page, dice)
    records.push(made)
    for (let i = 0; i < blocks / pages; i++) {
      const now = NOW - dice.below(span)
      const content = generateBlock(dice, pages)
      const rev = `${page}.${i}`
      records.push(
        makeBlock({ id: uuid(dice), content, rev, pageId: made.id, parentId: null, order: i, now }),
      )
    }
    if (records.length >= TRANSACTION) await land()
  }
  await land()
}

function pageAt(page: number, dice: Random): GraphRecord {
  const now = NOW - dice.below(SPAN)
  if (page % JOURNAL_EACH === 0) {
    const day = addDays(TODAY, -page / JOURNAL_EACH)!
    return makePage({ id: journalId(day), name: isoDay(day), now })
  }
  const props = [['status', dice.pick(['open', 'closed', 'waiting'])] as const]
  const typed = [['type', dice.pick(['person', 'book', 'location'])] as const, ...props]
  return makePage({
    id: uuid(dice),
    name: `Page ${page}`,
    now,
    props: page % 10 === 1 ? typed : page % 10 === 2 ? props : [],
  })
}

function uuid(dice: Random): string {
  const hex = Array.from({ length: 4 }, () =>
    dice
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
