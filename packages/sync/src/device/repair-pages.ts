/**
 * Tidying at the end of a pull: pages with the same name are merged, and blocks of a missing page get another page. It
 * checks each changed page and each missing page that blocks refer to.
 *
 * @see sync, The device's rules 5
 */
import { makePage, PAGE_NAME, propOf, type PageRecord } from '@notegraph/graph'
import { stampAfter, latestStamp } from '../stamp.ts'
import { alive } from '../revision.ts'
import type { Core } from './core.ts'
import type { Draft } from './draft.ts'
import { mergePages, isPage, survivorOf, type PageLocal } from './merge-pages.ts'
import { asPulled } from './overlay.ts'
import { INTO, nameKey, onPage, RECOVERED_ID, RECOVERED_NAME, movedFrom } from './local.ts'
import { isWorded, moveAll, standingOn } from './move.ts'

/** Milliseconds before the blocks of a missing page are recovered. */
const DAY = 86_400_000
/** The most merged pages to follow. */
const MOST_HOPS = 32

/**
 * Tidies the changed pages. No block moves to a page whose own change was refused. Other devices can have that page
 * deleted, and two devices would move the block against each other.
 */
export async function repairPages(core: Core): Promise<void> {
  const { touched, absent } = core.meta
  const pages = new Set([...(touched === 'all' ? await allPages(core) : touched), ...Object.keys(absent)])
  for (const id of pages) await core.write((draft) => repairPage(draft, id, core.now()))
  if (touched.length > 0) await core.write(async (draft) => draft.set({ touched: [] }))
}

/** Lists the ids of all pages, present or missing. */
async function allPages(core: Core): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const batch of core.store.scan())
    for (const { record } of batch) ids.add(record.kind === 'page' ? record.id : record.place.pageId)
  return ids
}

async function repairPage(draft: Draft, id: string, now: number): Promise<void> {
  const local = await draft.get(id)
  const page = local && isPage(local) ? local : undefined
  if (page && page.record.deleted === undefined) return repairLivePage(draft, page)
  const [some] = await draft.find(onPage(id), 1)
  if (!some) return isNoLongerAbsent(draft, id)
  const isAbsent = !page && id !== RECOVERED_ID
  if (isAbsent && now - absentSince(draft, id, now) < DAY) return
  isNoLongerAbsent(draft, id)
  const home = page ? await homeOf(draft, page.record) : RECOVERED_ID
  if (home === RECOVERED_ID) await openRecovered(draft, now)
  if (home !== id) await moveAll(draft, await standingOn(draft, id), home)
}

async function repairLivePage(draft: Draft, page: PageLocal): Promise<void> {
  const { id } = page.record
  isNoLongerAbsent(draft, id)
  const twins = await twinsOf(draft, page.record)
  if (twins.length > 1 && !survivorOf(twins).refused) await mergePages(draft, twins)
  const merged = await draft.get(id)
  if (!merged || merged.record.deleted !== undefined || merged.refused) return
  const moved = (await draft.find(movedFrom(id))).filter(isWorded)
  if (moved.length > 0) await moveAll(draft, moved, id)
}

const twinsOf = async (draft: Draft, page: PageRecord): Promise<PageLocal[]> =>
  (await draft.find(`name:${nameKey(page)}`)).filter(isPage)

/** Finds a page for the blocks of a deleted page: the page that it was merged into, or else the page with its name. */
async function homeOf(draft: Draft, gone: PageRecord): Promise<string> {
  let at: PageRecord = gone
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const into = propOf(at, INTO)
    const next = typeof into === 'string' ? await draft.get(into) : undefined
    if (!next || !isPage(next)) break
    at = next.record
    if (at.deleted === undefined) return at.id
  }
  const namesakes = await twinsOf(draft, gone)
  return namesakes.length > 0 ? survivorOf(namesakes).record.id : RECOVERED_ID
}

/** Creates the page of recovered blocks if it is missing. */
async function openRecovered(draft: Draft, now: number): Promise<void> {
  const local = await draft.get(RECOVERED_ID)
  if (local && local.record.deleted === undefined) return
  if (!local) {
    const record = makePage({ id: RECOVERED_ID, name: RECOVERED_NAME, now })
    return draft.edit(asPulled(record, draft.meta.pass), [`props.${PAGE_NAME}`])
  }
  const at = stampAfter(now, latestStamp(local.record))
  const props = { ...local.record.props, [PAGE_NAME]: { v: RECOVERED_NAME, at } }
  draft.edit({ ...local, record: { ...alive(local.record), props, updatedAt: at } }, [`props.${PAGE_NAME}`])
}

function absentSince(draft: Draft, id: string, now: number): number {
  const { absent } = draft.meta
  if (!Object.hasOwn(absent, id)) draft.set({ absent: { ...absent, [id]: now } })
  return draft.meta.absent[id]!
}

function isNoLongerAbsent(draft: Draft, id: string): void {
  if (!Object.hasOwn(draft.meta.absent, id)) return
  const { [id]: _, ...absent } = draft.meta.absent
  draft.set({ absent })
}
