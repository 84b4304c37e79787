/** @module-tag postgres */
import { randomUUID } from 'node:crypto'
import { describePostgres } from '@notegraph/postgres-tests'
import {
  OutcomeUnknown,
  StoreUnavailable,
  type Change,
  type NewFile,
  type NewIdempotencyRecord,
} from '@notegraph/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../src/database/database.ts'
import { commit, type Beside, type Committed, type Decide } from '../src/graphs/commit.ts'
import { openGraph } from '../src/graphs/graph-row.ts'
import { findAnswer } from '../src/graphs/idempotency-records.ts'
import { recordsAfter, type StoredRow } from '../src/graphs/records.ts'
import { openPostgres } from '../src/index.ts'
import { adding, allRecords, deciding, decision, record } from './decisions.ts'
import { startCutProxy, type Cut } from './cut-proxy.ts'
import { emptyTables } from './empty-store.ts'
import { runSql, withConnection } from './run-sql.ts'

type Entry = NonNullable<Change['entry']>
type Keep = NewIdempotencyRecord

const START = { seq: 0, n: 0 }
const MANY = { records: 1_000, bytes: 1e9 }
const FILE: NewFile = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 3, createdAt: 1 }

const entry = (id: string, more: Partial<Entry> = {}): Pick<Beside, 'entry'> => ({
  entry: {
    entry: {
      id,
      at: 10,
      token: 't',
      action: 'create_block',
      summary: 's',
      page: 'p',
      pageId: 'p1',
      touched: [],
    },
    most: 0,
    since: 0,
    ...more,
  },
})
const keep = (key: string, more: Partial<Keep> = {}): Pick<Beside, 'idempotency'> => ({
  idempotency: { key, request: 'r', at: 10, since: 0, answer: () => '', ...more },
})

