/**
 * Offering again what a server has lost: after it was restored from a backup, each record, version and place that it
 * lacks is made dirty, as if it had been edited here.
 *
 * @see sync, The device's rules 6
 */
import type { GraphRecord } from '@notegraph/graph'
import { isSameValue, ownProp } from '../merge-props.ts'
import type { Group } from '../message.ts'
import { alive, knows } from '../revision.ts'
import { stampOf } from '../stamp.ts'
import type { Local } from './local.ts'

/** Every group that a record has. */
export function groupsOf(record: GraphRecord): Group[] {
  const groups = Object.keys(record.props).map((key) => `props.${key}`)
  if (record.deleted !== undefined) groups.push('deleted')
  if (record.kind === 'page') return groups
  if (record.versions) groups.push('versions')
  return ['words', 'place', ...groups]
}

/** The groups of a record on a device that the server's record lacks. */
function lackedBy(server: GraphRecord, { record: mine }: Local): Group[] {
  const lacked = Object.keys(mine.props)
    .filter((key) => {
      const [ours, theirs] = [ownProp(mine, key)!, ownProp(server, key)]
      return !theirs || ours.at > theirs.at || (ours.at === theirs.at && !isSameValue(ours.v, theirs.v))
    })
    .map((key) => `props.${key}`)
  if (mine.deleted !== undefined && server.deleted === undefined) lacked.push('deleted')
  if (mine.kind === 'page' || server.kind === 'page') return lacked
  if (!knows(server, mine.words.rev)) lacked.push('words')
  if (mine.place.at > server.place.at) lacked.push('place')
  if (mine.versions?.some(({ rev }) => !knows(server, rev))) lacked.push('versions')
  return lacked
}

/**
 * A block that was deleted here by somebody who had not seen all its words, without that: a server that had not lost them
 * would have kept it, and whoever offers them again did not write them.
 */
export function keptUnseen(local: Local): Local {
  const { record, dirty, seen } = local
  if (record.kind === 'page' || record.deleted === undefined || dirty['deleted'] === undefined) return local
  if ([record.words, ...(record.versions ?? [])].every(({ rev }) => seen.includes(rev))) return local
  const { deleted: _, ...rest } = dirty
  return { ...local, record: alive(record), dirty: rest }
}

/** The record with what the server lacks made dirty. What came before its words was replaced by whoever wrote them. */
export function offering(local: Local, server: GraphRecord, edit: number): Local {
  const kept = keptUnseen(local)
  return withDirty(kept, lackedBy(server, kept), edit)
}

/** The record with all of it made dirty, for a server that has none of that id. */
export const offeringAll = (local: Local, edit: number): Local =>
  withDirty(local, groupsOf(local.record), edit)

function withDirty(local: Local, groups: readonly Group[], edit: number): Local {
  const fresh = groups.filter((group) => local.dirty[group] === undefined)
  if (fresh.length === 0) return local
  const { record } = local
  const revs = record.kind === 'page' ? [] : seenBy(record, fresh)
  return {
    ...local,
    dirty: { ...local.dirty, ...Object.fromEntries(fresh.map((group) => [group, edit])) },
    // It is offered as it is: its stamps are not this device's to mend.
    follows: {
      ...local.follows,
      ...Object.fromEntries(fresh.map((group) => [group, stampOf(record, group) ?? 0])),
    },
    seen: [...new Set([...local.seen, ...revs])],
  }
}

/**
 * What whoever wrote the words had seen, and who deleted them. A deletion that this device alone knows of has seen what
 * it says itself.
 */
function seenBy(record: Exclude<GraphRecord, { readonly kind: 'page' }>, groups: readonly Group[]): string[] {
  if (groups.includes('deleted'))
    return [...record.hist, record.words.rev, ...(record.versions ?? []).map(({ rev }) => rev)]
  return groups.includes('words') ? [...record.hist] : []
}
