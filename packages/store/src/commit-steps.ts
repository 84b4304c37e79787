/**
 * The steps of a commit. Each layer adds its own around the transaction of the driver, and {@link COMMIT_STEPS} has all of
 * them in their order. A new rule for every write is a step here, and no wrapper of its own.
 */
import type { Change, ChangeResult, CommitResult, CommitStore } from './graph/commits.ts'

/**
 * From the caller to the transaction:
 *
 * - `sites`: the audit log notes which pages enter a site, or leave it
 * - `rules`: the rules of sites and webhooks note which pages they name
 * - `history`: no commit names its author, if history is off
 * - `texts`: texts that no store keeps are refused
 * - `sweep`: the account is listed for the sweep
 * - `files`: the account of each file is noted
 * - `signals`: listeners hear of the commit
 */
export const COMMIT_STEPS = ['sites', 'rules', 'history', 'texts', 'sweep', 'files', 'signals'] as const

const INWARD = COMMIT_STEPS.toReversed()

/** A call of `commit` or `commitAll`. */
export interface Write {
  readonly accountId: string
  /** One change of `commit`, or all commits of `commitAll`. */
  readonly changes: readonly Change[]
  /** Whether it is a `commitAll`. */
  readonly isImport: boolean
}

/** Passes a write on, as it is or changed, and may act before and after. It may throw instead, and then nothing is written. */
export type CommitStep = <R extends ChangeResult | CommitResult>(
  write: Write,
  next: (write: Write) => Promise<R>,
) => Promise<R>

/** The steps that one layer adds. */
export type CommitSteps = { readonly [S in (typeof COMMIT_STEPS)[number]]?: CommitStep }

/**
 * Has each commit to the graph of an account run through steps.
 * @example
 * const graph = withCommitSteps(bare, 'ada', {
 *   async signals(write, next) {
 *     const result = await next(write)
 *     if (result.ok) watchers.notify(write.accountId)
 *     return result
 *   },
 * })
 */
export function withCommitSteps<G extends { readonly commits: CommitStore }>(
  graph: G,
  accountId: string,
  steps: CommitSteps,
): G {
  const { commits } = graph
  const run = async <R extends ChangeResult | CommitResult>(
    write: Write,
    transaction: (write: Write) => Promise<R>,
  ): Promise<R> => {
    let first = transaction
    for (const name of INWARD) {
      const [step, next] = [steps[name], first]
      if (step) first = async (given) => step(given, next)
    }
    return first(write)
  }
  return {
    ...graph,
    commits: {
      ...commits,
      commit: async (change) =>
        run({ accountId, changes: [change], isImport: false }, async ({ changes: [one] }) =>
          commits.commit(one!),
        ),
      commitAll: async (all, after) =>
        run({ accountId, changes: all, isImport: true }, async ({ changes }) =>
          commits.commitAll(changes, after),
        ),
    },
  }
}

/**
 * Makes the step that reports commits. One without records and files changes nothing that a listener reads.
 * @example
 * const graph = withCommitSteps(bare, 'ada', { signals: signalCommits((id) => watchers.notify(id)) })
 */
export const signalCommits =
  (signal: (accountId: string) => void): CommitStep =>
  async (write, next) => {
    const result = await next(write)
    if (result.ok && (write.isImport || write.changes.some(({ puts, files }) => puts.length > 0 || files)))
      signal(write.accountId)
    return result
  }
