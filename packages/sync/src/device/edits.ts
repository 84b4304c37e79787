/**
 * Edits of an app, one or many in one transaction. An edit with an id is applied once, also if a window that died had
 * already handed it over.
 *
 * @see sync, The device's rules 7a
 */
import { addBlock, deleteBlock, moveBlock, pick, setText, settle, type BlockEdits } from './edit-blocks.ts'
import { deletePage, openDay, openPage, setFavorite, setProp, type PageEdits } from './edit-pages.ts'
import { renamePage } from './rename-page.ts'
import type { Origin } from './origin.ts'
import type { Core } from './core.ts'
import { RESERVED, type Draft } from './draft.ts'
import type { Edit, EditDone, EditFault, EditResult } from './edit.ts'
import type { OwnValue } from './local.ts'
import { groupChanges, undoChanges, type Changes, type GroupChange } from './undo.ts'

/** The result of a list of edits. If one fails, nothing is stored, and `index` is its place in the list. */
export type EditsResult =
  | {
      readonly ok: true
      /** The edited records, one for each edit. */
      readonly edited: readonly EditDone[]
      /** The changes, for `undo`. */
      readonly changes: Changes
    }
  | (EditFault & { readonly index: number })

/** The result of undoing. */
export interface UndoResult {
  readonly ok: true
  /** Changes that stay, because somebody changed the same since. */
  readonly skipped: readonly GroupChange[]
  /** The changes that the undoing made. Undoing these is redoing. */
  readonly changes: Changes
}

/** Options of an edit. */
export interface EditOptions {
  /** An id of this edit, up to 100 characters. The same id again changes nothing and gives the same result. */
  readonly id?: string
  /** Values of the app to store in the same transaction; `null` deletes a value. */
  readonly keep?: readonly OwnValue[]
}

/** Many edits in one transaction, and their undoing. */
export interface Transactions {
  /**
   * Makes all edits in one transaction, or none of them.
   *
   * @example
   * const moved = await engine.edit([
   *   { do: 'setText', id: upper, text: 'both lines' },
   *   { do: 'deleteBlock', id: lower },
   * ])
   * if (moved.ok) await engine.undo(moved.changes)
   */
  edit(edits: readonly Edit[], options?: EditOptions): Promise<EditsResult>
  /** Undoes changes in one transaction, where nobody has changed the same since. Undoing its own result is redoing. */
  undo(changes: Changes, options?: EditOptions): Promise<UndoResult>
}

/** The most results of edits with an id that a device remembers, and their most characters. The latest always stays. */
const MOST_REMEMBERED = 1_000
const MOST_CHARACTERS = 4_000_000
/** The prefixes of the key of a result, and of the key of the id with a number. */
const RESULT = `${RESERVED}edit:`
const NUMBER = `${RESERVED}edits:`

/**
 * Creates the edits of an engine.
 *
 * @param window the window that makes the edits; absent for the program of the engine
 */
export function engineEdits(core: Core, window?: string): BlockEdits & PageEdits & Transactions {
  const origin: Origin = { by: 'app', ...(window !== undefined && { window }) }
  const one = async (edit: Edit): Promise<EditResult> => {
    if (rewrites(edit)) await core.indexed()
    const result = await core.write((draft) => applyAll(core, draft, [edit]), origin)
    if (result.ok) return result.edited[0]!
    const { index: _, ...fault } = result
    return fault
  }
  return {
    addBlock: (where, text, options) => one({ do: 'addBlock', where, text, ...options }),
    setText: (id, text, options) => one({ do: 'setText', id, text, ...options }),
    moveBlock: (id, where) => one({ do: 'moveBlock', id, where }),
    deleteBlock: (id) => one({ do: 'deleteBlock', id }),
    pick: (id, rev) => one({ do: 'pick', id, rev }),
    settle: (id, text, seen) => one({ do: 'settle', id, text, seen }),
    openPage: (name, options) => one({ do: 'openPage', name, ...options }),
    openDay: (day, name) => one({ do: 'openDay', day, ...(name !== undefined && { name }) }),
    renamePage: (id, name, options) => one({ do: 'renamePage', id, name, ...options }),
    setProp: (id, key, value) => one({ do: 'setProp', id, key, value }),
    setFavorite: (id, favorite) => one({ do: 'setFavorite', id, favorite }),
    deletePage: (id) => one({ do: 'deletePage', id }),
    edit: async (edits, options) => {
      if (edits.some(rewrites)) await core.indexed()
      return once(core, origin, options, (draft) => applyAll(core, draft, edits))
    },
    undo: (changes, options) =>
      once(core, origin, options, async (draft) => {
        const skipped = await undoChanges(core, draft, changes)
        return { ok: true, skipped, changes: groupChanges(draft.changes) }
      }),
  }
}

