/** The bytes that records count for in their account's storage, the same in every store. @see service, Limits */
import type { GraphRecord, Json } from '@notegraph/graph'
import { unknownKeys } from '@notegraph/sync'

/** Bytes for the rest of a record beside its words and properties: ids, place and stamps. A long history counts the same. */
const FRAME_BYTES = 256
/** Bytes for a deleted record: fewer than for any other, so that deleting makes room. @see sync, The server's rules 9 */
const TOMBSTONE_BYTES = 32

/** Bytes that a plain block of this content counts for. @see recordBytes */
export const plainBytes = (content: string): number => FRAME_BYTES + Buffer.byteLength(content)

/**
 * Bytes that a record counts for in its account's storage: the text of people, and a fixed sum for the rest. So an edit
 * that removes words never grows it. A deleted record counts for 32 bytes. Unknown keys count as they are, also on a
 * deleted record.
 * @see service, Limits
 * @example
 * recordBytes(makePage({ id: 'p1', name: 'Home', now: 0 }))
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
