/**
 * The visible form of a record: the server's record with the edits of this device that the server may not have yet. A
 * pull never overwrites a dirty group.
 *
 * @see sync, The device's rules 3 and 4
 */
import type { GraphRecord, Prop } from '@notegraph/graph'
import { isListKey, joinWritten } from '../join-props.ts'
import { ownProp, withProps } from '../merge-props.ts'
import { offerVersions } from '../merge-words.ts'
import type { Group, PushResult } from '../message.ts'
import { keysOf } from '../push.ts'
import { alive, withVersions } from '../revision.ts'
import { latestStamp, stampAfter } from '../stamp.ts'
import type { Local } from './local.ts'

/** A record from the server without local edits. */
export const asPulled = (record: GraphRecord, pass: number): Local => ({
  record,
  dirty: {},
  follows: {},
  seen: [],
  drops: [],
  pass,
})

/**
 * Joins dirty lists with lists of others that their author had not seen. A list that only its deleter had not seen stays.
 *
 * @param now the server's time
 * @param isOwn whether this device sent the value of a property, without an answer so far
 */
export function withUnseenLists(
  local: Local,
  server: GraphRecord,
  now: number,
  isOwn: (group: Group, prop: Prop) => boolean,
  nextEdit: () => number,
): Local {
  const joined = keysOf(Object.keys(local.dirty)).flatMap((key) => {
    if (!isListKey(key)) return []
    const group = `props.${key}`
    const [ours, theirs] = [ownProp(local.record, key), ownProp(server, key)]
    if (!theirs || theirs.at <= (local.follows[group] ?? 0) || isOwn(group, theirs)) return []
    if (!ours || typeof theirs.v !== 'string') return []
    const v = typeof ours.v === 'string' ? joinWritten(ours.v, theirs.v) : theirs.v
    if (v === ours.v) return []
    const at = stampAfter(now, Math.max(ours.at, theirs.at))
    return [{ group, key, prop: { v, at }, follows: theirs.at }]
  })
  if (joined.length === 0) return local
  const edit = nextEdit()
  return {
    ...local,
    record: withProps(
      local.record,
      joined.map(({ key, prop }) => [key, prop]),
    ),
    dirty: { ...local.dirty, ...Object.fromEntries(joined.map(({ group }) => [group, edit])) },
    follows: {
      ...local.follows,
      ...Object.fromEntries(joined.map(({ group, follows }) => [group, follows])),
    },
  }
}

/** Applies the dirty groups to the server's record. */
export function overlay(server: GraphRecord, { record: mine, dirty, drops }: Local): GraphRecord {
  let record = server
  const props = keysOf(Object.keys(dirty)).flatMap((key) => {
    const prop = ownProp(mine, key)
    return prop ? [[key, prop] as const] : []
  })
  if (props.length > 0) record = withProps(record, props)
  if (record.kind !== 'page' && mine.kind !== 'page') {
    if (dirty['words'] !== undefined) record = { ...record, words: mine.words, hist: mine.hist }
    if (dirty['place'] !== undefined) record = { ...record, place: mine.place }
    // The words shown on this device can be a version on the server.
    const hidden = new Set([...drops, record.words.rev])
    record = withVersions(record, withoutRevs(record.versions, hidden))
    // Behind the hidden ones: one of the same words would keep an offered one away.
    if (dirty['versions'] !== undefined) record = offerVersions(record, mine)
  }
  record = overlayDeleted(record, mine, dirty)
  return record === server
    ? server
    : { ...record, updatedAt: Math.max(server.updatedAt, latestStamp(record)) }
}

/** Returns the same list if it contains none of the revisions. */
function withoutRevs(versions: GraphRecord['versions'], revs: ReadonlySet<string>): GraphRecord['versions'] {
  return versions?.some(({ rev }) => revs.has(rev)) ? versions.filter(({ rev }) => !revs.has(rev)) : versions
}

/** Words typed on this device restore a block. Properties later than the deletion restore a page. */
function overlayDeleted(record: GraphRecord, mine: GraphRecord, dirty: Local['dirty']): GraphRecord {
  if (dirty['deleted'] !== undefined)
    return mine.deleted === undefined ? alive(record) : { ...record, deleted: mine.deleted }
  const { deleted } = record
  if (deleted === undefined) return record
  if (record.kind !== 'page') return dirty['words'] === undefined ? record : alive(record)
  return keysOf(Object.keys(dirty)).some((key) => ownProp(record, key)!.at > deleted) ? alive(record) : record
}

/** The part of a record that a push contained. */
export interface SentRecord {
  readonly id: string
  readonly dirty: Local['dirty']
  readonly drops: readonly string[]
}

/** Applies the answer to a push. Edits after the push stay dirty. */
export function answered(local: Local, sent: SentRecord, { outcome, record, error }: PushResult): Local {
  const dirty = Object.fromEntries(
    Object.entries(local.dirty).filter(([group, edit]) => sent.dirty[group] !== edit),
  )
  if (outcome === 'refused') {
    const isEdited = Object.keys(dirty).length > 0
    const kept = record ? { ...local, record: overlay(record, local) } : local
    return isEdited || !error ? kept : { ...kept, refused: error }
  }
  const { fate: _, ...rest } = local
  const follows = Object.fromEntries(
    Object.entries(local.follows).filter(([group]) => dirty[group] !== undefined),
  )
  const isOpen = dirty['words'] !== undefined || dirty['deleted'] !== undefined
  const cleared = {
    ...rest,
    dirty,
    follows,
    drops: local.drops.filter((rev) => !sent.drops.includes(rev)),
    seen: isOpen ? local.seen : [],
  }
  return record ? { ...cleared, record: overlay(record, cleared) } : cleared
}
