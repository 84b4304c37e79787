/**
 * The server of a simulation: the real handlers over the real store in memory. Its clock is the simulation's with an
 * error. It can be restarted, backed up and restored, as by an operator.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { LIMITS } from '@notegraph/contract'
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import {
  changesService,
  historyService,
  syncService,
  toErrorBody,
  statusOf,
  writeService,
  type Answer,
  type Caller,
  type ChangesService,
  type HistoryService,
  type Result,
  type SyncService,
  type WriteService,
} from '../../src/index.ts'
import { isAs } from '../../src/history/as-it-was.ts'
import type { Account, Change, GraphStore, Snapshot, Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import type { PullAnswer, PushAnswer, PushBody, Reply } from '@notegraph/sync'
import type { Chance } from './chance.ts'
import { isWorded, type Ledger } from './ledger.ts'
import { Past } from './past.ts'
import { PullChecks } from './pull-checks.ts'
import { pushFaults, type LatestCommit } from './push-checks.ts'
import { brokenByCommit, bytesOf } from './push-rules.ts'
import { scratchGraph, type ServedGraph } from './served-graph.ts'
import { Streams } from './streams.ts'
import type { Time } from './time.ts'

/** A change of the graph that can be replayed on another one. */
type Done = (graph: GraphStore) => Promise<unknown>

const account: Account = { id: 'me', plan: 'active', allowed: true, quota: Infinity, createdAt: 0 }
export const CALLER: Caller = {
  account,
  plan: 'active',
  tokenId: 'token',
  tokenName: 'API',
  scope: 'write',
  may: ['organize'],
  zone: 'UTC',
}

const DAY = 86_400_000
/** More than the server's clock may have been set back. */
const SKEW = 7_200_000

interface PullQuery {
  readonly cursor?: string
  readonly limit: number
}

/** A push in progress. */
interface Pushing {
  readonly device: string
  commits: number
  /** The records before the push. */
  readonly befores: Map<string, GraphRecord | undefined>
}

let opened: Promise<Store> | undefined
const jobs = async (): Promise<Store['restores']> => (await (opened ??= openTestStore())).restores
/** Restores in the background, of all simulations. There is none, since each restore is one commit here. */
const RESTORES: Store['restores'] = {
  find: async (accountId) => (await jobs()).find(accountId),
  begin: async (...job) => (await jobs()).begin(...job),
  update: async (row) => (await jobs()).update(row),
}

/** The status of a server that gives no answer. */
export const NO_ANSWER = 503
const UNANSWERED = {
  ok: false,
  status: NO_ANSWER,
  error: { error: 'The process died.', code: 'unavailable', hint: '' },
} as const

const pageIn = (record: GraphRecord): string | undefined =>
  isWorded(record) ? record.place.pageId : undefined

export class Server {
  readonly #served: ServedGraph
  readonly #time: Time
  readonly #chance: Chance
  readonly #ledger: Ledger
  /** All changes of the graph since its creation. */
  #done: Done[] = []
  #backup: number | undefined
  /** Committed pages with their numbers. */
  #pages: { readonly seq: number; readonly page: PageRecord }[] = []
  /** A write over the API is in progress; it has seen what it replaces. */
  #isWriting = false
  /** The push in progress, while others commit too. */
  readonly #pushing = new AsyncLocalStorage<Pushing>()
  /** By id. */
  #latest = new Map<string, LatestCommit>()
  readonly #pulls = new PullChecks()
  /** The connections of devices that listen. */
  readonly streams: Streams = new Streams(async () => this.graph.feed.state())
  /** The states that it acknowledged. */
  readonly past: Past = new Past()
  /** Failures during the run. */
  readonly failures: string[] = []
  /** The account's storage in bytes. */
  quota: number = Infinity
  /** The error of its clock in milliseconds. */
  #skew = 0
  /** The furthest that it ever was behind. */
  minSkew: number = 0
  /** Grows with each restart; requests to an earlier life get no answer. */
  life: number = 0
  sync!: SyncService
  writes!: WriteService
  changes!: ChangesService
  history!: HistoryService

