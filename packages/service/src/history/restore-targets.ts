/** Finds the records that a restore writes, each with the state that it gets. @see history 4 */
import { isLive, type GraphRecord } from '@notegraph/graph'
import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { readInParts } from '../read-in-parts.ts'
import { isAs } from './as-it-was.ts'
import { changedSince } from './changed-since.ts'
import { readPageAt } from './page-at.ts'
import { byId, targetOf, type Target } from './target.ts'

/** The extent of a restore: one block with the blocks that were under it, one page, or the whole graph. */
export interface RestoreScope {
  readonly page?: string
  readonly block?: string
}

type Graph = Pick<GraphStore, 'records' | 'history' | 'feed'>

/**
 * Finds the targets of a restore to the graph after the commit `seq`.
 * @returns `missing` if the page or the block was not there
 */
export async function targetsOf(
  graph: Graph,
  { page, block }: RestoreScope,
  seq: number,
): Promise<Target[] | 'missing'> {
  if (block !== undefined) return ofBlock(graph, block, seq)
  if (page !== undefined) return ofPage(graph, page, seq)
  const targets: Target[] = []
  for await (const part of changedSince(graph, seq))
    targets.push(...part.filter(({ held, state }) => !isAs(held?.record, state)))
  return targets
}

async function ofPage(graph: Graph, pageId: string, seq: number): Promise<Target[] | 'missing'> {
  const { page, records } = await readPageAt(graph, pageId, seq)
  if (!page) return 'missing'
  const states = new Map<string, GraphRecord>([page, ...records].map((state) => [state.id, state]))
  const present = await graph.records.listByPage(pageId)
  const held = new Map([...(await findAll(graph, [...states.keys()])), ...byId(present)])
  const targets: Target[] = []
  for (const [id, state] of states) targets.push(targetOf(id, held.get(id), state))
  for (const one of present) {
    if (states.has(one.record.id)) continue
    // A block that was on another page stays here.
    const earlier = one.seq > seq && (await graph.history.recordAt(one.record.id, seq))
    if (!earlier || earlier.deleted) targets.push({ id: one.record.id, held: one })
  }
  return targets
}

/** A block gets its words and properties. A deleted one comes back with the blocks that were deleted under it. */
async function ofBlock(graph: Graph, id: string, seq: number): Promise<Target[] | 'missing'> {
  const now = await graph.records.find(id)
  const state = now && now.seq <= seq ? now.record : (await graph.history.recordAt(id, seq))?.record
  if (!state || state.deleted !== undefined || state.kind === 'page') return 'missing'
  if (now && now.record.kind !== 'page' && now.record.deleted === undefined) {
    const { place } = now.record
    return [...(await deletedPage(graph, place.pageId, seq)), { id, held: now, state: { ...state, place } }]
  }
  const { page, records } = await readPageAt(graph, state.place.pageId, seq)
  const under = new Set([id])
  for (let before = 0; before < under.size;) {
    before = under.size
    for (const one of records) if (under.has(one.place.parentId ?? '')) under.add(one.id)
  }
  const held = await findAll(graph, [...under])
  const home = await graph.records.find(state.place.pageId)
  if (!isLive(home?.record) && !page) return 'missing'
  const { pageId, parentId } = state.place
  const above = parentId === null ? undefined : await graph.records.find(parentId)
  if (above) held.set(above.record.id, above)
  // A tombstone may be gone. A block that lives elsewhere stays there.
  const back = records.filter((one) => under.has(one.id) && !isLive(held.get(one.id)?.record))
  const ids = new Set(back.map((one) => one.id))
  // A page that was deleted since comes back with the block.
  const pages = page && !isLive(home?.record) ? [targetOf(page.id, home, page)] : []
  const blocks = back.map((one) => {
    const parent = one.place.parentId
    const isThere = parent === null || ids.has(parent) || isBlockOn(held.get(parent), pageId)
    const place = isThere ? one.place : { ...one.place, parentId: null }
    return targetOf(one.id, held.get(one.id), { ...one, place })
  })
  return [...pages, ...blocks]
}

/** A page that was deleted since, which comes back with its block. */
async function deletedPage(graph: Graph, pageId: string, seq: number): Promise<Target[]> {
  const held = await graph.records.find(pageId)
  const { page } = isLive(held?.record) ? {} : await readPageAt(graph, pageId, seq)
  return page ? [targetOf(page.id, held, page)] : []
}

/** Whether it is a live block on the page. */
const isBlockOn = (found: VersionedRecord | undefined, pageId: string): boolean =>
  found?.record.kind === 'block' && isLive(found.record) && found.record.place.pageId === pageId

async function findAll(graph: Graph, ids: readonly string[]): Promise<Map<string, VersionedRecord>> {
  const found = new Map<string, VersionedRecord>()
  for await (const part of readInParts(graph, ids)) for (const one of part) found.set(one.record.id, one)
  return found
}
