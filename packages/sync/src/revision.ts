/**
 * Revisions: each identifies one version of some words, and is used only once. A revision can begin with the name of
 * its device and a `~`. Clients then show which device wrote a conflicting version.
 */
import { HISTORY, type GraphRecord, type Words } from '@notegraph/graph'

/** A record with words: a block or a shape. */
export type WordedRecord = Exclude<GraphRecord, { readonly kind: 'page' }>

const RANDOM = 24
/** A device name that a revision can begin with. With the random digits, the revision has at most 64 characters. */
const DEVICE = /^[A-Za-z0-9._-]{1,36}$/

/**
 * Creates a revision.
 *
 * @param random hexadecimal digits, such as a random UUID
 */
export function newRevision(device: string, random: string): string {
  const digits = random.replaceAll('-', '').slice(0, RANDOM)
  return DEVICE.test(device) ? `${device}~${digits}` : digits
}

/**
 * Returns the name of the device that wrote the words, or an empty string if their revision does not contain one.
 *
 * @example
 * deviceOf({ text: 'Hi', rev: 'laptop~1f', at: 1 }) // 'laptop'
 */
export const deviceOf = ({ rev }: Words): string => (rev.includes('~') ? rev.slice(0, rev.indexOf('~')) : '')

/** Whether the record has or had words with this revision. */
export function knows(held: WordedRecord, rev: string): boolean {
  return (
    rev === held.words.rev ||
    held.hist.includes(rev) ||
    (held.versions?.some((one) => one.rev === rev) ?? false)
  )
}

/** Combines lists of earlier revisions, the latest first, without duplicates and up to the limit. */
export const historyOf = (...lists: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(lists.flat())].slice(0, HISTORY)

/** Returns the record with these versions, and without the member `versions` if the list is empty. */
export function withVersions<R extends GraphRecord>(record: R, versions: GraphRecord['versions'] = []): R {
  if (versions.length > 0) return versions === record.versions ? record : { ...record, versions }
  if (record.versions === undefined) return record
  const { versions: _, ...rest } = record
  return rest as R
}

/** Returns the record without `deleted`. */
export function alive<R extends GraphRecord>(record: R): R {
  if (record.deleted === undefined) return record
  const { deleted: _, ...rest } = record
  return rest as R
}
