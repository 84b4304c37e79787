/**
 * The merge of a pushed record with the stored record. It is pure, and every route uses it. If the merge changes
 * nothing, the result is the same object as the stored record.
 *
 * @see sync, The server's rules
 */
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import { limitFault } from './limit-fault.ts'
import { fitsInto, isSamePlace, mergePlace, PATH } from './merge-place.ts'
import { isSameValue, mergeProps, ownProp } from './merge-props.ts'
import { dropVersions, mergeWords, offerVersions, replacedBy } from './merge-words.ts'
import { unknownKeys } from './read-record.ts'
import { keyOfGroup, keysOf, type MergeEnv, type MergeResult, type PlaceIds, type Push } from './push.ts'
import { alive, historyOf, type WordedRecord } from './revision.ts'
import { latestStamp, latestTaken, stampAfter } from './stamp.ts'

/**
 * Merges one pushed record.
 *
 * @param held the stored record, if there is one
 * @returns the record to store, or a message why the server rejects the push
 * @example
 * const record = makePage({ id: 'p', name: 'Home', now: 1 })
 * const push = { record, dirty: new Set(['props.name']), seen: new Set(), drops: new Set() }
 * merge(undefined, push, { now: 2, device: 'laptop', syncPaths: () => undefined }).outcome // 'applied'
 */
export function merge(held: GraphRecord | undefined, push: Push, env: MergeEnv): MergeResult {
  if (held && held.kind !== push.record.kind)
    return { outcome: 'refused', error: `${held.id} is a ${held.kind} here, not a ${push.record.kind}.` }
  const merged = held ? mergeInto(held, push, env) : withSeen(adopt(push, env), push)
  const record = merged === held ? held : stamped(merged, held)
  const fault = record === held ? undefined : limitFault(held, record)
  if (fault !== undefined) return { outcome: 'refused', error: fault }
  return { outcome: holds(record, push) ? 'applied' : 'kept', record }
}

function mergeInto(held: GraphRecord, push: Push, env: MergeEnv): GraphRecord {
  const { record: pushed, dirty, drops } = push
  if (held.kind === 'page') return mergePage(held, push, env)
  if (pushed.kind === 'page') return held
  const limit = latestTaken(held, env.now)
  let record: WordedRecord = dropVersions(held, drops)
  // Words that become a version can be among those that a person rejected.
  if (dirty.has('words')) record = dropVersions(mergeWords(record, pushed, push, env, limit), drops)
  if (dirty.has('versions')) record = offerVersions(record, pushed)
  if (dirty.has('place')) record = mergePlace(record, pushed, env, limit)
  record = mergeProps(record, pushed, keysOf(dirty), limit, env.now)
  if (dirty.has('deleted')) record = deleteWords(record, push, limit)
  return takeUnknown(record, push)
}

/**
 * Deletes a page, unless one of its properties is later or others wrote on it after the device's last pull.
 *
 * @see sync, The server's rules 5
 */
function mergePage(held: PageRecord, push: Push, { now, isWrittenByOthers }: MergeEnv): GraphRecord {
  const { record: pushed, dirty } = push
  const limit = latestTaken(held, now)
  // Restoring a page is a change, even if the pushed name equals the old one.
  const isBack = held.deleted !== undefined && pushed.deleted === undefined
  let record = mergeProps(held, pushed, keysOf(dirty), limit, isBack ? Infinity : now)
  const written = Math.max(0, ...Object.values(record.props).map(({ at }) => at))
  if (record !== held && record.deleted !== undefined && written > record.deleted) record = alive(record)
  if (dirty.has('deleted') && pushed.deleted !== undefined && record.deleted === undefined) {
    const at = Math.min(pushed.deleted, limit)
    if (at >= written && !isWrittenByOthers?.(held.id)) record = { ...record, deleted: at }
  }
  return takeUnknown(record, push)
}

/**
 * A deletion requires that its author saw the words and all versions. Authors have seen their own words.
 *
 * @see sync, The server's rules 5
 */
function deleteWords(held: WordedRecord, push: Push, limit: number): WordedRecord {
  const { record: pushed, dirty } = push
  if (pushed.kind === 'page' || pushed.deleted === undefined || held.deleted !== undefined) return held
  const seen = dirty.has('words') ? new Set([...push.seen, pushed.words.rev]) : push.seen
  if (!seen.has(held.words.rev) || !(held.versions ?? []).every(({ rev }) => seen.has(rev))) return held
  const at = Math.min(pushed.deleted, limit)
  return { ...held, deleted: stampAfter(at, latestStamp(held)) }
}

