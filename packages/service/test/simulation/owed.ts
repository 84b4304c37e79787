/**
 * What anybody holds is owed to everybody in the end: the latest place and the latest value of each property, and that a
 * record is deleted. Noted whenever somebody loses their data, for a restored server gets back what the devices have, and
 * again when all is mended. @see sync, The device's rules 6
 */
import type { GraphRecord } from '@notegraph/graph'
import { isWorded, type Worded } from './ledger.ts'
import { knownTo } from './push-rules.ts'

/** A record as somebody holds it. */
export interface Copy {
  readonly record: GraphRecord
  /** Deleted by somebody whom the server has not answered yet. */
  readonly isDeleting: boolean
}

/** A stamp, and when it was noted. */
interface Stamp {
  readonly at: number
  readonly notedAt: number
  readonly record: GraphRecord
}

export class Owed {
  /** By record and group. */
  #stamps = new Map<string, Stamp>()
  /** Deleted blocks, with the revisions that whoever deleted them had seen. */
  #deleted = new Map<string, ReadonlySet<string>>()

  /** @param isLost whether somebody lost what they held: what nobody else holds is owed no more */
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
      const seen = deletedHaving(copies)
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
   * @param live what everybody holds in the end
   * @param minSkew how far back the server's clock ever was: what is stamped later than that may have been cut
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

/** What whoever deleted the block had seen, where that is all that anybody holds of it. */
function deletedHaving(copies: readonly Copy[]): ReadonlySet<string> | undefined {
  const worded = copies.map(({ record }) => record).filter(isWorded)
  const tombstones = copies
    .filter(({ record, isDeleting }) => record.deleted !== undefined && !isDeleting)
    .map(({ record }) => record)
    .filter(isWorded)
  if (tombstones.length === 0) return undefined
  const all = new Set(worded.flatMap((copy) => [...knownTo(copy)]))
  return tombstones.some((one) => [...all].every((rev) => knownTo(one).has(rev))) ? all : undefined
}

/** A place may be one that is under a block of another page by now, or closes a circle. */
function fits(owed: GraphRecord, blocks: ReadonlyMap<string, Worded>): boolean {
  if (!isWorded(owed) || owed.place.parentId === null) return true
  const parent = blocks.get(owed.place.parentId)
  // Where the parent was moved at all, it may have been elsewhere when the server was asked.
  return parent !== undefined && parent.place.pageId === owed.place.pageId && parent.place.at < owed.createdAt
}