  constructor(time: Time, chance: Chance, ledger: Ledger, served: ServedGraph = scratchGraph()) {
    this.#served = served
    this.#time = time
    this.#chance = chance
    this.#ledger = ledger
    this.restart()
  }

  get now(): number {
    return this.#time.now + this.#skew
  }

  get skew(): number {
    return this.#skew
  }

  set skew(ms: number) {
    this.#skew = ms
    this.minSkew = Math.min(this.minSkew, ms)
  }

  get caller(): Caller {
    return { ...CALLER, account: { ...account, quota: this.quota } }
  }

  get graph(): GraphStore {
    return this.#served.graph
  }

  /** Drops requests in progress; committed changes stay. */
  restart(): void {
    this.life++
    this.streams.endAll()
    const graph = (): GraphStore => {
      const real = this.graph
      const log = <T>(done: (graph: GraphStore) => Promise<T>): Promise<T> => {
        this.#done.push(done)
        return done(real)
      }
      return this.#served.handled({
        ...real,
        commits: {
          ...real.commits,
          commit: async (change) => {
            const befores = await real.records.findMany(change.puts.map(({ record }) => record.id))
            const held = new Map(befores.map(({ record }) => [record.id, record]))
            const [head, used] = [await real.commits.head(), await real.storage.bytes()]
            const result = await real.commits.commit(change)
            if (!result.ok) return result
            this.#done.push(async (graph) => graph.commits.commit(change))
            if (result.seq !== head + (change.puts.length > 0 ? 1 : 0))
              this.#fail(`ideas 1: ${result.seq} follows on ${head}`)
            // A revert needs no space.
            const most = change.reverts === undefined ? Math.max(this.quota, used) : Infinity
            if ((await real.storage.bytes()) > most) this.#fail('server 9: more than the quota')
            this.#committed(change, held, result.seq)
            await this.streams.report()
            return result
          },
        },
        history: {
          ...real.history,
          addSnapshot: async (...given) => log(async (graph) => graph.history.addSnapshot(...given)),
        },
        feed: {
          ...real.feed,
          collectTombstones: async (now, keptFor) => {
            const { floor } = await real.feed.state()
            await log(async (graph) => graph.feed.collectTombstones(now, keptFor))
            const raised = (await real.feed.state()).floor
            if (raised.seq !== floor.seq || raised.n !== floor.n) await this.#collected(raised.seq, floor.seq)
          },
          raiseEpoch: async (now) => log(async (graph) => graph.feed.raiseEpoch(now)),
        },
      })
    }
    const store = { graph, restores: RESTORES } as unknown as Store
    const deps = { clock: () => this.now, newId: () => this.#chance.uuid() }
    this.sync = syncService(store, deps)
    this.writes = writeService(store, { ...deps, revertibleChanges: 0 })
    this.changes = changesService(store, deps)
    this.history = historyService(store, { ...deps, by: this.caller, atOnce: Infinity })
  }

  #fail(what: string): void {
    this.failures.push(`(rules) ${what}`)
  }

  #committed(change: Change, held: ReadonlyMap<string, GraphRecord>, seq: number): void {
    const pushing = this.#pushing.getStore()
    if (pushing) pushing.commits++
    this.past.note(change, seq)
    for (const { record } of change.puts) {
      const before = held.get(record.id)
      for (const broken of brokenByCommit(before, record, this.now)) this.#fail(broken)
      if (record.kind === 'page') this.#pages.push({ seq, page: record })
      this.#latest.set(record.id, { seq, at: this.now, by: pushing?.device, record })
      pushing?.befores.set(record.id, before)
      if (!this.#isWriting) continue
      this.#ledger.edited(before, record)
      const isMoved = isWorded(record) && !(isWorded(before) && before.place.pageId === record.place.pageId)
      if (isMoved) this.#ledger.placed(record, undefined)
    }
  }

  /** Tombstones are kept for half a year. A device whose cursor is before a deleted one must start again. */
  async #collected(floor: number, before: number): Promise<void> {
    if (floor < before) this.#fail(`server 7: the floor went back from ${before} to ${floor}`)
    for (const [id, { seq, at, record }] of this.#latest) {
      if (record.deleted === undefined || (await this.graph.records.find(id))) continue
      this.#latest.delete(id)
      if (this.now - at < 180 * DAY - SKEW)
        this.#fail(`server 7: the tombstone of ${id} was not kept for 180 days`)
      if (seq > floor) this.#fail(`server 7: the tombstone of ${id} is gone, above the floor`)
    }
  }

  /** A write by a person on the server, who sees its current state. */
  write<T>(work: (server: this) => Promise<T>): Promise<T> {
    return this.#served.serve(async () => {
      this.#isWriting = true
      try {
        return await work(this)
      } finally {
        this.#isWriting = false
      }
    })
  }

  /** Requests that run; undefined if there is none. */
  busy(): Promise<unknown> | undefined {
    return this.#served.busy()
  }

  /** Makes a process die after so many calls of the store; left out, none dies any more. */
  dieAfter(calls?: number): void {
    this.#served.dieAfter(calls)
  }

  /** Differences between the processes, and problems that they find. */
  async problems(): Promise<string[]> {
    return this.#served.problems()
  }

  /** Runs a request of a client, which gets no answer if its process dies. */
  #answered<T>(request: () => Promise<Reply<T>>): Promise<Reply<T>> {
    return this.#served.serve(request, () => {
      this.life++
      return UNANSWERED
    })
  }

  /** A pull with its checks: it restarts exactly when it must. */
  pull(device: string, query: PullQuery): Promise<Reply<PullAnswer>> {
    return this.#answered(() => this.#pull(device, query))
  }

  /** An archive with the checks of pulls for each of its lines. It ends if the server refuses it. */
  async *archive(device: string, query: PullQuery): AsyncGenerator<PullAnswer, void> {
    const lines = await this.sync.archive({ ...this.caller, device }, query)
    if (!lines.ok) return
    let from = query.cursor
    for await (const line of lines.value) {
      const answer = JSON.parse(line) as PullAnswer
      await this.#checkPull(from, answer)
      from = answer.cursor
      yield answer
    }
  }

  async #pull(device: string, query: PullQuery): Promise<Reply<PullAnswer>> {
    const reply = overTheWire(await this.sync.pull({ ...this.caller, device }, query))
    if (reply.ok) await this.#checkPull(query.cursor, reply.value)
    return reply
  }

  async #checkPull(from: string | undefined, answer: PullAnswer): Promise<void> {
    const { floor } = await this.graph.feed.state()
    for (const fault of this.#pulls.faultsOf(from, answer, floor)) this.#fail(fault)
  }

  /** A push with its checks. @param isAgain whether it is a repetition, which must not use a number */
  push(device: string, body: PushBody, isAgain: boolean = false): Promise<Reply<PushAnswer>> {
    return this.#answered(() => this.#push(device, body, isAgain))
  }

  async #push(device: string, body: PushBody, isAgain: boolean): Promise<Reply<PushAnswer>> {
    const pushing: Pushing = { device, commits: 0, befores: new Map() }
    let room = this.quota - (await this.graph.storage.bytes())
    const { now } = this
    const [{ epoch }, before] = [await this.graph.feed.state(), new Map(this.#latest)]
    const reply = await this.#pushing.run(pushing, async () =>
      overTheWire(await this.sync.push({ ...this.caller, device }, structuredClone(body))),
    )
    if (reply.ok && body.epoch !== epoch)
      this.#fail(`ideas 4: a push of epoch ${body.epoch} was taken at ${epoch}`)
    if (!reply.ok && reply.status === 409 && body.epoch === epoch) this.#fail('ideas 4: a push was sent back')
    if (isAgain && pushing.commits > 0)
      this.#fail(`server 1: a push of ${device} that came again took a number`)
    // Records are accepted in order while there is space; an API write may use some of it meanwhile.
    for (const [i, { id, outcome, record, error }] of reply.ok ? reply.value.results.entries() : []) {
      const item = body.records[i]!
      const held = pushing.befores.get(id)
      // A new block follows its parent, or the blocks of its page. @see sync, The server's rules 3
      const isNew = pushing.befores.has(id) && !held
      if (isNew && record && isWorded(record) && record.place.pageId !== pageIn(item.record))
        this.#ledger.placed(record, undefined)
      if (outcome !== 'refused' && record)
        room -= pushing.befores.has(id) ? bytesOf(record) - (held ? bytesOf(held) : 0) : 0
      else if (error?.code === 'quota_full' && !record && bytesOf(item.record) <= room)
        this.#fail(`server 9: ${id} is refused, and there is room`)
    }
    if (reply.ok && before.size > 0) {
      const { befores } = pushing
      const latest = { latestBefore: before, latestAfter: this.#latest }
      const replacementsOf = (rev: string) => this.#ledger.replacementsOf(device, rev)
      const answered = { device, body, answer: reply.value, befores, ...latest }
      const taken = { ...answered, now, quota: this.quota, replacementsOf }
      for (const fault of pushFaults(taken)) this.#fail(fault)
    }
    return reply
  }

  /** Deletes states that were replaced more than 30 days ago, as the sweep does. */
  async expire(): Promise<void> {
    while (await this.graph.history.expire(this.now - LIMITS.historyDays * DAY));
  }

  /** Restores the graph to a snapshot, and compares it. */
  async restoreGraph({ id, seq }: Pick<Snapshot, 'id' | 'seq'>): Promise<void> {
    const restored = await this.history.restore(this.caller.account, { snapshot: id })
    if (!restored.ok || restored.value.kept > 0) return
    for (const { record } of await this.graph.records.findMany([...this.#latest.keys()])) {
      const then = this.past.at(record.id, seq)
      if (!isAs(record, then)) this.#fail(`history 4: ${record.id} is not as it was after commit ${seq}`)
    }
  }

  backUp(): void {
    this.#backup = this.#done.length
  }

  /** Restores the backup. @returns whether there was one */
  async restore(): Promise<boolean> {
    if (this.#backup === undefined) return false
    const { epoch } = await this.graph.feed.state()
    const cleared = this.#served.clear()
    if (cleared) await cleared
    this.#done = this.#done.slice(0, this.#backup)
    for (const done of this.#done) await done(this.graph)
    const head = await this.graph.commits.head()
    this.#pages = this.#pages.filter(({ seq }) => seq <= head)
    this.past.restored(head)
    const restored = new Map((await this.records()).map((record) => [record.id, record]))
    for (const [id, latest] of this.#latest) {
      const record = restored.get(id)
      if (record) this.#latest.set(id, { ...latest, seq: Math.min(latest.seq, head), record })
      else this.#latest.delete(id)
    }
    this.restart()
    const raise = async (graph: GraphStore) => graph.feed.raiseEpoch(epoch + 1)
    this.#done.push(raise)
    await raise(this.graph)
    if ((await this.graph.feed.state()).epoch <= epoch)
      this.#fail('ideas 4: a restored server has the epoch of before')
    return true
  }

  /** A page as of a commit. */
  pageAt(id: string, head: number): PageRecord | undefined {
    return this.#pages.findLast(({ seq, page }) => page.id === id && seq <= head)?.page
  }

  /** All records, including tombstones. */
  async records(): Promise<GraphRecord[]> {
    const { records } = await this.graph.feed.read({ seq: 0, n: 0 }, { records: 1e6, bytes: 1e9 })
    return records.map((json) => JSON.parse(json) as GraphRecord)
  }

  close(): void {
    this.#served.close()
  }
}

/** A result after serialization. */
export function overTheWire<T>(result: Result<Answer<T>>): Reply<T> {
  if (result.ok) return { ok: true, value: result.value.value() }
  return { ok: false, status: statusOf(result.refusal), error: toErrorBody(result.refusal) }
}
