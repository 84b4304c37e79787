/**
 * The moments of a page: the commits that changed it, with what they changed. They follow from the states of its records:
 * each state begins with one commit and ends with another.
 * @see history 3
 */
import type { Author, KeptSummary } from '@notegraph/store'

/** A present record of the page. */
export interface PresentState {
  readonly id: string
  /** The number of the commit that wrote it. */
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A commit that changed a page. */
export interface Moment {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Absent if the server no longer knows. */
  readonly by?: Author
  /** Whether it changed the page's own record: its name or its properties. */
  readonly page: boolean
  /** The number of blocks and shapes that it added to the page, changed, and took from it. */
  readonly added: number
  readonly changed: number
  readonly removed: number
}

type Draft = { -readonly [K in keyof Moment]: Moment[K] }

/**
 * Lists the moments, the latest first.
 * @param kept the kept states of records of the page, live ones and tombstones
 * @param present the live records of the page, and the page itself
 */
export function momentsOf(
  pageId: string,
  kept: readonly KeptSummary[],
  present: readonly PresentState[],
): Moment[] {
  const moments = new Map<number, Draft>()
  const at = (seq: number): Draft => {
    const found = moments.get(seq) ?? { seq, at: 0, page: false, added: 0, changed: 0, removed: 0 }
    moments.set(seq, found)
    return found
  }
  const live = kept.filter(({ deleted }) => !deleted)
  const ends = new Set(live.map(({ id, until }) => `${id} ${until}`))
  const begins = new Set([
    ...live.map(({ id, since }) => `${id} ${since}`),
    ...present.map(({ id, seq }) => `${id} ${seq}`),
  ])

  function begin(id: string, since: number, seq: number, time: number, by?: Author): void {
    const moment = at(seq)
    moment.at = time
    if (by) moment.by = by
    if (id === pageId) moment.page = true
    else if (ends.has(`${id} ${since}`)) moment.changed++
    else moment.added++
  }
  for (const { id, since, seq, at: time, by } of live) begin(id, since, seq, time, by)
  for (const { id, seq, at: time } of present) begin(id, seq, seq, time)
  for (const { id, until, at: time } of live) {
    if (begins.has(`${id} ${until}`)) continue
    const moment = at(until)
    moment.at ||= time
    if (id === pageId) moment.page = true
    else moment.removed++
  }
  return [...moments.values()].toSorted((a, b) => b.seq - a.seq)
}
