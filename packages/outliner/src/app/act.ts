/** Runs the command of a key or button on a page. */
import { pickedBlocks, type Command, type KeyCommand } from '@notegraph/outliner'
import { outlineCommand } from './keys.ts'
import type { PageModel } from './page-model.ts'
import { go } from './places.ts'

/**
 * @param edge the command of a key at the edge of a text, which has no name in the table of keys
 * @returns whether it was done; else the key belongs to the browser
 */
export function act(model: PageModel, command: KeyCommand | undefined, edge?: Command): boolean {
  const { state, pageId } = model
  if (command === 'undo' || command === 'redo') {
    void model[command]()
    return true
  }
  // Zooming goes to another place, so that Back leads out of it.
  if (command === 'zoom') {
    const [id] = pickedBlocks(state)
    if (id !== undefined) go({ at: 'block', id })
    return id !== undefined
  }
  if (command === 'zoomOut') {
    if (state.root === null) return false
    const parentId = state.outline.blocks.get(state.root)?.parentId
    go(typeof parentId === 'string' ? { at: 'block', id: parentId } : { at: 'page', id: pageId })
    return true
  }
  const edit = (command && outlineCommand(command)) ?? edge
  return edit !== undefined && model.run(edit)
}
