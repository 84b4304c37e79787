/** Loads what a rename, a merge or a delete of a page depends on, and decides it. @see assistants 10.3, 10.4 */
import { fold, type Day } from '@notegraph/block-text'
import { LIMITS, type RenamePage } from '@notegraph/contract'
import { dayAt, journalDay, kindOf, nameOf, pageJson } from '@notegraph/graph'
import type { Query } from '@notegraph/query'
import type { GraphStore, StoredPage, VersionedRecord, Window } from '@notegraph/store'
import { findPageOrDay } from '../find-page.ts'
import { readInParts } from '../read-in-parts.ts'
import { daysOf } from '../reader.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { dayMember } from './decide.ts'
import type { DecideWrite } from './decision.ts'
import type { WriteContext } from './edit.ts'
import { yieldToOthers } from '../write-queue.ts'
import { readPageName } from './page-name.ts'
import {
  deletePage,
  mergePage,
  renamePage,
  rewrittenBlocks,
  rewrittenPages,
  type HeldPage,
  type Renamed,
  type Rewritten,
} from './rename-page.ts'
import { isBlock, readOutline } from './trees.ts'

const isPage = (one: VersionedRecord | undefined): one is HeldPage => one?.record.kind === 'page'

/** Decides a rename, or with `merge` perhaps a merge. */
export function decideRenamePage(
  name: string,
  { to, keep_alias = false, merge = false }: RenamePage,
): DecideWrite {
  return async (graph, context) => {
    const found = await pageOrDay(graph, name, context)
    if (!found.ok) return found
    const { stored } = found.value
    const page = await graph.records.find(stored.id)
    if (!isPage(page)) return refuse({ code: 'conflict', why: 'meanwhile' })
    if (journalDay(page.record.id) !== undefined) return refuse(BAD_REQUESTS.dayRenamed(stored.name))
    const read = readPageName(to, context.origin, 'to')
    if (!read.ok) return read
    const holder = await graph.pages.findByName(fold(read.value))
    const subject = { what: 'page', json: pageJson(stored) } as const
    if (holder && holder.id !== page.record.id) {
      if (!merge)
        return ok({
          action: 'rename_page',
          subject,
          edit: refuse({ code: 'conflict', why: 'name_taken', name: holder.name }),
          show: { pageId: holder.id },
          answer: () => '',
        })
      return decideMerge(graph, context, page, holder, subject)
    }
    const { total: namespace } = await graph.pages.list({ namespace: stored.name }, { limit: 1, offset: 0 })
    const isSame = stored.name === read.value
    const renamed = { page, to: read.value }
    const references = keep_alias || isSame ? NONE : await rewritten(graph, context, renamed)
    const count = references.blocks.length
    const edit = isSame
      ? ok(undefined)
      : count > LIMITS.organizedBlocks
        ? refuse({ code: 'conflict', why: 'rename_large', count, to: read.value })
        : ok(renamePage(renamed, references, keep_alias, context))
    const members = `"ids":${JSON.stringify({ pageId: page.record.id })},"references":${count},"fields":${references.pages.size},"namespace":${namespace}`
    return ok({
      action: 'rename_page',
      subject,
      edit,
      whole: true,
      show: { pageId: page.record.id },
      answer: (shown, changed) => `{"ok":true,"changed":${changed},${members},"page":${shown}}`,
    })
  }
}

/** @returns 404 for a day without a page */
async function pageOrDay(
  graph: Pick<GraphStore, 'pages'>,
  name: string,
  { now, zone }: WriteContext,
): Promise<Result<{ readonly stored: StoredPage; readonly day?: Day }>> {
  const found = await findPageOrDay(graph, name, dayAt(now, zone))
  if (!found.ok) return found
  const { page: stored, ...day } = found.value
  return stored ? ok({ stored, ...day }) : refuse({ code: 'not_found', what: 'page', name })
}

const NONE: Rewritten = { blocks: [], pages: new Map() }

