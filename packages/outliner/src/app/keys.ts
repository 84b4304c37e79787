/** Looks a pressed key up in the one table of keys. @see outliner 3.1 */
import {
  commandOfKey,
  deletePair,
  insertLink,
  MARKS,
  toggleMark,
  writtenEnd,
  type Command,
  type KeyCommand,
  type KeyPlace,
  type MarkName,
  type OwnKeys,
  type TextSelection,
} from '@notegraph/outliner'
import { signal, type Signal } from '@preact/signals'
import { lineAt } from './wrapped-lines.ts'

export const isMac: boolean = /mac|iphone|ipad/i.test(navigator.platform)
/** The key that is held, in words. */
export const MOD: string = isMac ? '⌘' : 'Ctrl'

/** The name under which a person's own keys are kept with the notes. */
export const OWN_KEYS = 'keys'
/** The keys that the person set, on this device. */
export const ownKeys: Signal<OwnKeys> = signal({})

export const commandIn = (event: KeyboardEvent, place: KeyPlace): KeyCommand | undefined =>
  commandOfKey(event, { place, isMac, own: ownKeys.peek() })

/** Commands of the outline that a key runs by their name alone. */
const OUTLINE: ReadonlySet<KeyCommand> = new Set([
  'split',
  'nest',
  'unnest',
  'moveUp',
  'moveDown',
  'cycleMarker',
  'fold',
  'unfold',
  'escape',
  'edit',
  'selectUp',
  'selectDown',
  'selectFirst',
  'selectLast',
  'extendUp',
  'extendDown',
  'selectAll',
  'delete',
])

/** The command of the outline for a key; `undefined` if the key is of another kind. */
export const outlineCommand = (command: KeyCommand): Command | undefined =>
  OUTLINE.has(command) ? ({ do: command } as Command) : undefined

/** The command of a key that leaves the text of a field: at its ends, on its outer lines, and where all is selected. */
export function atEdge(
  event: KeyboardEvent,
  { text, start, end }: TextSelection,
  field: HTMLTextAreaElement,
): Command | undefined {
  const { key, shiftKey } = event
  const isCaret = start === end
  /** The line of a number is behind the end of the words. */
  const lastOf = (at: number): number => (at <= writtenEnd(text) ? writtenEnd(text) : text.length)
  // The whole text is selected already.
  if (end - start === text.length && commandIn(event, 'blocks') === 'selectAll') return { do: 'escape' }
  if (isCaret && start === 0 && joins(event, 'joinUp', 'Backspace')) return { do: 'joinUp' }
  if (isCaret && end === lastOf(end) && joins(event, 'joinDown', 'Delete')) return { do: 'joinDown' }
  if (key === 'ArrowUp' && !text.slice(0, start).includes('\n') && lineAt(field, start).isFirst)
    return shiftKey ? { do: 'extendUp' } : { do: 'goUp', column: start }
  if (key === 'ArrowDown' && !text.slice(end, lastOf(end)).includes('\n')) {
    const { isLast, column } = lineAt(field, end, lastOf(end))
    if (isLast) return shiftKey ? { do: 'extendDown' } : { do: 'goDown', column }
  }
  if (!isCaret || shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined
  // Browsers go back with Alt, and Macs to the ends of a line with Cmd.
  if (event.metaKey || (event.altKey && !isMac)) return undefined
  // From right to left, the left arrow goes on.
  const isBack = (key === 'ArrowLeft') !== (getComputedStyle(field).direction === 'rtl')
  if (isBack && start === 0) return { do: 'goUp', column: Infinity }
  if (!isBack && end === lastOf(end)) return { do: 'goDown', column: 0 }
  return undefined
}

/** Whether a key joins blocks: the one that also deletes a letter, with whatever is held, or the person's own. */
const joins = (event: KeyboardEvent, command: 'joinUp' | 'joinDown', key: string): boolean =>
  ownKeys.peek()[command] ? commandIn(event, 'text') === command : event.key === key

/** The text after a key that changes it in another way than the browser would. */
export function textAfter(
  event: KeyboardEvent,
  command: KeyCommand | undefined,
  selection: TextSelection,
): TextSelection | undefined {
  if (command !== undefined && Object.hasOwn(MARKS, command))
    return toggleMark(selection, command as MarkName)
  if (command === 'link') return insertLink(selection)
  // The browser breaks the line at Enter alone.
  if (command === 'lineBreak' && event.key !== 'Enter') {
    const { text, start, end } = selection
    return { text: `${text.slice(0, start)}\n${text.slice(end)}`, start: start + 1, end: start + 1 }
  }
  if (event.key === 'Backspace') return deletePair(selection)
  return undefined
}
