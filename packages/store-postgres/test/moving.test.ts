/**
 * Moves of an account between a data folder and PostgreSQL, while a server has both open.
 *
 * @module-tag postgres
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import { AccountMoving, type Blobs, type GraphStore, type Moving, type Store } from '@notegraph/store'
import { add, block, change, deleted, page, reworded } from '@notegraph/store/contract'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite, openSqliteSide } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  moveAccount,
  openReplicated,
  type FoundState,
  type MoveOptions,
  type MoveReport,
  type MoveStep,
} from '../src/index.ts'
import { emptyTables } from './empty-store.ts'
import { contentsOf, fillAccount, NOW } from './moving-fixture.ts'
import { runSql, withConnection } from './run-sql.ts'

type To = MoveOptions['to']

describePostgres('a move', (database) => {
  let folder: string
  let stores: Record<To, Store>
  let blobs: Blobs
  const files = () => join(folder, 'files')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-move-'))
    blobs = openDiskBlobs(files())
    const postgres = await openReplicated({
      url: database.url,
      connections: 4,
      folder: join(folder, 'replicas'),
    })
    await emptyTables(database.url)
    stores = { embedded: openSqlite(folder), postgres }
    for (const [place, store] of Object.entries(stores))
      await store.accounts.create({
        id: `other-${place}`,
        plan: 'active',
        allowed: true,
        quota: 1e9,
        createdAt: NOW,
      })
  })
  afterEach(async () => {
    await Promise.all(Object.values(stores).map(async (store) => store.close()))
    rmSync(folder, { recursive: true })
  })

  const move = async (to: To, more: Partial<MoveOptions> = {}): Promise<MoveReport> =>
    moveAccount({ accountId: 'ada', to, url: database.url, folder, blobs, now: Date.now(), ...more })
  const from = (to: To): To => (to === 'postgres' ? 'embedded' : 'postgres')
  const markIn = async (place: To) => (await stores[place].accounts.find('ada'))?.moving
  const epochIn = async (place: To) => (await stores[place].graph('ada').feed.state()).epoch

  /** Fills an account where it moves from, by way of the embedded store. */
  async function fill(to: To): Promise<void> {
    await fillAccount(stores.embedded, blobs)
    if (to === 'embedded') await move('postgres')
  }

  test('is tried with an account that has a row in each table', async () => {
    await fillAccount(stores.embedded, blobs)
    const side = openSqliteSide(folder)
    const rows = Object.entries(await side.rows('ada'))
    await side.end()
    expect(rows.flatMap(([table, some]) => (some.length === 0 ? [table] : []))).toEqual([])
  })

  describe.each<To>(['postgres', 'embedded'])('to %s', (to) => {
    beforeEach(async () => fill(to))

    test('brings all that the other store had, with a greater epoch, and leaves a mark', async () => {
      const before = await contentsOf(stores[from(to)])
      const epoch = await epochIn(from(to))
      const links = await stores[from(to)].tokens.findByHash('hash of ada-t1')
      const { records } = before['feed'] as { readonly records: readonly string[] }
      const moved = { found: 'untouched', records: records.length, files: 0, refusedFor: expect.any(Number) }
      expect(await move(to)).toEqual(moved)
      expect(await contentsOf(stores[to])).toEqual(before)
      expect(await epochIn(to)).toBeGreaterThan(epoch)
      expect(await stores[to].tokens.findByHash('hash of ada-t1')).toEqual(links)
      expect(await stores[to].signInLinks.take('link of ada', NOW)).toBe('ada')
      expect(await stores[to].sweeps.due(Date.now())).toContain('ada')

      expect([await markIn(from(to)), await markIn(to)]).toEqual(['left', undefined])
      const old = stores[from(to)]
      expect(await old.hasGraph('ada')).toBe(false)
      expect((await old.tokens.findByHash('hash of ada-t1'))?.account.moving).toBe('left')
      expect(await old.signInLinks.take('link of ada', NOW)).toBeUndefined()
      await expect(old.graph('ada').pages.list({}, { limit: 1, offset: 0 })).rejects.toThrow(AccountMoving)
    })

    test('there and back leaves the account as it was', async () => {
      const before = await contentsOf(stores[from(to)])
      await move(to)
      await add(stores[to].graph('ada'), page('late', 'late'))
      await move(from(to))
      expect(await markIn(to)).toBe('left')
      expect((await stores[from(to)].graph('ada').pages.find('late'))?.name).toBe('late')
      const { feed: _, storage: __, others: ___, ...rest } = await contentsOf(stores[from(to)])
      expect(before).toMatchObject(rest)
    })

    test('refuses writes from its second step to the switch, reads on, and lets other accounts be', async () => {
      const graph = stores[from(to)].graph('ada')
      const seen: string[] = []
      const tries: Promise<unknown>[] = []
      await move(to, {
        onStep: async (step) => {
          if (step === 'clear') return
          const write = add(graph, block(`late-${step}`, 'p1', 'x')).then(
            () => seen.push(`${step} written`),
            (error: unknown) => seen.push(`${step} ${(error as Error).name}`),
          )
          const other = Object.values(stores).map(async (store, n) =>
            add(store.graph(['other-embedded', 'other-postgres'][n]!), page(`late-${step}`, step)),
          )
          tries.push(write, ...other)
          if (step === 'ahead' || step === 'close') await write
        },
      })
      await Promise.all(tries)
      const refused = ['graph', 'files', 'rows', 'switch', 'arrive']
      expect(seen.toSorted()).toEqual(
        ['ahead written', 'close written', ...refused.map((step) => `${step} AccountMoving`)].toSorted(),
      )
      for (const [place, store] of Object.entries(stores))
        expect((await store.graph(`other-${place}`).pages.list({}, { limit: 9, offset: 0 })).total).toBe(7)
      const arrived = ['late-ahead', 'late-close', 'late-graph'].map(async (id) =>
        stores[to].graph('ada').records.find(id),
      )
      expect((await Promise.all(arrived)).map((held) => held?.record.id)).toEqual([
        'late-ahead',
        'late-close',
        undefined,
      ])
    })

    test('copies while it refuses writes only what was written since its first step', async () => {
      const graph = stores[from(to)].graph('ada')
      await add(graph, page('p1', 'Boat'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
      let before: Record<string, unknown> | undefined
      let copied = 0
      let ahead = 0
      const moved = await move(to, {
        onRecords: (records) => (copied = records),
        onStep: async (step) => {
          if (step !== 'close') return
          ahead = copied
          await add(graph, block('b3', 'p1', 'see [[Boat]]'))
          await change(graph, 'b1', (held) => reworded(held, 'one more', NOW + 1))
          await change(graph, 'b2', (held) => deleted(held, NOW + 2))
          before = await contentsOf(stores[from(to)])
        },
      })
      expect(await contentsOf(stores[to])).toEqual(before)
      expect([copied - ahead, moved.records - ahead]).toEqual([3, 1])
    })

    test.each([
      ['tombstones', async ({ feed }: GraphStore) => feed.collectTombstones(2 * NOW, 1)],
      ['unused files', async ({ files: kept }: GraphStore) => kept.clearUnused(2 * NOW, 2 * NOW)],
      ['the epoch', async ({ feed }: GraphStore) => feed.raiseEpoch(2 * NOW)],
    ])('takes over %s that changed without a commit after its first step', async (_, changed) => {
      let before: Record<string, unknown> | undefined
      await move(to, {
        onStep: async (step) => {
          if (step !== 'close') return
          await changed(stores[from(to)].graph('ada'))
          before = await contentsOf(stores[from(to)])
        },
      })
      expect(await contentsOf(stores[to])).toEqual(before)
    })

    test('is refused while an import runs, and leaves the account open', async () => {
      const job = { accountId: 'ada', id: 'j2', startedAt: NOW, seenAt: NOW, done: 1, total: 2 }
      await stores[from(to)].imports.begin({ ...job, state: 'running' }, NOW)
      await expect(move(to)).rejects.toThrow('An import of ada is running.')
      expect([await markIn(from(to)), await markIn(to)]).toEqual([
        undefined,
        to === 'embedded' ? 'left' : undefined,
      ])
      await add(stores[from(to)].graph('ada'), page('p9', 'p9'))
    })

    test('that lacks the bytes of a file is refused, and leaves the account open', async () => {
      const [file] = await stores[from(to)].graph('ada').files.list()
      await blobs.remove('ada', file!.hash, async () => false)
      await expect(move(to)).rejects.toThrow(`The bytes of the file ${file!.hash} are missing.`)
      expect(await markIn(from(to))).toBeUndefined()
      await add(stores[from(to)].graph('ada'), page('p9', 'p9'))
      expect(await stores[to].hasGraph('ada')).toBe(false)
    })

    test('copies the bytes of files to the place of the target, and deletes them in that of the source', async () => {
      const there = openDiskBlobs(join(folder, 'elsewhere'))
      const listed = async (one: Blobs) =>
        (await Array.fromAsync(one.list('ada'))).map(({ hash }) => hash).toSorted()
      const before = await listed(blobs)
      expect(await move(to, { blobs: there, blobsFrom: blobs })).toMatchObject({ files: before.length })
      expect([await listed(there), await listed(blobs)]).toEqual([before, []])
    })

    test('of an account that has no graph brings its rows', async () => {
      const fresh = { id: 'eve', plan: 'active', allowed: true, quota: 1e9, createdAt: NOW } as const
      await stores[from(to)].accounts.create(fresh)
      expect(await move(to, { accountId: 'eve' })).toMatchObject({ records: 0 })
      expect(await stores[to].accounts.find('eve')).toEqual(fresh)
      await add(stores[to].graph('eve'), page('p1', 'p1'))
    })

    test('is refused if the target has another account of that id', async () => {
      await stores[to].accounts.remove('ada')
      await stores[to].accounts.create({
        id: 'ada',
        plan: 'none',
        allowed: true,
        quota: 1,
        createdAt: NOW,
      })
      await expect(move(to)).rejects.toThrow('There is another account with the id "ada" in')
      expect(await markIn(from(to))).toBeUndefined()
      expect((await stores[to].accounts.find('ada'))?.plan).toBe('none')
    })

    test('is refused if another account of the target has one of its identities', async () => {
      await stores[to].accounts.remove('ada')
      await stores[to].identities.assign({ issuer: 'i', subject: 'ada' }, `other-${to}`, NOW)
      await expect(move(to)).rejects.toThrow(
        /^Another account in .* has a token, a session or an identity of "ada"/,
      )
      expect(await markIn(from(to))).toBeUndefined()
      await add(stores[from(to)].graph('ada'), page('p9', 'p9'))
    })

    test('of an account that is already there, or nowhere, is refused', async () => {
      await move(to)
      expect(await move(to)).toEqual({ found: 'switched', records: 0, files: 0 })
      await stores[from(to)].accounts.remove('ada')
      await expect(move(to)).rejects.toThrow('The account "ada" is already in')
      await expect(move(to, { accountId: 'nobody' })).rejects.toThrow('No account has the id "nobody".')
    })

    test('runs once at a time for one account', async () => {
      let second: Promise<unknown> | undefined
      const waiting: Blobs = {
        ...blobs,
        has: async (...file) => {
          second ??= move(to).catch((error: Error) => error.message)
          await second
          return blobs.has(...file)
        },
      }
      await move(to, { blobs: waiting })
      expect(await second).toBe('Another command moves the account "ada" now.')
      expect(await markIn(to)).toBeUndefined()
    })

    test('waits for the lock of a command that has just died', async () => {
      const moved = await withConnection(database.url, async (run) => {
        await run("SELECT pg_advisory_lock(hashtextextended('move ada', 0))")
        const moving = move(to)
        await expect
          .poll(() => run("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
          .not.toEqual([])
        return { moving }
      })
      expect(await moved.moving).toMatchObject({ found: 'untouched' })
    })

    test.each<[step: MoveStep, found: FoundState, marks: readonly (Moving | undefined)[]]>([
      ['ahead', 'untouched', [undefined]],
      ['close', 'untouched', [undefined]],
      ['graph', 'interrupted', ['leaving']],
      ['files', 'interrupted', ['leaving']],
      ['rows', 'interrupted', ['leaving']],
      ['switch', 'interrupted', ['leaving', 'arriving']],
      ['arrive', 'switched', ['left', 'arriving']],
      ['clear', 'switched', ['left']],
    ])(
      'that is killed before %s is whole on one side, and goes on',
      async (step, found, [source, target]) => {
        const before = await contentsOf(stores[from(to)])
        const script = join(import.meta.dirname, 'move-and-die.ts')
        const child = spawn(
          process.execPath,
          ['--conditions=notegraph', script, to, database.url, folder, files(), step],
          { stdio: ['ignore', 'inherit', 'inherit'] },
        )
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
        expect(await markIn(from(to))).toBe(source)
        const earlier = to === 'embedded' && step !== 'clear' ? 'left' : undefined
        expect(await markIn(to)).toBe(target ?? earlier)
        // Between the switch and the arrival nobody may read the account, so the next call alone shows it.
        const home = step === 'clear' ? to : source === 'left' ? undefined : from(to)
        const readable = home && { ...(await contentsOf(stores[home])), account: before['account'] }
        expect(readable).toEqual(home && before)
        expect(await move(to)).toMatchObject({ found })
        expect(await contentsOf(stores[to])).toEqual(before)
        expect([await markIn(from(to)), await markIn(to)]).toEqual(['left', undefined])
        expect(await stores[from(to)].hasGraph('ada')).toBe(false)
      },
    )
  })

  test('to a data folder whose disk is nearly full is refused, and leaves the account open', async () => {
    await fill('embedded')
    await expect(move('embedded', { freeBytes: async () => 1e6 })).rejects.toThrow(
      /too little space: \d+ bytes/,
    )
    expect([await markIn('postgres'), await markIn('embedded')]).toEqual([undefined, 'left'])
    await add(stores.postgres.graph('ada'), page('p9', 'p9'))
  })

  test('to a database of a newer release is refused in words', async () => {
    await fill('postgres')
    await runSql(database.url, 'UPDATE schema_migration SET needs = 99 WHERE version = 1')
    await expect(move('postgres')).rejects.toThrow('which this release cannot use. Update Notegraph.')
    await runSql(database.url, 'UPDATE schema_migration SET needs = 0 WHERE version = 1')
    expect(await markIn('embedded')).toBeUndefined()
  })
})
