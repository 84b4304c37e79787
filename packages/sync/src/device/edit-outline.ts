/**
 * A whole page as a writer of text hands it over: what was changed, added, moved and taken away, together with what
 * the writer had before. The graph may have moved on since: what was not seen is not overwritten, not moved and not
 * deleted. All of it lands in one step, with what the app wants to keep of it.
 *
 * @see sync, The device's rules 3, 4 and 8
 */
import { isRecordId, makeBlock, type Json } from '@notegraph/graph'
import { alive, historyOf, withVersions, type WordedRecord } from '../revision.ts'
import { latestStamp, stampAfter } from '../stamp.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { checked, deleteOne, restand } from './edit-blocks.ts'
import { livePage, setOne } from './edit-pages.ts'
import type { OwnValue } from './local.ts'
import { isWorded, standingOn, type WordedLocal } from './move.ts'
import { asPulled } from './overlay.ts'
import { placesOf, type Wanted } from './outline-places.ts'
import { capped, reworded, versionsOf } from './seen.ts'

/** Words of a block as a writer saw them. */
export interface SeenWords {
  readonly rev: string
  /** Revisions of the versions that were shown beside them. */
  readonly versions: readonly string[]
}

/** A block in the text that is handed over. */
export interface OutlineRow {
  /** A block that was there before, on whatever page, or the id that a new one is to have; none for any id. */
  readonly id?: string
  /** From 0. */
  readonly depth: number
  /** What the writer made of its words; left out where they are those of before. */
  readonly text?: string
  /** Whether the writer put it here; else it stays where it stands. */
  readonly moved: boolean
  /** Whether the writer decided among the versions that were seen. */
  readonly decided?: boolean
}

export interface OutlineEdit {
  readonly pageId: string
  /** In the order of reading. */
  readonly rows: readonly OutlineRow[]
  /** Blocks that the writer took away. */
  readonly gone: readonly string[]
  /** What was seen of the blocks of before, by id. */
  readonly seen: ReadonlyMap<string, SeenWords>
  /** Properties that were changed; `null` takes one off. */
  readonly props: readonly (readonly [key: string, value: Json])[]
}

/** The blocks of the rows as they then are, none for one that is not there; or why nothing was landed. */
export type OutlineEdited =
  | { readonly ok: true; readonly blocks: readonly (WordedRecord | undefined)[] }
  | { readonly ok: false; readonly error: string; readonly row?: number }

/** @param keep what the app keeps of the outcome, landed with it */
export const editOutline = async (
  core: Core,
  edit: OutlineEdit,
  keep: (blocks: readonly (WordedRecord | undefined)[]) => readonly OwnValue[],
): Promise<OutlineEdited> =>
  core.write(async (draft) => {
    for (const [row, { text }] of edit.rows.entries()) {
      const content = text === undefined ? undefined : checked(text)
      if (content?.ok === false) return { ok: false, error: content.error, row }
    }
    for (const [key, value] of edit.props) {
      const page = await livePage(draft, edit.pageId)
      if (page) setOne(core, draft, page, key, value)
    }
    if (!(await livePage(draft, edit.pageId))) return { ok: false, error: `There is no page ${edit.pageId}.` }
    const ids = await landRows(core, draft, edit)
    const landed = new Map(
      (await draft.getAll(ids.filter((id) => id !== undefined))).flatMap((local) =>
        local && isWorded(local) ? [[local.record.id, local.record]] : [],
      ),
    )
    const blocks = ids.map((id) => (id === undefined ? undefined : landed.get(id)))
    for (const [key, value] of keep(blocks)) draft.keep(key, value)
    return { ok: true, blocks }
  })

/** @returns the id of each row's block; none where there is none */
async function landRows(core: Core, draft: Draft, edit: OutlineEdit): Promise<(string | undefined)[]> {
  const { pageId, rows } = edit
  const held = await draft.getAll(rows.map(({ id }) => id ?? ''))
  const used = new Set<string>()
  const wanted: Wanted[] = []
  // The block of each depth above the row at hand; where that is none of this page's, the one above it.
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
    await restand(core, draft, place.id, { ...place, pageId })
  for (const local of leaving) deleteOne(core, draft, local)
  return ids
}

/** What the writer took away, as far as it is what was seen; what came since stays. */
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

interface Landed {
  readonly id?: string
  /** Whether it is given a place, or keeps the one that it has; none where it stands on another page. */
  readonly isPlaced?: boolean
}

function landWords(
  core: Core,
  draft: Draft,
  row: OutlineRow,
  held: Awaited<ReturnType<Draft['get']>>,
  { pageId, seen }: OutlineEdit,
  used: ReadonlySet<string>,
): Landed {
  const { id, text, moved } = row
  const isFree = id !== undefined && isRecordId(id) && !used.has(id)
  if (!isFree || !held || !isWorded(held)) {
    if (text === undefined) return {}
    const newId = isFree && !held ? id : core.around.newId()
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
    content: content.ok ? content.id : '',
    rev: core.newRevision(),
    pageId,
    parentId: null,
    order: 0,
    now: core.now(),
  })
  draft.edit(asPulled(record, draft.meta.pass), ['words', 'place'])
  return id
}

interface Changed {
  readonly local: WordedLocal
  readonly groups: string[]
}

/** Versions that the writer saw and decided among are dropped. */
function decided(local: WordedLocal, row: OutlineRow, seen: SeenWords | undefined): Changed {
  const versions = local.record.versions ?? []
  const dropped = new Set(row.decided ? (seen?.versions ?? []) : [])
  const kept = versions.filter(({ rev }) => !dropped.has(rev))
  if (kept.length === versions.length) return { local, groups: [] }
  const drops = capped([...local.drops, ...dropped])
  return { local: { ...local, record: withVersions(local.record, kept), drops }, groups: ['drops'] }
}

/** New words; where others came since the writer looked, they are not seen, and both are kept. */
function withText(
  core: Core,
  { local, groups }: Changed,
  text: string | undefined,
  seen: SeenWords | undefined,
): Changed {
  const content = text === undefined ? undefined : checked(text)
  if (content?.ok !== true) return { local, groups }
  const { record } = local
  const isDeleted = record.deleted !== undefined
  if (content.id === record.words.text && !isDeleted) return { local, groups }
  const isOver = seen !== undefined && seen.rev !== record.words.rev && local.dirty['words'] === undefined
  const next =
    isOver && !isDeleted ? unseen(core, local, content.id, seen.rev) : reworded(core, local, content.id)
  return { local: isDeleted ? { ...next, record: alive(next.record) } : next, groups: [...groups, 'words'] }
}

/** Words written over those of `rev`, while others came that the writer did not see. */
function unseen(core: Core, local: WordedLocal, text: string, rev: string): WordedLocal {
  const { record } = local
  const at = stampAfter(core.now(), record.words.at)
  return {
    ...local,
    record: {
      ...record,
      words: { text, rev: core.newRevision(), at },
      hist: historyOf([rev], record.hist),
      updatedAt: Math.max(at, latestStamp(record)),
    },
    seen: capped([...local.seen, rev]),
  }
}
