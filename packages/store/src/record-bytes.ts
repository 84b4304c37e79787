/** What records count for in their account's storage, whatever keeps them. @see service, Limits */
import type { GraphRecord, Json } from '@notegraph/graph'
import { unknownKeys } from '@notegraph/sync'

/** What a record counts for beside its words and props: its ids, its place and its stamps, however long its history. */
const FRAME_BYTES = 256
/** What a deleted one counts for, less than any other, so that deleting makes room. @see sync, The server's rules 9 */
const TOMBSTONE_BYTES = 32

/** Bytes that a plain block of this content counts for. @see recordBytes */
export const plainBytes = (content: string): number => FRAME_BYTES + Buffer.byteLength(content)

/**
 * Bytes that a record counts for in its account's storage: what people wrote, and a fixed sum for the rest, so that an edit
 * that takes words away never grows it. A deleted record counts for 32 bytes. Keys that nobody here knows count as they are,
 * also on a deleted one.
 * @see service, Limits
 */
export function recordBytes(record: GraphRecord): number {
  const unknown = record as unknown as { readonly [key: string]: Json }
  let bytes = record.deleted === undefined ? FRAME_BYTES : TOMBSTONE_BYTES
  for (const key of unknownKeys(record)) bytes += Buffer.byteLength(key) + valueBytes(unknown[key]!)
  if (record.deleted !== undefined) return bytes
  if (record.kind !== 'page') bytes += Buffer.byteLength(record.words.text)
  for (const version of record.versions ?? []) bytes += Buffer.byteLength(version.text)
  for (const [key, { v }] of Object.entries(record.props)) bytes += Buffer.byteLength(key) + valueBytes(v)
  return bytes
}

const valueBytes = (value: Json): number =>
  value === null ? 0 : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
