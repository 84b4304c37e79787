/**
 * The list of open tasks, compared with hand-written SQL. One row runs while their number is cached; another is the first time after a
 * write, when it is not.
 */
import { blockJson, makeBlock } from '@notegraph/graph'
import type { Caller, NotesService } from '@notegraph/service'
import type { FoundBlock, GraphStore } from '@notegraph/store'
import type Database from 'better-sqlite3'
import { ratioTo, type Ratio } from './measure.ts'
import { JOINED, ROW, TARGET, TO } from './search-floor.ts'
import { NOW } from './search-graph.ts'

const LIMIT = 100

export async function openTasks(
  size: string,
  notes: NotesService,
  caller: Caller,
  graph: GraphStore,
  db: Database.Database,
): Promise<Ratio[]> {
  // Uses the table: through the view, SQLite reads each task that it counts
  const rows = db.prepare<[], FoundBlock>(
    `SELECT ${ROW} FROM record AS block ${JOINED}
     WHERE state = 1 ORDER BY due, rank, block.created_at, block.id LIMIT ${LIMIT}`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM record WHERE state = 1').pluck()
  const floor = () => {
    const list = rows.all().map((block) => blockJson(block, block.pageName))
    return `{"tasks":[${list.join()}],"total":${count.get()},"next":${LIMIT}}`
  }
  const work = async () => {
    const result = await notes.listTasks(caller, { status: 'open', limit: LIMIT, offset: 0 })
    if (!result.ok) throw new Error(result.refusal.code)
    return result.value.json
  }
  const ratioOf = async (when: string, before?: () => Promise<void>): Promise<Ratio> => {
    await before?.()
    if ((await work()) !== floor()) throw new Error('open tasks: the floor does not answer the same')
    return {
      name: `search in ${size} blocks: open tasks, ${when}`,
      of: 'answers a second',
      to: TO,
      ratio: await ratioTo(work, floor, { turns: 5, fillMs: 200, ...(before && { before }) }),
      target: TARGET,
    }
  }
  return [await ratioOf('asked again'), await ratioOf('asked first after a write', writer(graph))]
}

/** Rewrites one block that is not a task. */
export function writer(graph: GraphStore): () => Promise<void> {
  let turn = 0
  return async () => {
    const stored = await graph.records.find('written')
    const pageId = (await graph.records.listPages(undefined, 1))[0]!.record.id
    const rev = `${++turn}`
    const made = {
      id: 'written',
      content: `written ${turn}`,
      rev,
      pageId,
      parentId: null,
      order: 0,
      now: NOW,
    }
    const committed = await graph.commits.commit({
      puts: [{ record: makeBlock(made), from: stored?.seq ?? 0 }],
    })
    if (!committed.ok) throw new Error(committed.why)
  }
}
