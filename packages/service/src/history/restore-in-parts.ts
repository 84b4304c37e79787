/**
 * Gives the records of a whole graph other states, in small commits between which others write. A record that changes
 * meanwhile is decided again. Pages come back before their blocks, and go after them.
 * @see history 4
 */
import { isLive } from '@notegraph/graph'
import type { Author, Store } from '@notegraph/store'
import { INTO } from '@notegraph/sync'
import { ok, refuse, type Result } from '../refusal.ts'
import { inTurn, retryUntilCommitted, yieldToOthers } from '../write-queue.ts'
import { isAs, type Pen, type Restored } from './as-it-was.ts'
import { changedSince } from './changed-since.ts'
import { byId, statesById, targetOf, type Target } from './target.ts'

/** The changes to make. */
export interface PartsPlan {
  /** The records that changed after this commit are looked at. */
  readonly since: number
  /** Decides for each target, in order. It may be asked twice. */
  readonly decide: (targets: readonly Target[], pen: Pen) => Promise<readonly Restored[]>
  /** Called for a block that stays as it is, because its page has been deleted since. It may be called twice. */
  readonly onHomeless?: (target: Target) => void
  /** Called for a page that stays, because a block on it stays. It may be called twice. */
  readonly onNeeded?: (target: Target) => void
  readonly by: Author
  /** Bytes for the graph; without a quota, the records may grow. */
  readonly quota?: number
}

/** The clock and the id source of the work, and its control. */
export interface PartsControl {
  readonly clock: () => number
  readonly newId: () => string
  readonly stop?: AbortSignal
  /** Called after each commit with the number of its records. */
  readonly onCommit?: (records: number) => void
}

/** The targets of each turn. */
const TURNS: readonly ((target: Target) => boolean)[] = [
  (target) => isPage(target) && isLive(target.state),
  (target) => !isPage(target),
  (target) => isPage(target) && !isLive(target.state),
]
const isPage = ({ held, state }: Target): boolean => (held?.record ?? state)?.kind === 'page'

/** @returns whether it was not stopped before its end; 507 if the graph would exceed its quota */
export async function restoreInParts(
  store: Store,
  accountId: string,
  plan: PartsPlan,
  control: PartsControl,
): Promise<Result<boolean>> {
  const graph = store.graph(accountId)
  for (const isDue of TURNS)
    for await (const part of changedSince(graph, plan.since)) {
      if (control.stop?.aborted === true) return ok(false)
      const targets = part.filter(isDue)
      if (targets.length > 0) {
        const done = await commitPart(store, accountId, plan, targets, control)
        if (!done.ok) return done
        if (done.value > 0) control.onCommit?.(done.value)
      }
      await yieldToOthers()
    }
  return ok(true)
}

/** @returns the number of records written */
const commitPart = async (
  store: Store,
  accountId: string,
  { since, decide, onHomeless, onNeeded, by, quota }: PartsPlan,
  targets: readonly Target[],
  { clock, newId }: PartsControl,
): Promise<Result<number>> =>
  inTurn(store, accountId, async () => {
    const graph = store.graph(accountId)
    return retryUntilCommitted(async () => {
      const now = clock()
      const present = byId(await graph.records.findMany(targets.map(({ id }) => id)))
      const targetsNow = targets.map(({ id, state }) => targetOf(id, present.get(id), state))
      const decided = await decide(targetsNow, { now, newId })
      const gone = await gonePages(decided)
      const puts = []
      for (const [i, done] of decided.entries()) {
        if (!('record' in done)) continue
        const { record, how } = done
        if (record.kind === 'page' && how === 'gone' && (await isNeeded(record.id))) {
          onNeeded?.(targetsNow[i]!)
          continue
        }
        if (record.kind !== 'page' && record.deleted === undefined && gone.has(record.place.pageId)) {
          onHomeless?.(targetsNow[i]!)
          continue
        }
        puts.push({ record, from: targetsNow[i]!.held?.seq ?? 0 })
      }
      if (puts.length === 0) return ok(0)
      const done = await graph.commits.commit({
        puts,
        by: { ...by, at: now },
        ...(quota !== undefined && { quota }),
      })
      if (done.ok) return ok(puts.length)
      return done.why === 'quota_full' ? refuse({ code: 'quota_full', quota: quota! }) : undefined
    })

    /**
     * The pages of blocks that were there, and are not: somebody has deleted them since. If a device has merged one into
     * another page, devices move its blocks there.
     */
    async function gonePages(decided: readonly Restored[]): Promise<ReadonlySet<string>> {
      const records = decided.flatMap((one) => ('record' in one ? [one.record] : []))
      const ids = records.flatMap((one) => (one.kind === 'page' ? [] : [one.place.pageId]))
      const pages = await graph.records.findMany(ids)
      const deleted = pages.filter(
        ({ record, seq }) =>
          record.deleted !== undefined && seq > since && (record.props[INTO]?.v ?? null) === null,
      )
      if (deleted.length === 0) return new Set()
      const states = await graph.history.recordsAt(
        deleted.map(({ record }) => record.id),
        since,
      )
      return new Set(states.flatMap(({ id, record }) => (record.deleted === undefined ? [id] : [])))
    }

    /** Whether a block on the page is not as it was: somebody has written it since, or it has conflicting versions. */
    async function isNeeded(pageId: string): Promise<boolean> {
      const blocks = (await graph.records.listByPage(pageId)).filter(({ seq }) => seq > since)
      const ids = blocks.map(({ record }) => record.id)
      const states = statesById(await graph.history.recordsAt(ids, since))
      return blocks.some(({ record }) => !isAs(record, states.get(record.id)))
    }
  })
