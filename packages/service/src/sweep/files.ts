/** Deletes files that nothing uses, and bytes without a file. */
import { LIMITS } from '@notegraph/contract'
import type { Account, Blobs, Store } from '@notegraph/store'
import { readPublication } from '../sharing/publication.ts'
import { pictureIds } from '../sharing/site-look.ts'

const DAY = 86_400_000
/** Bytes may wait this long for their file; after that, the upload was interrupted. */
const WAITING: number = DAY

export interface ClearedFiles {
  /** Deleted files. */
  readonly files: number
  /** Deleted byte objects. */
  readonly blobs: number
  /** When bytes that still wait for their file are due. */
  readonly next?: number
}

/** Deletes unused files of an account. @see sync, Files */
export async function clearFiles(
  store: Store,
  blobs: Blobs,
  { id }: Account,
  now: number,
): Promise<ClearedFiles> {
  const graph = (await store.hasGraph(id)) ? store.graph(id) : undefined
  const shown = await shownOnSites(store, id)
  const cleared = (await graph?.files.clearUnused(now, now - LIMITS.unusedFileDays * DAY, shown)) ?? []
  const isHeld = async (hash: string) => (await graph?.files.findByHash(hash)) !== undefined
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

/** The files that sites show although no page may name them: pictures of a look, and those of published states. */
async function shownOnSites({ sites }: Store, accountId: string): Promise<string[]> {
  const ids: string[] = []
  for (const { slug, rule, endedAt, closedAt, publishedAt } of await sites.list(accountId)) {
    if (endedAt !== undefined && closedAt === undefined) continue
    ids.push(...pictureIds(rule.look ?? {}))
    const publication = publishedAt === undefined ? undefined : await sites.findPublication(slug)
    for (const { files } of readPublication(publication ?? '[]').values()) ids.push(...files)
  }
  return ids
}
