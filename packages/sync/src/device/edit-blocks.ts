/**
 * Edits of blocks for an app. Each keeps the outline valid, and returns a message if it fails.
 *
 * @see sync, The device's rules 3, 7 and 8
 */
import { normalizeLines } from '@notegraph/block-text'
import { isRecordId, makeBlock, remove, type Place } from '@notegraph/graph'
import { SYNC_LIMITS } from '../limits.ts'
import type { Group } from '../message.ts'
import { isSamePlace } from '../merge-place.ts'
import { stampAfter } from '../stamp.ts'
import { alive, withVersions } from '../revision.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import {
  done,
  failed,
  type BlockTarget,
  type Edit,
  type EditFault,
  type EditResult,
  type SeenWords,
} from './edit.ts'
import type { Local } from './local.ts'
import { asPulled } from './overlay.ts'
import { isWorded, type WordedLocal } from './move.ts'
import { isNew } from './pull.ts'
import type { PageOutline } from './page-outline.ts'
import { capRevisions, editText, saveText, versionsOf, withoutSeen } from './text-edit.ts'
import { slotAmong } from './siblings.ts'

/** The edits of blocks. Each resolves when this device has stored the edit, and rejects if the store fails. */
export interface BlockEdits {
  /**
   * Adds a block to a page. The text is stored as it is, but for line ends and characters that no text can have.
   *
   * @param options `id`: the wanted id. That of a deleted block brings it back, so that references find it again.
   */
  addBlock(where: BlockTarget, text: string, options?: { readonly id?: string }): Promise<EditResult>
  /**
   * Replaces the whole text of a block: marker, dates and property lines too.
   *
   * @param options `rev`: the revision that the text was made on, `words.rev` or that of the last `setText`. If other
   * words are there by now, both stay, as conflicting versions. Without it, the present words are replaced.
   */
  setText(id: string, text: string, options?: { readonly rev?: string }): Promise<EditResult>
  /** Moves a block with everything nested under it, also to another page. */
  moveBlock(id: string, where: BlockTarget): Promise<EditResult>
  /** Deletes a block with everything nested under it. */
  deleteBlock(id: string): Promise<EditResult>
  /** Resolves a conflict: keeps the words of this revision, whether they are shown or a conflicting version. */
  pick(id: string, rev: string): Promise<EditResult>
  /**
   * Resolves a conflict with a merged text, in one transaction.
   *
   * @param seen the words and versions that the person merged; others stay as versions
   */
  settle(id: string, text: string, seen: SeenWords): Promise<EditResult>
}

const MINUTE = 60_000

type Of<D extends Edit['do']> = Extract<Edit, { readonly do: D }>

export async function addBlock(
  core: Core,
  draft: Draft,
  { where, text, id: wanted }: Of<'addBlock'>,
): Promise<EditResult> {
  const content = checked(text)
  if (!content.ok) return content
  const id = wanted ?? core.environment.newId()
  if (!isRecordId(id)) return failed('bad_id', `${id} is not a valid block id.`)
  const held = await draft.get(id)
  if (held && !canComeBack(held)) return failed('id_taken', `The id ${id} is in use. Choose another id.`)
  const slot = await slotAt(core, draft, where, undefined)
  if ('ok' in slot) return slot
  if (held) return bringBack(core, draft, held, content.text, slot)
  const { pageId, parentId, order } = slot
  const rev = core.newRevision()
  const record = makeBlock({ id, content: content.text, rev, pageId, parentId, order, now: core.now() })
  draft.edit(asPulled(record, draft.meta.pass), ['words', 'place'])
  return done(id, rev)
}

/** Whether a block was deleted, and has no words that another device wrote at that time. */
const canComeBack = (local: Local): local is WordedLocal =>
  isWorded(local) &&
  local.record.kind === 'block' &&
  local.record.deleted !== undefined &&
  !local.record.versions?.length

