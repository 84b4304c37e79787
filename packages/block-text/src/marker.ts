/**
 * Task markers and priorities: the words at the head of a block that make it a task, and the importance of the task.
 * Only these spellings count. `WAIT`, `CANCELLED` and `todo` are ordinary words.
 *
 * @see decisions 2.2
 */

/** All task markers, in the order in which clients list them. */
export const MARKERS = ['TODO', 'DOING', 'NOW', 'LATER', 'WAITING', 'DONE', 'CANCELED'] as const
/** The word that makes a block a task. */
export type Marker = (typeof MARKERS)[number]

/** Markers of tasks that are not finished. */
export const OPEN_MARKERS: readonly Marker[] = ['TODO', 'DOING', 'NOW', 'LATER', 'WAITING']
/** Markers of tasks that are done or canceled. */
export const FINISHED_MARKERS: readonly Marker[] = ['DONE', 'CANCELED']

/**
 * Whether a task with this marker is not finished.
 *
 * @example
 * isOpen('WAITING') // true
 * isOpen('DONE') // false
 */
export function isOpen(marker: Marker): boolean {
  return OPEN_MARKERS.includes(marker)
}

/** All priorities, the highest first. A block contains them as `[#A]`. */
export const PRIORITIES = ['A', 'B', 'C'] as const
/** The importance of a task. */
export type Priority = (typeof PRIORITIES)[number]

/** The head of a list item with a checkbox. */
export interface Checkbox {
  readonly sign: ' ' | 'x' | 'X' | '/' | '-'
  /** The text with the marker in place of the box. */
  readonly text: string
}

const BOX = new RegExp(String.raw`^\[([ xX/-])\](?:[ \t]+(${MARKERS.join('|')})(?=\s|$)|(?=[ \t]|$))`, 'u')
const STATES: { readonly [sign in Checkbox['sign']]: Marker } = {
  ' ': 'TODO',
  '/': 'DOING',
  x: 'DONE',
  X: 'DONE',
  '-': 'CANCELED',
}

/**
 * Reads the checkbox that begins the text of a list item. `[ ]` and `[x]` say only whether a task is finished, so a marker
 * behind them that agrees says more. In any other case the box counts, because editors change boxes with a click and leave
 * the words.
 *
 * @returns undefined if the text does not begin with a checkbox
 * @example
 * readCheckbox('[ ] call') // { sign: ' ', text: 'TODO call' }
 * readCheckbox('[ ] WAITING call')?.text // 'WAITING call'
 */
export function readCheckbox(text: string): Checkbox | undefined {
  const box = BOX.exec(text)
  if (!box) return undefined
  const sign = box[1] as Checkbox['sign']
  const state = STATES[sign]
  const written = box[2] as Marker | undefined
  const isSaid = written !== undefined && sign !== '/' && sign !== '-' && isOpen(written) === isOpen(state)
  return { sign, text: (isSaid ? written : state) + text.slice(box[0].length) }
}
