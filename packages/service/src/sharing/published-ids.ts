/** The pages of a site as it was published, in memory: a write by a program asks for them each time. @see sharing 8 */
import type { Site, Store } from '@notegraph/store'
import { readPublication } from './publication.ts'

/** Sites whose ids are kept. */
const MOST = 20

const kept = new WeakMap<Store['sites'], Map<string, Promise<ReadonlySet<string>>>>()

/**
 * The ids of the pages that a site published last.
 * @example
 * ```ts
 * const isPublished = (await publishedIds(store, site)).has('a1')
 * ```
 */
export function publishedIds({ sites }: Store, site: Site): Promise<ReadonlySet<string>> {
  const known = kept.get(sites) ?? new Map<string, Promise<ReadonlySet<string>>>()
  kept.set(sites, known)
  const key = `${site.slug} ${site.createdAt} ${site.publishedAt}`
  const found = known.get(key) ?? read(sites, site)
  known.delete(key)
  known.set(key, found)
  for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest)
  found.catch(() => known.delete(key))
  return found
}

const read = async (sites: Store['sites'], { slug }: Site): Promise<ReadonlySet<string>> =>
  new Set(readPublication((await sites.findPublication(slug)) ?? '[]').keys())
