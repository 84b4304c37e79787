/**
 * The inverse of edits: the value of each changed group before and after. Undoing sets the earlier value where the later
 * one still is, so that it never undoes an edit of somebody else. Deleted blocks and pages come back whole.
 *
 * @see sync, The device's rules 7a
 */
import {
  isOwnersKey,
  makeBlock,
  makePage,
  PAGE_FAVORITE,
  PAGE_NAME,
  propOf,
  type Json,
  type Place,
  type Version,
} from '@notegraph/graph'
import type { Group } from '../message.ts'
import { PATH } from '../merge-place.ts'
import { isSameValue, ownProp, withProps } from '../merge-props.ts'
import { alive, withVersions } from '../revision.ts'
import { latestStamp, stampAfter } from '../stamp.ts'
import type { Core } from './core.ts'
import type { Draft, RecordChange } from './draft.ts'
import { deleteOne, moveTo } from './edit-blocks.ts'
import { livePage, setAll, setOne } from './edit-pages.ts'
import { endPage, isPage, type PageLocal } from './merge-pages.ts'
import { isWorded, type WordedLocal } from './move.ts'
import { asPulled } from './overlay.ts'
import { groupsOf } from './resend.ts'
import { editText, versionsOf } from './text-edit.ts'
import { INTO, named, type Local } from './local.ts'

type PlaceValue = Omit<Place, 'at'>

/** The contents of a block or page. */
export interface Contents {
  readonly kind: Local['record']['kind']
  readonly text?: string
  readonly place?: PlaceValue
  readonly versions?: readonly Version[]
  /** Values by key. */
  readonly props: { readonly [key: string]: Json }
}

/** The change of one group of a record. */
export type GroupChange =
  /** The record was created or came back (`was` is `null`), or was deleted (`is` is `null`). */
  | {
      readonly id: string
      readonly group: 'record'
      readonly was: Contents | null
      readonly is: Contents | null
      /** The words that the deleted block has, if they are others, or the page that took the blocks of the deleted page. */
      readonly over?: string
    }
  | { readonly id: string; readonly group: 'words'; readonly was: string; readonly is: string }
  | { readonly id: string; readonly group: 'place'; readonly was: PlaceValue; readonly is: PlaceValue }
  | {
      readonly id: string
      readonly group: 'versions'
      readonly was: readonly Version[]
      readonly is: readonly Version[]
    }
  | {
      readonly id: string
      readonly group: 'prop'
      readonly key: string
      readonly was: Json
      readonly is: Json
    }

/** The changes of one or more edits, in order. It is plain data, which an app can store. */
export type Changes = readonly GroupChange[]

/** Lists the changed groups of records. */
export const groupChanges = (changes: readonly RecordChange[]): GroupChange[] => changes.flatMap(changesOf)

function changesOf({ id, before, after }: RecordChange): GroupChange[] {
  const [was, is] = [contentsOf(before), contentsOf(after)]
  if (!was || !is) {
    if (was === is) return []
    const deleted = was ? after : before
    const over = deleted && (isWorded(deleted) ? deleted.record.words.text : propOf(deleted.record, INTO))
    const isOther = typeof over === 'string' && over !== (was ?? is)!.text
    return [{ id, group: 'record', was, is, ...(isOther && { over }) }]
  }
  const changes: GroupChange[] = []
  if (was.text !== undefined && is.text !== undefined && was.text !== is.text)
    changes.push({ id, group: 'words', was: was.text, is: is.text })
  if (was.place && is.place && !isSamePlace(was.place, is.place))
    changes.push({ id, group: 'place', was: was.place, is: is.place })
  if (revsOf(was.versions) !== revsOf(is.versions))
    changes.push({ id, group: 'versions', was: was.versions ?? [], is: is.versions ?? [] })
  for (const key of changedKeys(was, is))
    // The way of a block belongs to its place, and the engine stamps it once more when it is sent.
    if (key !== PATH) changes.push({ id, group: 'prop', key, was: valueIn(was, key), is: valueIn(is, key) })
  return changes
}

/** An absent value equals one that was cleared. */
const changedKeys = (was: Contents, is: Contents): string[] =>
  [...new Set([...Object.keys(was.props), ...Object.keys(is.props)])].filter(
    (key) => !isSameValue(valueIn(was, key), valueIn(is, key)),
  )

const valueIn = ({ props }: Contents, key: string): Json => (Object.hasOwn(props, key) ? props[key]! : null)
const revsOf = (versions: readonly Version[] = []): string => versions.map(({ rev }) => rev).join(' ')
const textsOf = (versions: readonly Version[] = []): string =>
  JSON.stringify(versions.map(({ text }) => text))

