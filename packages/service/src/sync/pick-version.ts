/** A person picks one of two conflicting versions, and the others are dropped. @see sync, Routes */
import type { GraphRecord } from '@notegraph/graph'
import type { Account, GraphStore } from '@notegraph/store'
import type { Push } from '@notegraph/sync'
import { ok, refuse, type Result } from '../refusal.ts'
import { commitPush } from './commit-push.ts'

export interface Pick {
  readonly id: string
  /** The revision of the picked version. */
  readonly rev: string
  /** A new revision for that text. */
  readonly newRev: string
  readonly device: string
  readonly now: number
}

export async function pickVersion(
  graph: GraphStore,
  account: Account,
  { id, rev, newRev, device, now }: Pick,
): Promise<Result<GraphRecord>> {
  const held = (await graph.records.find(id))?.record
  if (!held || held.kind === 'page' || held.deleted !== undefined)
    return refuse({ code: 'not_found', what: 'block', name: id })
  const push = pickOf(held, rev, newRev, now)
  if (!push) return refuse({ code: 'conflict', why: 'no_version' })
  const committed = await commitPush(
    graph,
    account,
    { device, deviceName: device, items: [{ form: 'groups', id, push }] },
    { now, pulledTo: undefined },
  )
  if (!committed.ok) return committed
  const [result] = committed.value.results
  return result?.record ? ok(result.record) : refuse({ code: 'conflict', why: 'meanwhile' })
}

/** The pick as a push of a device that has seen all versions. Undefined if the block has no such version. */
function pickOf(
  held: Exclude<GraphRecord, { readonly kind: 'page' }>,
  rev: string,
  newRev: string,
  now: number,
): Push | undefined {
  const { words, versions = [] } = held
  const drops = new Set(versions.map((version) => version.rev))
  if (rev === words.rev) return { record: held, dirty: new Set(), seen: new Set(), drops }
  const version = versions.find((one) => one.rev === rev)
  if (!version) return undefined
  const record = { ...held, words: { text: version.text, rev: newRev, at: now } }
  return { record, dirty: new Set(['words']), seen: new Set([words.rev]), drops }
}
