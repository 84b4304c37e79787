/**
 * The changes of a commit, as an app hears of them: by whom, the records and pages, and the values before and after.
 *
 * @see sync, The device's rules 7c
 */
import type { RecordChange } from './draft.ts'
import type { Local } from './local.ts'
import { isWorded } from './move.ts'
import type { Origin } from './origin.ts'
import { groupChanges, type Changes } from './undo.ts'

/** One commit that a reader of the graph can notice. */
export interface GraphChange {
  /**
   * `here`: an edit of this window. `window`: of another window. `server`: a pull, or the answer to a push. `engine`: the
   * engine merged pages of one name, recovered blocks, or gave a file another id.
   */
  readonly by: 'here' | 'window' | 'server' | 'engine'
  /** The name of this change, for `changesSince`. */
  readonly point: string
  /**
   * Ids of the records that look different now, or whose words have another revision. Each once. None if any may look different,
   * because another engine went on for a window.
   */
  readonly ids: readonly string[]
  /** Ids of the pages that these records are, or that they are or were on. Each once. */
  readonly pages: readonly string[]
  /** The values before and after. Absent if more than 500 records changed, as during a first pull. */
  readonly changes?: Changes
  /** In place of them, those of the records that went, if any did. */
  readonly gone?: Changes
}

/** The changes since a point, or `too_old` if they are no longer known. */
export type ChangesSince =
  | { readonly ok: true; readonly point: string; readonly changes: readonly GraphChange[] }
  | { readonly ok: false; readonly code: 'too_old'; readonly error: string; readonly point: string }

interface KeptChange {
  readonly origin: Origin
  readonly change: Omit<GraphChange, 'by'>
}

const MOST_REPORTED = 500
/** Changes and records of changes that are kept for `changesSince`. */
const MOST_KEPT = 1_000
const MOST_RECORDS = 10_000

/** The latest changes of an engine. */
export class ChangeLog {
  readonly #opened: number
  #count = 0
  #records = 0
  #kept: KeptChange[] = []

  /** @param opened the time at which the engine was opened, so that its points differ from those before */
  constructor(opened: number) {
    this.#opened = opened
  }

  get #point(): string {
    return `${this.#opened}.${this.#count}`
  }

  /** Adds a commit. Returns `undefined` if nobody can notice it. */
  add(changes: readonly RecordChange[], origin: Origin): KeptChange | undefined {
    const noticed = changes.flatMap((change) => {
      const groups = groupChanges([change])
      return groups.length > 0 || revOf(change.before) !== revOf(change.after) ? [{ change, groups }] : []
    })
    if (noticed.length === 0) return undefined
    this.#count++
    const groups = noticed.flatMap((one) => one.groups)
    const gone = groups.filter((one) => one.group === 'record' && one.is === null)
    const pages = new Set(noticed.flatMap(({ change: { before, after } }) => [before, after].flatMap(pageOf)))
    const kept: KeptChange = {
      origin,
      change: {
        point: this.#point,
        ids: noticed.map(({ change }) => change.id),
        pages: [...pages],
        ...(noticed.length <= MOST_REPORTED ? { changes: groups } : gone.length > 0 && { gone }),
      },
    }
    this.#keep(kept)
    return kept
  }

  #keep(kept: KeptChange): void {
    this.#kept.push(kept)
    this.#records += kept.change.ids.length
    let drop = 0
    while (this.#kept.length - drop > MOST_KEPT || this.#records > MOST_RECORDS)
      this.#records -= this.#kept[drop++]!.change.ids.length
    if (drop > 0) this.#kept.splice(0, drop)
  }

  /** Returns the changes after a point, as a window sees them. Without a point, only the present point. */
  since(point: string | undefined, window: string | undefined): ChangesSince {
    const now = this.#point
    if (point === undefined || point === now) return { ok: true, point: now, changes: [] }
    const [opened, count] = point.split('.').map(Number)
    const first = this.#count - this.#kept.length
    if (opened !== this.#opened || !(count! >= first && count! <= this.#count))
      return {
        ok: false,
        code: 'too_old',
        error: 'The changes since then are no longer known. Read again.',
        point: now,
      }
    return {
      ok: true,
      point: now,
      changes: this.#kept.slice(count! - first).map((kept) => seenBy(kept, window)),
    }
  }
}

/** A change as a window sees it. */
export const seenBy = ({ origin, change }: KeptChange, window: string | undefined): GraphChange => ({
  by: origin.by !== 'app' ? origin.by : origin.window === window ? 'here' : 'window',
  ...change,
})

const pageOf = (local: Local | undefined): string[] =>
  !local ? [] : [local.record.kind === 'page' ? local.record.id : local.record.place.pageId]

const revOf = (local: Local | undefined): string | undefined =>
  local && isWorded(local) && local.record.deleted === undefined ? local.record.words.rev : undefined
