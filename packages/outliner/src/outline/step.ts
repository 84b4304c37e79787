/**
 * The focus after undo and redo is where the step was.
 *
 * @see outliner 3.2
 */
import type { Changes } from '@notegraph/sync'
import { fieldOf, toField } from './field.ts'
import { sameEnds } from './follow.ts'
import { caretIn, type CaretAt, type Focus, type OutlineState } from './state.ts'
import { visibleBlocks } from './visible.ts'

/**
 * Finds the focus after a step.
 *
 * @param before the state before the step
 * @param after the state after it, with the focus if its block is still there
 * @param changes the changes of the step
 */
export function focusAfterStep(before: OutlineState, after: OutlineState, changes: Changes): Focus {
  const { outline, root, focus } = after
  const shown = visibleBlocks(outline, root)
  const isShown = (id: string): boolean => shown.includes(id)
  const caret = (id: string, at: CaretAt): Focus => caretIn(outline, id, at)
  const records = changes.filter((one) => one.group === 'record')
  const words = changes.filter((one) => one.group === 'words').findLast(({ id }) => isShown(id))
  const came = new Set(records.filter(({ is }) => is !== null).map(({ id }) => id))
  const back = shown.filter((id) => came.has(id))
  if (back.length > 0) {
    // A text that became two: the caret is at the start of the second one.
    const isSplit = words && words.is.length < words.was.length
    if (isSplit) return caret(words.was.startsWith(words.is) ? back[0]! : words.id, 'start')
    return caret(back.at(-1)!, 'end')
  }
  const own = focus === null ? [] : focus.kind === 'caret' ? [focus.id] : [focus.anchor, focus.head]
  const gone = new Set(records.map(({ id }) => id))
  if (words) {
    const { head, tail } = sameEnds(words.was, words.is)
    // Two texts that became one: the caret is between them.
    const at = gone.size > 0 ? head : words.is.length - tail
    const from =
      before.focus?.kind === 'caret' && before.focus.id === words.id ? before.focus.start : undefined
    const isApart =
      from !== undefined &&
      (from < toField(fieldOf(words.was), head) ||
        from > toField(fieldOf(words.was), words.was.length - tail))
    if (!isApart && focus?.kind !== 'blocks') return caret(words.id, toField(fieldOf(words.is), at))
  }
  if (own.some((id) => changes.some((change) => change.id === id))) return focus
  const old = visibleBlocks(before.outline, before.root)
  // Deleted, or moved to another page.
  const first = old.findIndex((id) => !outline.blocks.has(id))
  if (first >= 0) {
    if (focus !== null) return focus
    const nearest = old.slice(0, first).findLast(isShown) ?? old.slice(first).find(isShown)
    if (nearest === undefined) return null
    return before.focus?.kind === 'blocks'
      ? { kind: 'blocks', anchor: nearest, head: nearest }
      : caret(nearest, 'end')
  }
  const moved = changes.find(({ id, group }) => group === 'place' && isShown(id))
  return moved ? caret(moved.id, 'end') : focus
}
