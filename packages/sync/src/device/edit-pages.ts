/**
 * Edits of pages for an app.
 *
 * @see sync, The device's rules 3 and 8
 */
import { isoDay, readDay, type Day } from '@notegraph/block-text'
import {
  recreatePage,
  isOwnersKey,
  isRecordId,
  journalDay,
  journalId,
  linkName,
  makePage,
  PAGE_FAVORITE,
  PAGE_NAME,
  remove,
  setProps,
  type Json,
  type PageKind,
  type PageRecord,
} from '@notegraph/graph'
import { SYNC_LIMITS } from '../limits.ts'
import { isSameValue, ownProp } from '../merge-props.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { deleteOne, type EditResult } from './edit-blocks.ts'
import { isPage, type PageLocal } from './merge-pages.ts'
import { named } from './local.ts'
import { standingOn } from './move.ts'
import { asPulled } from './overlay.ts'

/** The edits of pages. Each resolves when this device has stored the edit. */
export interface PageEdits {
  /** Opens the page with this name, or creates it. A name that is a day opens the journal page. */
  openPage(name: string, options?: { readonly kind?: Exclude<PageKind, 'journal'> }): Promise<EditResult>
  /** Opens the journal page of a day, or creates it. */
  openDay(day: Day): Promise<EditResult>
  renamePage(id: string, name: string): Promise<EditResult>
  /** Sets a property; `null` deletes the property. Keys are in lower case. */
  setProp(id: string, key: string, value: Json): Promise<EditResult>
  setFavorite(id: string, favorite: boolean): Promise<EditResult>
  /** Deletes a page with all blocks on it. */
  deletePage(id: string): Promise<EditResult>
}

const done = (id: string): EditResult => ({ ok: true, id })
const failed = (error: string): EditResult => ({ ok: false, error })
const gone = (id: string): EditResult => failed(`Page ${id} not found.`)

/** Creates the edits of pages. */
export function pageEdits(core: Core): PageEdits {
  const setProp = (id: string, key: string, value: Json) =>
    core.write(async (draft) => {
      const page = await livePage(draft, id)
      if (!page) return gone(id)
      setOne(core, draft, page, key, value)
      return done(id)
    })

  return {
    openPage: (name, { kind } = {}) =>
      core.write(async (draft) => {
        const day = readDay(name)
        if (day !== undefined) return begin(core, draft, journalId(day), isoDay(day))
        // A page of an import can have a name that no new page may have.
        const [held] = linkName(name) === '' ? [] : await draft.find(named(name), 1)
        if (held) return done(held.record.id)
        const fault = nameFault(name)
        if (fault !== undefined) return failed(fault)
        return begin(core, draft, core.environment.newId(), name.trim(), kind)
      }),

    openDay: (day) => core.write((draft) => begin(core, draft, journalId(day), isoDay(day))),

    renamePage: (id, name) =>
      core.write(async (draft) => {
        const page = await livePage(draft, id)
        if (!page) return gone(id)
        if (journalDay(id) !== undefined) return failed('A journal page cannot be renamed.')
        const fault =
          readDay(name) === undefined
            ? nameFault(name)
            : 'The name is a date. Only a journal page can have that name.'
        if (fault !== undefined) return failed(fault)
        const twins = await draft.find(named(name))
        if (twins.some(({ record }) => record.id !== id))
          return failed(`A page named ${name.trim()} already exists. Choose another name.`)
        setOne(core, draft, page, PAGE_NAME, name.trim())
        return done(id)
      }),

    setProp: async (id, key, value) => {
      const folded = key.normalize('NFC').toLowerCase()
      if (!isOwnersKey(folded) || folded === '' || folded.length > SYNC_LIMITS.key)
        return failed(`${key} cannot be a property key. Choose another key.`)
      return setProp(id, folded, value)
    },

    setFavorite: (id, favorite) => setProp(id, PAGE_FAVORITE, favorite || null),

    deletePage: (id) =>
      core.write(async (draft) => {
        const page = await livePage(draft, id)
        if (!page) return gone(id)
        for (const local of await standingOn(draft, id)) deleteOne(core, draft, local)
        draft.edit({ ...page, record: remove(page.record, core.now()) }, ['deleted'])
        return done(id)
      }),
  }
}

/** Returns a page unless it is deleted. */
export async function livePage(draft: Draft, id: string): Promise<PageLocal | undefined> {
  const local = await draft.get(id)
  return local && isPage(local) && local.record.deleted === undefined ? local : undefined
}

function nameFault(name: string): string | undefined {
  const trimmed = name.trim()
  if (linkName(trimmed) === '') return 'The page name is empty. Enter a name.'
  if (trimmed.length > SYNC_LIMITS.pageName)
    return `The name has ${trimmed.length} characters. A page name can have ${SYNC_LIMITS.pageName}.`
  return /[\p{Cc}\p{Cs}]|\[\[|\]\]/u.test(trimmed)
    ? 'A page name cannot contain [[, ]] or control characters.'
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
  kind?: Exclude<PageKind, 'journal'>,
): Promise<EditResult> {
  if (!isRecordId(id)) return failed(`${id} is not a valid page id.`)
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
