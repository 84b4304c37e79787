/** Replicas that fail: they contradict the truth, or cannot be written. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import { StoreUnavailable, type GraphStore } from '@notegraph/store'
import { block, page } from '@notegraph/store/contract'
import { openReplicas, StaleReplica, type Replica, type Replicas } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catchUpThread, type CatchUpThread } from '../src/replicas/catch-up-thread.ts'
import { ReplicaFigures } from '../src/replicas/figures.ts'
import { replicatedGraph } from '../src/replicas/graph-store.ts'
import { openLanes } from '../src/replicas/lanes.ts'
import { openTruth, type Truth } from '../src/store.ts'
import { emptyTables } from './empty-store.ts'

describePostgres('a replica', (database) => {
  let folder: string
  let truth: Truth
  let replicas: Replicas
  let thread: CatchUpThread
  /** The faults of the replicas: `use` before a caller gets one, `apply` when one is written. */
  let fault: { readonly at: 'use' | 'apply'; readonly error: Error } | undefined
  let faults: number
  let graph: GraphStore

  const fail = (at: 'use' | 'apply'): void => {
    if (fault?.at !== at) return
    faults++
    throw fault.error
  }
  const faulty = (replica: Replica): Replica => ({
    ...replica,
    replica: {
      ...replica.replica,
      apply(patch) {
        fail('apply')
        replica.replica.apply(patch)
      },
    },
  })

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-stale-'))
    truth = await openTruth({ url: database.url })
    await emptyTables(database.url)
    replicas = openReplicas(folder)
    thread = catchUpThread({ address: { url: database.url }, origin: undefined })
    fault = undefined
    faults = 0
    const own: Replicas = {
      ...replicas,
      use: async (id, work) =>
        replicas.use(id, async (replica) => {
          fail('use')
          return work(faulty(replica))
        }),
    }
    const { db } = truth
    const figures = new ReplicaFigures()
    graph = replicatedGraph({ db, replicas: own, lanes: openLanes(db), thread, figures }, 'ada')
    await graph.commits.commit({ puts: [{ record: page('p1', 'p1'), from: 0 }] })
  })
  afterEach(async () => {
    await thread.close()
    await replicas.close()
    await truth.store.close()
    rmSync(folder, { recursive: true })
  })

  test('that is stale each time fails the call for now, after a few tries', async () => {
    fault = { at: 'use', error: new StaleReplica('The replica repeats another state of the graph.') }
    await expect(graph.pages.find('p1')).rejects.toThrow(StoreUnavailable)
    expect(faults).toBe(4)
    fault = undefined
    expect((await graph.pages.find('p1'))?.name).toBe('p1')
  })

  test.each([
    ['is stale', new StaleReplica('A number is taken by another record.')],
    ['is damaged', Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })],
    ['cannot be written', Object.assign(new Error('full'), { code: 'SQLITE_FULL' })],
  ])('that %s after a commit fails no commit, and none is written twice', async (_, error) => {
    fault = { at: 'apply', error }
    const committed = await graph.commits.commit({ puts: [{ record: block('b1', 'p1', 'one'), from: 0 }] })
    expect([committed, faults]).toEqual([{ ok: true, seq: 2, shown: {} }, 1])
    fault = undefined
    expect((await graph.pages.find('p1'))?.counts.blocks).toBe(1)
    expect([await graph.commits.head(), await graph.maintenance.check()]).toEqual([2, []])
  })
})