/** Brings a deleted block back with new words, for example if an app moves it by cutting and pasting. */
async function bringBack(
  core: Core,
  draft: Draft,
  held: WordedLocal,
  text: string,
  place: Omit<Place, 'at'>,
): Promise<EditResult> {
  const { record, ...next } = editText(core, held, text)
  const { deleted: _, ...dirty } = held.dirty
  draft.edit({ ...next, dirty, record: alive(record) }, ['words'])
  await moveTo(core, draft, record.id, place)
  return done(record.id, record.words.rev)
}

export async function setText(
  core: Core,
  draft: Draft,
  { id, text, rev }: Of<'setText'>,
): Promise<EditResult> {
  const content = checked(text)
  if (!content.ok) return content
  const local = await liveBlock(draft, id)
  if (!local) return gone(id)
  const saved = saveText(core, local, content.text, rev)
  if (saved.groups.length > 0) draft.edit(saved.local, saved.groups)
  return done(id, saved.local.record.words.rev)
}

export async function moveBlock(
  core: Core,
  draft: Draft,
  { id, where }: Of<'moveBlock'>,
): Promise<EditResult> {
  const local = await liveBlock(draft, id)
  if (!local) return gone(id)
  const outline = await draft.outline(local.record.place.pageId)
  if (isAtOrUnder(outline, where.parentId ?? null, id))
    return failed('bad_place', 'A block cannot be moved under itself.')
  const below = where.pageId === local.record.place.pageId ? [] : outline.under(id)
  const slot = await slotAt(core, draft, where, id)
  if ('ok' in slot) return slot
  const { pageId } = slot
  const isSame = pageId === local.record.place.pageId
  await moveTo(core, draft, id, slot)
  if (!isSame)
    for (const one of await draft.getAll(below))
      if (one && isWorded(one)) await moveTo(core, draft, one.record.id, { ...one.record.place, pageId })
  return done(id, local.record.words.rev)
}

export async function deleteBlock(
  core: Core,
  draft: Draft,
  { id, seen }: Of<'deleteBlock'>,
): Promise<EditResult> {
  const local = await liveBlock(draft, id)
  if (!local) return gone(id)
  const below = (await draft.outline(local.record.place.pageId)).under(id)
  const deleted = (await draft.getAll([id, ...below])).filter((one) => one !== undefined).filter(isWorded)
  const known = seen && new Set(seen)
  if (known && deleted.some(({ record }) => !known.has(record.words.rev)))
    return failed('changed', 'What would be deleted was changed meanwhile. Read it, then delete it again.')
  for (const one of deleted) deleteOne(core, draft, one)
  return done(id)
}

export async function pick(core: Core, draft: Draft, { id, rev }: Of<'pick'>): Promise<EditResult> {
  const local = await liveBlock(draft, id)
  if (!local) return gone(id)
  const version = local.record.versions?.find((one) => one.rev === rev)
  if (!version && rev !== local.record.words.rev)
    return failed('no_version', `Block ${id} has no version ${rev}. Choose one of the listed versions.`)
  const decided = version ? editText(core, local, version.text) : local
  draft.edit(
    {
      ...decided,
      record: withVersions(decided.record, undefined),
      drops: capRevisions([...decided.drops, ...versionsOf(local)]),
    },
    version ? ['words', 'drops'] : ['drops'],
  )
  return done(id, decided.record.words.rev)
}

export async function settle(
  core: Core,
  draft: Draft,
  { id, text, seen }: Of<'settle'>,
): Promise<EditResult> {
  const content = checked(text)
  if (!content.ok) return content
  const local = await liveBlock(draft, id)
  if (!local) return gone(id)
  const decided = withoutSeen(local, seen.versions)
  const saved = saveText(core, decided.local, content.text, seen.rev)
  const groups = [...decided.groups, ...saved.groups]
  if (groups.length > 0) draft.edit(saved.local, groups)
  return done(id, saved.local.record.words.rev)
}

const gone = (id: string): EditFault => failed('not_found', `Block ${id} not found.`)

async function liveBlock(draft: Draft, id: string): Promise<WordedLocal | undefined> {
  const local = await draft.get(id)
  return local && isWorded(local) && local.record.deleted === undefined ? local : undefined
}

