import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { yieldToOthers } from './write-queue.ts'

/** Records that are read at once. */
const PART = 1_000

/** Reads very many records, a part of them at a time, so that other accounts don't wait. */
export async function* readInParts(
  { records }: Pick<GraphStore, 'records'>,
  ids: readonly string[],
): AsyncGenerator<readonly VersionedRecord[]> {
  for (let at = 0; at < ids.length; at += PART) {
    await yieldToOthers()
    yield await records.findMany(ids.slice(at, at + PART))
  }
}
