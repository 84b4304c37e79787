/**
 * Restores a whole graph in the background. The change list has one entry from the beginning, and the store holds the states
 * of both times. So an interrupted restore continues if it is asked for again, and one revert takes all of it back.
 * @see history 4
 */
import { toErrorBody } from '../error-messages.ts'
import type { ErrorBody, RestoreJob } from '@notegraph/contract'
import { LIMITS } from '@notegraph/contract'
import type { JobRow, Store } from '@notegraph/store'
import { listedRestorer, restorerAuthor, type Restorer } from '../author.ts'
import { backgroundJobs, type JobControl, type JobEnd } from '../jobs.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { listedSince } from '../write/commit.ts'
import { inTurn } from '../write-queue.ts'
import { asItWas } from './as-it-was.ts'
import { restoreInParts } from './restore-in-parts.ts'
import type { Subject } from './restore-counts.ts'

/** A restore that was interrupted or failed, and can continue. */
export interface Unfinished {
  /** The id of its change. */
  readonly id: string
  /** The number before the restore. Later changes stay. */
  readonly base: number
}

/** The restore to begin. */
export interface GraphRestore {
  /** The number whose state is restored. */
  readonly seq: number
  /** The number of records to write. */
  readonly total: number
  readonly subject: Subject | undefined
  readonly summary: string
  readonly unfinished: Unfinished | undefined
}

/** Restores of whole graphs. */
export interface RestoreJobs {
  read(accountId: string): Promise<RestoreJob | undefined>
  /** The restore to this number that can continue. */
  unfinished(accountId: string, seq: number): Promise<Unfinished | undefined>
  /** @returns the id of the change; 409 if another restore runs, or states are gone */
  start(by: Restorer, restore: GraphRestore): Promise<Result<string>>
  stop(): Promise<void>
}

/** The clock and id source, and the log. */
export interface RestoreJobsDeps {
  readonly clock: () => number
  readonly newId: () => string
  /** Called for an internal error. */
  readonly onFailure?: ((accountId: string, error: unknown) => void) | undefined
}

/** The facts of a restore in its row. */
interface Facts {
  readonly seq: number
  readonly error?: ErrorBody
}
const factsOf = ({ result }: JobRow): Facts => JSON.parse(result!) as Facts

/** The names of the holds of a restore. */
export const holdsOf = (changeId: string): { before: string; after: string } => ({
  before: `${changeId}.before`,
  after: `${changeId}.after`,
})

/** Creates the jobs. */
export function restoreJobs(store: Store, { clock, newId, onFailure }: RestoreJobsDeps): RestoreJobs {
  const jobs = backgroundJobs(store.restores, {
    clock,
    onLost: (accountId, error) => onFailure?.(accountId, error),
  })

  /** Holds the states of both times, and adds the entry to the change list. @returns the number before the restore */
  async function prepare(by: Restorer, id: string, restore: GraphRestore): Promise<Result<number>> {
    const { history, commits } = store.graph(by.account.id)
    const { seq, subject, summary, unfinished } = restore
    const at = clock()
    const holds = holdsOf(id)
    const from = unfinished?.base
    const held = await history.hold({ id: holds.after, seq, at })
    const base = await history.hold({ id: holds.before, at, ...(from !== undefined && { seq: from }) })
    if (held === undefined || base === undefined) return refuse({ code: 'conflict', why: 'history_gone' })
    if (unfinished) return ok(base)
    const entry = {
      id,
      at,
      ...listedRestorer(by),
      action: 'restore',
      summary,
      page: subject?.page ?? '',
      pageId: subject?.pageId ?? '',
      touched: [{ kind: 'graph', id, before: base, after: seq } as const],
    }
    const listed = await commits.commit({
      puts: [],
      entry: { entry, most: 0, mostBytes: LIMITS.changeListBytes, since: listedSince(at) },
    })
    if (listed.ok) return ok(base)
    for (const hold of Object.values(holds)) await history.release(hold)
    return refuse({ code: 'conflict', why: 'meanwhile' })
  }

  async function work(
    by: Restorer,
    { seq, total }: Pick<GraphRestore, 'seq' | 'total'>,
    prepared: Promise<Result<number>>,
    { stop, progress }: JobControl,
  ): Promise<JobEnd> {
    const { account } = by
    let done = 0
    const { at: _, ...author } = restorerAuthor(by, clock())
    const ended = (state: JobEnd['state'], error?: ErrorBody): JobEnd => ({
      state,
      result: JSON.stringify({ seq, ...(error && { error }) } satisfies Facts),
    })
    try {
      const from = await prepared
      if (!from.ok) return ended('failed', toErrorBody(from.refusal))
      const base = from.value
      const restored = await restoreInParts(
        store,
        account.id,
        {
          since: seq,
          // A later change was not there when the person asked.
          decide: async (targets, pen) =>
            targets.map(({ held, state }) =>
              held && held.seq > base ? { how: 'same' } : asItWas(held?.record, state, pen),
            ),
          by: author,
          quota: account.quota,
        },
        { clock, newId, stop, onCommit: (records) => progress((done += records), Math.max(total, done)) },
      )
      if (!restored.ok) return ended('failed', toErrorBody(restored.refusal))
      return ended(restored.value ? 'done' : 'cut_off')
    } catch (error) {
      if (stop.aborted) return ended('cut_off')
      onFailure?.(account.id, error)
      return ended('failed', toErrorBody({ code: 'internal' }))
    }
  }

  return {
    async read(accountId) {
      const row = await jobs.read(accountId)
      return row && jobOf(row)
    },

    async unfinished(accountId, seq) {
      const row = await jobs.read(accountId)
      if (!row || row.state === 'running' || row.state === 'done') return undefined
      const { changes, history } = store.graph(accountId)
      // A process that died early has no entry.
      const entry = await changes.find(row.id)
      const whole = entry?.touched.find((one) => one.kind === 'graph')
      if (entry?.state !== 'open' || whole?.after !== seq) return undefined
      return (await history.isComplete(whole.before)) ? { id: row.id, base: whole.before } : undefined
    },

    start: async (by, restore) =>
      inTurn(store, by.account.id, async () => {
        const accountId = by.account.id
        const { seq, total, unfinished } = restore
        if ((await jobs.read(accountId))?.state === 'running') return RUNNING
        const id = unfinished?.id ?? newId()
        const now = clock()
        const times = { startedAt: now, seenAt: now, done: 0, total }
        const result = JSON.stringify({ seq } satisfies Facts)
        const row: JobRow = { accountId, id, state: 'running', ...times, result }
        const preparing = Promise.withResolvers<Result<number>>()
        // Several processes may come this far. One begins, and the others leave no entry and no holds.
        const isBegun = await jobs.begin(row, async (control) => {
          preparing.resolve(prepare(by, id, restore))
          return work(by, restore, preparing.promise, control)
        })
        if (!isBegun) return RUNNING
        const prepared = await preparing.promise
        return prepared.ok ? ok(id) : prepared
      }),

    stop: async () => jobs.stop(),
  }
}

const RUNNING = refuse({ code: 'conflict', why: 'restore_running' })

function jobOf(row: JobRow): RestoreJob {
  const { id, state, startedAt, endedAt, done, total } = row
  const { seq, error } = factsOf(row)
  const ended = { ...(endedAt !== undefined && { endedAt }), ...(error && { error }) }
  return { changeId: id, state, seq, startedAt, done, total, ...ended }
}