/** Without the characters that no server stores. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Prepares a text for storage. Fails for a text that is too long. */
export function checked(text: string): { readonly ok: true; readonly text: string } | EditFault {
  const content = storable(normalizeLines(text))
  return content.length > SYNC_LIMITS.text
    ? failed('too_long', `The text has ${content.length} characters. A block can have ${SYNC_LIMITS.text}.`)
    : { ok: true, text: content }
}

/**
 * Finds a place for a block. Without room between two siblings, all siblings get new numbers. Returns a message if
 * there is no such place.
 */
async function slotAt(
  core: Core,
  draft: Draft,
  { pageId, parentId = null, behind }: BlockTarget,
  moving: string | undefined,
): Promise<Omit<Place, 'at'> | EditFault> {
  const page = await draft.get(pageId)
  if (page?.record.kind !== 'page' || page.record.deleted !== undefined)
    return failed('not_found', `Page ${pageId} not found.`)
  const outline = await draft.outline(pageId)
  if (parentId !== null && !outline.has(parentId))
    return failed('bad_place', `Block ${parentId} not found on this page.`)
  if (parentId !== null && moving !== undefined) await freeRoot(core, draft, outline, parentId, moving)
  const slot = slotAmong(outline, parentId, behind, moving)
  if (!slot) return failed('bad_place', `Block ${behind} not found among the siblings.`)
  for (const [block, order] of slot.renumbered)
    await moveTo(core, draft, block.id, { pageId, parentId: block.parentId, order })
  const last = outline.childrenOf(parentId).at(-1)?.order ?? -Infinity
  const isBehindAll = isNew(draft.meta) && slot.order > last
  return { pageId, parentId, order: isBehindAll ? Math.max(slot.order, behindAll(core)) : slot.order }
}

/** An order behind those that the first pull can bring, so that a block stays the last one. Later ones are greater. */
const behindAll = (core: Core): number => Math.floor(core.now() / MINUTE)

/**
 * Prepares a move under a block that only appears to be at the top level. This block can still name the moving block as
 * its ancestor, if they were on two pages. The move would then close a circle, so the shown root becomes a real one.
 */
async function freeRoot(
  core: Core,
  draft: Draft,
  outline: PageOutline,
  parentId: string,
  moving: string,
): Promise<void> {
  let top = parentId
  for (let above = outline.parentOf(top); above !== null; above = outline.parentOf(top)) top = above
  const shownRoot = await draft.get(top)
  const root = shownRoot && isWorded(shownRoot) ? shownRoot.record : undefined
  const met = new Set<string>()
  for (let above = root?.place.parentId ?? null; above !== null && !met.has(above);) {
    if (above === moving) return moveTo(core, draft, root!.id, { ...root!.place, parentId: null })
    met.add(above)
    const next = await draft.get(above)
    above = next && isWorded(next) ? next.record.place.parentId : null
  }
}

/** Whether a block is another, or nested under it. */
function isAtOrUnder(outline: PageOutline, id: string | null, other: string): boolean {
  for (let at = id; at !== null; at = outline.parentOf(at)) if (at === other) return true
  return false
}

/** Moves a block; does nothing if the block is there already. */
export async function moveTo(core: Core, draft: Draft, id: string, place: Omit<Place, 'at'>): Promise<void> {
  const local = await liveBlock(draft, id)
  if (!local || isSamePlace(local.record.place, place)) return
  const { record } = local
  const at = stampAfter(core.now(), record.place.at)
  const { pageId, parentId, order } = place
  draft.edit(
    {
      ...local,
      record: {
        ...record,
        place: { pageId, parentId, order, at },
        updatedAt: Math.max(at, record.updatedAt),
      },
    },
    ['place'],
  )
}

/**
 * Deletes one block. The person who deletes it has seen its words and its versions.
 *
 * @param others groups of the record that changed with it
 */
export function deleteOne(core: Core, draft: Draft, local: WordedLocal, others: readonly Group[] = []): void {
  const { record } = local
  const seen = capRevisions([...local.seen, record.words.rev, ...versionsOf(local)])
  draft.edit({ ...local, seen, record: remove(record, core.now()) }, [...others, 'deleted'])
}
