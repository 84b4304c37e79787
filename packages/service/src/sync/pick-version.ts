/** A person picks one of two conflicting versions, and the others are dropped. @see sync, Routes */
import type { GraphRecord } from '@notegraph/graph'
import type { Account, Authorship, GraphStore } from '@notegraph/store'
import type { Push } from '@notegraph/sync'
import { ok, refuse, type Result } from '../refusal.ts'
import { retryUntilCommitted } from '../write-queue.ts'
import { attemptPush } from './commit-push.ts'

export interface Pick {
  readonly id: string
  /** The revision of the picked version. */
  readonly rev: string
  /** A new revision for that text. */
  readonly newRev: string
  readonly device: string
  readonly by: Authorship
}

/** @returns 409 if the block has no such version, or if another process changed it meanwhile */
export async function pickVersion(
  graph: GraphStore,
  account: Account,
  { id, rev, newRev, device, by }: Pick,
): Promise<Result<GraphRecord>> {
  const found = await graph.records.find(id)
  const held = found?.record
  if (!held || held.kind === 'page' || held.deleted !== undefined)
    return refuse({ code: 'not_found', what: 'block', name: id })
  const push = pickOf(held, rev, newRev, by.at)
  if (!push) return refuse({ code: 'conflict', why: 'no_version' })
  const authored = { device, by, items: [{ form: 'groups', id, push }] } as const
  const committed = await retryUntilCommitted(async () => {
    const head = await graph.commits.head()
    // The person has not seen the words and versions that the block has now.
    if ((await graph.records.find(id))?.seq !== found.seq)
      return refuse({ code: 'conflict', why: 'meanwhile' })
    return attemptPush(graph, account, authored, { now: by.at, pulledTo: undefined }, head)
  })
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
