/** Stamps: the time of a group's last change, in milliseconds since 1970. Each group of a record has its own. */
import type { GraphRecord } from '@notegraph/graph'
import type { Group } from './message.ts'
import { keyOfGroup } from './push.ts'

/** Returns the stamp of an edit: the current time, but always later than the stamp before. */
export const stampAfter = (now: number, before: number | undefined): number =>
  before === undefined ? now : Math.max(now, before + 1)

/**
 * Returns the latest stamp that the server accepts; it limits stamps in the future to the current time. If the stored
 * record has a stamp in the future, an edit can still follow that stamp. Otherwise nobody could change the record.
 *
 * @see sync, The server's rules 6
 */
export const latestTaken = (held: GraphRecord | undefined, now: number): number =>
  stampAfter(now, held && latestStamp(held))

/** Returns the latest stamp of any group. */
export function latestStamp(record: GraphRecord): number {
  let latest = record.deleted ?? 0
  if (record.kind !== 'page') latest = Math.max(latest, record.words.at, record.place.at)
  for (const key in record.props) latest = Math.max(latest, record.props[key]!.at)
  return latest
}

/** Returns the stamp of a group, or `undefined` if the record has none. */
export function stampOf(record: GraphRecord, group: Group): number | undefined {
  const key = keyOfGroup(group)
  if (key !== undefined) return Object.hasOwn(record.props, key) ? record.props[key]!.at : undefined
  if (group === 'deleted') return record.deleted
  if (record.kind === 'page') return undefined
  return group === 'words' ? record.words.at : group === 'place' ? record.place.at : undefined
}
