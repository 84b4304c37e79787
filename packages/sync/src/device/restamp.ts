/**
 * Stamps of a clock that was ahead. When the server's time becomes known, edits on this device with stamps in the
 * future move back by the clock's error. Otherwise the server would limit each retry to a new time, which would win
 * over edits made meanwhile.
 *
 * @see sync, The device's rules 3
 */
import type { GraphRecord } from '@notegraph/graph'
import type { Group } from '../message.ts'
import { withProps } from '../merge-props.ts'
import { keyOfGroup } from '../push.ts'
import { latestStamp, stampOf } from '../stamp.ts'
import type { Draft } from './draft.ts'
import { PATH } from '../merge-place.ts'
import { PENDING, type Local } from './local.ts'

/** Milliseconds of error that the network's delay can explain. */
const AHEAD = 1_000

/**
 * Moves stamps back.
 *
 * @param now the server's time
 * @param offset the new offset; `draft.meta.offset` is the old one
 */
export async function restamp(draft: Draft, now: number, offset: number): Promise<void> {
  const back = offset - draft.meta.offset
  if (back > -AHEAD) return
  for (const mark of [...PENDING, 'refused'])
    for (const local of await draft.find(mark)) {
      const mended = mendStamps(local, now, back)
      if (mended !== local) draft.put(mended)
    }
}

function mendStamps(local: Local, now: number, back: number): Local {
  let { record } = local
  for (const group of Object.keys(local.dirty).toSorted()) {
    const at = stampOf(record, group)
    if (at === undefined || at <= now) continue
    const floor = Math.max(
      (local.follows[group] ?? 0) + 1,
      group === WAY ? floorOfPath(local.record, record) : 0,
    )
    record = withStamp(record, group, Math.min(at, Math.max(at + back, floor)))
  }
  return record === local.record ? local : { ...local, record: { ...record, updatedAt: latestStamp(record) } }
}

/** The group of a block's `:path`; its stamp depends on that of the place. */
const WAY = `props.${PATH}`

/** A `:path` must not be older than the place that it led to. Otherwise the path would not seem to lead there. */
function floorOfPath(before: GraphRecord, after: GraphRecord): number {
  if (before.kind === 'page' || after.kind === 'page') return 0
  return before.props[PATH]!.at < before.place.at ? 0 : after.place.at
}

function withStamp(record: GraphRecord, group: Group, at: number): GraphRecord {
  const key = keyOfGroup(group)
  if (key !== undefined) return withProps(record, [[key, { v: record.props[key]!.v, at }]])
  if (group === 'deleted') return { ...record, deleted: at }
  if (record.kind === 'page') return record
  if (group === 'words') return { ...record, words: { ...record.words, at } }
  return group === 'place' ? { ...record, place: { ...record.place, at } } : record
}
