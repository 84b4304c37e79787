/** The field that has the caret now. The bar of phones and commands write into it. */
import { pickedRoots, type OutlineState, type TextSelection } from '@notegraph/outliner'
import type { BlockTarget } from '@notegraph/sync'
import { signal, type Signal } from '@preact/signals'
import type { PageModel } from './page-model.ts'

export interface ActiveField {
  readonly model: PageModel
  /** The same for all drawings of the field. */
  readonly owner: object
  readonly selection: () => TextSelection
  /** Replaces the text and the selection. */
  readonly write: (next: TextSelection) => void
  /** Whether the field is still on the page. If not, it has no selection. */
  readonly isOpen: () => boolean
}

/** The page whose blocks are selected. */
export const selectedIn: Signal<PageModel | undefined> = signal(undefined)

export const activeField: Signal<ActiveField | undefined> = signal(undefined)

/** Puts words into a field, instead of what is selected there. */
export function insertWords(
  { selection, write }: ActiveField,
  words: string,
  caret: number = words.length,
): void {
  const { text, start, end } = selection()
  const at = start + caret
  write({ text: text.slice(0, start) + words + text.slice(end), start: at, end: at })
}

/** Adds files at the caret. */
export function insertLinks(field: ActiveField, links: readonly string[]): void {
  const { text, start } = field.selection()
  const gap = start > 0 && !/\s$/u.test(text.slice(0, start)) ? ' ' : ''
  if (links.length > 0) insertWords(field, gap + links.join(' '))
}

/** The place behind the block with the caret, or behind the selected blocks. Without them, it is the end of the page. */
export function placeBehind(state: OutlineState): BlockTarget {
  const { pageId, blocks } = state.outline
  const behind = pickedRoots(state).at(-1)
  return behind === undefined ? { pageId } : { pageId, parentId: blocks.get(behind)!.parentId, behind }
}
