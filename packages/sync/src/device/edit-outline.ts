/**
 * Edits of a whole page by a text editor or a synced folder: changed, added, moved and deleted blocks. The edit contains
 * the state that the editor started from, because the graph can have changed since. Blocks that the editor did not see in
 * their current form are not overwritten, moved or deleted. All edits and the app's own values are committed in one
 * transaction.
 *
 * @see sync, The device's rules 3, 4 and 8
 */
import { isRecordId, makeBlock, type Json } from '@notegraph/graph'
import { alive, type WordedRecord } from '../revision.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { failed, type EditFault, type SeenWords } from './edit.ts'
import { checked, deleteOne, moveTo } from './edit-blocks.ts'
import { livePage, setOne } from './edit-pages.ts'
import type { OwnValue } from './local.ts'
import { isWorded, standingOn, type WordedLocal } from './move.ts'
import { asPulled } from './overlay.ts'
import { placesOf, type OutlineItem } from './outline-places.ts'
import { editText, editUnseen, versionsOf, withoutSeen, type EditedBlock } from './text-edit.ts'

/** One block of the edited page. */
export interface OutlineRow {
  /** The id of an existing block on any page, or the wanted id of a new one. Default: a new id. */
  readonly id?: string
  /** The depth, from 0. */
  readonly depth: number
  /** The new words. Absent if they did not change. */
  readonly text?: string
  /** Whether the editor moved the block here. Otherwise the block keeps its place. */
  readonly moved: boolean
  /** Whether the user resolved the conflict between the seen versions. */
  readonly decided?: boolean
}

/** The edit of one page. */
export interface OutlineEdit {
  readonly pageId: string
  /** The blocks in the order of reading. */
  readonly rows: readonly OutlineRow[]
  /** Ids of the blocks that the user deleted. */
  readonly gone: readonly string[]
  /** The state that the editor started from, by block id. */
  readonly seen: ReadonlyMap<string, SeenWords>
  /** Changed properties; `null` deletes a property. */
  readonly props: readonly (readonly [key: string, value: Json])[]
}

/** The block of each row after the edit, `undefined` if it no longer exists. Or a message, if nothing was committed. */
export type OutlineEditResult =
  | { readonly ok: true; readonly blocks: readonly (WordedRecord | undefined)[] }
  | (EditFault & { readonly row?: number })

/**
 * Applies the edit of one page in one transaction.
 *
 * @param keep returns the app's own values to commit with the edit, given the block of each row
 */
export const editOutline = async (
  core: Core,
  edit: OutlineEdit,
  keep: (blocks: readonly (WordedRecord | undefined)[]) => readonly OwnValue[],
): Promise<OutlineEditResult> =>
  core.write(
    async (draft) => {
      for (const [row, { text }] of edit.rows.entries()) {
        const content = text === undefined ? undefined : checked(text)
        if (content?.ok === false) return { ...content, row }
      }
      for (const [key, value] of edit.props) {
        const page = await livePage(draft, edit.pageId)
        if (page) setOne(core, draft, page, key, value)
      }
      if (!(await livePage(draft, edit.pageId))) return failed('not_found', `Page ${edit.pageId} not found.`)
      const ids = await writeRows(core, draft, edit)
      const saved = new Map(
        (await draft.getAll(ids.filter((id) => id !== undefined))).flatMap((local) =>
          local && isWorded(local) ? [[local.record.id, local.record]] : [],
        ),
      )
      const blocks = ids.map((id) => (id === undefined ? undefined : saved.get(id)))
      for (const [key, value] of keep(blocks)) draft.keep(key, value)
      return { ok: true, blocks }
    },
    { by: 'app' },
  )

/**
 * @returns the id of each row's block, or `undefined`
 */
