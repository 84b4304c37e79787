/**
 * Task markers and priorities: the words at the head of a block that make it a task and say how much it matters.
 * Only these spellings count; `WAIT`, `CANCELLED` and `todo` are words like any other.
 *
 * @see decisions 2.2
 */

export const MARKERS = ['TODO', 'DOING', 'NOW', 'LATER', 'WAITING', 'DONE', 'CANCELED'] as const
export type Marker = (typeof MARKERS)[number]

export const OPEN_MARKERS: readonly Marker[] = ['TODO', 'DOING', 'NOW', 'LATER', 'WAITING']
export const FINISHED_MARKERS: readonly Marker[] = ['DONE', 'CANCELED']

/** Whether a task with this marker is still to be done. */
export function isOpen(marker: Marker): boolean {
  return OPEN_MARKERS.includes(marker)
}

export const PRIORITIES = ['A', 'B', 'C'] as const
export type Priority = (typeof PRIORITIES)[number]