/** Keys that this release does not know have no stamps. The record with the later change wins. */
function takeUnknown<R extends GraphRecord>(held: R, { record: pushed, dirty }: Push): R {
  const taken = unknownKeys(pushed).filter((key) => {
    if (!Object.hasOwn(held, key)) return true
    return (
      dirty.has(key) && pushed.updatedAt > held.updatedAt && !isSameValue(read(pushed, key), read(held, key))
    )
  })
  if (taken.length === 0) return held
  return { ...held, ...Object.fromEntries(taken.map((key) => [key, read(pushed, key)])) }
}

const read = (record: GraphRecord, key: string) =>
  (record as unknown as { readonly [key: string]: GraphRecord['props'][string]['v'] })[key]

/** Prepares a record that is new to the server. @see sync, The server's rules 3 */
function adopt({ record: pushed }: Push, env: MergeEnv): GraphRecord {
  const { now } = env
  if (latestStamp(pushed) <= now && pushed.createdAt <= now && fits(pushed, env)) return pushed
  const cut = (at: number) => Math.min(at, now)
  const props = Object.fromEntries(
    Object.entries(pushed.props).map(([key, { v, at }]) => [key, { v, at: cut(at) }]),
  )
  const record = {
    ...pushed,
    createdAt: cut(pushed.createdAt),
    ...(pushed.deleted !== undefined && { deleted: cut(pushed.deleted) }),
    props,
  }
  if (record.kind === 'page') return record
  const { words, place } = record
  const fitting = fittingPlace(record.id, place, env)
  return {
    ...record,
    ...(fitting.pageId !== place.pageId && { props: withPathCleared(props) }),
    words: { ...words, at: cut(words.at) },
    place: { ...place, ...fitting, at: cut(place.at) },
  }
}

/**
 * The path of a block ends at the page where its device put it, and devices would move the block back there. The same path in
 * a push that arrives late is older.
 */
function withPathCleared(props: GraphRecord['props']): GraphRecord['props'] {
  const path = props[PATH]
  return path ? { ...props, [PATH]: { v: null, at: path.at + 1 } } : props
}

/**
 * A new block goes where its parent went, and to the page that took the blocks of its page. It does not follow its parent onto a
 * deleted page. A parent that does not fit becomes `null`.
 */
function fittingPlace(id: string, { pageId: pushed, parentId }: PlaceIds, env: MergeEnv): PlaceIds {
  const parent = parentId === null ? undefined : env.placeOf(parentId)
  const pageId = (parent && homeOf(parent.pageId, env)) ?? homeOf(pushed, env) ?? pushed
  const place = { pageId, parentId }
  return fitsInto(id, place, env) ? place : { pageId, parentId: null }
}

/** Earlier words of a new block can arrive after later ones. */
function withSeen(record: GraphRecord, { dirty, seen }: Push): GraphRecord {
  if (record.kind === 'page' || !dirty.has('words') || seen.size === 0) return record
  return { ...record, hist: historyOf(replacedBy(record.words.rev, seen), record.hist) }
}

const homeOf = (pageId: string, env: MergeEnv): string | undefined =>
  env.homeOf ? env.homeOf(pageId) : pageId

function fits(record: GraphRecord, env: MergeEnv): boolean {
  if (record.kind === 'page') return true
  const { id, place } = record
  return (homeOf(place.pageId, env) ?? place.pageId) === place.pageId && fitsInto(id, place, env)
}

/** `updatedAt` never decreases. */
function stamped(record: GraphRecord, held: GraphRecord | undefined): GraphRecord {
  const latest = latestStamp(record)
  const updatedAt = held ? Math.max(latest, held.updatedAt) : latest
  return updatedAt === record.updatedAt ? record : { ...record, updatedAt }
}

/** Whether each pushed group is now in the record. */
function holds(record: GraphRecord, { record: pushed, dirty }: Push): boolean {
  for (const group of dirty) {
    const key = keyOfGroup(group)
    if (key !== undefined && !isSameValue(ownProp(record, key)?.v, ownProp(pushed, key)?.v)) return false
    if (group === 'deleted' && (record.deleted === undefined) !== (pushed.deleted === undefined)) return false
    if (record.kind === 'page' || pushed.kind === 'page') continue
    if (group === 'words' && record.words.rev !== pushed.words.rev && record.words.text !== pushed.words.text)
      return false
    if (group === 'place' && !isSamePlace(record.place, pushed.place)) return false
  }
  return true
}
