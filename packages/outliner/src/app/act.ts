/** Runs the command of a key or button on a page. */
import { pickedBlocks, type Command, type KeyCommand } from '@notegraph/outliner'
import { dialog } from './dialog.ts'
import { outlineCommand } from './keys.ts'
import type { PageModel } from './page-model.ts'
import { wantCaret } from './kept-caret.ts'
import { go } from './places.ts'

/**
 * @param edge the command of a key at the edge of a text, which has no name in the table of keys
 * @returns whether it was done; else the key belongs to the browser
 */
export function act(model: PageModel, command: KeyCommand | undefined, edge?: Command): boolean {
  const { state, pageId, root } = model
  if (command === 'undo' || command === 'redo') {
    void model.walk(command)
    return true
  }
  if (command === 'moveToPage') {
    dialog.value = { show: 'move', model }
    return true
  }
  if (command === 'menu') {
    const [id] = pickedBlocks(state)
    if (id !== undefined) dialog.value = { show: 'block', model, id }
    return id !== undefined
  }
  // Zooming goes to another place, so that Back leads out of it.
  if (command === 'zoom') {
    const [id] = pickedBlocks(state)
    if (id === undefined) return false
    const { focus } = state
    if (focus?.kind === 'caret') wantCaret({ id, at: focus.start })
    model.run({ do: 'store' })
    go({ at: 'block', id })
    return true
  }
  if (command === 'zoomOut') {
    if (root === undefined) return false
    const { focus } = state
    if (focus?.kind === 'caret') wantCaret({ id: focus.id, at: focus.start })
    const parentId = state.outline.blocks.get(root)?.parentId
    go(typeof parentId === 'string' ? { at: 'block', id: parentId } : { at: 'page', id: pageId })
    return true
  }
  if (command === 'follow' || command === 'followBeside') {
    void import('./follow-link.ts').then(({ followLink }) => followLink(state, command === 'followBeside'))
    return true
  }
  // As in all trees: an arrow folds or unfolds first.
  if (command === 'selectIn' || command === 'selectOut')
    return model.run({ do: command === 'selectIn' ? 'unfold' : 'fold' }) || model.run({ do: command })
  const edit = (command && outlineCommand(command)) ?? edge
  return edit !== undefined && model.run(edit)
}
