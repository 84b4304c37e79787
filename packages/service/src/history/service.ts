/** The history of an account: moments of pages, snapshots, and restores. @see history 1 to 4 */
import {
  LIMITS,
  type ForgetAnswer,
  type ForgetBody,
  type PageHistory,
  type PageState,
  type RestoreAnswer,
  type RestoreBody,
  type RestoreJob,
  type Snapshot as SnapshotView,
} from '@notegraph/contract'
import { nameOf, writtenProps } from '@notegraph/graph'
import {
  namesOne,
  type Account,
  type Author,
  type Authorship,
  type GraphStore,
  type Store,
} from '@notegraph/store'
import { BROWSER, BROWSER_NAME, type Caller } from '../access.ts'
import { items } from '../answer.ts'
import { fileNamer } from '../files/file-namer.ts'
import type { Restorer } from '../author.ts'
import { planAt } from '../plan.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import type { SessionCaller } from '../session.ts'
import { inTurn, retryUntilCommitted } from '../write-queue.ts'
import { momentsOf, type Moment } from './moments.ts'
import { readPageAt, readPageBefore } from './page-at.ts'
import { countRestore, namedSubject, restoreOnce, stateFault, summaryOf } from './restore.ts'
import { written } from './restore-counts.ts'
import { restoreJobs } from './restore-jobs.ts'
import { blocksOf, changesBetween } from './view.ts'

interface Window {
  readonly limit: number
  readonly offset: number
}

/** The history of accounts. */
export interface HistoryService {
  /** The moments of a page, newest first. @returns 404 if the graph never had the page, as far as it knows */
  listPage(
    account: Account,
    pageId: string,
    window: Window,
  ): Promise<Result<{ history: PageHistory['history']; total: number }>>
  /** A page as it was after a commit. @returns 404 if there was no such page, 409 if the states are gone */
  readPage(account: Account, pageId: string, seq: number, window: Window): Promise<Result<PageState>>
  /** The newest first. */
  listSnapshots(account: Account): Promise<SnapshotView[]>
  /** @returns 409 if the account has the most snapshots or the server keeps no states, 402 without a plan or in grace */
  makeSnapshot(account: Account, name: string): Promise<Result<SnapshotView>>
  /** @returns 404 if the account has no such snapshot */
  readSnapshot(account: Account, id: string): Promise<Result<SnapshotView>>
  /** @returns 404 if the account has no such snapshot */
  removeSnapshot(account: Account, id: string): Promise<Result<{ readonly ok: true }>>
  /** The number of a snapshot whose states are all known. @returns 404, or 409 if states are gone */
  findSnapshot(account: Account, id: string): Promise<Result<SnapshotView>>
  /**
   * Restores, or counts what a restore would change. If a whole graph differs much, the restore runs in the background. One
   * that was interrupted continues.
   * @param device the session that asks; the owner in a browser if left out
   */
  restore(
    account: Account,
    body: RestoreBody,
    device?: Pick<SessionCaller, 'sessionId' | 'device'>,
  ): Promise<Result<RestoreAnswer>>
  /**
   * Forgets the earlier states of a page and of all that is or was on it, or of a block. They leave the history, the snapshots,
   * the list of changes, and the messages of webhooks. The present state stays.
   * @returns 404 if the graph never had it, as far as it knows; 409 while a restore runs
   */
  forget(account: Account, body: ForgetBody): Promise<Result<ForgetAnswer>>
  /** The restore of the whole graph that runs, or ran last, in the background. */
  readRestore(accountId: string): Promise<RestoreJob | undefined>
  /** Stops restores in the background, and notes that. */
  stop(): Promise<void>
}

/** The clock and id source of the service. */
export interface HistoryDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string
  /** The author of restores; by default the owner in a browser. */
  readonly by?: Pick<Caller, 'tokenId' | 'tokenName'>
  /** Records that a restore of the graph writes before it answers; a test lowers it. */
  readonly atOnce?: number
  /** Called for an internal error in the background. */
  readonly onFailure?: (accountId: string, error: unknown) => void
}

/**
 * How many of the first items fit into an answer; at least one.
 * @param most bytes @param beside the JSON text of the other members
 */
const fitting = (list: readonly object[], most: number, beside?: string): number =>
  items(list, (item) => JSON.stringify(item), beside, most).count

const OWNER = { tokenId: BROWSER, tokenName: BROWSER_NAME }

