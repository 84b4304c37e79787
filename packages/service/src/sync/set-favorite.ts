/**
 * A person makes a page a favorite, or takes that back. It is a property of the page's record, so it syncs like the edit
 * of a device, and is not in the change list.
 */
import { PAGE_FAVORITE, propOf, setProps } from '@notegraph/graph'
import type { Account, Authorship, GraphStore } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'
import { retryUntilCommitted } from '../write-queue.ts'

export interface Favor {
  readonly pageId: string
  readonly isFavorite: boolean
  readonly device: string
  readonly by: Authorship
}

/** @returns 404 without such a page; a page that is so already stays as it is */
export const setFavorite = (
  graph: GraphStore,
  { quota }: Account,
  { pageId, isFavorite, device, by }: Favor,
): Promise<Result<void>> =>
  retryUntilCommitted(async () => {
    const held = await graph.records.find(pageId)
    if (held?.record.kind !== 'page' || held.record.deleted !== undefined)
      return refuse({ code: 'not_found', what: 'page', name: pageId })
    if ((propOf(held.record, PAGE_FAVORITE) === true) === isFavorite) return ok(undefined)
    const record = setProps(held.record, [[PAGE_FAVORITE, isFavorite || null]], by.at)
    const committed = await graph.commits.commit({ puts: [{ record, from: held.seq }], device, by, quota })
    if (committed.ok) return ok(undefined)
    return committed.why === 'quota_full' ? refuse({ code: 'quota_full', quota }) : undefined
  })
