/**
 * Regular cleanup. It deletes expired connected apps, unused files, old tombstones and old states. It names the graph of
 * each day, notes the end of grace, and archives and deletes graphs of ended plans. It visits only accounts that changed
 * or are due. It can stop anywhere, and several processes can run it.
 */
import { LIMITS } from '@notegraph/contract'
import type { Account, GraphStore } from '@notegraph/store'
import { graphEnd } from '../plan.ts'
import { TOMBSTONES_KEPT } from '../sync/tombstones.ts'
import { endGraph, noteGraceEnd, type EndDeps, type EndedGraph } from './end-graph.ts'
import { clearFiles } from './files.ts'

const DAY = 86_400_000
/** A graph is visited at this interval even without changes, which finds other faults. */
const ANYWAY: number = 30 * DAY

/** The dependencies of a sweep. */
export interface SweepDeps extends EndDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Days for which replaced states are kept; 0 keeps none. */
  readonly historyDays?: number
  /** Called for each action and each failure. */
  readonly onEvent?: (event: SweepEvent) => void
  /** Stops the sweep between two accounts. */
  readonly signal?: AbortSignal
}

/** An action or a failure of a sweep. */
export type SweepEvent =
  | {
      readonly event: 'files_cleared'
      readonly account: string
      readonly files: number
      readonly blobs: number
    }
  | { readonly event: 'grace_over'; readonly account: string }
  | { readonly event: 'graph_ended'; readonly account: string; readonly file?: string }
  /** One account failed; the others continue. */
  | { readonly event: 'failed'; readonly account: string; readonly error: unknown }

/** The result of a sweep. */
export interface SweepReport {
  readonly files: number
  readonly blobs: number
  readonly ended: readonly EndedGraph[]
  /** Accounts that failed. */
  readonly failed: readonly string[]
}

/** Deletes old tombstones. @returns when the next file or tombstone of the graph is due */
async function nextIn(graph: Pick<GraphStore, 'files' | 'feed'>, now: number): Promise<number> {
  const { deletedSince: before } = await graph.files.sweepBacklog()
  if (before !== undefined) await graph.feed.collectTombstones(now, TOMBSTONES_KEPT)
  const { unusedSince = Infinity, deletedSince = Infinity } = await graph.files.sweepBacklog()
  return Math.min(unusedSince + LIMITS.unusedFileDays * DAY, deletedSince + TOMBSTONES_KEPT)
}

/**
 * Names the graph of the day, and deletes old states. @returns when the next state expires
 * @see history 1, 2
 */
async function tidyHistory(
  { history, commits }: Pick<GraphStore, 'history' | 'commits'>,
  now: number,
  days: number,
): Promise<number> {
  const [latest] = await history.snapshots()
  const head = await commits.head()
  const id = new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length)
  if (days > 0 && head > (latest?.seq ?? 0)) await history.addSnapshot({ id, at: now }, 0)
  const before = days === 0 ? now + 1 : now - days * DAY
  while (await history.expire(before));
  return ((await history.oldest()) ?? Infinity) + days * DAY + 1
}

/**
 * Sweeps every account that changed or is due.
 *
 * @example
 * ```ts
 * const { files, failed } = await sweep({ store, blobs, retention, clock: Date.now })
 * ```
 */
export async function sweep(deps: SweepDeps): Promise<SweepReport> {
  const { store, blobs, clock, historyDays = LIMITS.historyDays, signal, onEvent } = deps
  const report = { files: 0, blobs: 0, ended: [] as EndedGraph[], failed: [] as string[] }
  await blobs.tidy(clock() - DAY)
  await store.connectedApps.removeExpired(clock())
  const isStopped = () => signal?.aborted === true
  for (const id of await store.sweeps.due(clock())) {
    if (isStopped()) break
    try {
      await store.sweeps.begin(id)
      const account = await store.accounts.find(id)
      await store.sweeps.end(id, account && (await one(account)))
    } catch (error) {
      if (isStopped()) break
      report.failed.push(id)
      onEvent?.({ event: 'failed', account: id, error })
    }
  }
  return report

  /** @returns when the account is due again without changes */
  async function one(account: Account): Promise<number | undefined> {
    // The other store sweeps it, and both may use the same bytes of files.
    if (account.moving !== undefined) return undefined
    const now = clock()
    if (await noteGraceEnd(store, account, now)) onEvent?.({ event: 'grace_over', account: account.id })
    const ended = await endGraph(deps, account, now)
    if (ended) {
      report.ended.push(ended)
      onEvent?.({ event: 'graph_ended', ...ended })
    }
    const { files, blobs: removed, next: bytesDue } = await clearFiles(store, blobs, account, now)
    report.files += files
    report.blobs += removed
    if (files + removed > 0) onEvent?.({ event: 'files_cleared', account: account.id, files, blobs: removed })
    const graph = (await store.hasGraph(account.id)) ? store.graph(account.id) : undefined
    const due = [
      bytesDue,
      graph && graphEnd(account),
      graph && now + ANYWAY,
      graph && (await nextIn(graph, now)),
      graph && (await tidyHistory(graph, now, historyDays)),
    ]
    const next = Math.min(...due.filter((at) => at !== undefined))
    return next < Infinity ? next : undefined
  }
}
