/**
 * Loads the few records that each write depends on, and decides the write from them. The readers of Markdown are loaded by
 * the first write that has an outline or creates a page.
 */
import { fold, isoDay, type Day } from '@notegraph/block-text'
import type { AddBlock, AddOutline, ChangeAction, CreatePage } from '@notegraph/contract'
import { blockJson, dayAt, journalId, pageJson } from '@notegraph/graph'
import type { GraphStore, StoredPage } from '@notegraph/store'
import { SYNC_LIMITS } from '@notegraph/sync'
import { findPage, findPageOrDay } from '../find-page.ts'
import { typesNamed } from '../own-types.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { addBlock, type AddTarget } from './add-block.ts'
import type { TargetBlock } from './block.ts'
import type { DecideWrite } from './decision.ts'
import { readPageName } from './page-name.ts'
import type { Edit, WriteContext } from './edit.ts'
import { typesIn, typeOf, type Entries } from './property-values.ts'
import { setBlockProperties } from './set-block-properties.ts'
import { setProperties } from './set-properties.ts'

/** @param name a page name or a day */
export function decideAddBlock(name: string, body: AddBlock): DecideWrite {
  return async (graph, context) => {
    const found = await findPageOrDay(graph, name, dayAt(context.now, context.zone))
    if (!found.ok) return found
    const { page, day } = found.value
    const target = await addTarget(graph, page, day, body.parentId ?? null)
    if (!target.ok) return target
    const edit = addBlock(target.value, body, context)
    if (!edit.ok) return edit
    const { pageId, blockId } = edit.value
    return ok({
      action: 'add_block',
      subject: pageSubject(page),
      edit,
      whole: true,
      show: { blockId },
      answer: (block) =>
        `{"ok":true,"changed":true,"ids":${JSON.stringify({ pageId, blockId })},"block":${block}${dayMember(day, name, context)}}`,
    })
  }
}

/** @param name a page name or a day */
export function decideAddOutline(name: string, body: AddOutline): DecideWrite {
  return async (graph, context) => {
    const found = await findPageOrDay(graph, name, dayAt(context.now, context.zone))
    if (!found.ok) return found
    const { page, day } = found.value
    const target = await addTarget(graph, page, day, body.parentId ?? null)
    if (!target.ok) return target
    const parent = 'page' in target.value ? target.value.parent : undefined
    const depth = parent ? (await graph.blocks.ancestors([parent.id], SYNC_LIMITS.depth)).length + 1 : 0
    const { addOutline } = await import('./add-outline.ts')
    const edit = addOutline(target.value, body, depth, context)
    if (!edit.ok) return edit
    const { pageId, blockIds } = edit.value
    const ids = JSON.stringify({ pageId, blockIds })
    return ok({
      action: 'add_outline',
      subject: pageSubject(page),
      edit,
      whole: true,
      show: { pageId },
      answer: (shown) =>
        `{"ok":true,"changed":true,"ids":${ids},"total":${blockIds.length},"page":${shown}${dayMember(day, name, context)}}`,
    })
  }
}

/**
 * The last member of an answer: the day that was meant, unless the caller named it by its date.
 * @see service, Write answer
 */
export function dayMember(day: Day | undefined, named: string | undefined, { zone }: WriteContext): string {
  if (day === undefined || isoDay(day) === named) return ''
  return `,"day":${JSON.stringify({ date: isoDay(day), zone })}`
}

export async function addTarget(
  graph: Pick<GraphStore, 'blocks' | 'records'>,
  page: StoredPage | undefined,
  day: Day | undefined,
  parentId: string | null,
): Promise<Result<AddTarget>> {
  if (page) {
    const parent = parentId === null ? undefined : await graph.blocks.find(parentId)
    const isDeepest = parent !== undefined && (await isOnLastLevel(graph, parent.id, page))
    return ok({ page, parent, isDeepest, edges: await graph.blocks.orderRange(page.id) })
  }
  const held = await graph.records.find(journalId(day!))
  if (!held) return ok({ start: day! })
  const { record, seq } = held
  if (record.kind !== 'page') return refuse({ code: 'conflict', why: 'meanwhile' })
  return ok({ start: day!, held: { record, seq } })
}