/** Whether an edit looks blocks up in the index. */
const rewrites = (edit: Edit): boolean => edit.do === 'renamePage' && edit.links === 'rewrite'

async function apply(core: Core, draft: Draft, edit: Edit): Promise<EditResult> {
  switch (edit.do) {
    case 'addBlock':
      return addBlock(core, draft, edit)
    case 'setText':
      return setText(core, draft, edit)
    case 'moveBlock':
      return moveBlock(core, draft, edit)
    case 'deleteBlock':
      return deleteBlock(core, draft, edit)
    case 'pick':
      return pick(core, draft, edit)
    case 'settle':
      return settle(core, draft, edit)
    case 'openPage':
      return openPage(core, draft, edit)
    case 'openDay':
      return openDay(core, draft, edit)
    case 'renamePage':
      return renamePage(core, draft, edit)
    case 'setProp':
      return setProp(core, draft, edit)
    case 'setFavorite':
      return setFavorite(core, draft, edit)
    case 'deletePage':
      return deletePage(core, draft, edit)
  }
}

async function applyAll(core: Core, draft: Draft, edits: readonly Edit[]): Promise<EditsResult> {
  const edited: EditDone[] = []
  for (const [index, edit] of edits.entries()) {
    const result = await apply(core, draft, edit)
    if (!result.ok) {
      draft.abandon()
      return { ...result, index }
    }
    edited.push(result)
  }
  return { ok: true, edited, changes: groupChanges(draft.changes) }
}

/** Runs a step unless a step with its id has been stored. The result is stored in the same transaction. */
async function once<T extends { readonly ok: boolean }>(
  core: Core,
  origin: Origin,
  { id, keep = [] }: EditOptions = {},
  work: (draft: Draft) => Promise<T>,
): Promise<T> {
  return core.write(async (draft) => {
    const stored = id === undefined ? undefined : await core.store.own(RESULT + id)
    if (stored !== undefined) return JSON.parse(stored) as T
    const result = await work(draft)
    if (!result.ok) return result
    for (const [key, value] of keep) draft.keep(key, value)
    if (id !== undefined) await remember(core, draft, id, JSON.stringify(result))
    return result
  }, origin)
}

/** Remembers the result of an edit, and forgets the oldest ones. */
async function remember(core: Core, draft: Draft, id: string, result: string): Promise<void> {
  let { first, next, size } = draft.meta.remembered ?? { first: 0, next: 0, size: 0 }
  size += result.length
  for (; first < next && (next - first >= MOST_REMEMBERED || size > MOST_CHARACTERS); first++) {
    const oldest = await core.store.own(NUMBER + first)
    if (oldest === undefined) continue
    size -= (await core.store.own(RESULT + oldest))?.length ?? 0
    draft.keepOwn(RESULT + oldest, null)
    draft.keepOwn(NUMBER + first, null)
  }
  draft.keepOwn(NUMBER + next, id)
  draft.keepOwn(RESULT + id, result)
  draft.set({ remembered: { first, next: next + 1, size } })
}

/** Takes the words out of the remembered results. The ids stay, so that no edit is made twice. @see outliner 1.4 */
export async function forgetWords(core: Core): Promise<void> {
  const { store } = core
  await core.write(async (draft) => {
    const { first, next } = draft.meta.remembered ?? { first: 0, next: 0 }
    let size = 0
    for (let number = first; number < next; number++) {
      const key = RESULT + ((await store.own(NUMBER + number)) ?? '')
      const result = await store.own(key)
      if (result === undefined) continue
      const { skipped, ...known } = JSON.parse(result) as { readonly skipped?: unknown }
      const bare = JSON.stringify({ ...known, ...(skipped !== undefined && { skipped: [] }), changes: [] })
      size += bare.length
      draft.keepOwn(key, bare)
    }
    draft.set({ remembered: { first, next, size } })
  })
}
