/**
 * Edits of pages for an app.
 *
 * @see sync, The device's rules 3 and 8
 */
import {
  fold,
  isoDay,
  isPropertyKey,
  looksLikeIsoDay,
  makeDay,
  readDay,
  type Day,
} from '@notegraph/block-text'
import {
  recreatePage,
  isOwnersKey,
  isRecordId,
  journalDay,
  journalId,
  kindOf,
  linkName,
  makePage,
  nameOf,
  PAGE_FAVORITE,
  remove,
  setProps,
  type Json,
  type PageKind,
  type PageRecord,
} from '@notegraph/graph'
import { readDayTerm } from '@notegraph/query'
import { SYNC_LIMITS } from '../limits.ts'
import { isSameValue, ownProp } from '../merge-props.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import {
  done,
  failed,
  type Edit,
  type EditFault,
  type EditResult,
  type NewKind,
  type RenameOptions,
} from './edit.ts'
import { deleteOne, storable } from './edit-blocks.ts'
import type { Local } from './local.ts'
import { isPage, type PageLocal } from './merge-pages.ts'
import { findPage } from '../local-index/page-names.ts'
import { standingOn } from './move.ts'
import { asPulled } from './overlay.ts'

/** The edits of pages. Each resolves when this device has stored the edit, and rejects if the store fails. */
export interface PageEdits {
  /**
   * Opens the page with this name or alias, or creates it. A name that is a day, such as `2026-11-20`, opens the journal page.
   *
   * @param options `id`: the wanted id of a new page. It can be that of a deleted page of this kind, which comes back without
   * its properties. `byName`: whether the aliases of other pages do not count
   */
  openPage(
    name: string,
    options?: { readonly kind?: NewKind; readonly id?: string; readonly byName?: boolean },
  ): Promise<EditResult>
  /**
   * Opens the journal page of a day, or creates it.
   *
   * @param name the name of a new page, unless it is taken or not valid. Default: `YYYY-MM-DD`
   */
  openDay(day: Day, name?: string): Promise<EditResult>
  /** Renames a page that is no journal page. Links stay as they are, unless the options say otherwise. */
  renamePage(id: string, name: string, options?: RenameOptions): Promise<EditResult>
  /** Sets a property of a page; `null` deletes the property. Keys are in lower case. */
  setProp(id: string, key: string, value: Json): Promise<EditResult>
  /** Adds a page to the favorites of the account, or takes it away. */
  setFavorite(id: string, favorite: boolean): Promise<EditResult>
  /** Deletes a page with all blocks on it. */
  deletePage(id: string): Promise<EditResult>
}

export const gone = (id: string): EditFault => failed('not_found', `Page ${id} not found.`)

type Of<D extends Edit['do']> = Extract<Edit, { readonly do: D }>

export async function openPage(
  core: Core,
  draft: Draft,
  { name, kind, id = core.environment.newId(), byName = false }: Of<'openPage'>,
): Promise<EditResult> {
  const day = readDay(name)
  if (day !== undefined) return begin(core, draft, journalId(day), isoDay(day))
  // A page of an import can have a name that no new page may have.
  const held = await findPage(draft, name)
  if (held && (!byName || fold(nameOf(held.record)) === fold(name))) return done(held.record.id)
  const fault = nameFault(name)
  if (fault !== undefined) return failed('bad_name', fault)
  if (journalDay(id) !== undefined) return failed('bad_id', `${id} is the id of a journal page.`)
  const local = await draft.get(id)
  if (local && !canComeBack(local, kind))
    return failed('id_taken', `The id ${id} is in use. Choose another id.`)
  return begin(core, draft, id, name.trim(), kind)
}

/** Whether a page of this kind was deleted. */
const canComeBack = ({ record }: Local, kind: PageKind = 'page'): boolean =>
  record.kind === 'page' && record.deleted !== undefined && kindOf(record) === kind

export async function openDay(
  core: Core,
  draft: Draft,
  { day, name = '' }: Of<'openDay'>,
): Promise<EditResult> {
  const isDay = makeDay(Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100) === day
  const isFree = nameFault(name) === undefined && !(await findPage(draft, name))
  return isDay
    ? begin(core, draft, journalId(day), isFree ? name.trim() : isoDay(day))
    : failed('bad_day', `${day} is not a day. Use a day such as 20261120.`)
}

