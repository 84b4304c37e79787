/**
 * Reads an account's notes as stored pages and blocks. The API turns them into JSON and assistants into Markdown. This
 * module decides results and refusals for both.
 */
import type { Day } from '@notegraph/block-text'
import {
  LIMITS,
  type LinksQuery,
  type ListPagesQuery,
  type PageQuery,
  type TasksQuery,
} from '@notegraph/contract'
import { dayAt, journalId, startOfDay } from '@notegraph/graph'
import { wholeWords, type QueryDays, type SearchOrder, type WordMatch } from '@notegraph/query'
import type { FoundBlock, GraphStore, OutlinedBlock, Store, StoredPage, Window } from '@notegraph/store'
import type { Caller } from './access.ts'
import { dayNamed, findPage, findPageOrDay } from './find-page.ts'
import { ownStates, type OwnState } from './edited-by.ts'
import { findSections, type Sections } from './find-section.ts'
import { findBlockLinks, findLinks, type FoundBlockLinks, type FoundLinks } from './links.ts'
import { pageFilter } from './page-filter.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { readQuery } from './read-query.ts'
import { notADay } from './error-messages.ts'
import { taskFilters } from './task-filters.ts'
import { nextDatesOf, type NextDates } from './write/set-task.ts'

/** Blocks of one page in outline order; `total` counts the whole page. */
export interface PageBlocks {
  readonly blocks: readonly OutlinedBlock[]
  readonly total: number
}

/** A page with a window of its blocks. */
export interface FoundPage extends PageBlocks {
  readonly page: StoredPage
  /** The block of the section, if only its blocks were asked for. */
  readonly section?: FoundBlock
  /** All places that fit the section as well as that one does. */
  readonly sections?: Sections
}

/** A day with a window of its blocks. */
export interface FoundDay extends PageBlocks {
  readonly day: Day
  /** Absent for a day without notes. */
  readonly page?: StoredPage
}

/** A window of blocks; `total` counts all matches. */
export interface FoundBlocks {
  readonly blocks: readonly FoundBlock[]
  readonly total: number
}

/** A window of tasks, and the days of the filters. */
export interface FoundTasks extends FoundBlocks {
  /** The status that was asked for, or that the marker means. */
  readonly status: 'open' | 'done' | 'all'
  readonly dueBy?: Day
  readonly dueFrom?: Day
}

/** `truncated` says that more blocks match than `total` counts. */
export interface CountedBlocks extends FoundBlocks {
  readonly truncated: boolean
}

/** How words match, and the order of the answer; parts of words, most recently edited first by default. */
export interface SearchChoices {
  readonly match?: WordMatch | undefined
  readonly order?: SearchOrder | undefined
}

/** Reads notes as stored pages and blocks. */
export interface NotesReader {
  listPages(
    caller: Caller,
    query: ListPagesQuery & Window,
  ): Promise<{ pages: readonly StoredPage[]; total: number }>
  readPage(caller: Caller, name: string, asked: Omit<PageQuery, 'more'> & Window): Promise<Result<FoundPage>>
  readDay(caller: Caller, date: string, window: Window): Promise<Result<FoundDay>>
  readBlock(caller: Caller, id: string): Promise<Result<FoundBlock>>
  /** The states of a block that the caller's own writes replaced, the latest replaced first. */
  ownStates(caller: Caller, id: string): Promise<OwnState[]>
  /** @param name the name of the query parameter in messages */
  search(
    caller: Caller,
    q: string,
    window: Window & SearchChoices,
    name?: string,
  ): Promise<Result<CountedBlocks>>
  listTasks(caller: Caller, query: TasksQuery & Window): Promise<Result<FoundTasks>>
  /** The links to a page from other pages. @param name a name, an alias or a day */
  readLinks(caller: Caller, name: string, asked: LinksQuery & Window): Promise<Result<FoundLinks>>
  /** The blocks that refer to a block. */
  readBlockLinks(caller: Caller, id: string, window: Window): Promise<Result<FoundBlockLinks>>
  /** Blocks that link to or tag a page by its name or an alias, latest edit first; at most 10,000 are counted. */
  linksTo(caller: Caller, name: string, window: Window): Promise<CountedBlocks>
  /** Pages whose properties link to the page, latest edit first. */
  pagesNaming(
    caller: Caller,
    name: string,
    window: Window,
  ): Promise<{ pages: readonly StoredPage[]; total: number }>
  /** Today in the caller's zone. */
  today(caller: Caller): Day
  /** The dates on which a finished task is due again. @param content the text of its block */
  nextDates(caller: Caller, content: string): NextDates
  graph(caller: Caller): GraphStore
}

