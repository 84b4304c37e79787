/**
 * Decides a push. Its records are merged into the graph's in order, so that later ones see the changes of earlier ones.
 * Nothing is written here.
 *
 * @see sync, The server's rules
 */
import type { GraphRecord } from '@notegraph/graph'
import { recordBytes, type GraphStore, type Put } from '@notegraph/store'
import {
  merge,
  plainPush,
  type MergeEnv,
  type Outcome,
  type PushResult,
  type ReadItem,
  type PlaceIds,
} from '@notegraph/sync'
import { yieldToOthers } from '../write-queue.ts'
import { toErrorBody } from '../error-messages.ts'
import { deletedBlock, deletedPage, homeOf } from './item.ts'
import { blocksSincePull, loadStoredRecords } from './stored-records.ts'
import { loadSubtrees } from './subtrees.ts'

/** Items decided in one stretch; then other requests run. */
const STRETCH = 100

export interface Decision {
  readonly puts: readonly Put[]
  readonly results: readonly PushResult[]
}

export interface DecideOptions {
  readonly now: number
  readonly device: string
  /** The number up to which the device has pulled; undefined if it does not report one. */
  readonly pulledTo: number | undefined
  /** Bytes by which the records may grow together; larger ones are refused. */
  readonly room: number
  /** For the message of a refusal. */
  readonly quota: number
}

export async function decidePush(
  graph: GraphStore,
  items: readonly ReadItem[],
  options: DecideOptions,
): Promise<Decision> {
  const known = await loadStoredRecords(graph, items)
  const unseen = await blocksSincePull(graph, items, options)
  const subtrees = await loadSubtrees(graph, items, known)
  const changed = new Map<string, GraphRecord>()
  // A block that stays has words of others. If the device pushed words of its own beside them, it is the last writer.
  const removals = items.flatMap((item) => deletedBlock(item) ?? [])
  let { room } = options

  const recordOf = (id: string) => changed.get(id) ?? known.get(id)?.record
  // A cache, since a deep block is looked up very often.
  const places = new Map<string, PlaceIds>()
  const notePlace = (record: GraphRecord) => record.kind !== 'page' && places.set(record.id, record.place)
  for (const { record } of known.values()) notePlace(record)
  const env: MergeEnv = {
    ...options,
    isWrittenByOthers: (pageId) =>
      (unseen.get(pageId)?.some((id) => isStillOn(id, pageId)) ?? false) ||
      removals.some((id) => isLiveOn(recordOf(id), pageId)),
    placeOf: (id) => places.get(id),
    homeOf: (pageId) => homeOf(pageId, recordOf),
    levelsUnder: (id, pageId) => subtrees.levelsUnder(id, pageId, changed),
  }

  /** False if this push removed the block from the page. */
  function isStillOn(id: string, pageId: string): boolean {
    const record = changed.get(id)
    return !record || isLiveOn(record, pageId)
  }

  function one(item: ReadItem): PushResult {
    const held = recordOf(item.id)
    if (item.form === 'wrong') return refused(item.id, held, item.error)
    if (item.form === 'bare') return bare(held, item)
    const push = item.form === 'plain' ? plainPush(held, item.record) : item.push
    const merged = merge(held, push, env)
    if (merged.outcome === 'refused') return refused(item.id, held, merged.error)
    const { outcome, record } = merged
    if (record === held) return { id: item.id, outcome, record }
    const grown = Number.isFinite(room) ? recordBytes(record) - (held ? recordBytes(held) : 0) : 0
    if (grown > 0 && grown > room) {
      const error = toErrorBody({ code: 'quota_full', quota: options.quota })
      return { id: item.id, outcome: 'refused', record: held ?? null, error }
    }
    room -= grown
    changed.set(item.id, record)
    notePlace(record)
    return { id: item.id, outcome, record }
  }

  // Deleted pages come last, when all other removals of the push are known.
  const last = new Map(items.map(({ id }, i) => [id, i]))
  const waits = (item: ReadItem, i: number) => deletedPage(item) !== undefined && last.get(item.id) === i
  const results: PushResult[] = []
  for (const isWaiting of [false, true])
    for (const [i, item] of items.entries()) {
      if (waits(item, i) !== isWaiting) continue
      results[i] = one(item)
      if (i % STRETCH === STRETCH - 1) await yieldToOthers()
    }
  const puts = Array.from(changed, ([id, record]) => ({ record, from: known.get(id)?.seq ?? 0 }))
  return { puts, results }
}

const isLiveOn = (record: GraphRecord | undefined, pageId: string): boolean =>
  record !== undefined && record.kind !== 'page' && !record.deleted && record.place.pageId === pageId

const refused = (id: string, held: GraphRecord | undefined, error: string): PushResult => ({
  id,
  outcome: 'refused',
  record: held ?? null,
  error: toErrorBody({ code: 'bad_request', error }),
})

/** A record with only its time of change gets the server's record in return, unless it claims to be newer. */
function bare(
  held: GraphRecord | undefined,
  { id, updatedAt }: Extract<ReadItem, { form: 'bare' }>,
): PushResult {
  const outcome: Outcome = 'kept'
  if (held && updatedAt <= held.updatedAt) return { id, outcome, record: held }
  return refused(
    id,
    held,
    held
      ? `${id} was changed at ${updatedAt}, later than the server's record, but the push has no content. Send the whole record.`
      : `The server has no record ${id}. Send the whole record, with its kind, words, place and props.`,
  )
}
