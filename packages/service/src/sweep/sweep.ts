/**
 * What has to be done from time to time, whoever calls or not: files that nothing holds are cleared, graces that are over
 * are noted, and graphs whose plan is over are archived and removed. It can be cut off anywhere, and run by several
 * processes at once.
 */
import type { Account } from '@notegraph/store'
import { endGraph, noteGraceEnd, type EndDeps, type EndedGraph } from './end-graph.ts'
import { clearFiles } from './files.ts'

const DAY = 86_400_000

export interface SweepDeps extends EndDeps {
  /** Gives now, in milliseconds since 1970. */
  readonly clock: () => number
  /** Is told of what is done, and of what fails, as it happens. */
  readonly tell?: (event: SweepEvent) => void
  /** Stops it between two accounts. */
  readonly signal?: AbortSignal
}

export type SweepEvent =
  | {
      readonly event: 'files_cleared'
      readonly account: string
      readonly files: number
      readonly blobs: number
    }
  | { readonly event: 'grace_over'; readonly account: string }
  | { readonly event: 'graph_ended'; readonly account: string; readonly file?: string }
  /** One account cannot be swept; the others are. */
  | { readonly event: 'failed'; readonly account: string; readonly error: unknown }

export interface SweepReport {
  readonly files: number
  readonly blobs: number
  readonly ended: readonly EndedGraph[]
  /** Accounts that could not be swept. */
  readonly failed: readonly string[]
}

export async function sweep(deps: SweepDeps): Promise<SweepReport> {
  const { store, blobs, clock, signal, tell } = deps
  const report = { files: 0, blobs: 0, ended: [] as EndedGraph[], failed: [] as string[] }
  await blobs.tidy(clock() - DAY)
  for (const account of await store.accounts.list()) {
    if (signal?.aborted === true) break
    try {
      await one(account)
    } catch (error) {
      report.failed.push(account.id)
      tell?.({ event: 'failed', account: account.id, error })
    }
  }
  return report

  async function one(account: Account): Promise<void> {
    const now = clock()
    if (await noteGraceEnd(store, account, now)) tell?.({ event: 'grace_over', account: account.id })
    const ended = await endGraph(deps, account, now)
    if (ended) {
      report.ended.push(ended)
      tell?.({ event: 'graph_ended', ...ended })
    }
    const { files, blobs: removed } = await clearFiles(store, blobs, account, now)
    report.files += files
    report.blobs += removed
    if (files + removed > 0) tell?.({ event: 'files_cleared', account: account.id, files, blobs: removed })
  }
}
