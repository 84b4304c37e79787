/**
 * [sync] How it is proven, with several processes as the server: on one data folder, and in the project `postgres` on one
 * PostgreSQL. `NOTEGRAPH_SIMULATION_SEED=3000007 vitest run --project postgres packages/service/test/simulation/processes.test.ts`
 * runs one seed, and `NOTEGRAPH_SEEDS` sets another number. A failure is printed shrunk.
 *
 * @module-tag both-stores
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphStore, Store } from '@notegraph/store'
import { areEmbedded, makeTestData, type TestData } from '@notegraph/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure } from './oracles.ts'
import { runOnProcesses, shrink } from './simulate.ts'
import { PROCESSES_SEED } from './themes.ts'

const { NOTEGRAPH_SIMULATION_SEED: one, NOTEGRAPH_SEEDS: many } = process.env
const FIRST = Number(one ?? PROCESSES_SEED)
/** A hundred seeds of one process in memory take as long as one of these. */
const SEEDS = one === undefined ? Math.ceil(Number(many ?? (areEmbedded() ? 3_000 : 1_000)) / 100) : 1
/** A fault is found within so many seeds. */
const MOST_SEEDS = 20
const PATIENCE = 900_000

let folder: string
let data: TestData
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-processes-'))
  data = await makeTestData(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

type FeedPage = Awaited<ReturnType<GraphStore['feed']['read']>>

/** @returns the first seed that fails, with its failures */
async function firstFailed(data: TestData, seeds: number): Promise<[seed: number, Failure[]] | undefined> {
  for (let seed = FIRST; seed < FIRST + seeds; seed++) {
    const failures = await runOnProcesses(data)(seed)
    if (failures.length > 0) return [seed, failures]
  }
  return undefined
}

test('[sync] several processes, which die at any step: no words lost', { timeout: PATIENCE }, async () => {
  const failed = await firstFailed(data, SEEDS)
  expect(failed && (await shrink(failed[0], runOnProcesses(data)))).toBeUndefined()
})

/** A process that answers the same pull again with the same records. */
function remembering(store: Store): Store {
  const pages = new Map<string, Promise<FeedPage>>()
  return {
    ...store,
    graph(id) {
      const graph = store.graph(id)
      const read: GraphStore['feed']['read'] = async (after, most) => {
        const key = JSON.stringify([id, after])
        const page = pages.get(key) ?? graph.feed.read(after, most)
        pages.set(key, page)
        return page
      }
      return { ...graph, feed: { ...graph.feed, read } }
    },
  }
}

test('[sync] a process that answers a pull from memory is found', { timeout: PATIENCE }, async () => {
  const faulty = { ...data, open: async () => remembering(await data.open()) }
  expect(await firstFailed(faulty, MOST_SEEDS)).toBeDefined()
})