/** Never on a page with few blocks. @see sync, The server's rules 10 */
async function isOnLastLevel(
  graph: Pick<GraphStore, 'blocks'>,
  id: string,
  { counts }: StoredPage,
): Promise<boolean> {
  const last = SYNC_LIMITS.depth
  return counts.blocks >= last && (await graph.blocks.ancestors([id], last)).length + 1 >= last
}

export function decideCreatePage(body: CreatePage): DecideWrite {
  return async (graph, context) => {
    const name = readPageName(body.name, context.origin)
    if (!name.ok) return name
    const page = await graph.pages.findByName(fold(name.value))
    const types = await typesNamed(graph, [
      body.type ?? '',
      ...typesIn(Object.entries(body.properties ?? {})),
    ])
    const { createPage } = await import('./create-page.ts')
    const made = page ? ok(undefined) : createPage(name.value, body, { ...context, types })
    if (!made.ok) return made
    const pageId = page?.id ?? made.value!.pageId
    const ids = { pageId, blockIds: made.value?.blockIds ?? [] }
    return ok({
      action: 'create_page',
      subject: pageSubject(page),
      edit: ok(made.value?.edit),
      whole: true,
      show: { pageId },
      answer: (shown, changed) =>
        `{"ok":true,"changed":${changed},"existed":${!changed},"ids":${JSON.stringify(ids)},"page":${shown}}`,
    })
  }
}

/**
 * @param edit decides the change of the block
 * @param more returns further members of the answer
 */
export function decideBlock(
  id: string,
  action: ChangeAction,
  edit: (block: TargetBlock, context: WriteContext) => Result<Edit | undefined>,
  more: (block: TargetBlock, context: WriteContext) => object = () => ({}),
): DecideWrite {
  return async (graph, context) => {
    const found = await graph.blocks.find(id)
    const held = found && (await graph.records.find(id))
    if (held?.record.kind !== 'block') return refuse({ code: 'not_found', what: 'block', name: id })
    const { record, seq } = held
    const block = { record, seq, pageName: found!.pageName }
    const made = edit(block, context)
    if (!made.ok && made.refusal.code !== 'conflict') return made
    const ids = { pageId: record.place.pageId, blockId: id }
    const members = Object.entries(more(block, context))
      .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join('')
    return ok({
      action,
      subject: { what: 'block', json: blockJson(found!, found!.pageName) },
      edit: made,
      show: { blockId: id },
      answer: (shown, changed) =>
        `{"ok":true,"changed":${changed},"ids":${JSON.stringify(ids)},"block":${shown}${members}}`,
    })
  }
}

export function decideBlockProperties(id: string, entries: Entries): DecideWrite {
  return async (graph, context) => {
    let more: object = {}
    const decide = decideBlock(
      id,
      'set_block_properties',
      (block) => {
        const set = setBlockProperties(block, entries, context)
        if (!set.ok) return set
        const { keys, lists, edit } = set.value
        more = { keys, ...lists }
        return edit
      },
      () => more,
    )
    return decide(graph, context)
  }
}

export function decideProperties(
  name: string,
  action: 'set_property' | 'set_properties',
  entries: Entries,
): DecideWrite {
  return async (graph, context) => {
    const page = await findPage(graph, name)
    if (!page.ok) return page
    const held = await graph.records.find(page.value.id)
    if (held?.record.kind !== 'page') return refuse({ code: 'not_found', what: 'page', name })
    const { record, seq } = held
    const types = await typesNamed(graph, [...typesIn(entries), typeOf(record)])
    const target = { record, seq, pageName: page.value.name }
    const set = setProperties(target, entries, { ...context, types })
    if (!set.ok) return set
    const { keys, edit, lists } = set.value
    const listed = lists.lists ? `,"lists":${JSON.stringify(lists.lists)}` : ''
    const pageId = record.id
    const named =
      action === 'set_property' ? `"key":${JSON.stringify(keys[0])}` : `"keys":${JSON.stringify(keys)}`
    return ok({
      action,
      subject: pageSubject(page.value),
      edit,
      show: { pageId },
      answer: (shown, changed) =>
        `{"ok":true,"changed":${changed},"ids":${JSON.stringify({ pageId })},${named},"page":${shown}${listed}}`,
    })
  }
}

const pageSubject = (page: StoredPage | undefined) =>
  ({ what: 'page', json: page && pageJson(page) }) as const
