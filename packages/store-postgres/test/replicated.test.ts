/**
 * Two processes over one PostgreSQL, as two stores with a folder of replicas each.
 *
 * @module-tag postgres
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import type { GraphStore, Store } from '@notegraph/store'
import { add, block, page } from '@notegraph/store/contract'
import { graphFile } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openReplicated } from '../src/index.ts'
import { startCutProxy } from './cut-proxy.ts'
import { emptyTables } from './empty-store.ts'
import { withConnection } from './run-sql.ts'

/** Adds a block after the last one, as a client that decides again after each conflict. */
async function addLast(graph: GraphStore, id: string): Promise<number> {
  for (;;) {
    const head = await graph.commits.head()
    const last = (await graph.blocks.orderRange('p1'))?.high ?? 0
    const puts = [{ record: block(id, 'p1', id, { order: last + 1 }), from: 0 }]
    const committed = await graph.commits.commit({ puts, head })
    if (committed.ok) return committed.seq
    if (committed.why !== 'changed_meanwhile') throw new Error(committed.why)
  }
}

describePostgres('two processes', (database) => {
  let folders: string[]
  let stores: Store[]
  let one: GraphStore
  let two: GraphStore

  const openStore = async (folder: string): Promise<Store> => {
    const store = await openReplicated({ url: database.url, connections: 4, folder })
    stores.push(store)
    return store
  }

  async function closeStore(store: Store): Promise<void> {
    stores.splice(stores.indexOf(store), 1)
    await store.close()
  }

  beforeEach(async () => {
    stores = []
    folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'notegraph-replicas-')))
    const [first, second] = [await openStore(folders[0]!), await openStore(folders[1]!)]
    await emptyTables(database.url)
    one = first.graph('ada')
    two = second.graph('ada')
  })
  afterEach(async () => {
    await Promise.all(stores.map(async (store) => store.close()))
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  test('read at once what the other has committed', async () => {
    await add(one, page('p1', 'p1'))
    for (let n = 0; n < 20; n++) {
      const [writer, reader] = n % 2 === 0 ? [one, two] : [two, one]
      await add(writer, block(`b${n}`, 'p1', `${n}`, { order: n }))
      expect((await reader.blocks.listByPage('p1', { limit: 1, offset: 0 })).total).toBe(n + 1)
      expect((await reader.feed.state()).head).toBe(n + 2)
    }
    expect([await one.maintenance.check(), await two.maintenance.check()]).toEqual([[], []])
  })

  test('[D9.3] replace an account only as they read it: of two at the same moment, one is refused', async () => {
    const account = { id: 'ada', plan: 'none', allowed: true, quota: 9, createdAt: 1 } as const
    const [first, second] = [stores[0]!.accounts, stores[1]!.accounts]
    await first.create(account)
    const updated = await Promise.all([
      first.update(account, { ...account, plan: 'active' }),
      second.update(account, { ...account, allowed: false }),
    ])
    expect(updated.filter((done) => done)).toHaveLength(1)
    const now = (await second.find('ada'))!
    expect([now.plan === 'active', !now.allowed]).toEqual(updated)
  })

  test('commit again in two round trips, if nobody else committed meanwhile', async () => {
    const proxy = await startCutProxy(database.url)
    const near = await openReplicated({ url: proxy.url, folder: folders[0]! })
    stores.push(near)
    const graph = near.graph('ada')
    await add(graph, page('p1', 'p1'))
    const before = proxy.turns
    const puts = [{ record: block('b1', 'p1', 'one'), from: 0 }]
    expect(await graph.commits.commit({ puts })).toMatchObject({ ok: true })
    expect(proxy.turns - before).toBe(2)
    await add(one, block('b2', 'p1', 'two'))
    await add(graph, block('b3', 'p1', 'three'))
    expect((await one.blocks.listByPage('p1', { limit: 1, offset: 0 })).total).toBe(3)
    await closeStore(near)
    await proxy.close()
  })

  test('read for many listeners at once with as many questions to PostgreSQL as for a few', async () => {
    const proxy = await startCutProxy(database.url)
    const near = await openReplicated({ url: proxy.url, folder: folders[0]! })
    stores.push(near)
    const graph = near.graph('ada')
    await add(graph, page('p1', 'p1'))
    await graph.pages.find('p1')
    await add(one, page('p2', 'p2'))
    const before = proxy.turns
    const most = { pages: 100, records: 5_000 }
    const reads = await Promise.all(
      Array.from({ length: 20 }, async () => graph.feed.changedPages({ seq: 0, n: 0 }, most)),
    )
    expect(reads.map(({ pages }) => pages.length)).toEqual(Array.from({ length: 20 }, () => 2))
    expect(proxy.turns - before).toBeLessThanOrEqual(4) // two ask for the state, and two bring the replica along
    await closeStore(near)
    await proxy.close()
  })

  test('commit to a new graph with the replica of a removed one', async () => {
    await add(one, page('p1', 'p1'))
    await stores[1]!.removeGraph('ada')
    const graph = stores[0]!.graph('ada')
    await add(graph, page('p2', 'p2'))
    expect((await graph.pages.find('p2'))?.name).toBe('p2')
  })

  test('have the figures of replicas, locks and connections', async () => {
    const before = stores[1]!.usage!()
    await add(one, page('p1', 'p1'))
    await add(one, page('p2', 'p2'))
    await two.pages.find('p1')
    await add(two, page('p3', 'p3'))
    const { catchUps, caughtUpCommits, lockWaits, lockWaitSeconds, ...rest } = stores[1]!.usage!()
    expect([catchUps! - before.catchUps!, caughtUpCommits! - before.caughtUpCommits!]).toEqual([1, 2])
    expect(lockWaits! - before.lockWaits!).toBe(1)
    expect(lockWaitSeconds!).toBeGreaterThan(before.lockWaitSeconds!)
    expect(rest).toEqual({
      openGraphs: 1,
      replicas: 1,
      replicaBytes: expect.any(Number),
      databaseConnections: expect.any(Number),
      databaseIdle: expect.any(Number),
      databaseWaiting: expect.any(Number),
    })
  })

  test('never answer with less than any answer before', async () => {
    await add(one, page('p1', 'p1'))
    let seen = 0
    const over = new AbortController()
    const write = async (graph: GraphStore, name: string) => {
      for (let n = 0; n < 15; n++) await addLast(graph, `${name}${n}`)
    }
    const read = async (graph: GraphStore) => {
      while (!over.signal.aborted) {
        const least = seen
        const { total } = await graph.blocks.listByPage('p1', { limit: 1, offset: 0 })
        expect(total).toBeGreaterThanOrEqual(least)
        seen = Math.max(seen, total)
      }
    }
    const readers = [read(one), read(two), read(one), read(two)]
    await Promise.all([write(one, 'a'), write(two, 'b'), write(two, 'c')]).finally(() => over.abort())
    await Promise.all(readers)
    for (const graph of [one, two]) {
      const { blocks } = await graph.blocks.listByPage('p1', { limit: Infinity, offset: 0 })
      expect(blocks).toHaveLength(45)
      expect(new Set(blocks.map(({ order }) => order)).size).toBe(45)
      expect(await graph.maintenance.check()).toEqual([])
    }
    const all = { records: 1_000, bytes: 1e9 }
    const feeds = await Promise.all([one, two].map(async (graph) => graph.feed.read({ seq: 0, n: 0 }, all)))
    expect(feeds[1]).toEqual(feeds[0])
  })

  test('find no problem in a graph that the other writes meanwhile', async () => {
    await add(one, page('p1', 'p1'))
    const over = new AbortController()
    const write = async () => {
      for (let n = 0; !over.signal.aborted; n++) await addLast(two, `b${n}`)
    }
    const writing = write()
    const found: string[] = []
    try {
      for (let n = 0; n < 20; n++) found.push(...(await one.maintenance.check()))
    } finally {
      over.abort()
    }
    await writing
    expect(found).toEqual([])
  })

  test('agree after one of them removed the graph', async () => {
    await add(one, page('p1', 'p1'), block('b1', 'p1', 'one'))
    expect((await two.pages.find('p1'))?.counts.blocks).toBe(1)
    await stores[0]!.removeGraph('ada')
    const [first, second] = stores.map((store) => store.graph('ada'))
    expect(await second!.pages.find('p1')).toBeUndefined()
    await add(second!, page('p2', 'p2'))
    expect((await first!.pages.find('p2'))?.name).toBe('p2')
  })

  test.each<[string, (graph: GraphStore) => Promise<unknown>]>([
    ['a read', async (graph) => graph.pages.find('p1')],
    ['a commit', async (graph) => add(graph, page('p3', 'p3'))],
    [
      'an import',
      async (graph) => graph.commits.commitAll([{ puts: [{ record: page('p3', 'x'), from: 0 }] }]),
    ],
    ['the head', async (graph) => graph.commits.head()],
    ['the state of the feed', async (graph) => graph.feed.state()],
    ['the list of changes', async (graph) => graph.changes.countOpen(0)],
    ['the use of storage', async (graph) => graph.storage.bytes()],
    ['the sweep of files', async (graph) => graph.files.clearUnused(1, 0)],
    ['a new epoch', async (graph) => graph.feed.raiseEpoch(1)],
  ])('fail %s on a graph that replaced the one they began with', async (_, call) => {
    await add(one, page('p1', 'p1'))
    await two.pages.find('p1')
    await stores[0]!.removeGraph('ada')
    await add(stores[0]!.graph('ada'), page('p2', 'p2'))
    const before = await stores[0]!.graph('ada').feed.state()
    await expect(call(two)).rejects.toThrow('the graph was replaced while a caller held it')
    expect(await stores[0]!.graph('ada').feed.state()).toEqual(before)
    expect((await stores[1]!.graph('ada').pages.find('p2'))?.name).toBe('p2')
  })

  test('create a replica again that is damaged, or that somebody deleted', async () => {
    await add(one, page('p1', 'p1'), block('b1', 'p1', 'one'))
    await two.pages.find('p1')
    await closeStore(stores[1]!)
    writeFileSync(graphFile(join(folders[1]!, '1'), 'ada'), 'no database')
    const again = await openStore(folders[1]!)
    expect((await again.graph('ada').pages.find('p1'))?.counts.blocks).toBe(1)
    await closeStore(again)
    rmSync(graphFile(join(folders[1]!, '1'), 'ada'))
    const third = await openStore(folders[1]!)
    expect((await third.graph('ada').pages.find('p1'))?.counts.blocks).toBe(1)
    expect(await third.graph('ada').maintenance.check()).toEqual([])
  })

  test.each<[string, (file: string) => void]>([
    ['file', (file) => rmSync(file)],
    ['folder', () => rmSync(folders[1]!, { recursive: true })],
  ])(
    'create a replica again whose %s is deleted while they run, and read the truth meanwhile',
    async (_, remove) => {
      await add(one, page('p1', 'p1'), block('b1', 'p1', 'one'))
      const file = graphFile(join(folders[1]!, '1'), 'ada')
      for (let n = 2; n < 5; n++) {
        expect((await two.pages.find('p1'))?.counts.blocks).toBe(n - 1)
        expect(existsSync(file)).toBe(true)
        remove(file)
        await add(n % 2 === 0 ? one : two, block(`b${n}`, 'p1', `${n}`))
        const reads = await Promise.all([two.pages.find('p1'), two.pages.find('p1')])
        expect(reads.map((found) => found?.counts.blocks)).toEqual([n, n])
        expect(existsSync(file)).toBe(true)
      }
      expect(await two.maintenance.check()).toEqual([])
    },
  )

  test('go on with the replicas of an earlier start', async () => {
    await add(one, page('p1', 'p1'))
    await two.pages.find('p1')
    await closeStore(stores[1]!)
    await add(one, block('b1', 'p1', 'one'))
    const again = await openStore(folders[1]!)
    expect((await again.graph('ada').pages.find('p1'))?.counts.blocks).toBe(1)
  })

  test('bring a new replica along in several patches, and let nobody read in between', async () => {
    const blocks = Array.from({ length: 5_000 }, (_, n) => block(`b${n}`, 'p1', `${n}`, { order: n }))
    await add(one, page('p1', 'p1'), ...blocks)
    const reads = await Promise.all(
      Array.from({ length: 4 }, async () => two.blocks.listByPage('p1', { limit: 1, offset: 0 })),
    )
    expect(reads.map(({ total }) => total)).toEqual([5_000, 5_000, 5_000, 5_000])
    expect(await two.maintenance.check()).toEqual([])
  })

  describe('commit a large change', () => {
    const cpu = (since?: NodeJS.CpuUsage) => {
      const { user, system } = process.threadCpuUsage(since)
      return user + system
    }
    const puts = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        record: block(`many-b${from + n}`, 'p1', `see [[p1]] ${n}`, { order: from + n }),
        from: 0,
      }))
    beforeEach(async () => add(one, page('p1', 'p1')))

    test('and rehearse it before they lock the graph', async () => {
      const [before, lockedAt] = await withConnection(database.url, async (run) => {
        await run("BEGIN; SELECT * FROM graph WHERE account_id = 'ada' FOR UPDATE")
        const from = process.threadCpuUsage()
        const committing = one.commits.commitAll([{ puts: puts(0, 8_000) }])
        // Other tests use other databases of the same server.
        const waiting =
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        await expect.poll(async () => run(waiting), { interval: 1 }).not.toEqual([])
        const spent = cpu(from)
        const at = process.threadCpuUsage()
        await run('COMMIT')
        expect(await committing).toMatchObject({ ok: true })
        return [spent, at]
      })
      expect(cpu(lockedAt)).toBeLessThan(before)
    })

    test('after others committed much since the last commit here', async () => {
      await add(two, block('b1', 'p1', 'one'))
      await one.commits.commitAll([{ puts: puts(0, 1_000) }])
      await add(two, block('b2', 'p1', 'two'))
      await add(one, block('b3', 'p1', 'three'))
      expect((await two.blocks.listByPage('p1', { limit: 1, offset: 0 })).total).toBe(1_003)
      for (const graph of [one, two]) expect(await graph.maintenance.check()).toEqual([])
    })

    test('beside others that commit meanwhile', async () => {
      const large = async (from: number) => one.commits.commitAll([{ puts: puts(from, 1_000) }])
      const small = async () => {
        for (let n = 0; n < 10; n++) await addLast(two, `small-${n}`)
      }
      const [first, second] = await Promise.all([large(0), large(1_000), small()])
      expect([first.ok, second.ok]).toEqual([true, true])
      for (const graph of [one, two]) {
        expect((await graph.blocks.listByPage('p1', { limit: 1, offset: 0 })).total).toBe(2_010)
        expect(await graph.maintenance.check()).toEqual([])
      }
    })
  })

  describe('bring a replica that lacks 20,000 records along', () => {
    const large = (pageId: string) =>
      Array.from({ length: 20_000 }, (_, n) => block(`${pageId}-b${n}`, pageId, `block ${n}`, { order: n }))
    beforeEach(async () => {
      await add(one, page('p1', 'p1'), ...large('p1'))
      await add(stores[1]!.graph('bob'), page('p2', 'p2'))
    })

    test('in another thread, so that the requests of others do not wait', async () => {
      const [all, here] = [process.cpuUsage(), process.threadCpuUsage()]
      expect((await two.pages.find('p1'))?.counts.blocks).toBe(20_000)
      const [spent, spentHere] = [process.cpuUsage(all), process.threadCpuUsage(here)]
      expect((spentHere.user + spentHere.system) / (spent.user + spent.system)).toBeLessThan(0.3)
    })

    test('from its path in the folder: if it was deleted meanwhile, again from the start', async () => {
      const path = graphFile(join(folders[1]!, '1'), 'bob')
      rmSync(path)
      await add(stores[0]!.graph('bob'), page('p3', 'p3'), ...large('p3'))
      expect((await stores[1]!.graph('bob').pages.find('p3'))?.counts.blocks).toBe(20_000)
      expect(await stores[1]!.graph('bob').maintenance.check()).toEqual([])
    })
  })
})
