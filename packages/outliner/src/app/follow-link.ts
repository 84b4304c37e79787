/** Follows the link at the caret, as a click on it does. @see outliner 3.1 */
import { fieldOf, linkAt, pickedBlocks, type OutlineState } from '@notegraph/outliner'
import { below } from './base.ts'
import { go, openBeside } from './places.ts'

/** @param isBeside whether a page or block opens in the second column */
export function followLink(state: OutlineState, isBeside: boolean): void {
  const { focus, outline } = state
  const [id] = pickedBlocks(state)
  const block = id === undefined ? undefined : outline.blocks.get(id)
  if (!block) return
  const target =
    focus?.kind === 'caret' ? linkAt(focus.text, focus.start) : linkAt(fieldOf(block.content).text, 0)
  if (!target) return
  if ('address' in target) {
    const { address } = target
    return location.assign(address.startsWith('/') ? below(address) : address)
  }
  const place =
    'page' in target
      ? ({ at: 'name', name: target.page, makes: true } as const)
      : ({ at: 'block', id: target.block } as const)
  if (isBeside) openBeside(place)
  else go(place)
}
