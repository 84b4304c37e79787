/** Finds the records that a restore writes, each with the state that it gets. @see history 4 */
import type { GraphRecord } from '@notegraph/graph'
import type { GraphStore, VersionedRecord } from '@notegraph/store'
import { readPageAt } from './page-at.ts'

/** The extent of a restore: one block with the blocks that were under it, one page, or the whole graph. */
export interface RestoreScope {
  readonly page?: string
  readonly block?: string
}

/** A record, and the state that it gets. */
export interface Target {
  /** The present record, deleted or not. */
  readonly held?: VersionedRecord
  /** Undefined if the record did not exist. */
  readonly state?: GraphRecord
}

type Graph = Pick<GraphStore, 'records' | 'history' | 'feed'>

/** Records that are read at once. */
const PART = 1_000

/**
 * Finds the targets of a restore to the graph after the commit `seq`.
 * @param most the most targets
 * @returns undefined if there are more, or `missing` if the page or the block was not there
 */
export async function targetsOf(
  graph: Graph,
  { page, block }: RestoreScope,
  seq: number,
  most: number,
): Promise<Target[] | 'missing' | undefined> {
  if (block !== undefined) return ofBlock(graph, block, seq)
  if (page !== undefined) return ofPage(graph, page, seq)
  return ofGraph(graph, seq, most)
}

async function ofPage(graph: Graph, pageId: string, seq: number): Promise<Target[] | 'missing'> {
  const { page, records } = await readPageAt(graph, pageId, seq)
  if (!page) return 'missing'
  const states = new Map<string, GraphRecord>([page, ...records].map((state) => [state.id, state]))
  const present = await graph.records.listByPage(pageId)
  const held = new Map([...(await findAll(graph, [...states.keys()])), ...byId(present)])
  const targets: Target[] = []
  for (const [id, state] of states) targets.push({ state, ...heldOf(held, id) })
  for (const one of present) {
    if (states.has(one.record.id)) continue
    // A block that was on another page stays here.
    const earlier = one.seq > seq && (await graph.history.recordAt(one.record.id, seq))
    if (!earlier || earlier.deleted) targets.push({ held: one })
  }
  return targets
}

/** A block gets its words and properties. A deleted one comes back with the blocks that were deleted under it. */
async function ofBlock(graph: Graph, id: string, seq: number): Promise<Target[] | 'missing'> {
  const now = await graph.records.find(id)
  const state = now && now.seq <= seq ? now.record : (await graph.history.recordAt(id, seq))?.record
  if (!state || state.deleted !== undefined || state.kind === 'page') return 'missing'
  if (now && now.record.kind !== 'page' && now.record.deleted === undefined)
    return [{ held: now, state: { ...state, place: now.record.place } }]
  const { records } = await readPageAt(graph, state.place.pageId, seq)
  const under = new Set([id])
  for (let before = 0; before < under.size;) {
    before = under.size
    for (const one of records) if (under.has(one.place.parentId ?? '')) under.add(one.id)
  }
  const held = await findAll(graph, [...under])
  const home = await graph.records.find(state.place.pageId)
  if (!home || home.record.deleted !== undefined) return 'missing'
  const above = state.place.parentId === null ? undefined : await graph.records.find(state.place.parentId)
  const isAbove = above?.record.deleted === undefined && above?.record.kind === 'block'
  const place = isAbove ? state.place : { ...state.place, parentId: null }
  return records.flatMap((one) => {
    if (!under.has(one.id)) return []
    const present = heldOf(held, one.id)
    if (one.id === id) return [{ ...present, state: { ...one, place } }]
    return present.held?.record.deleted === undefined ? [] : [{ ...present, state: one }]
  })
}

async function ofGraph(graph: Graph, seq: number, most: number): Promise<Target[] | undefined> {
  const states = new Map<string, GraphRecord>()
  for (let after: number | undefined = 0; after !== undefined;) {
    const part = await graph.history.listAt(seq, after, PART)
    for (const { id, record } of part.states) states.set(id, record)
    if (states.size > most) return undefined
    after = part.next
  }
  const held = await findAll(graph, [...states.keys()])
  for (let from = { seq, n: Number.MAX_SAFE_INTEGER }, more = true; more;) {
    const part = await graph.feed.read(from, { records: PART, bytes: Infinity })
    const ids = part.records.map((json) => (JSON.parse(json) as GraphRecord).id).filter((id) => !held.has(id))
    for (const [id, one] of await findAll(graph, ids)) held.set(id, one)
    if (held.size > most) return undefined
    from = part.position
    more = part.more
  }
  return [...new Set([...states.keys(), ...held.keys()])].map((id) => {
    const state = states.get(id)
    return { ...heldOf(held, id), ...(state && { state }) }
  })
}

const byId = (records: readonly VersionedRecord[]): Map<string, VersionedRecord> =>
  new Map(records.map((one) => [one.record.id, one]))

const heldOf = (held: ReadonlyMap<string, VersionedRecord>, id: string): Pick<Target, 'held'> => {
  const found = held.get(id)
  return found ? { held: found } : {}
}

async function findAll(graph: Graph, ids: readonly string[]): Promise<Map<string, VersionedRecord>> {
  const found = new Map<string, VersionedRecord>()
  for (let at = 0; at < ids.length; at += PART)
    for (const one of await graph.records.findMany(ids.slice(at, at + PART))) found.set(one.record.id, one)
  return found
}
