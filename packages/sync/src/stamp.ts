/** Stamps: when a group was changed, in milliseconds since 1970. Each group of a record has its own. */
import type { GraphRecord } from '@notegraph/graph'
import type { Group } from './message.ts'
import { keyOfGroup } from './push.ts'

/** A stamp for an edit made now, later than the one it follows whatever the clock says. */
export const stampAfter = (now: number, before: number | undefined): number =>
  before === undefined ? now : Math.max(now, before + 1)

/**
 * The latest stamp that the server takes: one in the future is cut to now. An edit of a record that is stamped in the
 * future itself still follows it, or nobody could ever change it.
 *
 * @see sync, The server's rules 6
 */
export const latestTaken = (held: GraphRecord | undefined, now: number): number =>
  stampAfter(now, held && latestStamp(held))

/** The latest stamp of any group. */
export function latestStamp(record: GraphRecord): number {
  let latest = record.deleted ?? 0
  if (record.kind !== 'page') latest = Math.max(latest, record.words.at, record.place.at)
  for (const key in record.props) latest = Math.max(latest, record.props[key]!.at)
  return latest
}

/** The stamp of a group; nothing where the record has none. */
export function stampOf(record: GraphRecord, group: Group): number | undefined {
  const key = keyOfGroup(group)
  if (key !== undefined) return Object.hasOwn(record.props, key) ? record.props[key]!.at : undefined
  if (group === 'deleted') return record.deleted
  if (record.kind === 'page') return undefined
  return group === 'words' ? record.words.at : group === 'place' ? record.place.at : undefined
}
