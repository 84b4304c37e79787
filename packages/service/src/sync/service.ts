/**
 * Sync for devices, which pull and push changes. A push is committed through the one write path, in its turn among the
 * writes of the account.
 *
 * @see sync, Routes
 */
import { LIMITS } from '@notegraph/contract'
import { recordJson } from '@notegraph/graph'
import type { Account, Store, Window } from '@notegraph/store'
import {
  checksumOf,
  readPush,
  SYNC_LIMITS,
  type ConflictList,
  type PickAnswer,
  type PullAnswer,
  type PushAnswer,
} from '@notegraph/sync'
import { answer, envelope, items, type Answer } from '../answer.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { inTurn } from '../write-queue.ts'
import { beginAt, formatCursor, nextCursor, parseCursor } from './cursor.ts'
import { pickVersion } from './pick-version.ts'
import { commitPush } from './commit-push.ts'
import { TOMBSTONES_KEPT } from './tombstones.ts'

/** A caller on a signed-in device. */
export interface SyncCaller {
  readonly account: Account
  /** In grace a device pulls, but may not push. */
  readonly plan: 'active' | 'grace'
  readonly device: string
}

/** The sync routes. */
export interface SyncService {
  /** @param limit the most records */
  pull(caller: SyncCaller, query: { cursor?: string; limit?: number }): Promise<Result<Answer<PullAnswer>>>
  /** @param body any parsed JSON */
  push(caller: SyncCaller, body: unknown): Promise<Result<Answer<PushAnswer>>>
  /** In the order of their ids, as many as fit into an answer. */
  conflicts(caller: SyncCaller, window: Window): Promise<Result<Answer<ConflictList>>>
  pick(caller: SyncCaller, id: string, rev: string): Promise<Result<Answer<PickAnswer>>>
}

/** The clock and id source of the service. */
export interface SyncDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
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

  return {
    async pull(caller, { cursor: given, limit = SYNC_LIMITS.pullRecords }) {
      const cursor = given === undefined ? undefined : parseCursor(given)
      if (given !== undefined && !cursor) return refuse(BAD_REQUESTS.pullCursor)
      const graph = graphOf(caller)
      const now = clock()
      await graph.feed.collectTombstones(now, TOMBSTONES_KEPT)
      for (;;) {
        const begin = beginAt(cursor, await graph.feed.state())
        const page = await graph.feed.read(begin.cursor, { records: limit, bytes: SYNC_LIMITS.pullBytes })
        // After a restore or a collection, the records may not follow the cursor.
        if (page.epoch !== begin.cursor.epoch || beginAt(cursor, page).cursor.seq !== begin.cursor.seq)
          continue
        const { epoch, more, head, live, totals } = page
        const rest: Omit<PullAnswer, 'records'> = {
          cursor: formatCursor(nextCursor(begin.cursor, page.position, page)),
          epoch,
          more,
          reset: begin.reset,
          now,
          head,
          ...(live !== undefined && (begin.reset || !cursor) && { total: live }),
          ...(totals && { count: totals.count, checksum: checksumOf(totals.sum) }),
        }
        return ok(answer(`{"records":[${page.records.join()}],${JSON.stringify(rest).slice(1)}`))
      }
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
        if (push.epoch !== epoch) return refuse({ code: 'conflict', why: 'epoch' })
        // A cursor of another epoch has no meaning in this one.
        const pulledTo = cursor && (cursor.epoch === epoch ? cursor.seq : 0)
        const committed = await commitPush(graph, caller.account, push, { now: clock(), pulledTo })
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
          now: clock(),
        })
        return picked.ok ? ok(answer(JSON.stringify({ block: picked.value } satisfies PickAnswer))) : picked
      })
    },
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
