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
