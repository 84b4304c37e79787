/** A whole list of pages, read in steps. */
import type { GraphStore, PageFilter, StoredPage } from '@notegraph/store'

/** Pages that are read in one step. */
const STEP = 1_000

/** All pages that pass a filter, by name. */
export async function* listed(graph: GraphStore, filter: PageFilter): AsyncGenerator<StoredPage> {
  for (let offset = 0; ; offset += STEP) {
    const { pages, total } = await graph.pages.list({ ...filter, sort: 'name' }, { limit: STEP, offset })
    yield* pages
    if (offset + STEP >= total) return
  }
}
