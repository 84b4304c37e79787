/**
 * Stamps of a clock that was ahead. Once the server tells the time, what was edited here and seems to be of the future is
 * brought back by as much as the clock was found to be ahead. Else each try to push it would be cut to another now, and
 * win over whatever came between.
 *
 * @see sync, The device's rules 3
 */
import type { GraphRecord } from '@notegraph/graph'
import type { Group } from '../message.ts'
import { withProps } from '../merge-props.ts'
import { keyOfGroup } from '../push.ts'
import { latestStamp, stampOf } from '../stamp.ts'
import type { Draft } from './draft.ts'
import { PATH, PENDING, type Local } from './local.ts'

/** Less than this, in milliseconds, is how long answers are on their way. */
const AHEAD = 1_000

/** @param now the server's time @param offset as it is known now, from which the one known before differs */
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
      group === WAY ? standsSince(local.record, record) : 0,
    )
    record = withStamp(record, group, Math.min(at, Math.max(at + back, floor)))
  }
  return record === local.record ? local : { ...local, record: { ...record, updatedAt: latestStamp(record) } }
}

/** The group of the way by which tidying moved a block; it comes after that of the place. */
const WAY = `props.${PATH}`

/** A way stays as late as the place that it led to, or it would seem to have led elsewhere. */
function standsSince(before: GraphRecord, after: GraphRecord): number {
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
