/**
 * Markers of tasks from the keyboard. A repeating task that would become done moves to its next days instead, and opens
 * again.
 *
 * @see outliner 3.1; assistants 3.3
 */
import { editTask, nextDates, parseBlock, type Day, type Marker } from '@notegraph/block-text'
import { contentOf, fieldOf } from './field.ts'
import { applyEdit, type Edit, type Operation } from './operation.ts'
import { blockIn } from './outline.ts'
import { edited, setContent, type Outcome, type Surroundings } from './outcome.ts'
import { pickedBlocks, type Caret, type OutlineState } from './state.ts'

/** The order of markers; every other marker, and none, becomes `TODO`. */
const NEXT: Partial<Record<Marker, Marker | null>> = {
  TODO: 'DOING',
  DOING: 'DONE',
  LATER: 'NOW',
  NOW: 'DONE',
  DONE: null,
}

/**
 * The marker after a marker, as Ctrl Enter sets it.
 *
 * @example
 * nextMarker('TODO') // 'DOING'
 */
export function nextMarker(marker: Marker | undefined): Marker | null {
  const next = marker === undefined ? undefined : NEXT[marker]
  return next === undefined ? 'TODO' : next
}

/**
 * The text of a block with another marker.
 *
 * @param today the day from which repeating dates move on
 * @param minute the minute of that day, for hours
 * @example
 * markedText('DOING water plants\nSCHEDULED: <2026-11-20 Fri .+1w>', 'DONE', 20261122)
 * // 'TODO water plants\nSCHEDULED: <2026-11-29 Sun .+1w>'
 */
export function markedText(text: string, marker: Marker | null, today: Day, minute = 0): string {
  const { layout, marker: before } = parseBlock(text)
  const dates = marker === 'DONE' ? nextDates(layout, today, minute) : undefined
  if (!dates) return editTask(text, { marker })
  return editTask(text, { ...dates, marker: before === 'NOW' || before === 'LATER' ? 'LATER' : 'TODO' })
}

/** Gives each picked block a marker, by default the one after that of the first block. */
export function mark(state: OutlineState, { today, minute }: Surroundings, wanted?: Marker | null): Outcome {
  const ids = pickedBlocks(state)
  const edit: Operation[] = []
  let marker = wanted
  for (const id of ids) {
    const block = blockIn(state.outline, id)
    const { text } = fieldOf(block.content)
    marker = marker === undefined ? nextMarker(parseBlock(text).marker) : marker
    edit.push(...setContent(block, contentOf(block.content, markedText(text, marker, today, minute))))
  }
  return edited(state, edit, () => focusAfter(state, edit))
}

/** The caret stays at its letter. */
function focusAfter({ outline, focus }: OutlineState, edit: Edit): OutlineState['focus'] {
  if (focus?.kind !== 'caret') return focus
  const { text } = fieldOf(blockIn(applyEdit(outline, edit), focus.id).content)
  return { ...focus, text, start: carried(focus, focus.start, text), end: carried(focus, focus.end, text) }
}

function carried({ text: before }: Caret, at: number, text: string): number {
  const [old, now] = [before, text].map((one) => parseBlock(one).layout.head.wordsAt) as [number, number]
  return Math.min(at < old ? now : at + now - old, text.length)
}
