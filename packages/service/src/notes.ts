/**
 * Reading an account's notes as the API answers it: what each reading endpoint means. Parameters come checked by the
 * contract's schemas; what can still go wrong is a name or id that is not there, or a day that is none.
 */
import { isoDay } from '@notegraph/block-text'
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
import { blockJson, blockJsonOn, pageJson } from '@notegraph/graph'
import type { FoundBlock, Store } from '@notegraph/store'
import type { Caller } from './access.ts'
import { answer, envelope, type Answer } from './answer.ts'
import { notesReader, type FoundPage } from './reader.ts'
import { ok, type Result } from './refusal.ts'
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
  const reader = notesReader(store, clock)

  return {
    async listPages(caller, query) {
      const { pages, total } = await reader.listPages(caller, query)
      return ok(
        answer(`{"pages":[${pages.map(pageJson).join()}],${envelope(pages.length, query.offset, total)}}`),
      )
    },

    async readPage(caller, name, query) {
      const found = await reader.readPage(caller, name, query)
      if (!found.ok) return found
      const json = pageJson(found.value.page)
      return ok(answer(`{"page":${json},${blocksJson(found.value, query)}}`, etagOf(json)))
    },

    async readDay(caller, date, query) {
      const found = await reader.readDay(caller, date, query)
      if (!found.ok) return found
      const { day, page, ...rest } = found.value
      const said = `"date":"${isoDay(day)}"`
      if (!page) return ok(answer(`{${said},"page":null,"blocks":[],${envelope(0, 0, 0)}}`))
      const json = pageJson(page)
      return ok(answer(`{${said},"page":${json},${blocksJson({ page, ...rest }, query)}}`, etagOf(json)))
    },

    async readBlock(caller, id) {
      const block = await reader.readBlock(caller, id)
      if (!block.ok) return block
      const json = foundJson(block.value)
      return ok(answer(`{"block":${json}}`, etagOf(json)))
    },

    async search(caller, { q, ...window }) {
      const found = await reader.search(caller, q, window)
      if (!found.ok) return found
      const { blocks, total, truncated } = found.value
      const end = envelope(blocks.length, window.offset, total)
      return ok(answer(`{"blocks":[${blocks.map(foundJson).join()}],${end},"truncated":${truncated}}`))
    },

    async listTasks(caller, query) {
      const { blocks, total } = await reader.listTasks(caller, query)
      const end = envelope(blocks.length, query.offset, total)
      return ok(answer(`{"tasks":[${blocks.map(foundJson).join()}],${end}}`))
    },
  }
}

const foundJson = (block: FoundBlock): string => blockJson(block, block.pageName)

function blocksJson({ page, blocks, total }: FoundPage, { offset }: BlocksQuery): string {
  const list = blocks.map(blockJsonOn(page.id, page.name)).join()
  return `"blocks":[${list}],${envelope(blocks.length, offset, total)}`
}