describePostgres('a commit', (database) => {
  let db: Database
  beforeEach(async () => {
    await (await openPostgres({ url: database.url })).close()
    await emptyTables(database.url)
    db = openDatabase({ url: database.url })
  })
  afterEach(async () => db.close())

  const write = async (decide: Decide, beside: Beside = {}, on = db): Promise<Committed> =>
    commit(on, 'ada', randomUUID(), beside, decide)
  const ids = async (on = db) => (await allRecords(on)).map(({ id }) => id)
  const why = async (decide: Decide, beside: Beside) => {
    const committed = await write(decide, beside)
    return committed.ok ? 'ok' : committed.why
  }

  test('takes the next number, and writes its records under it', async () => {
    expect((await openGraph(db, 'ada')).head).toBe(0)
    expect(await write(adding('a', 'b'))).toMatchObject({ ok: true, seq: 1 })
    expect(await write(adding('c'))).toMatchObject({ ok: true, seq: 2 })
    expect(await allRecords(db)).toEqual<StoredRow[]>([
      { id: 'a', n: 1, seq: 1, deleted: false, doc: 'a' },
      { id: 'b', n: 2, seq: 1, deleted: false, doc: 'b' },
      { id: 'c', n: 11, seq: 2, deleted: false, doc: 'c' },
    ])
    expect(await allRecords(db, 'grace')).toEqual([])
  })

  test('creates a graph whose epoch is later than that of an earlier graph, in whatever zone the sessions are', async () => {
    const epochs: number[] = []
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const url = new URL(database.url)
      url.searchParams.set('options', `-c TimeZone=${zone}`)
      const inZone = openDatabase({ url: url.href })
      epochs.push((await openGraph(inZone, zone)).epoch)
      await inZone.close()
    }
    expect(epochs[1]).toBeGreaterThanOrEqual(epochs[0]!)
  })

  test('moves a record that it writes again to its own number, and keeps its place in the graph', async () => {
    await write(adding('a', 'b'))
    await write(deciding([{ records: [record('a', 1, { deleted: true, doc: 'gone' })] }]))
    expect((await allRecords(db)).map(({ id, n, seq, deleted }) => [id, n, seq, deleted])).toEqual([
      ['b', 2, 1, false],
      ['a', 1, 2, true],
    ])
  })

  test('gives each of its steps a number, and none to an empty one', async () => {
    const decide = deciding([
      { records: [record('a', 1)] },
      {},
      { records: [record('b', 2), record('a', 1)], files: [FILE] },
    ])
    expect(await write(decide)).toMatchObject({ seq: 2 })
    expect(await write(deciding([]))).toMatchObject({ seq: 2 })
    expect((await allRecords(db)).map(({ id, seq }) => [id, seq])).toEqual([
      ['a', 2],
      ['b', 2],
    ])
    expect(await runSql(database.url, 'SELECT account_id, file FROM file_home')).toEqual([
      { account_id: 'ada', file: 'f1' },
    ])
    expect(await runSql(database.url, 'SELECT changed FROM sweep_due')).toEqual([{ changed: true }])
  })

  test('has the sweep look again, if it has taken the note of an earlier commit', async () => {
    const store = await openPostgres({ url: database.url })
    await write(adding('a'))
    await store.sweeps.begin('ada')
    await write(adding('b'))
    expect(await runSql(database.url, 'SELECT changed FROM sweep_due')).toEqual([{ changed: true }])
    await store.close()
  })

  test.each([
    ['unknown keys and their order', '{"b":1,"a":{"z":null,"y":[]}}'],
    ['numbers as they were written', '{"n":1.10,"m":1e2,"l":-0}'],
    ['letters of any script', '{"t":"Ünï 日本 👩‍🔬 \\u0000 \\"\\\\"}'],
  ])('keeps %s', async (_, doc) => {
    await write(adding(doc))
    expect((await allRecords(db))[0]!.doc).toBe(doc)
  })

  test.each([
    [{ records: 2, bytes: 100 }, ['aaaa', 'bb']],
    [{ records: 9, bytes: 6 }, ['aaaa', 'bb']],
    [{ records: 9, bytes: 5 }, ['aaaa']],
    [{ records: 9, bytes: 1 }, ['aaaa']],
  ])('is read in part: %j', async (most, expected) => {
    await write(adding('aaaa', 'bb', 'c'))
    const first = await recordsAfter(db, 'ada', START, most)
    expect([first.records.map(({ doc }) => doc), first.more]).toEqual([expected, true])
    const last = await recordsAfter(db, 'ada', { seq: 1, n: 2 }, most)
    expect([last.records.map(({ doc }) => doc), last.more]).toEqual([['c'], false])
  })

  test('waits for the one before: numbers have no hole, and show in their order', async () => {
    const other = openDatabase({ url: database.url })
    const names = Array.from({ length: 24 }, (_, i) => `r${i}`)
    const writing = Promise.all(
      names.map(async (name, i) => write(adding(name), {}, i % 2 === 0 ? db : other)),
    )
    const ended: unknown[] = []
    const end = (how: unknown) => void ended.push(how)
    void writing.then(end, end)
    const seen: StoredRow[] = []
    const look = async () => seen.push(...(await recordsAfter(db, 'ada', seen.at(-1) ?? START, MANY)).records)
    while (ended.length === 0) await look()
    await look()
    const numbers = (await writing).map((one) => (one.ok ? one.seq : 0)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(names.map((_, i) => i + 1))
    expect(seen.map(({ seq }) => seq)).toEqual(numbers)
    await other.close()
  })

  test('of many or long records is written by several statements, whole', async () => {
    const long = 'x'.repeat(1_500_000)
    const many = Array.from({ length: 2_500 }, (_, i) => record(`r${i}`, i + 1))
    const wide = Array.from({ length: 4 }, (_, i) => record(`w${i}`, 3_000 + i, { doc: long }))
    expect(await write(deciding([{ records: many }, { records: wide }]))).toMatchObject({ seq: 2 })
    const stored = await allRecords(db)
    expect(stored.map(({ id }) => id)).toEqual([...many, ...wide].map(({ id }) => id))
    expect(stored.at(-1)!.doc).toBe(long)
    const twice = [...many, record('r0', 1), { ...record('bad', 9), n: 1 }] // a number that r0 has
    await expect(write(deciding([{ records: twice }]))).rejects.toMatchObject({ code: '23505' })
    expect((await openGraph(db, 'ada')).head).toBe(2)
  })

  test('comes in between the commits of an import that never rests', async () => {
    let n = 0
    const batch = () => deciding([{ records: Array.from({ length: 500 }, () => record(`i${++n}`, n)) }])
    const over = new AbortController()
    const importing = (async () => {
      while (!over.signal.aborted) await write(batch())
      return write(batch())
    })()
    const numbers: number[] = []
    try {
      for (let i = 0; i < 5; i++) {
        const written = await write(deciding([{ records: [record(`s${i}`, 1e6 + i)] }]))
        numbers.push(written.ok ? written.seq : 0)
      }
    } finally {
      over.abort()
    }
    await importing
    expect(numbers).not.toContain(0)
  })

  describe('is refused whole', () => {
    const full: Decide = async () => decision([{ records: [record('x', 99)] }], { isFull: true })
    const stale: Decide = async () => undefined
    beforeEach(async () => {
      await write(adding('a'), { ...keep('k'), ...entry('e1') })
    })

    test.each<[string, Decide, Beside]>([
      ['key_in_use', stale, { ...keep('k'), reverts: 'none', ...entry('e2', { most: 1 }) }],
      ['changed_meanwhile', stale, { ...keep('l'), reverts: 'none', ...entry('e2', { most: 1 }) }],
      ['not_open', full, { ...keep('l'), reverts: 'none', ...entry('e2', { most: 1 }) }],
      ['trail_full', full, { ...keep('l'), ...entry('e2', { most: 1, mostBytes: 1 }) }],
      ['trail_bytes', full, { ...keep('l'), ...entry('e2', { most: 2, mostBytes: 1 }) }],
      ['quota_full', full, { ...keep('l'), ...entry('e2', { most: 2 }) }],
    ])('%s, before what comes after it', async (expected, decide, beside) => {
      const before = await openGraph(db, 'ada')
      expect(await why(decide, beside)).toBe(expected)
      expect(await openGraph(db, 'ada')).toEqual(before)
      expect([await ids(), await findAnswer(db, 'ada', 'l')]).toEqual([['a'], undefined])
    })
  })

  describe('with a key', () => {
    test('keeps its answer, which is dropped when it expired', async () => {
      await write(adding('a'), keep('k'))
      expect(await findAnswer(db, 'ada', 'k')).toEqual({ request: 'r', answer: 'answer a', at: 10 })
      expect(await write(adding('b'), keep('k', { since: 11, at: 12 }))).toMatchObject({ ok: true })
      expect(await findAnswer(db, 'ada', 'k')).toMatchObject({ answer: 'answer b', at: 12 })
    })

    test('drops the oldest answers if there are too many bytes', async () => {
      for (let n = 0; n < 22; n++) await write(adding(`r${n}`), keep(`k${n}`, { mostBytes: 2_900 }))
      const kept = await runSql(database.url, 'SELECT key FROM idempotency_record ORDER BY n')
      expect(kept.map(({ key }) => key)).toEqual(['k20', 'k21'])
      const [sum] = await runSql(database.url, 'SELECT sum(bytes)::int AS bytes FROM idempotency_record')
      expect((await openGraph(db, 'ada')).answerBytes).toBe(sum!['bytes'])
    })

    test('counts those that expired as gone before it drops others', async () => {
      await write(adding('a'), keep('k1'))
      await write(adding('b'), keep('k2', { at: 20 }))
      await write(adding('c'), keep('k3', { at: 30, since: 11, mostBytes: 1 }))
      const kept = await runSql(database.url, 'SELECT key, bytes::int AS bytes FROM idempotency_record')
      expect(kept.map(({ key }) => key)).toEqual(['k3'])
      expect((await openGraph(db, 'ada')).answerBytes).toBe(kept[0]!['bytes'])
    })

    test('succeeds once, however many commits come at once', async () => {
      const all = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => why(adding(`r${n}`), keep('k'))),
      )
      expect(all.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'key_in_use'), 'ok'])
      expect(await ids()).toHaveLength(1)
    })
  })

  describe('with an entry', () => {
    const listed = async () =>
      (await runSql(database.url, 'SELECT id, open, touched FROM change ORDER BY n')) as unknown as {
        id: string
        open: boolean
        touched: string
      }[]

    test('never exceeds the limit, however many commits come at once', async () => {
      const all = await Promise.all(
        Array.from({ length: 9 }, async (_, n) => why(adding(`r${n}`), entry(`e${n}`, { most: 4 }))),
      )
      expect(all.toSorted()).toEqual([
        ...Array.from({ length: 4 }, () => 'ok'),
        ...Array.from({ length: 5 }, () => 'trail_full'),
      ])
      expect(await listed()).toHaveLength(4)
    })

    test('drops those that expired', async () => {
      await write(adding('a'), entry('e1'))
      await write(adding('b'), entry('e2', { since: 11, most: 1 }))
      expect((await listed()).map(({ id }) => id)).toEqual(['e2'])
    })

    test('counts those that expired as gone before it drops others', async () => {
      await write(adding('a'), entry('e1'))
      const next = (id: string, at: number) => ({ ...entry('').entry!.entry, id, at })
      await write(adding('b'), { entry: { entry: next('e2', 20), most: 0, since: 0 } })
      await write(adding('c'), { entry: { entry: next('e3', 30), most: 0, since: 11, mostBytes: 1 } })
      expect((await listed()).map(({ id }) => id)).toEqual(['e3'])
      const [sum] = await runSql(database.url, 'SELECT sum(bytes)::int AS bytes FROM change')
      expect((await openGraph(db, 'ada')).changeBytes).toBe(sum!['bytes'])
    })

    test('that is reverted is no longer open, once', async () => {
      await write(adding('a'), entry('e1'))
      expect(await why(adding('b'), { reverts: 'e1', ...entry('e2') })).toBe('ok')
      expect(await why(adding('c'), { reverts: 'e1' })).toBe('not_open')
      expect((await listed()).map(({ open }) => open)).toEqual([false, true])
    })

    test('empties reverted ones for room, and counts its bytes', async () => {
      const long = { ...entry('e1').entry!.entry, touched: [{ kind: 'page', id: 'x'.repeat(500) }] }
      await write(adding('a'), { entry: { entry: long as never, most: 9, since: 0 } })
      await write(adding('b'), { reverts: 'e1', ...entry('e2', { most: 9, mostBytes: 600 }) })
      expect((await listed()).map(({ touched }) => touched)).toEqual(['[]', '[]'])
      const [sum] = await runSql(database.url, 'SELECT sum(bytes)::int AS bytes FROM change')
      expect((await openGraph(db, 'ada')).changeBytes).toBe(sum!['bytes'])
    })
  })

  describe('whose connection is cut', () => {
    test.each<[Cut]>([['before'], ['after']])('%s PostgreSQL has it, is written once', async (when) => {
      const proxy = await startCutProxy(database.url)
      const far = openDatabase({ url: proxy.url })
      proxy.cut(when)
      expect(await write(adding('a'), keep('k'), far)).toMatchObject({ ok: true, seq: 1 })
      expect([proxy.cuts, await ids(), (await openGraph(db, 'ada')).head]).toEqual([1, ['a'], 1])
      await far.close()
      await proxy.close()
    })

    test('while PostgreSQL still runs it, is waited for, and not run again', async () => {
      const proxy = await startCutProxy(database.url)
      const far = openDatabase({ url: proxy.url })
      let runs = 0
      const decide: Decide = async (...at) => (runs++, adding('a')(...at))
      await openGraph(db, 'ada')
      await withConnection(database.url, async (run) => {
        await run('BEGIN; LOCK TABLE graph_commit IN SHARE ROW EXCLUSIVE MODE')
        proxy.cut('unnoticed')
        const writing = write(decide, {}, far)
        const waiting =
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        // The commit, and the question after its outcome. A transaction sees the other sessions as they were at first.
        await expect.poll(async () => runSql(database.url, waiting), { interval: 1 }).toHaveLength(2)
        await run('COMMIT')
        expect(await writing).toMatchObject({ ok: true, seq: 1 })
      })
      expect([runs, await ids()]).toEqual([1, ['a']])
      await far.close()
      await proxy.close()
    })

    test('again and again, is written by a later run, or not at all', async () => {
      const proxy = await startCutProxy(database.url)
      const far = openDatabase({ url: proxy.url })
      let runs = 0
      const decide: Decide = async (...at) => (runs++, adding('a')(...at))
      // A value shows which commit is meant: the question after its outcome is one too.
      const device = 'the device whose commits are cut'
      proxy.cut('before', 2, device)
      expect(await write(decide, { ...keep('k'), device }, far)).toMatchObject({ ok: true, seq: 1 })
      expect([runs, await ids()]).toEqual([3, ['a']])
      runs = 0
      proxy.cut('before', Infinity, device)
      const fault = await write(decide, { ...keep('l'), device }, far).catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(StoreUnavailable)
      expect(fault).not.toBeInstanceOf(OutcomeUnknown) // nothing was written
      expect([runs, (await openGraph(db, 'ada')).head]).toEqual([3, 1])
      await far.close()
      await proxy.close()
    })

    test('and that finds no way back reports that its outcome is unknown', async () => {
      const proxy = await startCutProxy(database.url)
      const far = openDatabase({ url: proxy.url })
      proxy.cut('after', Infinity)
      const first = far.transaction(async (session) => session.all({ text: 'SELECT 1' } as never))
      await expect(first).rejects.toThrow(OutcomeUnknown)
      await far.close()
      await proxy.close()
    })
  })

  test('goes with its account', async () => {
    const store = await openPostgres({ url: database.url })
    await store.accounts.create({ id: 'ada', plan: 'active', allowed: true, quota: 1, createdAt: 1 })
    await write(adding('a'), { ...keep('k'), ...entry('e1'), device: 'd1' })
    await store.accounts.remove('ada')
    expect([await ids(), (await openGraph(db, 'ada')).head]).toEqual([[], 0])
    await store.close()
  })
})
