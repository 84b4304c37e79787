/**
 * The server of a simulation: the real handlers over the real store in memory. Its time is the simulation's, a little
 * off; it can be restarted, backed up and restored, as an operator would do it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import {
  changesService,
  syncService,
  toErrorBody,
  statusOf,
  writeService,
  type Answer,
  type Caller,
  type ChangesService,
  type Result,
  type SyncService,
  type WriteService,
} from '../../src/index.ts'
import type { Account, GraphStore, Store } from '@notegraph/store'
import { openScratch, type Scratch } from '@notegraph/store/sqlite'
import type { Reply } from '@notegraph/sync'
import type { Chance } from './chance.ts'
import { isWorded, type Ledger } from './ledger.ts'
import type { Time } from './time.ts'

/** Something that changed the graph, to be done again in another one. */
type Done = (graph: GraphStore) => Promise<unknown>

const account: Account = { id: 'me', plan: 'active', allowed: true, quota: Infinity, createdAt: 0 }
export const CALLER: Caller = {
  account,
  plan: 'active',
  tokenId: 'token',
  tokenName: 'API',
  scope: 'write',
  zone: 'UTC',
}

/** Graphs that were used and emptied: opening one takes longer than most of a simulation. */
const spare: Scratch[] = []

function takeScratch(): Scratch {
  return spare.pop() ?? openScratch()
}

export class Server {
  #scratch: Scratch = takeScratch()
  readonly #time: Time
  readonly #chance: Chance
  readonly #ledger: Ledger
  /** What made the graph, from its beginning. */
  #done: Done[] = []
  #backup: number | undefined
  /** Pages as they were put, with their numbers. */
  #pages: { readonly seq: number; readonly page: PageRecord }[] = []
  /** A write over the API is under way: what it replaces was seen. */
  #isWriting = false
  /** Commits of what is being counted, whatever others land meanwhile. */
  readonly #counted = new AsyncLocalStorage<{ commits: number }>()
  /** How far its clock is off, in milliseconds. */
  skew: number = 0
  /** Each restart is another one; what was asked of the one before is not answered. */
  life: number = 0
  sync!: SyncService
  writes!: WriteService
  changes!: ChangesService

  constructor(time: Time, chance: Chance, ledger: Ledger) {
    this.#time = time
    this.#chance = chance
    this.#ledger = ledger
    this.restart()
  }

  get now(): number {
    return this.#time.now + this.skew
  }

  get graph(): GraphStore {
    return this.#scratch.graph
  }

  /** Forgets what it was about; what it has landed is there. */
  restart(): void {
    this.life++
    const graph = (): GraphStore => {
      const real = this.graph
      const log = <T>(done: (graph: GraphStore) => Promise<T>): Promise<T> => {
        this.#done.push(done)
        return done(real)
      }
      return {
        ...real,
        commit: async (change) => {
          const befores = this.#isWriting
            ? await Promise.all(change.puts.map(({ record }) => real.record(record.id)))
            : []
          const result = await real.commit(change)
          if (!result.ok) return result
          const counted = this.#counted.getStore()
          if (counted) counted.commits++
          this.#done.push(async (graph) => graph.commit(change))
          for (const { record: page } of change.puts)
            if (page.kind === 'page') this.#pages.push({ seq: result.seq, page })
          if (this.#isWriting)
            for (const [i, { record }] of change.puts.entries()) {
              this.#ledger.edited(befores[i]?.record, record)
              if (!befores[i] && isWorded(record)) this.#ledger.placed(record, undefined)
            }
          return result
        },
        collectTombstones: async (now, keptFor) =>
          log(async (graph) => graph.collectTombstones(now, keptFor)),
        raiseEpoch: async (now) => log(async (graph) => graph.raiseEpoch(now)),
      }
    }
    const store = { graph } as unknown as Store
    const deps = { clock: () => this.now, newId: () => this.#chance.uuid() }
    this.sync = syncService(store, deps)
    this.writes = writeService(store, { ...deps, reversibleChanges: 0 })
    this.changes = changesService(store, deps)
  }

  /** Something that a person does on the server, who sees what it holds. */
  async write<T>(work: (server: this) => Promise<T>): Promise<T> {
    this.#isWriting = true
    try {
      return await work(this)
    } finally {
      this.#isWriting = false
    }
  }

  /** How many commits some work makes. */
  async commitsOf(work: () => Promise<unknown>): Promise<number> {
    const counted = { commits: 0 }
    await this.#counted.run(counted, work)
    return counted.commits
  }

  backUp(): void {
    this.#backup = this.#done.length
  }

  /** Puts the backup in place of what there is. @returns whether there was one */
  async restore(): Promise<boolean> {
    if (this.#backup === undefined) return false
    const { epoch } = await this.graph.feedState()
    this.#giveBack()
    this.#scratch = takeScratch()
    this.#done = this.#done.slice(0, this.#backup)
    for (const done of this.#done) await done(this.graph)
    const head = await this.graph.head()
    this.#pages = this.#pages.filter(({ seq }) => seq <= head)
    this.restart()
    const raise = async (graph: GraphStore) => graph.raiseEpoch(epoch + 1)
    this.#done.push(raise)
    await raise(this.graph)
    return true
  }

  /** A page as it was at a commit. */
  pageAt(id: string, head: number): PageRecord | undefined {
    return this.#pages.findLast(({ seq, page }) => page.id === id && seq <= head)?.page
  }

  /** All that it holds, tombstones too. */
  async records(): Promise<GraphRecord[]> {
    const { records } = await this.graph.feedAfter({ seq: 0, n: 0 }, { records: 1e6, bytes: 1e9 })
    return records.map((json) => JSON.parse(json) as GraphRecord)
  }

  close(): void {
    this.#giveBack()
  }

  #giveBack(): void {
    this.#scratch.clear()
    spare.push(this.#scratch)
  }
}

/** A result as it goes over the wire. */
export function overTheWire<T>(result: Result<Answer<T>>): Reply<T> {
  if (result.ok) return { ok: true, value: result.value.value() }
  return { ok: false, status: statusOf(result.refusal), error: toErrorBody(result.refusal) }
}