async function writeRows(core: Core, draft: Draft, edit: OutlineEdit): Promise<(string | undefined)[]> {
  const { pageId, rows } = edit
  const held = await draft.getAll(rows.map(({ id }) => id ?? ''))
  const used = new Set<string>()
  const wanted: OutlineItem[] = []
  // For each depth, the block above the current row. If that block is not on this page, the one above it.
  const above: (string | null)[] = []
  const ids = rows.map((row, i) => {
    const { id, isPlaced } = landWords(core, draft, row, held[i], edit, used)
    above.length = Math.min(row.depth, above.length)
    const parentId = above.at(-1) ?? null
    if (id !== undefined) used.add(id)
    if (id !== undefined && isPlaced !== undefined) wanted.push({ id, parentId, isPlaced })
    above.push(id !== undefined && isPlaced !== undefined ? id : parentId)
    return id
  })
  const leaving = await takenAway(draft, edit, used)
  const gone = new Set(leaving.map(({ record }) => record.id))
  for (const place of placesOf(await standingOn(draft, pageId), wanted, gone))
    await moveTo(core, draft, place.id, { ...place, pageId })
  for (const local of leaving) deleteOne(core, draft, local)
  return ids
}

/** Returns the deleted blocks that the editor saw in their current form; the others stay. */
async function takenAway(
  draft: Draft,
  { pageId, gone, seen }: OutlineEdit,
  used: ReadonlySet<string>,
): Promise<WordedLocal[]> {
  const locals = await draft.getAll(gone.filter((id) => !used.has(id)))
  return locals.flatMap((local) => {
    if (!local || !isWorded(local) || local.record.deleted !== undefined) return []
    const { record } = local
    const saw = seen.get(record.id)
    const isSeen = saw?.rev === record.words.rev || local.dirty['words'] !== undefined
    const isAllSeen = versionsOf(local).every((rev) => saw?.versions.includes(rev))
    return record.place.pageId === pageId && isSeen && isAllSeen ? [local] : []
  })
}

interface AppliedOutline {
  readonly id?: string
  /** Whether the block gets a new place. `undefined` if the block is on another page. */
  readonly isPlaced?: boolean
}

function landWords(
  core: Core,
  draft: Draft,
  row: OutlineRow,
  held: Awaited<ReturnType<Draft['get']>>,
  { pageId, seen }: OutlineEdit,
  used: ReadonlySet<string>,
): AppliedOutline {
  const { id, text, moved } = row
  const isFree = id !== undefined && isRecordId(id) && !used.has(id)
  if (!isFree || !held || !isWorded(held)) {
    if (text === undefined) return {}
    const newId = isFree && !held ? id : core.environment.newId()
    return { id: addNew(core, draft, pageId, text, newId), isPlaced: true }
  }
  const isDeleted = held.record.deleted !== undefined
  if (isDeleted && text === undefined) return {}
  const saw = seen.get(id)
  const { local, groups } = withText(core, decided(held, row, saw), text, saw)
  if (groups.length > 0) draft.edit(local, groups)
  const isHere = held.record.place.pageId === pageId
  return isHere || isDeleted || moved ? { id, isPlaced: moved || isDeleted } : { id }
}

function addNew(core: Core, draft: Draft, pageId: string, text: string, id: string): string {
  const content = checked(text)
  const record = makeBlock({
    id,
    content: content.ok ? content.text : '',
    rev: core.newRevision(),
    pageId,
    parentId: null,
    order: 0,
    now: core.now(),
  })
  draft.edit(asPulled(record, draft.meta.pass), ['words', 'place'])
  return id
}

/** Drops the versions that the user saw and rejected. */
const decided = (local: WordedLocal, row: OutlineRow, seen: SeenWords | undefined): EditedBlock =>
  withoutSeen(local, row.decided ? (seen?.versions ?? []) : [])

/** Sets new words. If the words changed after the editor read them, both texts are kept. */
function withText(
  core: Core,
  { local, groups }: EditedBlock,
  text: string | undefined,
  seen: SeenWords | undefined,
): EditedBlock {
  const content = text === undefined ? undefined : checked(text)
  if (content?.ok !== true) return { local, groups }
  const { record } = local
  const isDeleted = record.deleted !== undefined
  if (content.text === record.words.text && !isDeleted) return { local, groups }
  const isOver = seen !== undefined && seen.rev !== record.words.rev && local.dirty['words'] === undefined
  const next =
    isOver && !isDeleted
      ? editUnseen(core, local, content.text, seen.rev)
      : editText(core, local, content.text)
  return { local: isDeleted ? { ...next, record: alive(next.record) } : next, groups: [...groups, 'words'] }
}
