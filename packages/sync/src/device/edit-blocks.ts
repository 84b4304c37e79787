/**
 * Edits of blocks for an app. Each edit is one transaction, keeps the outline valid, and returns a message if it fails.
 *
 * @see sync, The device's rules 3, 7 and 8
 */
import { normalizeLines } from '@notegraph/block-text'
import { makeBlock, remove, type Place } from '@notegraph/graph'
import { SYNC_LIMITS } from '../limits.ts'
import { isSamePlace } from '../merge-place.ts'
import { stampAfter } from '../stamp.ts'
import { withVersions } from '../revision.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { asPulled } from './overlay.ts'
import { isWorded, type WordedLocal } from './move.ts'
import type { PageOutline } from './page-outline.ts'
import { capRevisions, editText, versionsOf } from './text-edit.ts'
import { slotAmong, type Behind } from './siblings.ts'

/** The id of the edited record, or a message for the user. */
export type EditResult =
  { readonly ok: true; readonly id: string } | { readonly ok: false; readonly error: string }

/** A position in a page. */
export interface BlockTarget {
  readonly pageId: string
  /** Default: the top level of the page. */
  readonly parentId?: string | null
  /** Default: after all siblings. */
  readonly behind?: Behind
}

const done = (id: string): EditResult => ({ ok: true, id })
const failed = (error: string): EditResult => ({ ok: false, error })

/** The edits of blocks. Each resolves when this device has stored the edit. */
export interface BlockEdits {
  addBlock(where: BlockTarget, text: string): Promise<EditResult>
  setText(id: string, text: string): Promise<EditResult>
  /** Moves a block with everything nested under it. */
  moveBlock(id: string, where: BlockTarget): Promise<EditResult>
  /** Deletes a block with everything nested under it. */
  deleteBlock(id: string): Promise<EditResult>
  /** Resolves a conflict: keeps the words of this revision, whether they are shown or a conflicting version. */
  pick(id: string, rev: string): Promise<EditResult>
}

/** Creates the edits of blocks. */
export function blockEdits(core: Core): BlockEdits {
  return {
    addBlock: (where, text) =>
      core.write(async (draft) => {
        const content = checked(text)
        if (!content.ok) return content
        const slot = await slotAt(core, draft, where, undefined)
        if (typeof slot === 'string') return failed(slot)
        const { pageId, parentId, order } = slot
        const id = core.environment.newId()
        const now = core.now()
        const rev = core.newRevision()
        const record = makeBlock({ id, content: content.id, rev, pageId, parentId, order, now })
        await draft.get(id)
        draft.edit(asPulled(record, draft.meta.pass), ['words', 'place'])
        return done(id)
      }),

    setText: (id, text) =>
      core.write(async (draft) => {
        const content = checked(text)
        if (!content.ok) return content
        const local = await liveBlock(draft, id)
        if (!local) return gone(id)
        if (content.id !== local.record.words.text) draft.edit(editText(core, local, content.id), ['words'])
        return done(id)
      }),

    moveBlock: (id, where) =>
      core.write(async (draft) => {
        const local = await liveBlock(draft, id)
        if (!local) return gone(id)
        const outline = await draft.outline(local.record.place.pageId)
        if (isAtOrUnder(outline, where.parentId ?? null, id))
          return failed('A block cannot be moved under itself.')
        const below = where.pageId === local.record.place.pageId ? [] : outline.under(id)
        const slot = await slotAt(core, draft, where, id)
        if (typeof slot === 'string') return failed(slot)
        const { pageId } = slot
        const isSame = pageId === local.record.place.pageId
        await moveTo(core, draft, id, slot)
        if (!isSame)
          for (const one of await draft.getAll(below))
            if (one && isWorded(one))
              await moveTo(core, draft, one.record.id, { ...one.record.place, pageId })
        return done(id)
      }),

    deleteBlock: (id) =>
      core.write(async (draft) => {
        const local = await liveBlock(draft, id)
        if (!local) return gone(id)
        const below = (await draft.outline(local.record.place.pageId)).under(id)
        for (const one of await draft.getAll([id, ...below]))
          if (one && isWorded(one)) deleteOne(core, draft, one)
        return done(id)
      }),

    pick: (id, rev) =>
      core.write(async (draft) => {
        const local = await liveBlock(draft, id)
        if (!local) return gone(id)
        const version = local.record.versions?.find((one) => one.rev === rev)
        if (!version && rev !== local.record.words.rev)
          return failed(`Block ${id} has no version ${rev}. Choose one of the listed versions.`)
        const decided = version ? editText(core, local, version.text) : local
        draft.edit(
          {
            ...decided,
            record: withVersions(decided.record, undefined),
            drops: capRevisions([...decided.drops, ...versionsOf(local)]),
          },
          version ? ['words', 'drops'] : ['drops'],
        )
        return done(id)
      }),
  }
}

const gone = (id: string): EditResult => failed(`Block ${id} not found.`)

async function liveBlock(draft: Draft, id: string): Promise<WordedLocal | undefined> {
  const local = await draft.get(id)
  return local && isWorded(local) && local.record.deleted === undefined ? local : undefined
}

/** Prepares a text for storage; the result has the text in place of the id. Fails for a text that is too long. */
export function checked(text: string): EditResult {
  const content = normalizeLines(text).replaceAll('\0', '').toWellFormed()
  return content.length > SYNC_LIMITS.text
    ? failed(`The text has ${content.length} characters. A block can have ${SYNC_LIMITS.text}.`)
    : done(content)
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
): Promise<Omit<Place, 'at'> | string> {
  const page = await draft.get(pageId)
  if (page?.record.kind !== 'page' || page.record.deleted !== undefined) return `Page ${pageId} not found.`
  const outline = await draft.outline(pageId)
  if (parentId !== null && !outline.has(parentId)) return `Block ${parentId} not found on this page.`
  if (parentId !== null && moving !== undefined) await freeRoot(core, draft, outline, parentId, moving)
  const slot = slotAmong(outline, parentId, behind, moving)
  if (!slot) return `Block ${behind} not found among the siblings.`
  for (const [block, order] of slot.renumbered)
    await moveTo(core, draft, block.id, { pageId, parentId: block.parentId, order })
  return { pageId, parentId, order: slot.order }
}

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

/** Deletes one block. The person who deletes it has seen its words and its versions. */
export function deleteOne(core: Core, draft: Draft, local: WordedLocal): void {
  const { record } = local
  const seen = capRevisions([...local.seen, record.words.rev, ...versionsOf(local)])
  draft.edit({ ...local, seen, record: remove(record, core.now()) }, ['deleted'])
}
