/**
 * The records that every device must have in the end: the latest place, the latest value of each property, and
 * deletions. They are noted at the end, and whenever a device loses its data, because devices restore them to a
 * restored server.
 * @see sync, The device's rules 6
 */
import type { GraphRecord } from '@notegraph/graph'
import { SYNC_LIMITS } from '@notegraph/sync'
import { isWorded, type Worded } from './ledger.ts'
import { knownTo } from './push-rules.ts'

/** A record as one device has it. */
export interface Copy {
  readonly record: GraphRecord
  /** Deleted by a device that has no answer from the server yet. */
  readonly isDeleting: boolean
  /** Has edits that the server has not confirmed, and offers them again after any time. */
  readonly isEdited?: boolean
}

/** A stamp, and the time when it was noted. */
interface Stamp {
  readonly at: number
  readonly notedAt: number
  readonly record: GraphRecord
}

export class Owed {
  /** By record and group. */
  #stamps = new Map<string, Stamp>()
  /** Deleted blocks, with the revisions that the deleting device had seen. */
  #deleted = new Map<string, ReadonlySet<string>>()

  /** @param isLost whether a device lost its data: records that no other device has are dropped */
  note(here: readonly Copy[], now: number, isLost: boolean): void {
    const stamps = new Map<string, Stamp>()
    const byId = Map.groupBy(here, ({ record }) => record.id)
    const deleted = new Map<string, ReadonlySet<string>>()
    for (const [id, copies] of byId) {
      for (const { record } of copies)
        for (const [group, at] of stampsOf(record)) {
          const key = `${id} ${group}`
          if (at > (stamps.get(key)?.at ?? -1)) stamps.set(key, { at, notedAt: now, record })
        }
      const seen = deletedHaving(copies, now)
      if (seen) deleted.set(id, seen)
    }
    for (const [key, held] of this.#stamps) {
      const stamp = stamps.get(key)
      if (isLost ? stamp && held.at < stamp.at : held.at >= (stamp?.at ?? -1)) stamps.set(key, held)
    }
    this.#stamps = stamps
    this.#deleted = deleted
  }

  /**
   * @param live the final records of all devices
   * @param minSkew how far back the server's clock ever was; later stamps may have been cut
   */
  failures(live: readonly GraphRecord[], minSkew: number): string[] {
    const blocks = new Map(live.filter(isWorded).map((block) => [block.id, block]))
    return live.flatMap((record) => {
      const failed = stampsOf(record).flatMap(([group, at]) => {
        const owed = this.#stamps.get(`${record.id} ${group}`)
        if (!owed || at >= owed.at || owed.at > owed.notedAt + minSkew) return []
        if (group === 'place' && !fits(owed.record, blocks)) return []
        return [`(6) ${group} of ${record.id} is of ${at}, and was of ${owed.at}`]
      })
      const seen = this.#deleted.get(record.id)
      if (seen && isWorded(record) && [...knownTo(record)].every((rev) => seen.has(rev)))
        failed.push(`(6) ${record.id} was deleted by somebody who had seen it, and lives`)
      return failed
    })
  }
}

function stampsOf(record: GraphRecord): [group: string, at: number][] {
  const stamps = Object.entries(record.props).map(([key, { at }]): [string, number] => [`props.${key}`, at])
  if (isWorded(record)) stamps.push(['place', record.place.at])
  return stamps
}

/** The server may forget a tombstone from then on. Its clock, and those of devices, may be off. */
const FORGOTTEN = (SYNC_LIMITS.tombstoneDays - 10) * 86_400_000

/**
 * The revisions that the deleting device had seen, if no other copy of the block exists. A device that got no answer for its
 * edits brings a block back whose tombstone nobody has any more.
 */
function deletedHaving(copies: readonly Copy[], now: number): ReadonlySet<string> | undefined {
  const isOld = copies.some(({ record: { deleted = Infinity } }) => now - deleted >= FORGOTTEN)
  if (isOld && copies.some(({ record, isEdited }) => isEdited && record.deleted === undefined))
    return undefined
  const worded = copies.map(({ record }) => record).filter(isWorded)
  const tombstones = copies
    .filter(({ record, isDeleting }) => record.deleted !== undefined && !isDeleting)
    .map(({ record }) => record)
    .filter(isWorded)
  if (tombstones.length === 0) return undefined
  const all = new Set(worded.flatMap((copy) => [...knownTo(copy)]))
  return tombstones.some((one) => [...all].every((rev) => knownTo(one).has(rev))) ? all : undefined
}

/** A place may be under a block that moved to another page, or close a cycle. */
function fits(owed: GraphRecord, blocks: ReadonlyMap<string, Worded>): boolean {
  if (!isWorded(owed) || owed.place.parentId === null) return true
  const parent = blocks.get(owed.place.parentId)
  // If the parent moved at all, it may have been elsewhere at the time of the push.
  return parent !== undefined && parent.place.pageId === owed.place.pageId && parent.place.at < owed.createdAt
}
