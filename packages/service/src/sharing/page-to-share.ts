/** Finds the page that a person wants to share: by its id, else by its name, an alias or a day. */
import type { GraphStore, StoredPage } from '@notegraph/store'
import { findPage } from '../find-page.ts'
import { ok, type Result } from '../refusal.ts'

export async function pageToShare(graph: GraphStore, named: string): Promise<Result<StoredPage>> {
  const page = await graph.pages.find(named)
  return page ? ok(page) : findPage(graph, named)
}
