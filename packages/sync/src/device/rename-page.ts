/**
 * Renames a page as one edit: the links to its old name follow, or the old name stays as an alias. Onto the name of another
 * page, both become one.
 *
 * @see outliner 3.6; assistants 10.3
 */
import { readDay } from '@notegraph/block-text'
import {
  journalDay,
  linkName,
  nameOf,
  PAGE_NAME,
  renamedValues,
  withAliases,
  type Json,
} from '@notegraph/graph'
import { linking, WITH_QUERY } from '../local-index/index-marks.ts'
import { findPage, formsOf } from '../local-index/page-names.ts'
import { DEVICE_LIMITS } from '../limits.ts'
import { renamePageIn } from '../rename-page-in.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { done, failed, type Edit, type EditResult } from './edit.ts'
import { gone, livePage, nameFault, setAll, setOne } from './edit-pages.ts'
import { named, type Local } from './local.ts'
import { isPage, mergePages, type PageLocal } from './merge-pages.ts'
import { isWorded } from './move.ts'
import { editText } from './text-edit.ts'

type Rename = Extract<Edit, { readonly do: 'renamePage' }>

export async function renamePage(
  core: Core,
  draft: Draft,
  { id, name, links, merge = false, byName = false }: Rename,
): Promise<EditResult> {
  const page = await livePage(draft, id)
  if (!page) return gone(id)
  if (journalDay(id) !== undefined) return failed('bad_name', 'A journal page cannot be renamed.')
  const fault =
    readDay(name) === undefined
      ? nameFault(name)
      : 'The name is a date. Only a journal page can have that name.'
  if (fault !== undefined) return failed('bad_name', fault)
  const others = (found: readonly (Local | undefined)[]) =>
    found.find((other) => other !== undefined && other.record.id !== id)
  const twin =
    others(await draft.find(named(name))) ?? (byName ? undefined : others([await findPage(draft, name)]))
  if (twin && !merge)
    return failed('name_taken', `A page already has the name ${name.trim()}. Choose another name.`)
  const from = nameOf(page.record)
  const to = twin && isPage(twin) ? nameOf(twin.record) : name.trim()
  if (links === 'rewrite' && from !== to && (await formsOf(draft, page)).includes(linkName(from))) {
    const refused = await rewriteLinks(core, draft, from, to)
    if (refused) return refused
  }
  const renamed = (await livePage(draft, id))!
  setOne(core, draft, renamed, PAGE_NAME, to)
  const survivor = twin && isPage(twin) ? await mergeInto(draft, id, twin.record.id) : id
  if (links === 'alias') await addAlias(core, draft, survivor, to, from)
  return done(survivor)
}

/** Gives each link to a name another one: in words with their queries, and in properties of pages. */
async function rewriteLinks(
  core: Core,
  draft: Draft,
  from: string,
  to: string,
): Promise<EditResult | undefined> {
  const most = DEVICE_LIMITS.renamedBlocks
  const linked = await draft.find(linking(linkName(from)), most + 1)
  const ids = new Set(linked.map(({ record }) => record.id))
  const querying = (await draft.find(WITH_QUERY)).filter(({ record }) => !ids.has(record.id))
  const blocks = [...linked, ...querying].filter(isWorded).flatMap((local) => {
    const { text } = local.record.words
    const renamed = renamePageIn(text, from, to)
    return renamed === text ? [] : [{ local, renamed }]
  })
  if (linked.length > most || blocks.length > most)
    return failed(
      'too_many',
      `More than ${most} blocks link “${from}”. Keep the old name as an alias, so that the links still lead to the page.`,
    )
  for (const { local, renamed } of blocks) draft.edit(editText(core, local, renamed), ['words'])
  for (const local of await draft.find('page')) {
    if (!isPage(local)) continue
    const values = renamedValues(local.record, from, to).map(([key, , after]) => [key, after] as const)
    if (values.length > 0) setAll(core, draft, local, values)
  }
  return undefined
}

/** Both pages have one name now, and become the page that every device keeps then. */
async function mergeInto(draft: Draft, ...ids: readonly string[]): Promise<string> {
  const pages = (await draft.getAll(ids)).filter(
    (local): local is PageLocal => local !== undefined && isPage(local),
  )
  return mergePages(draft, pages)
}

/** An old name that leads elsewhere by now needs no alias. */
async function addAlias(core: Core, draft: Draft, id: string, own: string, old: string): Promise<void> {
  const page = (await livePage(draft, id))!
  if ((await findPage(draft, old)) !== undefined) return
  const [key, , value]: readonly [string, Json, Json] = withAliases(page.record, own, [old])
  setOne(core, draft, page, key, value)
}
