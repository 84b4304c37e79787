/**
 * A push, decided: each of its records is merged into what the graph holds, in order, so that a later one meets what an
 * earlier one changed. Nothing is written here.
 *
 * @see sync, The server's rules
 */
import type { GraphRecord } from '@notegraph/graph'
import { recordBytes, type GraphStore, type Put } from '@notegraph/store'
import { merge, plainPush, SYNC_LIMITS, type Outcome, type PushResult, type ReadItem } from '@notegraph/sync'
import { toErrorBody } from '../words.ts'

export interface Decision {
  readonly puts: readonly Put[]
  readonly results: readonly PushResult[]
}

export interface DecideOptions {
  readonly now: number
  readonly device: string
  /** Bytes that the records may grow by together; what needs more is refused. */
  readonly room: number
  /** For the words of a refusal. */
  readonly quota: number
}

interface Known {
  /** As the graph holds it. */
  readonly seq: number
  readonly record: GraphRecord | undefined
}

export async function decidePush(
  graph: GraphStore,
  items: readonly ReadItem[],
  options: DecideOptions,
): Promise<Decision> {
  const known = new Map<string, Known>()
  const changed = new Map<string, GraphRecord>()
  let { room } = options

  /** Reads the records of the push, and what they stand under, at once. */
  async function loadAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) known.set(id, { seq: 0, record: undefined })
    for (const held of await graph.records(ids)) known.set(held.record.id, held)
  }

  async function load(id: string): Promise<GraphRecord | undefined> {
    if (!known.has(id)) {
      const held = await graph.record(id)
      known.set(id, { seq: held?.seq ?? 0, record: held?.record })
    }
    return changed.get(id) ?? known.get(id)!.record
  }

  const placeOf = (id: string) => {
    const record = changed.get(id) ?? known.get(id)?.record
    return record && record.kind !== 'page' ? record.place : undefined
  }

  /** Reads what stands above a place, since a merge asks for it and reads nothing. */
  async function loadAbove(parentId: string | null): Promise<void> {
    let above = parentId
    for (let depth = 0; above !== null && depth < SYNC_LIMITS.depth; depth++) {
      if (!known.has(above)) await load(above)
      above = placeOf(above)?.parentId ?? null
    }
  }

  async function one(item: ReadItem): Promise<PushResult> {
    const held = await load(item.id)
    if (item.form === 'wrong') return refused(item.id, held, item.error)
    if (item.form === 'bare') return bare(held, item)
    const push = item.form === 'plain' ? plainPush(held, item.record) : item.push
    if (push.record.kind !== 'page') await loadAbove(push.record.place.parentId)
    const merged = merge(held, push, { ...options, placeOf })
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
    return { id: item.id, outcome, record }
  }

  await loadAll(items.flatMap(idsOf))
  const results: PushResult[] = []
  for (const item of items) results.push(await one(item))
  const puts = Array.from(changed, ([id, record]) => ({ record, from: known.get(id)!.seq }))
  return { puts, results }
}

function idsOf(item: ReadItem): string[] {
  if (item.form === 'wrong') return item.id === '' ? [] : [item.id]
  const record = item.form === 'plain' ? item.record : item.form === 'groups' ? item.push.record : undefined
  const parentId = record && record.kind !== 'page' ? record.place.parentId : null
  return parentId === null ? [item.id] : [item.id, parentId]
}

const refused = (id: string, held: GraphRecord | undefined, error: string): PushResult => ({
  id,
  outcome: 'refused',
  record: held ?? null,
  error: toErrorBody({ code: 'bad_request', error }),
})

/** A record that says nothing but when it was changed is answered with the one that is held, unless it claims to be newer. */
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
      ? `${id} was changed at ${updatedAt}, later than the record that the server holds, but says nothing of what it is now: send the whole record.`
      : `The server holds no record ${id}: send the whole record, with its kind, words, place and props.`,
  )
}
