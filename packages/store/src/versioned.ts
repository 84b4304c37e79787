import type { GraphRecord } from '@notegraph/graph'

/** A record and the number of the commit that last wrote it, its version. */
export interface Versioned<R extends GraphRecord = GraphRecord> {
  readonly record: R
  readonly seq: number
}
