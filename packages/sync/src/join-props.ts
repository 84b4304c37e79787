/** Joins lists of two pages or two devices, so that the words of both stay. */
import { fold, listValues, writtenValues } from '@notegraph/block-text'
import type { Prop } from '@notegraph/graph'

/** Properties whose values are lists. */
const LISTS: ReadonlySet<string> = new Set(['alias', 'tags'])

/** Whether the values of a property are lists. */
export const isListKey = (key: string): boolean => LISTS.has(key)

/** Joins two lists, if both are texts. */
export function joinLists(ours: Prop | undefined, theirs: Prop): Prop | undefined {
  if (typeof ours?.v !== 'string' || typeof theirs.v !== 'string') return undefined
  const held = new Set(listValues(ours.v).map(fold))
  const more = listValues(theirs.v).filter((value) => !held.has(fold(value)))
  if (more.length === 0) return ours
  const added = more.map((value) => (value.includes(',') ? `[[${value}]]` : value))
  return { v: [ours.v, ...added].join(', '), at: Math.max(ours.at, theirs.at) + 1 }
}

/**
 * Joins two lists as they are written.
 *
 * @returns ours if it has all of theirs
 */
export function joinWritten(ours: string, theirs: string): string {
  const held = new Set(writtenValues(ours).map(fold))
  const more = writtenValues(theirs).filter((value) => !held.has(fold(value)))
  return more.length === 0 ? ours : [...writtenValues(ours), ...more].join(', ')
}