/** The most states from which the moments of a page are made; the oldest are left out. */
const MOST_STATES = 20_000

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const history = historyService(store, { clock: Date.now, newId: randomUUID })
 * ```
 */
export function historyService(store: Store, deps: HistoryDeps): HistoryService {
  const { clock, newId, origin, by = OWNER, atOnce = LIMITS.restoredAtOnce, onFailure } = deps
  const jobs = restoreJobs(store, { clock, newId, onFailure })
  const noState = (seq: number): Refusal => ({ code: 'not_found', what: 'state', name: String(seq) })

  function mayChange(account: Account): Result<'active'> {
    const plan = planAt(account, clock())
    if (plan === 'active') return ok(plan)
    return refuse({ code: 'payment_required', ...(plan === 'grace' && { why: plan }) })
  }

  const readSnapshot: HistoryService['readSnapshot'] = async (account, id) => {
    const found = (await store.graph(account.id).history.snapshots()).find((one) => one.id === id)
    return found ? ok(found) : refuse({ code: 'not_found', what: 'snapshot', name: id })
  }

  const findSnapshot: HistoryService['findSnapshot'] = async (account, id) => {
    const found = await readSnapshot(account, id)
    if (!found.ok) return found
    const isComplete = await store.graph(account.id).history.isComplete(found.value.seq)
    return isComplete ? found : refuse({ code: 'conflict', why: 'history_gone' })
  }

  /** The number of the commit to which a restore goes. */
  async function seqOf(account: Account, { seq, snapshot, at }: RestoreBody): Promise<Result<number>> {
    if (seq !== undefined) return ok(seq)
    if (snapshot !== undefined) {
      const found = await findSnapshot(account, snapshot)
      return found.ok ? ok(found.value.seq) : found
    }
    const found = await store.graph(account.id).history.numberAt(Math.min(at!, Number.MAX_SAFE_INTEGER))
    return found === undefined ? refuse({ code: 'conflict', why: 'history_gone' }) : ok(found)
  }

  /** @returns undefined if so little changes that one commit is enough */
  async function restoreInBackground(
    who: Restorer,
    seq: number,
    preview: boolean,
  ): Promise<Result<RestoreAnswer> | undefined> {
    const { account } = who
    const graph = store.graph(account.id)
    const fault = await stateFault(graph, seq)
    if (fault) return refuse(fault)
    const unfinished = await jobs.unfinished(account.id, seq)
    const pen = { now: clock(), newId }
    const { counts, subject } = await countRestore(graph, seq, unfinished?.base ?? Infinity, pen)
    if (preview) return ok({ preview, seq, ...counts })
    if ((await jobs.read(account.id))?.state === 'running')
      return refuse({ code: 'conflict', why: 'restore_running' })
    const total = written(counts)
    if (!unfinished && total <= atOnce) return undefined
    const shown = subject && (await namedSubject(graph, subject, origin))
    const restore = { seq, total, subject: shown, summary: summaryOf({}, ''), unfinished }
    const started = await jobs.start(who, restore)
    return started.ok ? ok({ preview, seq, ...counts, changeId: started.value, running: true }) : started
  }

  return {
    async listPage(account, pageId, { limit, offset }) {
      const graph = store.graph(account.id)
      const moments = await pageMoments(graph, pageId)
      if (moments.length === 0) return refuse({ code: 'not_found', what: 'page', name: pageId })
      const part = moments.slice(offset, offset + limit)
      const authors = await graph.history.authorships(part.map(({ seq }) => seq))
      const history = part.map((moment) => {
        return { ...moment, ...authored(authors.get(moment.seq)) }
      })
      return ok({ history, total: moments.length })
    },

    async readPage(account, pageId, seq, { limit, offset }) {
      const graph = store.graph(account.id)
      const fault = await stateFault(graph, seq)
      if (fault) return refuse(fault)
      const after = await readPageAt(graph, pageId, seq)
      if (!after.page) return refuse(noState(seq))
      const before = await readPageBefore(graph, pageId, seq)
      const all = blocksOf(after)
      const blocks = all.slice(offset, offset + limit)
      const changed = changesBetween(before, after).slice(0, LIMITS.listMost)
      const name = nameOf(after.page)
      const properties = writtenProps(after.page)
      const texts = [
        name,
        ...Array.from(properties, ([key, { value }]) => `${key} ${value}`),
        ...blocks.map(({ text }) => text),
        ...changed.flatMap((one) => [one.before ?? '', one.after ?? '']),
      ]
      const show = await fileNamer(graph, texts, origin)
      // The name of a file can be longer than its address, so the names come before the sizes.
      const changes = changed.map(({ before: a, after: b, ...one }) => ({
        ...one,
        ...(a !== undefined && { before: show(a) }),
        ...(b !== undefined && { after: show(b) }),
      }))
      const state = {
        seq,
        ...authored((await graph.history.authorships([seq])).get(seq)),
        id: pageId,
        name: show(name),
        properties: Object.fromEntries(
          Array.from(properties, ([key, { value }]) => [show(key), show(value)]),
        ),
        changes: changes.slice(0, fitting(changes, LIMITS.answerBytes / 2)),
      }
      const named = blocks.map((block) => ({ ...block, text: show(block.text) }))
      const shown = named.slice(0, fitting(named, LIMITS.answerBytes, JSON.stringify(state)))
      const next = offset + shown.length
      return ok({
        ...state,
        blocks: shown,
        total: all.length,
        next: next < all.length ? next : null,
      })
    },

    listSnapshots: async (account) => store.graph(account.id).history.snapshots(),

    async makeSnapshot(account, name) {
      const may = mayChange(account)
      if (!may.ok) return may
      const { history } = store.graph(account.id)
      if (history.isOff) return refuse({ code: 'conflict', why: 'history_off' })
      const snapshot = { id: newId(), name: name.trim(), at: clock() }
      const made = await history.addSnapshot(snapshot, LIMITS.namedSnapshots)
      return made ? ok(made) : refuse({ code: 'conflict', why: 'snapshots_full' })
    },

    readSnapshot,

    async removeSnapshot(account, id) {
      const removed = await store.graph(account.id).history.removeSnapshot(id)
      return removed ? ok({ ok: true }) : refuse({ code: 'not_found', what: 'snapshot', name: id })
    },

    findSnapshot,

    async restore(account, body, device) {
      const preview = body.preview ?? false
      const may = preview ? ok('active') : mayChange(account)
      if (!may.ok) return may
      const seq = await seqOf(account, body)
      if (!seq.ok) return seq
      const who: Restorer = device
        ? { account, tokenId: device.sessionId, tokenName: device.device, isDevice: true }
        : { ...by, account }
      if (body.page === undefined && body.block === undefined) {
        const answer = await restoreInBackground(who, seq.value, preview)
        if (answer) return answer
      }
      const graph = store.graph(account.id)
      return inTurn(store, account.id, async () =>
        retryUntilCommitted(() =>
          restoreOnce(graph, who, body, seq.value, { preview, now: clock(), newId, origin }),
        ),
      )
    },

    async forget({ id: accountId }, { page, block }) {
      const id = (page ?? block)!
      const what = page === undefined ? 'block' : 'page'
      const graph = store.graph(accountId)
      const forgotten = await inTurn(store, accountId, async () =>
        (await jobs.read(accountId))?.state === 'running'
          ? undefined
          : graph.history.forget(page === undefined ? { block: id } : { page: id }),
      )
      if (!forgotten) return refuse({ code: 'conflict', why: 'restore_running' })
      const { states, changes, ids } = forgotten
      const deliveries = await forgetDeliveries(store, accountId, new Set(ids))
      const present = await graph.records.find(id)
      const isKnown = present?.record.kind === what || states + changes + deliveries > 0
      return isKnown ? ok({ states, changes, deliveries }) : refuse({ code: 'not_found', what, name: id })
    },

    readRestore: async (accountId) => jobs.read(accountId),

    stop: async () => jobs.stop(),
  }
}

/** Deletes the messages of webhooks that name one of the records. @returns how many there were */
async function forgetDeliveries(
  { webhooks }: Store,
  accountId: string,
  ids: ReadonlySet<string>,
): Promise<number> {
  const window = { limit: LIMITS.webhookDeliveries, offset: 0 }
  const named: string[] = []
  for (const webhook of await webhooks.list(accountId))
    for (const { id: delivery, body } of (await webhooks.deliveries(accountId, webhook.id, window))
      .deliveries)
      if (namesOne(ids, body)) named.push(delivery)
  return named.length === 0 ? 0 : webhooks.removeDeliveries(accountId, named)
}

/** The time and the author of a commit, if the server knows them. */
function authored(author: Authorship | undefined): { at?: number; by?: Author } {
  if (!author) return {}
  const { at, ...by } = author
  return { at, by }
}

async function pageMoments(graph: GraphStore, pageId: string): Promise<Moment[]> {
  // The present records come first, so the kept states include those that a commit replaces in between.
  const page = await graph.records.find(pageId)
  const present = await graph.records.listByPage(pageId)
  const kept = await graph.history.listByPage(pageId, MOST_STATES)
  const live = [...(page?.record.kind === 'page' ? [page] : []), ...present]
  return momentsOf(
    pageId,
    kept,
    live.flatMap(({ record, seq }) =>
      record.deleted === undefined ? [{ id: record.id, seq, at: record.updatedAt }] : [],
    ),
  )
}
