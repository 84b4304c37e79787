/** A record that a restore may write, with the state that it gets. */
import type { GraphRecord } from '@notegraph/graph'
import type { KeptState, VersionedRecord } from '@notegraph/store'

/** A record, and the state that it gets. */
export interface Target {
  readonly id: string
  /** The present record, deleted or not. */
  readonly held?: VersionedRecord
  /** Undefined if the record did not exist. */
  readonly state?: GraphRecord
}

/** A target; what does not exist is left out. */
export const targetOf = (
  id: string,
  held: VersionedRecord | undefined,
  state: GraphRecord | undefined,
): Target => ({ id, ...(held && { held }), ...(state && { state }) })

/** Records by their ids. */
export const byId = (records: readonly VersionedRecord[]): Map<string, VersionedRecord> =>
  new Map(records.map((one) => [one.record.id, one]))

/** Kept records by their ids. */
export const statesById = (states: readonly KeptState[]): Map<string, GraphRecord> =>
  new Map(states.map(({ id, record }) => [id, record]))