async function decideMerge(
  graph: GraphStore,
  context: WriteContext,
  page: HeldPage,
  holder: StoredPage,
  subject: { readonly what: 'page'; readonly json: string },
): ReturnType<DecideWrite> {
  const into = await graph.records.find(holder.id)
  if (!isPage(into)) return refuse({ code: 'conflict', why: 'meanwhile' })
  const blocks = await readOutline(graph, page.record.id)
  const count = blocks.blocks.length
  const last = (await graph.blocks.orderRange(holder.id))?.high
  const edit =
    kindOf(into.record) !== kindOf(page.record)
      ? refuse({ code: 'conflict', why: 'other_kind', name: holder.name })
      : count > LIMITS.organizedBlocks
        ? refuse({ code: 'conflict', why: 'organize_large', count })
        : ok(mergePage(page, into, blocks, last, context))
  const members = `"ids":${JSON.stringify({ pageId: holder.id })},"references":0,"fields":0,"namespace":0,"merged":${count}`
  return ok({
    action: 'rename_page',
    subject,
    edit,
    whole: true,
    show: { pageId: holder.id },
    answer: (shown, changed) => `{"ok":true,"changed":${changed},${members},"page":${shown}}`,
  })
}

/** Decides the delete of a page. */
export function decideDeletePage(name: string): DecideWrite {
  return async (graph, context) => {
    const found = await pageOrDay(graph, name, context)
    if (!found.ok) return found
    const { stored, day } = found.value
    const { id } = stored
    const page = await graph.records.find(id)
    if (!isPage(page)) return refuse({ code: 'conflict', why: 'meanwhile' })
    const on = await graph.records.listByPage(id)
    const stays = journalDay(id) !== undefined
    const days = daysOf(context, context.now)
    const other: Query = { kind: 'not', at: 0, operand: { kind: 'page', at: 0, name: stored.name } }
    const linking: Query = {
      kind: 'and',
      at: 0,
      operands: [{ kind: 'ref', at: 0, name: stored.name }, other],
    }
    const { total: references } = await graph.search.find(
      linking,
      days,
      { limit: 1, offset: 0 },
      LIMITS.searchCounted,
    )
    const { total: fields } = await graph.pages.listNaming(stored.name, { limit: 1, offset: 0 })
    const members = `"ids":${JSON.stringify({ pageId: id })},"name":${JSON.stringify(stored.name)},"total":${on.length},"references":${references},"fields":${fields},"emptied":${stays}`
    return ok({
      action: 'delete_page',
      subject: { what: 'page', json: pageJson(stored) },
      edit:
        on.length > LIMITS.organizedBlocks
          ? refuse({ code: 'conflict', why: 'organize_large', count: on.length })
          : ok(deletePage(page, stays, on, context)),
      whole: true,
      answer: (_, changed) => `{"ok":true,"changed":${changed},${members}${dayMember(day, name, context)}}`,
    })
  }
}

/** Ids that are read at once. */
const PART = 1_000

/** Rewrites the references to a page, a part of them at a time, so that other accounts don't wait. */
async function rewritten(graph: GraphStore, context: WriteContext, renamed: Renamed): Promise<Rewritten> {
  const name = nameOf(renamed.page.record)
  const days = daysOf(context, context.now)
  const mentions: Query = { kind: 'words', at: 0, text: name }
  const inQueries: Query = {
    kind: 'and',
    at: 0,
    operands: [{ kind: 'words', at: 0, text: 'query' }, mentions],
  }
  const query: Query = { kind: 'or', at: 0, operands: [{ kind: 'ref', at: 0, name }, inQueries] }
  const blockIds = await all(async (window) => {
    const { blocks, total } = await graph.search.find(query, days, window, LIMITS.searchCounted)
    return { ids: blocks.map(({ id }) => id), total }
  })
  const pageIds = await all(async (window) => {
    const { pages, total } = await graph.pages.listNaming(name, window)
    return { ids: pages.map(({ id }) => id), total }
  })
  const blocks: Rewritten['blocks'][number][] = []
  for await (const part of readInParts(graph, blockIds))
    blocks.push(...rewrittenBlocks(part.filter(isBlock), renamed, context))
  await yieldToOthers()
  const pages = await graph.records.findMany(pageIds)
  return { blocks, pages: rewrittenPages(pages.filter(isPage), renamed) }
}

async function all(
  read: (window: Window) => Promise<{ readonly ids: string[]; readonly total: number }>,
): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const { ids, total } = await read({ limit: PART, offset: found.length })
    found.push(...ids)
    if (ids.length === 0 || found.length >= total) return found
    await yieldToOthers()
  }
}