/** Orders of siblings are numbers, and each move sets all three members. */
const isSamePlace = (a: PlaceValue, b: PlaceValue): boolean =>
  a.pageId === b.pageId && a.parentId === b.parentId && a.order === b.order

function contentsOf(local: Local | undefined): Contents | null {
  if (!local || local.record.deleted !== undefined) return null
  const { record } = local
  const props = Object.fromEntries(Object.entries(record.props).map(([key, { v }]) => [key, v]))
  if (record.kind === 'page') return { kind: 'page', props }
  const { pageId, parentId, order } = record.place
  const { text } = record.words
  const { versions } = record
  return { kind: record.kind, text, place: { pageId, parentId, order }, props, ...(versions && { versions }) }
}

/**
 * Sets the earlier values. Pages come back before their blocks, and new records go last.
 *
 * @returns the changes that stay, because the record was changed since
 */
export async function undoChanges(core: Core, draft: Draft, changes: Changes): Promise<GroupChange[]> {
  let left = changes.toReversed().toSorted((a, b) => phaseOf(a) - phaseOf(b))
  // One change can wait for another, such as a parent for its children.
  for (;;) {
    const skipped: GroupChange[] = []
    for (const change of left) if (!(await undoOne(core, draft, change))) skipped.push(change)
    if (skipped.length === 0 || skipped.length === left.length) return skipped
    left = skipped
  }
}

function phaseOf(change: GroupChange): number {
  if (change.group !== 'record') return 2
  const isOfPage = (change.was ?? change.is)!.kind === 'page'
  if (change.was) return isOfPage ? 0 : 1
  return isOfPage ? 4 : 3
}

async function undoOne(core: Core, draft: Draft, change: GroupChange): Promise<boolean> {
  const local = await draft.get(change.id)
  if (change.group === 'record') {
    if (change.was) return !isLive(local) && restore(core, draft, local, change.was, change)
    return isLive(local) && takeBack(core, draft, local, change.is!, change.over)
  }
  if (!isLive(local)) return false
  if (change.group === 'prop') {
    if (!isPage(local)) return false
    const now = ownProp(local.record, change.key)?.v ?? null
    if (isSameValue(now, change.was)) return true
    if (!isSameValue(now, change.is)) return false
    if (change.key === PAGE_NAME && (await isNameTaken(draft, local.record.id, change.was))) return false
    setOne(core, draft, local, change.key, change.was)
    return true
  }
  if (!isWorded(local)) return false
  if (change.group === 'place') return undoMove(core, draft, local, change.was, change.is)
  if (change.group === 'versions') return undoDecision(core, draft, local, change.was, change.is)
  const { text } = local.record.words
  if (text === change.was) return true
  if (text !== change.is) return false
  draft.edit(editText(core, local, change.was), ['words'])
  return true
}

const isLive = (local: Local | undefined): local is Local =>
  local !== undefined && local.record.deleted === undefined

/** Whether another page has the name by now. Two pages of one name would merge. */
const isNameTaken = async (draft: Draft, id: string, name: Json): Promise<boolean> =>
  typeof name === 'string' && (await draft.find(named(name))).some(({ record }) => record.id !== id)

/** Moves a block back, with what somebody has put under it since. */
async function undoMove(
  core: Core,
  draft: Draft,
  { record }: WordedLocal,
  was: PlaceValue,
  is: PlaceValue,
): Promise<boolean> {
  // It can have gone back with the block above it.
  if (isSamePlace(record.place, was)) return true
  if (!isSamePlace(record.place, is) || !(await livePage(draft, was.pageId))) return false
  const outline = await draft.outline(was.pageId)
  if (was.parentId !== null && !outline.has(was.parentId)) return false
  for (let at = was.parentId; at !== null; at = outline.parentOf(at)) if (at === record.id) return false
  if (is.pageId !== was.pageId) {
    const below = (await draft.outline(is.pageId)).under(record.id)
    for (const one of await draft.getAll(below))
      if (one && isWorded(one))
        await moveTo(core, draft, one.record.id, { ...one.record.place, pageId: was.pageId })
  }
  await moveTo(core, draft, record.id, was)
  return true
}

/** Shows the versions again that a person had rejected. They get new revisions, because the old ones count as seen. */
function undoDecision(
  core: Core,
  draft: Draft,
  local: WordedLocal,
  was: readonly Version[],
  is: readonly Version[],
): boolean {
  if (textsOf(local.record.versions) !== textsOf(is)) return false
  const versions = again(core, was)
  const groups = versions.length > 0 ? ['versions'] : ['drops']
  const drops = versions.length > 0 ? local.drops : [...local.drops, ...versionsOf(local)]
  draft.edit({ ...local, record: withVersions(local.record, versions), drops }, groups)
  return true
}

