/** The outcome of a command: the next state with its edit, a refusal, or nothing. */
import type { Edit } from './operation.ts'
import { applyEdit } from './operation.ts'
import type { Block, Outline } from './outline.ts'
import { heightOf, levelOf, withBlock } from './outline.ts'
import type { Refusal } from './messages.ts'
import type { Focus, OutlineState } from './state.ts'
import { SYNC_LIMITS } from '@notegraph/sync'

/** A command that was done. */
export interface Done {
  readonly done: true
  /** The state after it. */
  readonly state: OutlineState
  /** Text of the field that was not stored yet. It comes before `edit`, and is a step of its own for undo. */
  readonly typed: Edit
  /** Its operations for the engine. Folding, zooming and selecting have none. */
  readonly edit: Edit
}

/** A command that was not done. Without a refusal the key belongs to the browser. */
export interface NotDone {
  readonly done: false
  readonly refusal?: Refusal
}

/** The result of a command. */
export type Outcome = Done | NotDone

/** The facts that commands need from outside. */
export interface Surroundings {
  /** A new id for a block, a random UUID in lower case. */
  readonly newId: () => string
  /** Today, for repeating tasks. */
  readonly today: number
  /** The present minute of the day, for tasks that repeat after hours. */
  readonly minute: number
}

export const NOTHING: NotDone = { done: false }
export const refuse = (refusal: Refusal): NotDone => ({ done: false, refusal })

/** The outcome of a command without operations. */
export const changed = (state: OutlineState, members: Partial<OutlineState>): Done => ({
  done: true,
  state: { ...state, ...members },
  typed: [],
  edit: [],
})

/**
 * The outcome of an edit.
 *
 * @param focusIn finds the focus in the blocks after the edit
 * @param unfolded blocks whose new children must be seen
 */
export function edited(
  state: OutlineState,
  edit: Edit,
  focusIn: (outline: Outline) => Focus,
  unfolded: readonly string[] = [],
): Outcome {
  if (edit.length === 0) return NOTHING
  let outline = applyEdit(state.outline, edit)
  for (const id of unfolded)
    if (outline.blocks.get(id)?.folded) outline = withBlock(outline, id, { folded: false })
  const tooLong = edit.some(
    (one) => (one.do === 'setText' || one.do === 'addBlock') && one.text.length > SYNC_LIMITS.text,
  )
  if (tooLong) return refuse({ why: 'too_long', most: SYNC_LIMITS.text })
  if (edit.some((one) => one.do === 'moveBlock' || one.do === 'addBlock') && isTooDeep(outline, edit))
    return refuse({ why: 'too_deep', most: SYNC_LIMITS.depth })
  return { done: true, state: { ...state, outline, focus: focusIn(outline) }, typed: [], edit }
}

const isTooDeep = (outline: Outline, edit: Edit): boolean =>
  edit.some(
    ({ do: kind, id }) =>
      (kind === 'moveBlock' || kind === 'addBlock') &&
      outline.blocks.has(id) &&
      levelOf(outline, id) + heightOf(outline, id) - 1 > SYNC_LIMITS.depth,
  )

/** An operation that sets the content of a block, or none if the block has it. */
export function setContent(block: Block, content: string): Edit {
  if (content === block.content) return []
  return [{ do: 'setText', id: block.id, text: content, ...(block.rev !== undefined && { rev: block.rev }) }]
}
