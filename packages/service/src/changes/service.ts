/** The list of changes, and their reverts. @see decisions 8 */
import type { Day } from '@notegraph/block-text'
import {
  LIMITS,
  ON_THE_COMMAND_LINE,
  ON_THE_WEB,
  OVER_THE_API,
  type Change,
  type ChangeAnswer,
  type ChangeList,
  type ChangesQuery,
  type KeepChanges,
  type KeepChangesAnswer,
  type OwnChangeList,
  type OwnChangesQuery,
  type RevertAnswer,
  type RevertChangesAnswer,
  type SeeChangesAnswer,
} from '@notegraph/contract'
import { dayAt, journalId } from '@notegraph/graph'
import type {
  Account,
  ChangeFilter,
  ChangeRecord,
  ChangeSummary,
  GraphStore,
  JobRow,
  Store,
} from '@notegraph/store'
import { BROWSER, BROWSER_NAME, COMMAND_LINE, mayWrite, refuseReader, type Caller } from '../access.ts'
import { answer, envelope, items, type Answer } from '../answer.ts'
import { personAuthor, callerAuthor } from '../author.ts'
import { findPage, findPageOrDay } from '../find-page.ts'
import { planAt } from '../plan.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { holdsOf } from '../history/restore-jobs.ts'
import { revertGraph, type GraphChange } from '../history/revert-graph.ts'
import { revertRestore } from '../history/revert-restore.ts'
import { withItsCommits } from '../import/import-entry.ts'
import { jobNow } from '../jobs.ts'
import { checkPublishing, refusePublishing } from '../sharing/publish-right.ts'
import { inTurn, retryUntilCommitted } from '../write-queue.ts'
import { toErrorBody } from '../error-messages.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { listedSince } from '../write/commit.ts'
import { nowOf } from './read-now.ts'
import { revert as reverted } from './revert.ts'
import { changeView, type ChangeView, type ChangeViewList } from './change-view.ts'

/** The change list of accounts, and reverts. */
export interface ChangesService {
  /** Changes of the last 30 days, newest first, with their items if the query asks for them. */
  list(accountId: string, query: ChangesQuery): Promise<Answer<ChangeList>>
  /** The same entries with each item before and after, for display side by side. */
  look(accountId: string, query: ChangesQuery, bytes?: number): Promise<ChangeViewList>
  /** One change of the last 30 days with its items. */
  read(accountId: string, changeId: string): Promise<Result<Answer<ChangeAnswer>>>
  /** The same change for display. */
  lookAt(accountId: string, changeId: string): Promise<Result<ChangeView>>
  /** The number of changes that can still be reverted. */
  open(accountId: string): Promise<number>
  /**
   * Restores the items that are still as the change left them, in one new edit. A revert needs no free space in the
   * list or in storage. As a write, it gets 402 without a plan or in grace.
   */
  revert(account: Account, changeId: string): Promise<Result<Answer<RevertAnswer>>>
  /** Accepts open changes, so that they are not counted and cannot be reverted. */
  keep(accountId: string, which: KeepChanges): Promise<Answer<KeepChangesAnswer>>
  /** Stores that the person has looked at changes. @see events 4 */
  see(accountId: string, ids: readonly string[]): Promise<Answer<SeeChangesAnswer>>
  /** Changes that the caller's token made, newest first, with their items. Needs a token that may write. */
  readonly listOwn: (caller: Caller, query: OwnChangesQuery) => Promise<Result<Answer<OwnChangeList>>>
  /** The same entries for display. */
  lookOwn(caller: Caller, query: OwnChangesQuery, bytes?: number): Promise<Result<ChangeViewList>>
  /** One change of the caller's token, by its id or an unambiguous beginning of it. */
  findOwn(caller: Caller, changeId: string): Promise<Result<ChangeView>>
  /** The number of items that a revert would leave, because they were edited since. @see assistants 12.7 */
  countLeft(caller: Caller, changeId: string): Promise<number>
  /** Reverts a change of the caller's token, or an edit of the person. Another token's change is not found. */
  readonly revertOwn: (caller: Caller, changeId: string) => Promise<Result<Answer<RevertAnswer>>>
  /**
   * Reverts several changes, newest first, because later changes build on earlier ones. A refused change does not stop
   * the others. Without a plan or in grace, all get 402.
   */
  revertAll(account: Account, changeIds: readonly string[]): Promise<Result<Answer<RevertChangesAnswer>>>
}

