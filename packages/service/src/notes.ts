/**
 * Reading an account's notes: what each reading endpoint means. Parameters come checked by the contract's schemas; what
 * can still go wrong is a name or id that is not there, or a day that is none.
 */
import { isoDay, type Day } from '@notegraph/block-text'
import type {
  BlockAnswer,
  BlocksQuery,
  DayAnswer,
  ListPagesQuery,
  PageAnswer,
  PageList,
  SearchAnswer,
  SearchQuery,
  TaskList,
  TasksQuery,
} from '@notegraph/contract'
import { LIMITS } from '@notegraph/contract'
import { blockJson, blockJsonOn, dayAt, journalId, pageJson, startOfDay } from '@notegraph/graph'
import { faultWords, parseQuery } from '@notegraph/query'
import type { FoundBlock, GraphStore, Store, StoredPage } from '@notegraph/store'
import type { Caller } from './access.ts'
import { answer, envelope, type Answer } from './answer.ts'
import { dayNamed, findPage } from './find-page.ts'
import { notADay } from './words.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { etagOf } from './write/etag.ts'

export interface NotesService {
  readonly listPages: (caller: Caller, query: ListPagesQuery) => Promise<Result<Answer<PageList>>>
  readonly readPage: (caller: Caller, name: string, query: BlocksQuery) => Promise<Result<Answer<PageAnswer>>>
  readonly readDay: (caller: Caller, date: string, query: BlocksQuery) => Promise<Result<Answer<DayAnswer>>>
  readonly readBlock: (caller: Caller, id: string) => Promise<Result<Answer<BlockAnswer>>>
  readonly search: (caller: Caller, query: SearchQuery) => Promise<Result<Answer<SearchAnswer>>>
  readonly listTasks: (caller: Caller, query: TasksQuery) => Promise<Result<Answer<TaskList>>>
}

/** @param clock gives now, in milliseconds since 1970 */
export function notesService(store: Store, clock: () => number): NotesService {
  const graphOf = (caller: Caller): GraphStore => store.graph(caller.account.id)

  return {
    async listPages(caller, { type, limit, offset }) {
      const { pages, total } = await graphOf(caller).listPages(type === undefined ? {} : { type }, {
        limit,
        offset,
      })
      return ok(answer(`{"pages":[${pages.map(pageJson).join()}],${envelope(pages.length, offset, total)}}`))
    },

    async readPage(caller, name, query) {
      const graph = graphOf(caller)
      const page = await findPage(graph, name)
      if (!page.ok) return page
      const json = pageJson(page.value)
      return ok(answer(`{"page":${json},${await blocksOf(graph, page.value, query)}}`, etagOf(json)))
    },

    async readDay(caller, date, query) {
      const day = dayNamed(date, dayAt(clock(), caller.zone), ['today', 'yesterday'])
      if (day === undefined) return refuse({ code: 'bad_request', error: notADay(date) })
      const graph = graphOf(caller)
      const page = await graph.pageById(journalId(day))
      const said = `"date":"${isoDay(day)}"`
      if (!page) return ok(answer(`{${said},"page":null,"blocks":[],${envelope(0, 0, 0)}}`))
      const json = pageJson(page)
      return ok(answer(`{${said},"page":${json},${await blocksOf(graph, page, query)}}`, etagOf(json)))
    },

    async readBlock(caller, id) {
      const block = await graphOf(caller).block(id)
      if (!block) return refuse({ code: 'not_found', what: 'block', name: id })
      const json = foundJson(block)
      return ok(answer(`{"block":${json}}`, etagOf(json)))
    },

    async search(caller, { q, limit, offset }) {
      const parsed = parseQuery(q)
      if (!parsed.ok) return refuse({ code: 'bad_request', error: faultWords(parsed.fault) })
      const today = dayAt(clock(), caller.zone)
      const days = { today, startOf: (day: Day) => startOfDay(day, caller.zone) }
      const found = await graphOf(caller).search(parsed.query, days, { limit, offset }, LIMITS.searchCounted)
      const { blocks, total, truncated } = found
      const list = `"blocks":[${blocks.map(foundJson).join()}],${envelope(blocks.length, offset, total)}`
      return ok(answer(`{${list},"truncated":${truncated}}`))
    },

    async listTasks(caller, { status, due_by: dueBy, limit, offset }) {
      const query = dueBy === undefined ? { status } : { status, dueBy }
      const { blocks, total } = await graphOf(caller).listTasks(query, { limit, offset })
      return ok(
        answer(`{"tasks":[${blocks.map(foundJson).join()}],${envelope(blocks.length, offset, total)}}`),
      )
    },
  }
}

const foundJson = (block: FoundBlock): string => blockJson(block, block.pageName)

async function blocksOf(
  graph: GraphStore,
  page: StoredPage,
  { limit, offset }: BlocksQuery,
): Promise<string> {
  const { blocks, total } = await graph.blocksOfPage(page.id, { limit, offset })
  const list = blocks.map(blockJsonOn(page.id, page.name)).join()
  return `"blocks":[${list}],${envelope(blocks.length, offset, total)}`
}
