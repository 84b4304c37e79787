/**
 * Reads an account's notes for the API. The contract's schemas have checked the parameters. The remaining refusals are
 * an unknown name or id, and an invalid day.
 */
import { isoDay, type Day } from '@notegraph/block-text'
import {
  LIMITS,
  type Block,
  type BlockAnswer,
  type BlockLinksAnswer,
  type BlockLinksQuery,
  type BlockQuery,
  type WindowQuery,
  type DayAnswer,
  type LinksAnswer,
  type LinksQuery,
  parseInOrder,
  type Page,
  type ListPagesQuery,
  type PageAnswer,
  type PageList,
  type PageQuery,
  type SearchAnswer,
  type SearchQuery,
  type TaskList,
  type TasksQuery,
} from '@notegraph/contract'
import { pageJson } from '@notegraph/graph'
import type { DayTerm } from '@notegraph/query'
import type { FoundBlock, Store } from '@notegraph/store'
import type { Caller } from './access.ts'
import { answer, envelope, etagOf, items, versionOf, type Answer } from './answer.ts'
import { lastEditOf } from './edited-by.ts'
import { finishedDays } from './finished.ts'
import { blockLinksAnswer, linksAnswer } from './links-answer.ts'
import { foundJson, readNested, type NestedById } from './nested.ts'
import { blocksJson, pageAnswer } from './page-answer.ts'
import { itemsWithSnippets } from './snippets.ts'
import { linkingBlocks } from './links.ts'
import { notesReader, type FoundPage, type FoundTasks } from './reader.ts'
import { ok, type Result } from './refusal.ts'
import { blockValues, pageValues, type ShownValues } from './shown-values.ts'

/** The reading endpoints of the API, 1 to 6, 22 and 28. */
export interface NotesService {
  readonly listPages: (caller: Caller, query: ListPagesQuery) => Promise<Result<Answer<PageList>>>
  readonly readPage: (caller: Caller, name: string, query: PageQuery) => Promise<Result<Answer<PageAnswer>>>
  readonly readDay: (caller: Caller, date: string, query: WindowQuery) => Promise<Result<Answer<DayAnswer>>>
  readonly readBlock: (caller: Caller, id: string, query?: BlockQuery) => Promise<Result<Answer<BlockAnswer>>>
  /** @param name the name of the query parameter in messages; default `q` */
  readonly search: (
    caller: Caller,
    query: SearchQuery,
    name?: string,
  ) => Promise<Result<Answer<SearchAnswer>>>
  readonly listTasks: (caller: Caller, query: TasksQuery) => Promise<Result<Answer<TaskList>>>
  readonly readLinks: (
    caller: Caller,
    name: string,
    query: LinksQuery,
  ) => Promise<Result<Answer<LinksAnswer>>>
  readonly readBlockLinks: (
    caller: Caller,
    id: string,
    query: BlockLinksQuery,
  ) => Promise<Result<Answer<BlockLinksAnswer>>>
}

/** No item is shorter as JSON than in the store, so no more of them fit into an answer. */
const bytes = LIMITS.answerBytes
/** JSON contains a block's text twice, as `content` and `text`; the store mostly has it once. */
const blockBytes = bytes / 2

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @param origin the service's own origin, whose addresses of files are shown as names
 * @example
 * ```ts
 * const notes = notesService(store, Date.now)
 * ```
 */