/**
 * Creates the reader.
 *
 * @param clock returns the time in milliseconds since 1970
 * @param origin the service's own origin, whose addresses of files are shown as names
 * @example
 * ```ts
 * const reader = notesReader(store, Date.now)
 * ```
 */
export function notesReader(store: Store, clock: () => number, origin?: string): NotesReader {
  const graph = (caller: Caller): GraphStore => store.graph(caller.account.id)
  const today = (caller: Caller): Day => dayAt(clock(), caller.zone)

  return {
    graph,
    today,
    nextDates: ({ zone }, content) => nextDatesOf(content, { now: clock(), zone }),

    async listPages(caller, { limit, offset, bytes, ...asked }) {
      const notes = graph(caller)
      const window = { limit, offset, ...(bytes !== undefined && { bytes }) }
      return notes.pages.list(await pageFilter(notes, asked, today(caller)), window)
    },

    async readPage(caller, name, { depth, section: words, ...window }) {
      const notes = graph(caller)
      const page = await findPage(notes, name)
      if (!page.ok) return page
      const found =
        words === undefined
          ? undefined
          : await findSections(notes, daysOf(caller, clock()), page.value, words)
      if (found && !found.ok) return found
      const section = found?.value.places[0]
      const part = {
        ...(section && { under: section.id }),
        ...(depth !== undefined && { levels: depth }),
      }
      const isWhole = found === undefined && depth === undefined
      const blocks = await notes.blocks.listByPage(page.value.id, window, isWhole ? undefined : part)
      return ok({ page: page.value, ...blocks, ...(found && section && { section, sections: found.value }) })
    },

    async readDay(caller, date, window) {
      const day = dayNamed(date, today(caller))
      if (day === undefined) return refuse({ code: 'bad_request', error: notADay(date) })
      const notes = graph(caller)
      const page = await notes.pages.find(journalId(day))
      if (!page) return ok({ day, blocks: [], total: 0 })
      return ok({ day, page, ...(await notes.blocks.listByPage(page.id, window)) })
    },

    async readBlock(caller, id) {
      const block = await graph(caller).blocks.find(id)
      return block ? ok(block) : refuse({ code: 'not_found', what: 'block', name: id })
    },

    ownStates: async (caller, id) => ownStates(graph(caller), caller, id, origin),

    async readLinks(caller, name, { unlinked, ...window }) {
      const notes = graph(caller)
      const found = await findPageOrDay(notes, name, today(caller))
      if (!found.ok) return found
      const { page, day } = found.value
      if (!page)
        return refuse({ code: 'not_found', what: 'page', name: name.trim(), ...(day && { linked: day }) })
      return ok(await findLinks(notes, daysOf(caller, clock()), page, unlinked === 'true', window))
    },

    async readBlockLinks(caller, id, window) {
      const notes = graph(caller)
      const block = await notes.blocks.find(id)
      if (!block) return refuse({ code: 'not_found', what: 'block', name: id })
      return ok(await findBlockLinks(notes, block, window))
    },

    linksTo: (caller, name, window) =>
      graph(caller).search.find(
        { kind: 'ref', at: 0, name },
        daysOf(caller, clock()),
        window,
        LIMITS.searchCounted,
      ),

    pagesNaming: (caller, name, window) => graph(caller).pages.listNaming(name, window),

    async search(caller, q, { match, order, ...window }, name) {
      const query = readQuery(q, name)
      if (!query.ok) return query
      const asked = match === 'word' ? wholeWords(query.value) : query.value
      const days = daysOf(caller, clock())
      return ok(await graph(caller).search.find(asked, days, window, LIMITS.searchCounted, order))
    },

    async listTasks(caller, { limit, offset, bytes, ...asked }) {
      const notes = graph(caller)
      const filters = await taskFilters(notes, asked, daysOf(caller, clock()))
      if (!filters.ok) return filters
      const window = { limit, offset, ...(bytes !== undefined && { bytes }) }
      const { status, dueBy, dueFrom } = filters.value
      return ok({
        status,
        ...(await notes.search.listTasks(filters.value, window)),
        ...(dueBy !== undefined && { dueBy }),
        ...(dueFrom !== undefined && { dueFrom }),
      })
    },
  }
}

/** The days of a caller's time zone. @param now milliseconds since 1970 */
export const daysOf = (caller: Pick<Caller, 'zone'>, now: number): QueryDays => ({
  today: dayAt(now, caller.zone),
  startOf: (day: Day) => startOfDay(day, caller.zone),
})