const again = (core: Core, versions: readonly Version[] = []): Version[] =>
  versions.map((version) => ({ ...version, rev: core.newRevision() }))

/** Deletes what an edit created, unless somebody worked on it since. */
async function takeBack(
  core: Core,
  draft: Draft,
  local: Local,
  is: Contents,
  over: string | undefined,
): Promise<boolean> {
  const now = contentsOf(local)!
  if (isPage(local)) {
    const isEmpty = (await draft.outline(local.record.id)).size === 0
    if (!isEmpty || changedKeys(now, is).length > 0) return false
    const deleted = stampAfter(core.now(), latestStamp(local.record))
    if (over !== undefined) endPage(draft, local, over, deleted)
    else draft.edit({ ...local, record: { ...local.record, deleted, updatedAt: deleted } }, ['deleted'])
    return true
  }
  if (!isWorded(local)) return false
  const outline = await draft.outline(local.record.place.pageId)
  const isFree = outline.childrenOf(local.record.id).length === 0
  // Below another block it goes along to other pages.
  const isThere =
    now.place?.parentId === is.place?.parentId &&
    (is.place?.parentId !== null || now.place?.pageId === is.place.pageId)
  if (!isFree || !isThere) return false
  if (now.text !== is.text || textsOf(now.versions) !== textsOf(is.versions)) return false
  const words = over === undefined ? local : editText(core, local, over)
  deleteOne(core, draft, words, words === local ? [] : ['words'])
  return true
}

/** Brings a deleted record back. Words and versions that came since stay. */
async function restore(
  core: Core,
  draft: Draft,
  local: Local | undefined,
  was: Contents,
  { id, over }: Extract<GroupChange, { readonly group: 'record' }>,
): Promise<boolean> {
  if (was.kind === 'page') return restorePage(core, draft, local, id, was)
  const { place, text = '' } = was
  if (!place || !(await livePage(draft, place.pageId))) return false
  if (!local || !isWorded(local)) {
    if (local || was.kind !== 'block') return false
    const record = makeBlock({ id, content: text, rev: core.newRevision(), ...place, now: core.now() })
    restoreWords(draft, asPulled(record, draft.meta.pass) as WordedLocal, again(core, was.versions), [
      'place',
    ])
    return true
  }
  const { words, versions = [] } = local.record
  const shown = words.text === (over ?? text) ? text : words.text
  const since = versions.filter((version) => version.text !== shown)
  const texts = new Set([shown, ...since.map((version) => version.text)])
  const old = (was.versions ?? []).filter((version) => !texts.has(version.text))
  const { deleted: _, ...dirty } = local.dirty
  const next = editText(core, local, shown)
  restoreWords(draft, { ...next, dirty }, again(core, [...since, ...old]), [])
  await moveTo(core, draft, id, place)
  return true
}

function restoreWords(
  draft: Draft,
  local: WordedLocal,
  versions: readonly Version[],
  groups: readonly Group[],
): void {
  const record = withVersions(alive(local.record), versions)
  draft.edit({ ...local, record }, ['words', ...(versions.length > 0 ? ['versions'] : []), ...groups])
}

/** A name later than the deletion brings a page back. */
async function restorePage(
  core: Core,
  draft: Draft,
  local: Local | undefined,
  id: string,
  { props }: Contents,
): Promise<boolean> {
  const name = props[PAGE_NAME]
  if (typeof name !== 'string') return false
  if (!local) {
    const now = core.now()
    const values = Object.entries(props).map(([key, v]) => [key, { v, at: now }] as const)
    const record = withProps(makePage({ id, name, now }), values)
    draft.edit(asPulled(record, draft.meta.pass), groupsOf(record))
    return true
  }
  if (!isPage(local)) return false
  const { deleted: _, ...dirty } = local.dirty
  const at = stampAfter(core.now(), latestStamp(local.record))
  const named = { ...local.record.props, [PAGE_NAME]: { v: name, at } }
  const back: PageLocal = { ...local, dirty, record: { ...alive(local.record), props: named, updatedAt: at } }
  draft.edit(back, [`props.${PAGE_NAME}`])
  const keys = new Set([...Object.keys(props), ...Object.keys(back.record.props)])
  const values = [...keys]
    .filter((key) => isOwnersKey(key) || key === PAGE_FAVORITE || key === INTO)
    .map((key) => [key, Object.hasOwn(props, key) ? props[key]! : null] as const)
  setAll(core, draft, (await livePage(draft, local.record.id))!, values)
  return true
}