/** The clock and id source of the service. */
export interface ChangesDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const changes = changesService(store, { clock: Date.now, newId: randomUUID })
 * ```
 */
export function changesService(store: Store, deps: ChangesDeps): ChangesService {
  const viewOf = async (graph: GraphStore, change: ChangeRecord): Promise<ChangeView> =>
    changeView(graph, change, deps.origin)

  const filterOf = async (
    graph: Pick<GraphStore, 'pages'>,
    { token, page }: Pick<ChangesQuery, 'token' | 'page'>,
    unseenBy?: string,
  ): Promise<ChangeFilter> => ({
    ...(unseenBy === undefined
      ? { since: listedSince(deps.clock()) }
      : await unseenFilter(store, unseenBy, deps.clock())),
    ...(token !== undefined && { token }),
    ...(page !== undefined && { pageId: await pageIdOf(graph, page) }),
  })

  function mayRevert(account: Account): Result<'active'> {
    const plan = planAt(account, deps.clock())
    if (plan === 'active') return ok(plan)
    return refuse({ code: 'payment_required', ...(plan === 'grace' && { why: plan }) })
  }

  /** @param caller if given, only a change of its token is found */
  async function revertOf(
    account: Account,
    changeId: string,
    caller?: Caller,
  ): Promise<Result<Answer<RevertAnswer>>> {
    const may = mayRevert(account)
    if (!may.ok) return may
    const graph = store.graph(account.id)
    const entry = await openEntry(graph, changeId, caller, deps.clock())
    if (!entry.ok) return entry
    const whole = entry.value.touched.find((one) => one.kind === 'graph')
    if (whole) return revertWhole(account, whole)
    return inTurn(store, account.id, async () =>
      retryUntilCommitted(() => revertOnce(store, account, changeId, caller, deps)),
    )
  }

  /** @returns why the change goes on: the job of a restore, or of an import, has its id */
  async function runs(
    accountId: string,
    id: string,
  ): Promise<'restore_running' | 'import_running' | undefined> {
    const isOf = (job: JobRow | undefined): boolean =>
      job?.id === id && jobNow(job, deps.clock()).state === 'running'
    if (isOf(await store.restores.find(accountId))) return 'restore_running'
    return isOf(await store.imports.find(accountId)) ? 'import_running' : undefined
  }

  /** Reverts in small commits, between which others write. The last one closes the entry. */
  async function revertWhole(account: Account, change: GraphChange): Promise<Result<Answer<RevertAnswer>>> {
    const why = await runs(account.id, change.id)
    if (why) return refuse({ code: 'conflict', why })
    const by = personAuthor(account, deps.clock())
    const graph = store.graph(account.id)
    const done = await revertGraph(store, account.id, await withItsCommits(graph, change), by, deps)
    if (!done.ok) return done
    const { commits, history } = graph
    const closed = await commits.commit({ puts: [], by, reverts: change.id })
    if (!closed.ok) return refuse({ code: 'conflict', why: 'reverted' })
    for (const id of Object.values(holdsOf(change.id))) await history.release(id)
    return ok(answer(JSON.stringify({ ok: true, ...done.value })))
  }
  const revert: ChangesService['revert'] = (account, changeId) => revertOf(account, changeId)

  const look: ChangesService['look'] = async (accountId, query, bytes = LIMITS.answerBytes) => {
    const graph = store.graph(accountId)
    const { limit, offset } = query
    const filter = await filterOf(graph, query, unseenIn(accountId, query))
    const { changes, total } = await graph.changes.listWithItems(filter, { limit, offset, bytes })
    return { changes: await Promise.all(changes.map((change) => viewOf(graph, change))), total }
  }

  const lookOwn: ChangesService['lookOwn'] = async (caller, query, bytes = LIMITS.changesBytes) => {
    if (caller.scope === 'read') return refuseReader(caller)
    const graph = store.graph(caller.account.id)
    const { limit, offset, page } = query
    const today = dayAt(deps.clock(), caller.zone)
    const pageId = page === undefined ? undefined : await pageIdOf(graph, page, today)
    const filter = {
      ...(await filterOf(graph, {})),
      tokenId: caller.tokenId,
      ...(pageId !== undefined && { pageId }),
    }
    const window = { limit: Math.min(limit, LIMITS.changesDefault), offset, bytes }
    const { changes, total } = await graph.changes.listWithItems(filter, window)
    return ok({ changes: await Promise.all(changes.map((change) => viewOf(graph, change))), total })
  }

  const lookAt: ChangesService['lookAt'] = async (accountId, changeId) => {
    const graph = store.graph(accountId)
    const change = await graph.changes.find(changeId)
    if (!change || change.own === true || change.at < listedSince(deps.clock()))
      return refuse({ code: 'not_found', what: 'change', name: changeId })
    return ok(await viewOf(graph, change))
  }

  return {
    async list(accountId, query) {
      const { limit, offset, touched } = query
      const graph = store.graph(accountId)
      const isWhole = touched === 'true'
      const most = isWhole ? LIMITS.changesBytes : LIMITS.answerBytes
      const { changes, total } = isWhole
        ? await look(accountId, { ...query, limit: Math.min(limit, LIMITS.changesDefault) }, most)
        : await graph.changes.list(await filterOf(graph, query, unseenIn(accountId, query)), {
            limit,
            offset,
            bytes: most,
          })
      const { json, count } = items<ChangeSummary>(changes, (one) => JSON.stringify(shown(one)), '', most)
      const open = await graph.changes.countOpen(listedSince(deps.clock()))
      return answer(`{"changes":[${json}],"open":${open},${envelope(count, offset, total)}}`)
    },

    look,

    async read(accountId, changeId) {
      const found = await lookAt(accountId, changeId)
      return found.ok ? ok(answer(`{"change":${JSON.stringify(shown(found.value))}}`)) : found
    },

    lookAt,

    open: (accountId) => store.graph(accountId).changes.countOpen(listedSince(deps.clock())),

    revert,

    async keep(accountId, { ids, token = '', until = 0 }) {
      const { changes, history } = store.graph(accountId)
      const which = ids ? { ids } : { token, until: Math.min(until, Number.MAX_SAFE_INTEGER) }
      const kept = await changes.keep(which, deps.clock())
      // Nobody takes these back any more. A restore or an import that runs still needs the states.
      for (const { id, action } of kept)
        if (HOLDING.has(action) && !(await runs(accountId, id)))
          for (const hold of Object.values(holdsOf(id))) await history.release(hold)
      return answer(JSON.stringify({ ok: true, kept: kept.length }))
    },

    async see(accountId, ids) {
      const seen = await store.graph(accountId).changes.see(ids, deps.clock())
      return answer(JSON.stringify({ ok: true, seen }))
    },

    lookOwn,

    async listOwn(caller, query) {
      const most = LIMITS.changesBytes
      const found = await lookOwn(caller, query, most)
      if (!found.ok) return found
      const { changes, total } = found.value
      const { json, count } = items(changes, (one) => JSON.stringify(shown(one)), '', most)
      return ok(answer(`{"changes":[${json}],${envelope(count, query.offset, total)}}`))
    },

    async findOwn(caller, changeId) {
      const graph = store.graph(caller.account.id)
      const missing = refuse({ code: 'not_found', what: 'own_change', name: changeId })
      const whole = await graph.changes.find(changeId)
      if (whole) return whole.tokenId === caller.tokenId ? ok(await viewOf(graph, whole)) : missing
      if (!BEGINNING.test(changeId)) return missing
      const filter = { since: listedSince(deps.clock()), tokenId: caller.tokenId, idStart: changeId }
      const { changes } = await graph.changes.listWithItems(filter, { limit: 2, offset: 0 })
      const [found, other] = changes
      if (!found) return missing
      if (other) return refuse(BAD_REQUESTS.sharedChange(changeId, [found.id, other.id]))
      return ok(await viewOf(graph, found))
    },

    async countLeft(caller, changeId) {
      const graph = store.graph(caller.account.id)
      const entry = await openEntry(graph, changeId, caller, deps.clock())
      if (!entry.ok || entry.value.action === 'restore') return 0
      const pen = { now: deps.clock(), newId: deps.newId }
      return reverted(entry.value.touched, await nowOf(graph, entry.value), pen).left.length
    },

    async revertOwn(caller, changeId) {
      const may = mayWrite(caller)
      return may.ok ? revertOf(caller.account, changeId, caller) : may
    },

    async revertAll(account, changeIds) {
      const may = mayRevert(account)
      if (!may.ok) return may
      const results: string[] = []
      for (const id of await newestFirst(store.graph(account.id), changeIds)) {
        const done = await revert(account, id)
        const json = done.ok ? done.value.json : JSON.stringify({ ok: false, ...toErrorBody(done.refusal) })
        results.push(`{"id":${JSON.stringify(id)},${json.slice(1)}`)
      }
      return ok(answer(`{"results":[${results.join()}]}`))
    },
  }
}

/** Actions whose entries may need states that the store holds. */
const HOLDING: ReadonlySet<string> = new Set(['restore', 'import'])

const unseenIn = (accountId: string, { unseen }: Pick<ChangesQuery, 'unseen'>): string | undefined =>
  unseen === 'true' ? accountId : undefined

/** The changes of programs and assistants since the last look, which nobody has looked at one by one. @see events 4 */
export async function unseenFilter(store: Store, accountId: string, now: number): Promise<ChangeFilter> {
  const looked = (await store.looks.last(accountId)) ?? 0
  return { since: Math.max(looked + 1, listedSince(now)), notTokenId: BROWSER, seen: false }
}

/** The beginning of the id of a change. */
const BEGINNING: RegExp = new RegExp(`^[0-9a-f-]{${LIMITS.shortId},36}$`)

/** @returns each id once; unknown ids come last */
async function newestFirst(
  graph: Pick<GraphStore, 'changes'>,
  changeIds: readonly string[],
): Promise<string[]> {
  const wanted = new Set(changeIds)
  const found: string[] = []
  // One change alone needs no order.
  for (let offset = 0; wanted.size + found.length > 1 && wanted.size > 0; offset += LIMITS.listMost) {
    const window = { limit: LIMITS.listMost, offset }
    const { changes, total } = await graph.changes.list({ since: 0 }, window)
    for (const { id } of changes) if (wanted.delete(id)) found.push(id)
    if (offset + LIMITS.listMost >= total) break
  }
  return [...found, ...wanted]
}

/** An entry that the caller may revert. */
async function openEntry(
  graph: Pick<GraphStore, 'changes'>,
  changeId: string,
  caller: Caller | undefined,
  now: number,
): Promise<Result<ChangeRecord>> {
  const entry = await graph.changes.find(changeId)
  if (!entry || (caller ? entry.tokenId !== caller.tokenId : entry.own === true))
    return refuse({ code: 'not_found', what: caller ? 'own_change' : 'change', name: changeId })
  if (entry.state !== 'open') return refuse({ code: 'conflict', why: entry.state })
  if (entry.at < listedSince(now)) return refuse({ code: 'conflict', why: 'expired' })
  return ok(entry)
}

/** @returns undefined if another write committed meanwhile */
async function revertOnce(
  store: Store,
  account: Account,
  changeId: string,
  caller: Caller | undefined,
  { clock, newId }: ChangesDeps,
): Promise<Result<Answer<RevertAnswer>> | undefined> {
  const now = clock()
  const graph = store.graph(account.id)
  const head = await graph.commits.head()
  const found = await openEntry(graph, changeId, caller, now)
  if (!found.ok) return found
  const entry = found.value
  const pen = { now, newId }
  const decide = entry.action === 'restore' ? revertRestore : reverted
  const { puts, restored, left } = decide(entry.touched, await nowOf(graph, entry), pen)
  const by = caller ? callerAuthor(caller, now) : personAuthor(account, now)
  const readers = caller && (await checkPublishing(store, caller)(puts, now))
  const committed = await graph.commits.commit({
    puts,
    head,
    by,
    reverts: changeId,
    ...(readers && { check: readers.check }),
  })
  if (caller && readers && !committed.ok && committed.why === 'check_failed')
    return refusePublishing(graph, caller, readers.place())
  return committed.ok ? ok(answer(JSON.stringify({ ok: true, restored, left }))) : undefined
}

const shown = ({ state, sides, ...one }: ChangeSummary & Partial<ChangeView>): object => {
  const { id, at, token, tokenId: _, ...rest } = one
  return { id, at, token, via: viaOf(one), ...rest, state, ...(sides && { touched: sides }) }
}

/** The device that asked for an import has a name, and no token. */
function viaOf({ token, tokenId }: Pick<ChangeSummary, 'token' | 'tokenId'>): Change['via'] {
  if (tokenId === BROWSER && token === BROWSER_NAME) return ON_THE_WEB
  return tokenId === BROWSER && token === COMMAND_LINE ? ON_THE_COMMAND_LINE : OVER_THE_API
}

/** A deleted page is found by its id only. @param today for a day in words, as an assistant names one */
async function pageIdOf(graph: Pick<GraphStore, 'pages'>, page: string, today?: Day): Promise<string> {
  if (today === undefined) {
    const found = await findPage(graph, page)
    return found.ok ? found.value.id : page
  }
  const found = await findPageOrDay(graph, page, today)
  return found.ok ? (found.value.page?.id ?? journalId(found.value.day!)) : page
}
