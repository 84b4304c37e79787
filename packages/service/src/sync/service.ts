/**
 * Sync for devices, which pull and push changes. A push is committed through the one write path, in its turn among the
 * writes of the account.
 *
 * @see sync, Routes
 */
import { LIMITS } from '@notegraph/contract'
import { recordJson, type BlockRecord, type Words } from '@notegraph/graph'
import type { Account, GraphStore, Store, Window } from '@notegraph/store'
import {
  readPush,
  SYNC_LIMITS,
  type ConflictList,
  type PageRecordsAnswer,
  type PickAnswer,
  type PullAnswer,
  type PushAnswer,
} from '@notegraph/sync'
import { answer, envelope, items, type Answer } from '../answer.ts'
import { deviceAuthor, personAuthor } from '../author.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { inTurn } from '../write-queue.ts'
import { listedSince } from '../write/commit.ts'
import { commonText } from './common-text.ts'
import { parseCursor, type Cursor } from './cursor.ts'
import { pickVersion } from './pick-version.ts'
import { commitPush } from './commit-push.ts'
import { answersFrom, readPullPage } from './pull-page.ts'
import { setFavorite } from './set-favorite.ts'
import { TOMBSTONES_KEPT } from './tombstones.ts'

/** A caller on a signed-in device. */
export interface SyncCaller {
  readonly account: Account
  /** In grace a device pulls, but may not push. */
  readonly plan: 'active' | 'grace'
  readonly device: string
  /** Present if the owner acts in the browser. */
  readonly isPerson?: true
}

/** The sync routes. */
export interface SyncService {
  /** @param limit the most records */
  pull(caller: SyncCaller, query: { cursor?: string; limit?: number }): Promise<Result<Answer<PullAnswer>>>
  /**
   * The answers of the pulls from a cursor to the head, as JSON. Each is read when the caller asks for it.
   * @param limit the most records of an answer
   */
  archive(
    caller: SyncCaller,
    query: { cursor?: string; limit?: number },
  ): Promise<Result<AsyncGenerator<string, void>>>
  /** The records of a page, and those that they refer to. @returns 404 without such a page */
  page(caller: SyncCaller, pageId: string): Promise<Result<Answer<PageRecordsAnswer>>>
  /** @param body any parsed JSON */
  push(caller: SyncCaller, body: unknown): Promise<Result<Answer<PushAnswer>>>
  /** In the order of their ids, as many as fit into an answer. */
  conflicts(caller: SyncCaller, window: Window): Promise<Result<Answer<ConflictList>>>
  pick(caller: SyncCaller, id: string, rev: string): Promise<Result<Answer<PickAnswer>>>
  /** Makes a page a favorite, or takes that back. */
  setFavorite(caller: SyncCaller, pageId: string, isFavorite: boolean): Promise<Result<void>>
  /** The text before all conflicting versions of a block, if it is known. */
  commonText(caller: SyncCaller, block: BlockRecord): Promise<Words | undefined>
}

/** The clock and id source of the service. */
export interface SyncDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
}

