/**
 * Histories of three processes over one PostgreSQL, as three stores with replicas of their own, are linearizable.
 *
 * @module-tag postgres
 */
import fc from 'fast-check'
import { describePostgres, runFolder } from '@notegraph/postgres-tests'
import type { GraphStore, Store, VersionedRecord } from '@notegraph/store'
import { add, block, checkLinearizable, page, recordHistory, type Verdict } from '@notegraph/store/contract'
import { openReplicas } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGraph, type GraphRow } from '../src/graphs/graph-row.ts'
import { openReplicated } from '../src/index.ts'
import { ReplicaFigures } from '../src/replicas/figures.ts'
import { catchUpThread } from '../src/replicas/catch-up-thread.ts'
import { SharedQuestion } from '../src/replicas/shared-question.ts'
import { openLanes, type Lanes } from '../src/replicas/lanes.ts'
import { replicatedGraph } from '../src/replicas/graph-store.ts'
import { openTruth } from '../src/store.ts'
import { emptyTables } from './empty-store.ts'

const PROCESSES = 3
const CLIENTS = 6
const REGISTERS = 3
/** Histories in a run of the tests. */
const RUNS = 12
const EVERYTHING = { limit: Infinity, offset: 0 }

type GraphRecord = VersionedRecord['record']

const textOf = (record: GraphRecord | undefined): string =>
  record?.kind === 'block' ? record.words.text : ''

/** The reads of a block's text, each through another part of the store. */
const READS: readonly ((graph: GraphStore, id: string) => Promise<string>)[] = [
  async (graph, id) => textOf((await graph.records.find(id))?.record),
  async (graph, id) => (await graph.blocks.find(id))!.content,
  async (graph, id) => {
    const { blocks } = await graph.blocks.listByPage('p1', EVERYTHING)
    return blocks.find((one) => one.id === id)!.content
  },
  async (graph, id) => {
    const { records } = await graph.feed.read({ seq: 0, n: 0 }, { records: 1_000, bytes: 1e9 })
    return textOf(records.map((json) => JSON.parse(json) as GraphRecord).find((one) => one.id === id))
  },
]

interface Call {
  readonly register: number
  readonly isWrite: boolean
  readonly process: number
  readonly read: number
}

const call: fc.Arbitrary<Call> = fc.record({
  register: fc.nat(REGISTERS - 1),
  isWrite: fc.boolean(),
  process: fc.nat(PROCESSES - 1),
  read: fc.nat(READS.length - 1),
})
/** The calls of each client, one after the other. */
const calls = fc.array(fc.array(call, { minLength: 8, maxLength: 12 }), {
  minLength: CLIENTS,
  maxLength: CLIENTS,
})

/** Other ways to learn the state of the truth before a read, each a mistake that somebody might make. */
const FAULTS: readonly [fault: string, plant: (ask: Ask) => Ask][] = [
  [
    'asks for the head once, and never catches up afterwards',
    (ask) => {
      let first: Promise<GraphRow> | undefined
      return async () => (first ??= ask())
    },
  ],
  [
    'answers at the last known head, and asks for the next one meanwhile',
    (ask) => {
      let last: GraphRow | undefined
      return async () => {
        const next = ask().then((row) => (last = row))
        next.catch(() => {}) // nobody waits for it once the store is closed
        return last ?? next
      }
    },
  ],
]

type Ask = () => Promise<GraphRow>

describePostgres('three processes', (database) => {
  let stores: Pick<Store, 'graph' | 'close'>[]
  const openStore = async (): Promise<Store> =>
    openReplicated({ url: database.url, connections: 4, folder: runFolder() })

  /** A process whose reads learn the state of the truth in another way. */
  async function openFaulty(plant: (ask: Ask) => Ask): Promise<Pick<Store, 'graph' | 'close'>> {
    const address = { url: database.url, connections: 4 }
    const { db, store } = await openTruth(address)
    const replicas = openReplicas(runFolder())
    const thread = catchUpThread({ address, origin: undefined })
    const real = openLanes(db)
    const asks = new Map<string, Ask>()
    const lanes: Lanes = {
      ...real,
      use: async (id, work) => {
        const ask = asks.get(id) ?? plant(async () => openGraph(db, id))
        asks.set(id, ask)
        return real.use(id, async (lane) => work({ ...lane, truth: new SharedQuestion(ask) }))
      },
    }
    return {
      graph: (id) => replicatedGraph({ db, replicas, lanes, thread, figures: new ReplicaFigures() }, id),
      close: async () => {
        await lanes.applied()
        await thread.close()
        await replicas.close()
        await store.close()
      },
    }
  }

  beforeEach(async () => {
    stores = await Promise.all(Array.from({ length: PROCESSES }, openStore))
    await emptyTables(database.url)
  })
  afterEach(async () => {
    await Promise.all(stores.map(async (store) => store.close()))
  })

  let graphs = 0
  /** Runs the calls on a new graph, all clients at once. */
  async function verdictOf(clients: readonly (readonly Call[])[]): Promise<Verdict> {
    const accountId = `account${++graphs}`
    const graphOf = ({ process }: Call): GraphStore => stores[process]!.graph(accountId)
    const ids = Array.from({ length: REGISTERS }, (_, n) => `b${n}`)
    const blocks = ids.map((id, n) => block(id, 'p1', 'start', { order: n }))
    await add(stores[0]!.graph(accountId), page('p1', 'p1'), ...blocks)
    const history = recordHistory()
    let texts = 0
    await Promise.all(
      clients.map(async (own) => {
        for (const one of own) {
          const [graph, id] = [graphOf(one), ids[one.register]!]
          if (one.isWrite) {
            const text = `text ${++texts}`
            await history.write(id, text, async () => write(graph, id, text))
          } else await history.read(id, async () => READS[one.read]!(graph, id))
        }
      }),
    )
    // A process that lags behind is found here, whatever the order of the calls above.
    const id = ids[0]!
    await history.write(id, 'last', async () => write(stores[0]!.graph(accountId), id, 'last'))
    for (const store of stores) await history.read(id, async () => READS[0]!(store.graph(accountId), id))
    return checkLinearizable(history.operations, { initial: () => 'start' })
  }

  test('answer so that random reads and writes are linearizable', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (clients) => {
        expect(await verdictOf(clients)).toEqual({ ok: true })
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  test.each(FAULTS)('are caught if one of them %s', async (_, plant) => {
    stores.push(await openFaulty(plant))
    await stores.splice(1, 1)[0]!.close()
    const found = await fc.check(
      fc.asyncProperty(calls, async (clients) => (await verdictOf(clients)).ok),
      { numRuns: RUNS, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
  })
})

/** @returns whether the text was written; another write may have come in between */
async function write(graph: GraphStore, id: string, text: string): Promise<boolean> {
  const { record, seq } = (await graph.records.find(id))!
  if (record.kind !== 'block') throw new Error(`${id} is no block`)
  const at = record.words.at + 1
  const words = { text, rev: `rev-${text}`, at }
  const { ok } = await graph.commits.commit({
    puts: [{ record: { ...record, words, updatedAt: at }, from: seq }],
  })
  return ok
}
