/** The state of an outline: the blocks of a page, the zoomed block, and the caret or the selection. */
import { fieldOf } from './field.ts'
import { blockIn, isAtOrUnder, type Outline } from './outline.ts'
import { visibleBlocks } from './visible.ts'
import { writtenEnd } from './words.ts'

/** The caret in the text of one block. */
export interface Caret {
  readonly kind: 'caret'
  readonly id: string
  /** The text of the field as it is now. It can be newer than the block. */
  readonly text: string
  /** The selection in the text; both are equal without one. */
  readonly start: number
  readonly end: number
}

/** Selected blocks: those between two visible ones, with everything nested under them. */
export interface Selection {
  readonly kind: 'blocks'
  /** The block at which the selection began. */
  readonly anchor: string
  /** The block that Shift with an arrow moves. */
  readonly head: string
}

/** The place where the keyboard acts; `null` outside the outline. */
export type Focus = Caret | Selection | null

/** The state of one outline. Commands take it and return the next one. */
export interface OutlineState {
  readonly outline: Outline
  /** The zoomed block, or `null` for the whole page. An embed is zoomed to its block. */
  readonly root: string | null
  readonly focus: Focus
}

/**
 * The state of an outline without a focus.
 *
 * @example
 * outlineState(outlineOf('p', [{ id: 'a', depth: 0, content: 'A' }]))
 */
export const outlineState = (outline: Outline, root: string | null = null): OutlineState => ({
  outline,
  root,
  focus: null,
})

/** The place for a caret: an index of the field's text, or one of its ends. */
export type CaretAt = number | 'start' | 'end'

/** A caret in a block's field. */
export function caretIn(outline: Outline, id: string, at: CaretAt): Caret {
  const { text } = fieldOf(blockIn(outline, id).content)
  const place = at === 'start' ? 0 : at === 'end' ? writtenEnd(text) : Math.max(0, Math.min(at, text.length))
  return { kind: 'caret', id, text, start: place, end: place }
}

/** The visible blocks from one end of the selection to the other, or the block with the caret. */
export function pickedBlocks({ outline, root, focus }: OutlineState): readonly string[] {
  if (focus === null) return []
  if (focus.kind === 'caret') return [focus.id]
  const shown = visibleBlocks(outline, root)
  const [a, b] = [shown.indexOf(focus.anchor), shown.indexOf(focus.head)]
  return shown.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/**
 * The picked blocks that are not nested under another picked one, in the order of reading. Commands move and delete
 * these, with everything under them.
 *
 * @example
 * const state = outlineState(outlineOf('p', [{ id: 'a', depth: 0, content: '' }, { id: 'b', depth: 1, content: '' }]))
 * pickedRoots({ ...state, focus: { kind: 'blocks', anchor: 'a', head: 'b' } }) // ['a']
 */
export function pickedRoots(state: OutlineState): readonly string[] {
  let last: string | undefined
  return pickedBlocks(state).filter((id) => {
    if (last !== undefined && isAtOrUnder(state.outline, id, last)) return false
    last = id
    return true
  })
}
