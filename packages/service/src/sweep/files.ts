/** Files that nothing holds, and bytes that no file has. */
import { LIMITS } from '@notegraph/contract'
import type { Account, Blobs, Store } from '@notegraph/store'

const DAY = 86_400_000
/** As long as bytes may wait for their file to be noted; what takes longer was cut off. */
const WAITING: number = DAY

export interface ClearedFiles {
  /** Files that were forgotten. */
  readonly files: number
  /** Bytes that were removed, files' and others', in as many pieces. */
  readonly blobs: number
  /** When bytes are due that may still wait for their file. */
  readonly next?: number
}

/** @see sync, Files */
export async function clearFiles(
  store: Store,
  blobs: Blobs,
  { id }: Account,
  now: number,
): Promise<ClearedFiles> {
  const graph = (await store.hasGraph(id)) ? store.graph(id) : undefined
  const cleared = (await graph?.clearUnusedFiles(now, now - LIMITS.unusedFileDays * DAY)) ?? []
  const isHeld = async (hash: string) => (await graph?.fileByHash(hash)) !== undefined
  const gone = new Set(cleared.map(({ hash }) => hash))
  let removed = 0
  let next = Infinity
  for await (const { hash, keptAt } of blobs.list(id)) {
    if (await isHeld(hash)) continue
    if (!gone.has(hash) && keptAt >= now - WAITING) {
      next = Math.min(next, keptAt + WAITING + 1)
      continue
    }
    if (await blobs.remove(id, hash, async () => isHeld(hash))) removed++
  }
  return { files: cleared.length, blobs: removed, ...(next < Infinity && { next }) }
}
