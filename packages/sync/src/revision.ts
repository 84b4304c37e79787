/**
 * Revisions: what says which words these are. One is never used twice. It may begin with the device that made it and a
 * `~`, by which a version that has to step back can be told as that device's.
 */
import { HISTORY, type GraphRecord, type Words } from '@notegraph/graph'

/** Records that have words. */
export type WordedRecord = Exclude<GraphRecord, { readonly kind: 'page' }>

const RANDOM = 24
/** A device that a revision can begin with: with its random digits it stays within 64 characters. */
const DEVICE = /^[A-Za-z0-9._-]{1,36}$/

/** @param random hexadecimal digits, such as a random UUID */
export function newRevision(device: string, random: string): string {
  const digits = random.replaceAll('-', '').slice(0, RANDOM)
  return DEVICE.test(device) ? `${device}~${digits}` : digits
}

/** The device that made the words, where their revision tells it; else an empty text. */
export const deviceOf = ({ rev }: Words): string => (rev.includes('~') ? rev.slice(0, rev.indexOf('~')) : '')

/** Whether words of this revision have been here, whatever became of them. */
export function knows(held: WordedRecord, rev: string): boolean {
  return (
    rev === held.words.rev ||
    held.hist.includes(rev) ||
    (held.versions?.some((one) => one.rev === rev) ?? false)
  )
}

/** Earlier revisions, the latest first, each once and as many as are remembered. */
export const historyOf = (...lists: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(lists.flat())].slice(0, HISTORY)

/** The record with these versions; without the member where there are none. */
export function withVersions<R extends GraphRecord>(record: R, versions: GraphRecord['versions'] = []): R {
  if (versions.length > 0) return versions === record.versions ? record : { ...record, versions }
  if (record.versions === undefined) return record
  const { versions: _, ...rest } = record
  return rest as R
}

/** The record without the mark of being deleted. */
export function alive<R extends GraphRecord>(record: R): R {
  if (record.deleted === undefined) return record
  const { deleted: _, ...rest } = record
  return rest as R
}
