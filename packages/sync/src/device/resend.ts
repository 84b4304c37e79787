/**
 * Repair of a server that lost data. After a restore from a backup, each record, version and place that the server
 * lacks becomes dirty, as if edited here.
 *
 * @see sync, The device's rules 6
 */
import type { GraphRecord } from '@notegraph/graph'
import { isSameValue, ownProp } from '../merge-props.ts'
import type { Group } from '../message.ts'
import { alive, knows } from '../revision.ts'
import { stampOf } from '../stamp.ts'
import type { Local } from './local.ts'

/** Lists every group of a record. */
export function groupsOf(record: GraphRecord): Group[] {
  const groups = Object.keys(record.props).map((key) => `props.${key}`)
  if (record.deleted !== undefined) groups.push('deleted')
  if (record.kind === 'page') return groups
  if (record.versions) groups.push('versions')
  return ['words', 'place', ...groups]
}

/** Lists the groups of a local record that the server lacks. */
function lackedBy(server: GraphRecord, { record: mine }: Local): Group[] {
  const lacked = Object.keys(mine.props)
    .filter((key) => {
      const [ours, theirs] = [ownProp(mine, key)!, ownProp(server, key)]
      return !theirs || ours.at > theirs.at || (ours.at === theirs.at && !isSameValue(ours.v, theirs.v))
    })
    .map((key) => `props.${key}`)
  if (mine.deleted !== undefined && server.deleted === undefined) lacked.push('deleted')
  if (mine.kind === 'page' || server.kind === 'page') return lacked
  if (!knows(server, mine.words.rev)) {
    lacked.push('words')
    // Without the deletion, the words would bring back a block that another device deleted meanwhile.
    if (mine.deleted !== undefined && server.deleted !== undefined) lacked.push('deleted')
  }
  if (mine.place.at > server.place.at) lacked.push('place')
  if (mine.versions?.some(({ rev }) => !knows(server, rev))) lacked.push('versions')
  return lacked
}

/**
 * Undoes the deletion of a block whose author had not seen all its words. A server without data loss would have kept
 * the block, and this device did not write the words.
 */
export function keptUnseen(local: Local): Local {
  const { record, dirty, seen } = local
  if (record.kind === 'page' || record.deleted === undefined || dirty['deleted'] === undefined) return local
  if ([record.words, ...(record.versions ?? [])].every(({ rev }) => seen.includes(rev))) return local
  const { deleted: _, ...rest } = dirty
  return { ...local, record: alive(record), dirty: rest }
}

/**
 * Marks the groups that the server lacks as dirty. Earlier revisions count as seen, because the author of the words
 * replaced them.
 */
export function resendMissing(local: Local, server: GraphRecord, edit: number): Local {
  const kept = keptUnseen(local)
  return withDirty(kept, lackedBy(server, kept), edit)
}

/** Marks all groups as dirty, for a server without this record. */
export const resendAll = (local: Local, edit: number): Local => withDirty(local, groupsOf(local.record), edit)

function withDirty(local: Local, groups: readonly Group[], edit: number): Local {
  const fresh = groups.filter((group) => local.dirty[group] === undefined)
  if (fresh.length === 0) return local
  const { record } = local
  const revs = record.kind === 'page' ? [] : seenBy(record, fresh)
  return {
    ...local,
    dirty: { ...local.dirty, ...Object.fromEntries(fresh.map((group) => [group, edit])) },
    // The record is sent unchanged, so restamping must not change its stamps.
    follows: {
      ...local.follows,
      ...Object.fromEntries(fresh.map((group) => [group, stampOf(record, group) ?? 0])),
    },
    seen: [...new Set([...local.seen, ...revs])],
  }
}

/**
 * Returns the revisions that the author of the words or of the deletion saw. A deletion that only this device has
 * counts as seeing its own words.
 */
function seenBy(record: Exclude<GraphRecord, { readonly kind: 'page' }>, groups: readonly Group[]): string[] {
  if (groups.includes('deleted'))
    return [...record.hist, record.words.rev, ...(record.versions ?? []).map(({ rev }) => rev)]
  return groups.includes('words') ? [...record.hist] : []
}
