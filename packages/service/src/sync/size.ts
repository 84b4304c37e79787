import type { GraphRecord } from '@notegraph/graph'

/** The bytes that a record counts for, near enough to tell what fits; the store has the last word. */
export const sizeOfRecord = (record: GraphRecord): number => Buffer.byteLength(JSON.stringify(record))
