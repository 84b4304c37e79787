/** The rules of kept states that every store follows. @see history 1 */
import type { Author, KeptSummary } from './graph/history.ts'

/** The states of one author and record within so many milliseconds count as one. */
export const ONE_STATE_FOR: number = 10 * 60_000
/** Kept states may always occupy so many bytes: a small graph would otherwise lose the page that was just deleted. */
export const HISTORY_FLOOR = 1_000_000
/** A kept state counts for these bytes beside its record. */
export const STATE_BYTES = 128
/** The store knows the authors of this many latest commits. */
export const KNOWN_AUTHORS = 50_000
/** The name of a snapshot that holds states for a restore. No list has it, and a person's snapshot has a longer name. */
export const HOLD = ''

/**
 * How many bytes the kept states may occupy: as many as the graph, in the storage that the graph leaves.
 * @param graph bytes of records and files
 * @example
 * mostHistoryBytes(3_000_000, 5_000_000) // 2000000
 */
export const mostHistoryBytes = (graph: number, quota: number): number =>
  Math.min(Math.max(graph, HISTORY_FLOOR), Math.max(quota - graph, 0))

/** A kept state that is to be forgotten. */
export interface ForgottenState extends Pick<KeptSummary, 'id' | 'since'> {
  readonly h: number
  /** The time of the first state that counts as this one. */
  readonly began: number
}

/**
 * Decides what stays of forgotten states: one for each live record, which then has the present text.
 * @param states in the order of `h`
 * @returns the latest states of live records, each from the first known one on; all others go
 * @example
 * const states = [{ h: 1, id: 'b', since: 3, began: 30 }, { h: 2, id: 'b', since: 5, began: 50 }]
 * whatStays(states, new Set(['b'])) // [{ h: 2, id: 'b', since: 3, began: 30 }]
 */
export function whatStays(states: readonly ForgottenState[], live: ReadonlySet<string>): ForgottenState[] {
  const stays = new Map<string, ForgottenState>()
  for (const { h, id, since, began } of states)
    if (live.has(id)) stays.set(id, { since, began, ...stays.get(id), h, id })
  return [...stays.values()]
}

/**
 * Reports whether JSON names one of the ids, also within a string that is JSON, as in a stored answer.
 * @example
 * namesOne(new Set(['b1']), '{"json":"{\\"id\\":\\"b1\\"}"}') // true
 */
export function namesOne(ids: ReadonlySet<string>, json: string): boolean {
  let names = false
  try {
    JSON.parse(json, (_, value: unknown) => {
      names ||=
        typeof value === 'string' && (ids.has(value) || (value.startsWith('{') && namesOne(ids, value)))
      return null
    })
  } catch {
    // Words that only begin like JSON.
  }
  return names
}

/** The latest kept state of a record, as the next one finds it. */
export interface LatestState extends Pick<KeptSummary, 'since' | 'until' | 'deleted'> {
  /** The time of the first state that counts as this one. */
  readonly began: number
  readonly by?: Author
  /** The id of the page that the state belongs to. */
  readonly page: string
}

/**
 * Whether a state replaces the latest kept one, so that both count as one. A deletion never hides the state before it, and
 * neither does a move to another page: the earlier page would lose the block.
 * @example
 * const by = { kind: 'token', id: 't1', name: 'Bot' } as const
 * const latest = { since: 1, until: 2, began: 0, deleted: false, by, page: 'p1' }
 * countAsOne(latest, { seq: 2, at: 60_000, deleted: false, by, page: 'p1' }) // true
 * countAsOne(latest, { seq: 2, at: 3_600_000, deleted: false, by, page: 'p1' }) // false
 */
export function countAsOne(
  latest: LatestState,
  next: Pick<LatestState, 'deleted' | 'by' | 'page'> & { readonly seq: number; readonly at: number },
): boolean {
  const isSameAuthor =
    latest.by !== undefined && latest.by.kind === next.by?.kind && latest.by.id === next.by.id
  const isClose = Math.abs(next.at - latest.began) <= ONE_STATE_FOR
  const isSamePlace = latest.page === next.page && !latest.deleted && !next.deleted
  return isSameAuthor && isClose && isSamePlace && latest.until === next.seq
}