export async function setProp(
  core: Core,
  draft: Draft,
  { id, key, value }: Of<'setProp'>,
): Promise<EditResult> {
  const folded = key.normalize('NFC').toLowerCase()
  // A page of an import can have a key that no new property may have.
  const isHeld = async (): Promise<boolean> => (await livePage(draft, id))?.record.props[folded] !== undefined
  if (!isOwnersKey(folded) || (!isPropertyKey(folded) && !(await isHeld())))
    return failed(
      'bad_key',
      `${JSON.stringify(key)} cannot be a property key. A key has up to 64 letters, digits, dots, hyphens, slashes and underscores.`,
    )
  return setHeld(core, draft, id, folded, typeof value === 'string' ? storable(value) : value)
}

export const setFavorite = async (
  core: Core,
  draft: Draft,
  { id, favorite }: Of<'setFavorite'>,
): Promise<EditResult> => setHeld(core, draft, id, PAGE_FAVORITE, favorite || null)

async function setHeld(core: Core, draft: Draft, id: string, key: string, value: Json): Promise<EditResult> {
  const page = await livePage(draft, id)
  if (!page) return gone(id)
  setOne(core, draft, page, key, value)
  return done(id)
}

export async function deletePage(core: Core, draft: Draft, { id }: Of<'deletePage'>): Promise<EditResult> {
  const page = await livePage(draft, id)
  if (!page) return gone(id)
  for (const local of await standingOn(draft, id)) deleteOne(core, draft, local)
  draft.edit({ ...page, record: remove(page.record, core.now()) }, ['deleted'])
  return done(id)
}

/** Returns a page unless it is deleted. */
export async function livePage(draft: Draft, id: string): Promise<PageLocal | undefined> {
  const local = await draft.get(id)
  return local && isPage(local) && local.record.deleted === undefined ? local : undefined
}

export function nameFault(name: string): string | undefined {
  const trimmed = name.trim()
  if (linkName(trimmed) === '') return 'The page name is empty. Enter a name.'
  if (trimmed.length > SYNC_LIMITS.pageName)
    return `The name has ${trimmed.length} characters. A page name can have ${SYNC_LIMITS.pageName}.`
  if (/[\p{Cc}\p{Cs}]|\[\[|\]\]/u.test(trimmed))
    return 'A page name cannot contain [[, ]] or control characters.'
  if (trimmed === '.' || trimmed === '..') return `A page name is text, not "${trimmed}".`
  return looksLikeIsoDay(trimmed) || readDayTerm(trimmed)
    ? `"${trimmed}" is the name of a day. Open the day.`
    : undefined
}

/** Sets one property of a page. */
export function setOne(core: Core, draft: Draft, page: PageLocal, key: string, v: Json): void {
  setAll(core, draft, page, [[key, v]])
}

/** Sets the properties whose values differ. */
export function setAll(
  core: Core,
  draft: Draft,
  page: PageLocal,
  values: readonly (readonly [key: string, value: Json])[],
): void {
  const changed = values.filter(([key, v]) => !isSameValue(ownProp(page.record, key)?.v ?? null, v))
  if (changed.length === 0) return
  const record = setProps(page.record, changed, core.now())
  draft.edit({ ...page, record }, changedKeys(page.record, record))
}

/** Creates a page. A deleted page with this id is created again without its old properties. */
async function begin(
  core: Core,
  draft: Draft,
  id: string,
  name: string,
  kind?: NewKind,
): Promise<EditResult> {
  if (!isRecordId(id)) return failed('bad_id', `${id} is not a valid page id.`)
  const local = await draft.get(id)
  if (!local || !isPage(local)) {
    const record = makePage({ id, name, now: core.now(), ...(kind && { kind }) })
    draft.edit(
      asPulled(record, draft.meta.pass),
      Object.keys(record.props).map((key) => `props.${key}`),
    )
  } else if (local.record.deleted !== undefined) {
    const record = recreatePage(local.record, name, core.now())
    draft.edit({ ...local, record }, changedKeys(local.record, record))
  }
  return done(id)
}

const changedKeys = (before: PageRecord, after: PageRecord): string[] =>
  Object.keys(after.props)
    .filter((key) => after.props[key] !== before.props[key])
    .map((key) => `props.${key}`)
