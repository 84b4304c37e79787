/**
 * Replicas that contradict the truth or cannot be written, and how often they rehearse.
 *
 * @module-tag postgres
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import { StoreUnavailable, type GraphStore } from '@notegraph/store'
import { block, page } from '@notegraph/store/contract'
import {
  graphFile,
  openReplicas,
  openReplicaSource,
  StaleReplica,
  type Replica,
  type Replicas,
} from '@notegraph/store/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catchUpThread, type CatchUpThread } from '../src/replicas/catch-up-thread.ts'
import { ReplicaFigures } from '../src/replicas/figures.ts'
import { replicatedGraph } from '../src/replicas/graph-store.ts'
import { openLanes } from '../src/replicas/lanes.ts'
import { openReplicated } from '../src/index.ts'
import { openTruth, type Truth } from '../src/store.ts'
import { emptyTables } from './empty-store.ts'
import { withConnection } from './run-sql.ts'

describePostgres('a replica', (database) => {
  let folder: string
  let truth: Truth
  let replicas: Replicas
  let thread: CatchUpThread
  /** The faults of the replicas: `use` before a caller gets one, `apply` when one is written. */
  let fault: { readonly at: 'use' | 'apply'; readonly error: Error } | undefined
  let faults: number
  let rehearsals: number
  /** Comes between the scan for files and their deletion. */
  let afterScan: (() => Promise<unknown>) | undefined
  /** The replicas by those that the graph gets. */
  let inner: WeakMap<Replica, Replica>
  let wrapped: WeakMap<Replica, Replica>
  let graph: GraphStore

  const fail = (at: 'use' | 'apply'): void => {
    if (fault?.at !== at) return
    faults++
    throw fault.error
  }
  function faulty(replica: Replica): Replica {
    const earlier = wrapped.get(replica)
    if (earlier) return earlier
    const wrapper: Replica = {
      ...replica,
      replica: {
        ...replica.replica,
        apply(patch, rehearsal) {
          fail('apply')
          replica.replica.apply(patch, rehearsal)
        },
        async rehearse(request) {
          rehearsals++
          return replica.replica.rehearse(request)
        },
        async filesInUse(files) {
          const inUse = await replica.replica.filesInUse(files)
          await afterScan?.()
          return inUse
        },
      },
    }
    wrapped.set(replica, wrapper)
    inner.set(wrapper, replica)
    return wrapper
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-stale-'))
    truth = await openTruth({ url: database.url })
    await emptyTables(database.url)
    replicas = openReplicas(folder)
    thread = catchUpThread({ address: { url: database.url }, origin: undefined })
    fault = undefined
    faults = 0
    rehearsals = 0
    afterScan = undefined
    inner = new WeakMap()
    wrapped = new WeakMap()
    const own: Replicas = {
      ...replicas,
      use: async (id, work) =>
        replicas.use(id, async (replica) => {
          fail('use')
          return work(faulty(replica))
        }),
      remove: async (id, which) => replicas.remove(id, which && inner.get(which)),
    }
    const { db } = truth
    const figures = new ReplicaFigures()
    graph = replicatedGraph({ db, replicas: own, lanes: openLanes(db), thread, figures }, 'ada')
    await graph.commits.commit({ puts: [{ record: page('p1', 'p1'), from: 0 }] })
    await graph.pages.find('p1') // the replica has the commit
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

  const addBlock = async () => graph.commits.commit({ puts: [{ record: block('b1', 'p1', 'one'), from: 0 }] })

  test('that made the last commit rehearses the next one while it waits for the lock, and once', async () => {
    await withConnection(database.url, async (run) => {
      await run("BEGIN; SELECT * FROM graph WHERE account_id = 'ada' FOR UPDATE")
      rehearsals = 0
      const committing = addBlock()
      await expect.poll(() => rehearsals).toBe(1)
      await run('COMMIT')
      expect(await committing).toMatchObject({ ok: true, seq: 2 })
    })
    expect(rehearsals).toBe(1)
  })

  const head = async () => replicas.use('ada', async ({ replica }) => replica.state()?.head)

  test('takes a commit after its answer, and a reader waits for the replica', async () => {
    expect(await addBlock()).toMatchObject({ ok: true, seq: 2 })
    expect(await head()).toBe(1)
    expect((await graph.pages.find('p1'))?.counts.blocks).toBe(1)
    expect(await head()).toBe(2)
  })

  test('has each of many commits, one right after the other, and rehearses each once', async () => {
    rehearsals = 0
    for (let n = 1; n <= 20; n++) {
      const puts = [{ record: block(`b${n}`, 'p1', 'word'), from: 0 }]
      expect(await graph.commits.commit({ puts })).toMatchObject({ ok: true, seq: 1 + n })
    }
    expect(rehearsals).toBe(20)
    expect((await graph.pages.find('p1'))?.counts.blocks).toBe(20)
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('has the change of a commit if the store closes right after the answer', async () => {
    const shared = join(folder, 'closing')
    const store = await openReplicated({ url: database.url, folder: shared })
    const puts = [{ record: page('p2', 'p2'), from: 0 }]
    expect(await store.graph('ada').commits.commit({ puts })).toMatchObject({ ok: true, seq: 2 })
    await store.close()
    const file = openReplicaSource(graphFile(join(shared, '1'), 'ada'))
    expect(file.state()?.head).toBe(2)
    file.close()
  })

  test('keeps a file that a commit names after the scan for files without a use', async () => {
    const fileOf = (id: string) => ({ id, hash: id, name: id, type: 'image/png', size: 1, createdAt: 1 })
    await graph.commits.commit({ puts: [], files: ['f1', 'f2'].map(fileOf) })
    await graph.files.clearUnused(1, 0)
    const clear = async () => (await graph.files.clearUnused(2, 1)).map(({ id }) => id)
    const other = await openReplicated({ url: database.url, folder: join(folder, 'other') })
    const puts = [{ record: block('b1', 'p1', '/api/files/f1'), from: 0 }]
    afterScan = async () => other.graph('ada').commits.commit({ puts })
    expect(await clear()).toEqual([])
    afterScan = undefined
    expect(await clear()).toEqual(['f2'])
    expect((await graph.files.list()).map(({ id }) => id)).toEqual(['f1'])
    await other.close()
  })

  test('that made the last commit but one rehearses again under the lock', async () => {
    const other = await openReplicated({ url: database.url, folder: join(folder, 'other') })
    const puts = [{ record: page('p2', 'p2'), from: 0 }]
    expect(await other.graph('ada').commits.commit({ puts })).toMatchObject({ ok: true, seq: 2 })
    rehearsals = 0
    expect(await addBlock()).toMatchObject({ ok: true, seq: 3 })
    expect(rehearsals).toBe(2)
    await other.close()
    expect(await graph.maintenance.check()).toEqual([])
  })

  test.each([
    ['is stale', new StaleReplica('A number is taken by another record.')],
    ['is damaged', Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })],
    ['cannot be written', Object.assign(new Error('full'), { code: 'SQLITE_FULL' })],
  ])('that %s after a commit fails no commit, and none is written twice', async (_, error) => {
    fault = { at: 'apply', error }
    expect(await addBlock()).toEqual({ ok: true, seq: 2, shown: {} })
    await expect.poll(() => faults).toBe(1)
    fault = undefined
    expect((await graph.pages.find('p1'))?.counts.blocks).toBe(1)
    expect([await graph.commits.head(), await graph.maintenance.check()]).toEqual([2, []])
  })
})
