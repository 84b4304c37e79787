/**
 * Restores a block, a page or the whole graph to an earlier state: a new write on top, by somebody who has seen everything.
 * The change list has one entry, and one revert takes it back.
 * @see history 4
 */
import { LIMITS, type RestoreAnswer } from '@notegraph/contract'
import { nameOf, type GraphRecord } from '@notegraph/graph'
import type { GraphStore, ItemChange, Put } from '@notegraph/store'
import { listedRestorer, restorerAuthor, type Restorer } from '../author.ts'
import { fileNamer } from '../files/file-namer.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import { listedSince } from '../write/commit.ts'
import { yieldToOthers } from '../write-queue.ts'
import { named } from '../write/summary.ts'
import { asItWas, type Pen } from './as-it-was.ts'
import { changedSince } from './changed-since.ts'
import { RestoreCounter, type RestoreCounts, type Subject } from './restore-counts.ts'
import { targetsOf, type RestoreScope } from './restore-targets.ts'
import type { Target } from './target.ts'

/** A restore that was decided. */
interface RestoreEdit {
  readonly puts: readonly Put[]
  readonly touched: readonly ItemChange[]
  readonly counts: RestoreCounts
}

/** Decides the records of a restore. */
export function decideRestore(targets: readonly Target[], pen: Pen): RestoreEdit {
  const counter = new RestoreCounter()
  const decided = targets.map(({ held, state }) => {
    const done = asItWas(held?.record, state, pen)
    counter.add(held?.record, done)
    return { held, done }
  })
  const puts: Put[] = []
  const touched: ItemChange[] = []
  for (const { held, done } of decided) {
    if (!('record' in done) || (done.how === 'gone' && counter.isKept(done.record.id))) continue
    puts.push({ record: done.record, from: held?.seq ?? 0 })
    touched.push(itemOf(held?.record, done.record))
  }
  return { puts, touched, counts: counter.counts }
}

/**
 * Counts what a restore of the whole graph would change, part by part.
 * @param base later changes do not count, because the restore leaves them alone
 */
export async function countRestore(
  graph: GraphStore,
  seq: number,
  base: number,
  pen: Pen,
): Promise<RestoreCounter> {
  const counter = new RestoreCounter()
  for await (const part of changedSince(graph, seq)) {
    for (const { held, state } of part)
      if (!held || held.seq <= base) counter.add(held?.record, asItWas(held?.record, state, pen))
    await yieldToOthers()
  }
  return counter
}

const itemOf = (before: GraphRecord | undefined, after: GraphRecord): ItemChange =>
  ({ kind: after.kind, id: after.id, before: before ?? null, after }) as ItemChange

export interface RestoreOptions extends Pen {
  /** Whether to count only. */
  readonly preview: boolean
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin: string | undefined
}

/**
 * Restores to the graph after a commit.
 * @returns undefined if another write committed meanwhile
 */
export async function restoreOnce(
  graph: GraphStore,
  by: Restorer,
  scope: RestoreScope,
  seq: number,
  { preview, origin, ...pen }: RestoreOptions,
): Promise<Result<RestoreAnswer> | undefined> {
  const { account } = by
  const head = await graph.commits.head()
  const fault = await stateFault(graph, seq)
  if (fault) return refuse(fault)
  const targets = await targetsOf(graph, scope, seq)
  if (targets === 'missing') return refuse({ code: 'not_found', what: 'state', name: String(seq) })
  if (targets.length > LIMITS.restoredOfPage) return refuse({ code: 'conflict', why: 'restore_large' })
  const { puts, touched, counts } = decideRestore(targets, pen)
  if (preview || puts.length === 0) return ok({ preview, seq, ...counts })
  const id = pen.newId()
  const subject = await namedSubject(graph, await subjectOf(graph, touched), origin)
  const committed = await graph.commits.commit({
    puts,
    head,
    quota: account.quota,
    by: restorerAuthor(by, pen.now),
    entry: {
      entry: {
        id,
        at: pen.now,
        ...listedRestorer(by),
        action: 'restore',
        summary: summaryOf(scope, subject.page),
        ...subject,
        touched,
      },
      most: 0,
      mostBytes: LIMITS.changeListBytes,
      since: listedSince(pen.now),
    },
  })
  if (committed.ok) return ok({ preview, seq, ...counts, changeId: id })
  return committed.why === 'quota_full' ? refuse({ code: 'quota_full', quota: account.quota }) : undefined
}

/** Why there is no state of the graph after a commit: it was never made, or its states are gone. */
export async function stateFault(
  { commits, history }: Pick<GraphStore, 'commits' | 'history'>,
  seq: number,
): Promise<Refusal | undefined> {
  if (await history.isComplete(seq)) return undefined
  return seq > (await commits.head())
    ? { code: 'not_found', what: 'state', name: String(seq) }
    : { code: 'conflict', why: 'history_gone' }
}

/** The page of the entry: the first that the restore touches. */
async function subjectOf(
  { records }: Pick<GraphStore, 'records'>,
  touched: readonly ItemChange[],
): Promise<Subject & { readonly blockId?: string }> {
  const first = touched.find(({ kind }) => kind === 'page') ?? touched[0]!
  const after = first.after as GraphRecord
  if (after.kind === 'page') return { page: nameOf(after), pageId: after.id }
  const page = (await records.find(after.place.pageId))?.record
  return { page: page?.kind === 'page' ? nameOf(page) : '', pageId: after.place.pageId, blockId: after.id }
}

/** Names files in the name of the page, as other answers do. @see decisions 2.8 */
export async function namedSubject<S extends Subject>(
  graph: Pick<GraphStore, 'files'>,
  subject: S,
  origin: string | undefined,
): Promise<S> {
  const show = await fileNamer(graph, [subject.page], origin)
  return { ...subject, page: show(subject.page) }
}

/** The summary of the entry in the change list. @param name of the page */
export function summaryOf({ page, block }: RestoreScope, name: string): string {
  if (block !== undefined) return `Restored a block on “${named(name)}” as it was`
  return page === undefined ? 'Restored the graph as it was' : `Restored “${named(name)}” as it was`
}
