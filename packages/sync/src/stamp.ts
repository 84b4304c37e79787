/** Stamps: when a group was changed, in milliseconds since 1970. Each group of a record has its own. */
import type { GraphRecord } from '@notegraph/graph'

/** A stamp for an edit made now, later than the one it follows whatever the clock says. */
export const stampAfter = (now: number, before: number | undefined): number =>
  before === undefined ? now : Math.max(now, before + 1)

/**
 * A stamp as the server takes it: one in the future is cut to now. An edit of what is stamped in the future itself
 * still follows it, or nobody could ever change it.
 *
 * @see sync, The server's rules 6
 */
export const notInFuture = (at: number, held: number | undefined, now: number): number =>
  Math.min(at, stampAfter(now, held))

/** The latest stamp of any group. */
export function latestStamp(record: GraphRecord): number {
  let latest = record.deleted ?? 0
  if (record.kind !== 'page') latest = Math.max(latest, record.words.at, record.place.at)
  for (const { at } of Object.values(record.props)) latest = Math.max(latest, at)
  return latest
}
