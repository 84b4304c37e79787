/** Says the result of each command to screen readers. @see outliner 5.1 */
import { parseBlock } from '@notegraph/block-text'
import { fieldOf, levelOf, pickedBlocks, showsChildren, siblingsOf } from '@notegraph/outliner'
import { useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { doneLast, type DoneLast } from '../done-last.ts'

export function Spoken(): JSX.Element {
  const last = doneLast.value
  const times = useRef(0)
  times.current++
  // The same words are said again, because the element is another one.
  return (
    <div class="spoken" role="status">
      {last && <span key={times.current}>{spokenWords(last)}</span>}
    </div>
  )
}

const PLACES: ReadonlySet<string> = new Set([
  'nest',
  'unnest',
  'moveUp',
  'moveDown',
  'split',
  'joinUp',
  'joinDown',
  'addLast',
  'selectUp',
  'selectDown',
  'selectIn',
  'selectOut',
  'selectFirst',
  'selectLast',
  'goUp',
  'goDown',
])

/** The result of a command at the picked block, in words. Others change nothing that the field does not say itself. */
function spokenWords({ command, state }: DoneLast): string {
  const [id, ...more] = pickedBlocks(state)
  if (command === 'undo') return 'Undone.'
  if (command === 'redo') return 'Redone.'
  if (command === 'delete') return 'Deleted.'
  if (command === 'paste' || command === 'pasteCut') return 'Pasted.'
  if (id === undefined) return ''
  const { outline, root } = state
  if (command === 'cycleMarker' || command === 'setMarker')
    return parseBlock(fieldOf(outline.blocks.get(id)!.content).text).marker ?? 'No task'
  if (command === 'fold' || command === 'unfold' || command === 'toggleFold')
    return showsChildren(outline, root, id) ? 'Unfolded.' : 'Folded.'
  if (command.startsWith('extend') || command === 'selectAll' || command === 'selectTo')
    return more.length === 0 ? '1 block selected.' : `${more.length + 1} blocks selected.`
  if (!PLACES.has(command)) return ''
  const siblings = siblingsOf(outline, id)
  const base = root === null ? 0 : levelOf(outline, root) - 1
  return `Level ${levelOf(outline, id) - base}, ${siblings.indexOf(id) + 1} of ${siblings.length}.`
}
