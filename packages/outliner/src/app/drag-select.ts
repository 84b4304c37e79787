/** Blocks that are selected by a mouse that is drawn from one to another. Loaded when a block is pressed. @see outliner 3.1 */
import type { PageModel } from './page-model.ts'

const ITEM = 'li[role="treeitem"]'

/** Follows a mouse that was pressed in a tree. Inside of one block it selects letters, as everywhere. */
export function dragSelect({ target }: PointerEvent, tree: Element, model: PageModel): void {
  const itemAt = (at: Element | null): HTMLElement | undefined => {
    const item = at?.closest('.row')?.closest<HTMLElement>(ITEM)
    return item?.closest('[role="tree"]') === tree ? item : undefined
  }
  const pressed = target as Element
  const from = pressed.closest('a, button, summary, input') ? undefined : itemAt(pressed)?.dataset['block']
  if (from === undefined || from === model.root) return
  let head = from
  const onMove = ({ clientX, clientY, buttons }: PointerEvent): void => {
    // Let go before this module was there, or outside of the window.
    if (buttons === 0) return end()
    const id = itemAt(document.elementFromPoint(clientX, clientY))?.dataset['block'] ?? head
    if (id !== head && model.run({ do: 'selectTo', id, from })) head = id
    // The browser selects the words between.
    if (head !== from) getSelection()?.removeAllRanges()
  }
  const end = (): void => {
    document.removeEventListener('pointermove', onMove)
    document.removeEventListener('pointerup', end)
    document.removeEventListener('pointercancel', end)
  }
  document.addEventListener('pointermove', onMove)
  document.addEventListener('pointerup', end)
  document.addEventListener('pointercancel', end)
}
