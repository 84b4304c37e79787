/**
 * The commands of an outline. `runCommand` takes a state and a command, and returns the next state with the edit for the engine.
 * Keys, menus, buttons and tests all call it.
 *
 * @see outliner 3.1
 */
import type { Marker } from '@notegraph/block-text'
import type { Cut } from '../clipboard/copy.ts'
import { pasteBlocks, pasteCut } from '../clipboard/paste.ts'
import type { PastedBlock } from '../clipboard/pasted.ts'
import { contentOf } from './field.ts'
import { fold, foldTo, zoom, zoomOut } from './fold.ts'
import { joinDown, joinUp } from './join.ts'
import { mark } from './marks.ts'
import { move, moveTo, nest, unnest } from './nest.ts'
import { applyEdit, type Edit, type Where } from './operation.ts'
import { changed, NOTHING, refuse, setContent, type Outcome, type Surroundings } from './outcome.ts'
import { edit, escape, go, remove, select, selectAll, selectAt, selectTo } from './select.ts'
import { addLast, split } from './split.ts'
import type { CaretAt, OutlineState } from './state.ts'
import { SYNC_LIMITS } from '@notegraph/sync'

/** One command. Most act on the block with the caret, or on all selected blocks. */
export type Command =
  /** The field has this text and selection now. Nothing is stored yet. */
  | { readonly do: 'type'; readonly text: string; readonly start: number; readonly end: number }
  /** Stores the text of the field. Every other command does so first. */
  | { readonly do: 'store' }
  | { readonly do: 'split' | 'joinUp' | 'joinDown' | 'nest' | 'unnest' | 'moveUp' | 'moveDown' }
  | { readonly do: 'moveTo'; readonly ids: readonly string[]; readonly where: Where }
  | { readonly do: 'cycleMarker' | 'delete' | 'addLast' }
  | { readonly do: 'setMarker'; readonly marker: Marker | null }
  | { readonly do: 'fold' | 'unfold' | 'toggleFold'; readonly id?: string }
  | { readonly do: 'foldTo'; readonly level: number }
  | { readonly do: 'zoom'; readonly id?: string }
  | { readonly do: 'zoomOut' | 'leave' }
  /** Puts the caret into a block, or with `to` selects letters of it. */
  | { readonly do: 'edit'; readonly id?: string; readonly at?: CaretAt; readonly to?: number }
  /** Moves the caret to the block above or below, at a column of its nearest line. */
  | { readonly do: 'goUp' | 'goDown'; readonly column?: number }
  | { readonly do: 'escape' | 'selectUp' | 'selectDown' | 'extendUp' | 'extendDown' | 'selectAll' }
  | { readonly do: 'selectIn' | 'selectOut' | 'selectFirst' | 'selectLast' }
  | { readonly do: 'selectTo'; readonly id: string; readonly from?: string }
  /** Adds pasted blocks, or puts the blocks of a cut at another place. A selection in a field is replaced. */
  | { readonly do: 'paste'; readonly blocks: readonly PastedBlock[] }
  | { readonly do: 'pasteCut'; readonly cut: Cut }

/**
 * Runs a command.
 *
 * @param surroundings the new ids, and the time for repeating tasks
 * @returns `done: false` without a refusal if there is nothing to do; the key then belongs to the browser
 * @example
 * const outline = outlineOf('p', [{ id: 'a', depth: 0, content: 'milk and tea' }])
 * const state = { ...outlineState(outline), focus: caretIn(outline, 'a', 4) }
 * runCommand(state, { do: 'split' }, { newId: () => 'b', today: 20261120, minute: 540 }).edit
 * // [{ do: 'setText', id: 'a', text: 'milk' }, { do: 'addBlock', id: 'b', where: …, text: 'and tea' }]
 */
export function runCommand(state: OutlineState, command: Command, surroundings: Surroundings): Outcome {
  const { focus } = state
  if (command.do === 'type')
    return focus?.kind === 'caret'
      ? changed(state, {
          focus: { ...focus, text: command.text, start: command.start, end: command.end },
        })
      : NOTHING
  const isPaste = command.do === 'paste' || command.do === 'pasteCut'
  const from = isPaste ? withoutSelection(state) : state
  const typed = typedIn(from)
  const most = SYNC_LIMITS.text
  for (const one of typed)
    if (one.do === 'setText' && one.text.length > most)
      return refuse({ why: 'field_too_long', most, length: one.text.length })
  const stored = typed.length === 0 ? from : { ...from, outline: applyEdit(from.outline, typed) }
  const outcome = runStored(stored, command, surroundings)
  return outcome.done ? { ...outcome, typed } : outcome
}

function withoutSelection(state: OutlineState): OutlineState {
  const { focus } = state
  if (focus?.kind !== 'caret') return state
  const text = focus.text.slice(0, focus.start) + focus.text.slice(focus.end)
  return { ...state, focus: { ...focus, text, end: focus.start } }
}

/** The edit that stores the text of the field. */
function typedIn({ outline, focus }: OutlineState): Edit {
  if (focus?.kind !== 'caret') return []
  const block = outline.blocks.get(focus.id)
  return block ? setContent(block, contentOf(block.content, focus.text)) : []
}

function runStored(state: OutlineState, command: Command, surroundings: Surroundings): Outcome {
  switch (command.do) {
    case 'type':
      return NOTHING
    case 'store':
      return changed(state, {})
    case 'leave':
      return changed(state, { focus: null })
    case 'split':
      return split(state, surroundings)
    case 'joinUp':
      return joinUp(state)
    case 'joinDown':
      return joinDown(state)
    case 'nest':
      return nest(state)
    case 'unnest':
      return unnest(state)
    case 'moveUp':
      return move(state, 'up')
    case 'moveDown':
      return move(state, 'down')
    case 'moveTo':
      return moveTo(state, command.ids, command.where)
    case 'cycleMarker':
      return mark(state, surroundings)
    case 'setMarker':
      return mark(state, surroundings, command.marker)
    case 'delete':
      return remove(state)
    case 'addLast':
      return addLast(state, surroundings)
    case 'fold':
      return fold(state, true, command.id)
    case 'unfold':
      return fold(state, false, command.id)
    case 'toggleFold':
      return fold(state, 'toggle', command.id)
    case 'foldTo':
      return foldTo(state, command.level)
    case 'zoom':
      return zoom(state, command.id)
    case 'zoomOut':
      return zoomOut(state)
    case 'edit':
      return edit(state, command.id, command.at, command.to)
    case 'goUp':
      return go(state, 'up', command.column)
    case 'goDown':
      return go(state, 'down', command.column)
    case 'escape':
      return escape(state)
    case 'selectUp':
      return select(state, 'up', false)
    case 'selectDown':
      return select(state, 'down', false)
    case 'selectIn':
    case 'selectOut':
    case 'selectFirst':
    case 'selectLast':
      return selectAt(state, command.do)
    case 'extendUp':
      return select(state, 'up', true)
    case 'extendDown':
      return select(state, 'down', true)
    case 'selectAll':
      return selectAll(state)
    case 'paste':
      return pasteBlocks(state, command.blocks, surroundings)
    case 'pasteCut':
      return pasteCut(state, command.cut)
    case 'selectTo':
      return selectTo(state, command.id, command.from)
  }
}