export function notesService(store: Store, clock: () => number, origin?: string): NotesService {
  const reader = notesReader(store, clock, origin)

  /** @param most the blocks to show under each; undefined if the caller did not ask for them */
  const nestedOf = async (
    caller: Caller,
    blocks: readonly FoundBlock[],
    most: number | undefined,
  ): Promise<NestedById | undefined> =>
    most === undefined ? undefined : readNested(reader.graph(caller), blocks, most, blockBytes)

  return {
    async listPages(caller, query) {
      const { show, ...asked } = query
      const { pages, total } = await reader.listPages(caller, { ...asked, bytes })
      const { json, count } = items(pages, (page) =>
        withShown(pageJson(page), show, (json) => pageValues(json as Page, show!)),
      )
      return ok(answer(`{"pages":[${json}],${envelope(count, query.offset, total)}}`))
    },

    async readPage(caller, name, query) {
      const { more = [], ...asked } = query
      const pages: FoundPage[] = []
      for (const one of [name, ...more]) {
        const found = await reader.readPage(caller, one, { ...asked, bytes: blockBytes })
        if (!found.ok) return found
        pages.push(found.value)
      }
      const [first, ...others] = pages
      return ok(pageAnswer(first!, others, query.offset))
    },

    async readDay(caller, date, query) {
      const found = await reader.readDay(caller, date, { ...query, bytes: blockBytes })
      if (!found.ok) return found
      const { day, page, ...rest } = found.value
      const said = `"date":"${isoDay(day)}"`
      if (!page) return ok(answer(`{${said},"page":null,"blocks":[],${envelope(0, 0, 0)}}`))
      const json = pageJson(page)
      return ok(
        answer(`{${said},"page":${json},${blocksJson({ page, ...rest }, json, query.offset)}}`, etagOf(json)),
      )
    },

    async readBlock(caller, id, { history } = {}) {
      const graph = reader.graph(caller)
      const [block, last] = await Promise.all([reader.readBlock(caller, id), lastEditOf(graph, id)])
      if (!block.ok) return block
      const json = foundJson(block.value)
      const by = last ? `,"by":${JSON.stringify({ kind: last.kind, name: last.name })}` : ''
      const start = `"block":${json},"version":"${versionOf(json)}"${by}`
      const states = history === 'true' ? await reader.ownStates(caller, id) : undefined
      const own = states && `,"history":[${items(states, (state) => JSON.stringify(state), start).json}]`
      return ok(answer(`{${start}${own ?? ''}}`, etagOf(json)))
    },

    async search(caller, { q, snippets, show, nested: most, ...asked }, name) {
      const found = await reader.search(caller, q, { ...asked, bytes: blockBytes }, name)
      if (!found.ok) return found
      const { blocks, total, truncated } = found.value
      const nested = await nestedOf(caller, blocks, most)
      const fitting = blocks.slice(0, nested?.size)
      const jsonOf = (block: FoundBlock): string =>
        withShown(foundJson(block, nested), show, (json) => blockValues(json as Block, show!))
      const cut = snippets === 'true' ? itemsWithSnippets(q, fitting, jsonOf) : undefined
      const shown = cut ?? items(fitting, jsonOf)
      const end = envelope(shown.count, asked.offset, total)
      const ranked = asked.order === 'relevance' ? `,"ranked":${total}` : ''
      const parts = cut ? `,"snippets":[${cut.snippets}]` : ''
      return ok(answer(`{"blocks":[${shown.json}],${end},"truncated":${truncated}${ranked}${parts}}`))
    },

    async listTasks(caller, { nested: most, ...query }) {
      const found = await reader.listTasks(caller, { ...query, bytes: blockBytes })
      if (!found.ok) return found
      const { blocks, total } = found.value
      const nested = await nestedOf(caller, blocks, most)
      const days = await finishedDays(reader.graph(caller), blocks, caller.zone)
      const { json, count } = items(blocks.slice(0, nested?.size), (task) =>
        withFinished(foundJson(task, nested), days.get(task.id)),
      )
      const end = envelope(count, query.offset, total)
      return ok(answer(`{"tasks":[${json}],${end}${daysJson(found.value, query, caller.zone)}}`))
    },

    async readLinks(caller, name, { nested: most, ...query }) {
      const found = await reader.readLinks(caller, name, { ...query, bytes: blockBytes })
      if (!found.ok) return found
      const nested = await nestedOf(caller, linkingBlocks(found.value.links), most)
      return ok(linksAnswer(found.value, query.offset, nested))
    },

    async readBlockLinks(caller, id, { nested: most, ...query }) {
      const found = await reader.readBlockLinks(caller, id, { ...query, bytes: blockBytes })
      if (!found.ok) return found
      const nested = await nestedOf(caller, linkingBlocks(found.value.links), most)
      return ok(blockLinksAnswer(found.value, query.offset, nested))
    },
  }
}

/** The days of the filters, if one was written relative to today. @see assistants 6 */
function daysJson({ dueBy, dueFrom }: FoundTasks, query: TasksQuery, zone: string): string {
  const isRelative = (term: DayTerm | undefined): boolean => term !== undefined && term.kind !== 'day'
  const by = isRelative(query.due_by) && { due_by: isoDay(dueBy!) }
  const from = isRelative(query.due_from) && { due_from: isoDay(dueFrom!) }
  return by || from ? `,"days":${JSON.stringify({ ...by, ...from, zone })}` : ''
}

/** The JSON of a page or block with the values of some properties, if they were asked for. */
function withShown(
  json: string,
  keys: readonly string[] | undefined,
  valuesOf: (item: unknown) => ShownValues,
): string {
  if (!keys) return json
  const shown = Object.fromEntries(valuesOf(parseInOrder(json)).map(([key, value]) => [key, value ?? null]))
  return `${json.slice(0, -1)},"shown":${JSON.stringify(shown)}}`
}

/** The JSON of a task with the day on which it was finished. */
const withFinished = (json: string, day: Day | undefined): string =>
  day === undefined ? json : `${json.slice(0, -1)},"finished":${day}}`