interface PullStart {
  readonly graph: GraphStore
  readonly cursor: Cursor | undefined
  readonly now: number
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const sync = syncService(store, { clock: Date.now, newId: randomUUID })
 * ```
 */
export function syncService(store: Store, { clock, newId }: SyncDeps): SyncService {
  const graphOf = ({ account }: SyncCaller) => store.graph(account.id)

  /** @param id the device's own id */
  const authorOf = ({ account, device, isPerson }: SyncCaller, id = device) =>
    isPerson ? personAuthor(account, clock()) : deviceAuthor(id, device, clock())

  /** Reads the cursor of a pull, and collects old tombstones before the pull begins. */
  async function begin(caller: SyncCaller, given: string | undefined): Promise<Result<PullStart>> {
    const cursor = given === undefined ? undefined : parseCursor(given)
    if (given !== undefined && !cursor) return refuse(BAD_REQUESTS.pullCursor)
    const graph = graphOf(caller)
    const now = clock()
    await graph.feed.collectTombstones(now, TOMBSTONES_KEPT)
    return ok({ graph, cursor, now })
  }

  return {
    async pull(caller, { cursor: given, limit: records = SYNC_LIMITS.pullRecords }) {
      const begun = await begin(caller, given)
      if (!begun.ok) return begun
      const { graph, cursor, now } = begun.value
      const page = await readPullPage(
        graph,
        caller.account.id,
        cursor,
        { records, bytes: SYNC_LIMITS.pullBytes },
        now,
      )
      return ok(answer(page.json))
    },

    async archive(caller, { cursor: given, limit: records = SYNC_LIMITS.archiveRecords }) {
      const begun = await begin(caller, given)
      if (!begun.ok) return begun
      const { graph, cursor } = begun.value
      const read = async (from: Cursor | undefined) =>
        readPullPage(graph, caller.account.id, from, { records, bytes: SYNC_LIMITS.archiveBytes }, clock())
      return ok(answersFrom(await read(cursor), read))
    },

    async page(caller, pageId) {
      const most = { records: SYNC_LIMITS.pullRecords, bytes: SYNC_LIMITS.pullBytes }
      const found = await graphOf(caller).feed.page(pageId, most)
      if (!found) return refuse({ code: 'not_found', what: 'page_id', name: pageId })
      const { records, epoch, more, head } = found
      const rest: Omit<PageRecordsAnswer, 'records'> = {
        epoch,
        account: caller.account.id,
        more,
        now: clock(),
        head,
      }
      return ok(answer(`{"records":[${records.join()}],${JSON.stringify(rest).slice(1)}`))
    },

    async push(caller, body) {
      if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
      const read = readPush(body)
      if (!read.ok) return refuse({ code: 'bad_request', error: read.error })
      const push = read.value
      const cursor = push.cursor === undefined ? undefined : parseCursor(push.cursor)
      if (push.cursor !== undefined && !cursor) return refuse(BAD_REQUESTS.pushCursor)
      const graph = graphOf(caller)
      return inTurn(store, caller.account.id, async () => {
        const { epoch } = await graph.feed.state()
        // The device pulls first then, and finds out too.
        if (push.account !== undefined && push.account !== caller.account.id)
          return refuse({ code: 'conflict', why: 'other_account' })
        if (push.epoch !== epoch) return refuse({ code: 'conflict', why: 'epoch' })
        // A cursor of another epoch has no meaning in this one.
        const pulledTo = cursor && (cursor.epoch === epoch ? cursor.seq : 0)
        const by = authorOf(caller, push.device)
        const committed = await commitPush(graph, caller.account, { ...push, by }, { now: by.at, pulledTo })
        return committed.ok ? ok(answer<PushAnswer>(pushAnswerJson(committed.value))) : committed
      })
    },

    async conflicts(caller, { limit, offset }) {
      const bytes = LIMITS.answerBytes
      const { conflicts, total } = await graphOf(caller).feed.listConflicts({ limit, offset, bytes })
      const { json, count } = items(conflicts, (json) => json)
      return ok(answer(`{"blocks":[${json}],${envelope(count, offset, total)}}`))
    },

    async pick(caller, id, rev) {
      if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
      return inTurn(store, caller.account.id, async () => {
        const picked = await pickVersion(graphOf(caller), caller.account, {
          id,
          rev,
          newRev: newId(),
          device: caller.device,
          by: authorOf(caller),
        })
        return picked.ok ? ok(answer(JSON.stringify({ block: picked.value } satisfies PickAnswer))) : picked
      })
    },

    async setFavorite(caller, pageId, isFavorite) {
      if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
      const { account, device } = caller
      return inTurn(store, account.id, () =>
        setFavorite(graphOf(caller), account, { pageId, isFavorite, device, by: authorOf(caller) }),
      )
    },

    commonText: (caller, block) => commonText(graphOf(caller), block, listedSince(clock())),
  }
}

/** Most records are blocks in their plain form, which has a faster path. */
function pushAnswerJson({ results, head }: PushAnswer): string {
  let json = ''
  // Joining many concatenated texts would copy each twice.
  for (const { id, outcome, record, error } of results) {
    const stored = record ? recordJson(record) : 'null'
    const why = error ? `,"error":${JSON.stringify(error)}` : ''
    json += `${json === '' ? '' : ','}{"id":${JSON.stringify(id)},"outcome":"${outcome}","record":${stored}${why}}`
  }
  return `{"results":[${json}],"head":${head}}`
}
