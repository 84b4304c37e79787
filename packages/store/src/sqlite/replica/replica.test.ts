import { startOfDay, type GraphRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { block, change, deleted, page, reworded, T0 } from '../../../test/builder.ts'
import { history } from '../../../test/random-graph.ts'
import { asked, tree, windowed } from '../../../test/random-query.ts'
import { patchesOf, truthState } from '../../../test/truth-of.ts'
import type { Commit, FileEntry } from '../../index.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { sqliteGraph, type SqliteGraph } from '../graph/graph.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { indexStep, indexWriter } from '../search/index-writer.ts'
import { hasReached, StaleReplica } from './patch.ts'

interface Opened {
  readonly db: Db
  readonly graph: SqliteGraph
}

function open(): Opened {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  return { db, graph: sqliteGraph(db) }
}

/** @param most records in one patch @param times how often each patch is applied */
function catchUp({ graph: { replica } }: Opened, truth: Opened, most = Infinity, times = 1): void {
  for (const patch of patchesOf(truth.db, replica.state(), most))
    for (let n = 0; n < times; n++) replica.apply(patch)
}

/** Everything but the search index, whose segments depend on the order of writes, and the numbers of names. */
const TABLES =
  `record page page_name block_line block_ref shape waiting file file_use file_import property commit_maker
  storage`.split(/\s+/)
const ROWS: readonly (readonly [table: string, rows: string])[] = [
  ...TABLES.map((table) => [table, `SELECT * FROM ${table}`] as const),
  ['ref', 'SELECT fold, tag, source FROM ref JOIN name ON name.n = ref.name'],
  ['name', 'SELECT fold, tagged, linked FROM name WHERE tagged <> 0 OR linked <> 0'],
  ['meta', "SELECT * FROM meta WHERE key IN ('seq', 'epoch', 'floor', 'floor_n')"],
]

const rowsOf = ({ db }: Opened) =>
  Object.fromEntries(
    ROWS.map(([table, rows]) => [
      table,
      db
        .prepare(rows)
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  )

/** Every row of every table, also of the index; the version of the lines is random. */
const allRows = ({ db }: Opened) =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .map((table) => [
      table,
      db.prepare(`SELECT * FROM "${table}" ${table === 'meta' ? "WHERE key <> 'lines'" : ''}`).all(),
    ])

/** Every row of the file, also of the index. Its pages without content are left out: a rollback may change those. */
function wholeFile({ db }: Opened): Buffer {
  const copy = new Database(db.serialize())
  copy.exec('VACUUM')
  const file = copy.serialize()
  copy.close()
  return file
}

/** The history as commits: the first records a few at a time, then each later one alone. */
const commits = fc.tuple(history, fc.integer({ min: 1, max: 9 })).map(([{ first, later, files }, size]) => {
  const parts: { readonly records: readonly GraphRecord[]; readonly files: readonly FileEntry[] }[] = []
  for (let from = 0; from < first.length; from += size)
    parts.push({ records: first.slice(from, from + size), files: from === 0 ? files : [] })
  return [...parts, ...later.map((record) => ({ records: [record], files: [] }))]
})

async function commitOf(
  { graph }: Opened,
  { records, files }: { readonly records: readonly GraphRecord[]; readonly files: readonly FileEntry[] },
): Promise<Commit> {
  const puts = []
  for (const record of records) puts.push({ record, from: (await graph.records.find(record.id))?.seq ?? 0 })
  return { puts, files }
}

const ALL = { records: 10_000, bytes: 1e9 }
const START = { seq: 0, n: 0 }
const DAY = 86_400_000

/** Catches up, and creates a replica again that misses tombstones which the truth has deleted. */
async function catchUpOrAgain(replica: Opened, truth: Opened, most: number, times: number): Promise<Opened> {
  try {
    catchUp(replica, truth, most, times)
    return replica
  } catch (error) {
    if (!(error instanceof StaleReplica)) throw error
    await replica.graph.close()
    const again = open()
    catchUp(again, truth, most, times)
    return again
  }
}

test('a replica equals its truth, whatever the size of the patches, and if each comes twice', async () => {
  const questions = fc.array(fc.record({ query: tree, where: asked, part: windowed }), { maxLength: 3 })
  const step = {
    most: fc.integer({ min: 1, max: 12 }),
    index: fc.boolean(),
    collect: fc.boolean(),
    sum: fc.boolean(),
  }
  const steps = fc.array(fc.record(step), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(
      commits,
      steps,
      fc.integer({ min: 1, max: 2 }),
      questions,
      async (commits, steps, times, questions) => {
        const truth = open()
        let replica = open()
        let day = 0
        const every = Math.ceil(commits.length / steps.length)
        for (const [i, commit] of commits.entries()) {
          const device = i % 3 === 0 ? { device: `device ${i % 2}` } : {}
          await truth.graph.commits.commit({ ...(await commitOf(truth, commit)), ...device })
          const step = steps[Math.floor(i / every)]!
          if (i % every === 0) {
            replica = await catchUpOrAgain(replica, truth, step.most, times)
            if (step.sum) await replica.graph.feed.read(START, ALL)
          }
          if (step.collect) await truth.graph.feed.collectTombstones(++day * DAY, (i % 3) * DAY)
          if (step.index) indexStep(replica.db, indexWriter(replica.db), 0)
        }
        replica = await catchUpOrAgain(replica, truth, steps[0]!.most, times)
        expect(rowsOf(replica)).toEqual(rowsOf(truth))
        expect(await replica.graph.maintenance.check()).toEqual(await truth.graph.maintenance.check())
        expect(await replica.graph.feed.read(START, ALL)).toEqual(await truth.graph.feed.read(START, ALL))
        for (const { query, where, part } of questions) {
          const days = { today: where.today, startOf: (day: number) => startOfDay(day, where.zone) }
          const find = async ({ graph }: Opened) =>
            graph.search.find(query, days, part.window, part.ceiling, part.order)
          expect(await find(replica)).toEqual(await find(truth))
        }
        await Promise.all([truth.graph.close(), replica.graph.close()])
      },
    ),
    { numRuns: 40 },
  )
})

test('a rehearsal returns what the commit writes, and leaves no trace', async () => {
  await fc.assert(
    fc.asyncProperty(commits, fc.nat({ max: 40 }), async (commits, at) => {
      const [truth, replica] = [open(), open()]
      const most = Math.min(at, commits.length - 1)
      for (const commit of commits.slice(0, most))
        await truth.graph.commits.commit(await commitOf(truth, commit))
      catchUp(replica, truth)
      const show = { pageId: 'p1', blockId: 'b1' }
      const request = { commits: [await commitOf(truth, commits[most]!)], show }
      const before = wholeFile(replica)
      const rehearsed = await replica.graph.replica.rehearse(request)
      expect(wholeFile(replica).equals(before)).toBe(true)

      const { head } = truthState(truth.db)
      const committed = await truth.graph.commits.commit({ ...request.commits[0]!, show })
      const [written] = [...patchesOf(truth.db, replica.graph.replica.state(), Infinity)]
      expect(committed.ok && committed.shown).toEqual(rehearsed?.shown)
      expect(rehearsed?.commits.flatMap(({ records }) => records)).toEqual(written!.records)
      expect(rehearsed?.commits).toHaveLength(truthState(truth.db).head - head)
      expect(rehearsed?.grown.blocks.bytes).toBe((await blockBytes(truth)) - (await blockBytes(replica)))

      const { state } = written!
      const { records, files } = rehearsed!.commits[0] ?? { records: [], files: [] }
      const added = files.map((file) => ({ ...file, imported: false }))
      replica.graph.replica.apply({ state, records, files: added, pushes: [], more: false })
      expect(rowsOf(replica)).toEqual(rowsOf(truth))
      expect(await replica.graph.maintenance.check()).toEqual(await truth.graph.maintenance.check())
      await Promise.all([truth.graph.close(), replica.graph.close()])
    }),
    { numRuns: 40 },
  )
})

test('a replica that runs the writes of a rehearsal again has the same rows as one that derives them', async () => {
  const between = fc.constantFrom<(replica: Opened) => unknown>(
    () => {},
    ({ db }) => indexStep(db, indexWriter(db), 0),
    async ({ graph }) => graph.replica.rehearse({ commits: [] }),
  )
  await fc.assert(
    fc.asyncProperty(commits, fc.nat({ max: 40 }), between, async (commits, at, happens) => {
      const [truth, reruns, derives] = [open(), open(), open()]
      const most = Math.min(at, commits.length - 1)
      for (const commit of commits.slice(0, most))
        await truth.graph.commits.commit(await commitOf(truth, commit))
      for (const replica of [reruns, derives]) catchUp(replica, truth)
      const request = { commits: [await commitOf(truth, commits[most]!)] }
      const rehearsed = await reruns.graph.replica.rehearse(request)
      await truth.graph.commits.commit(request.commits[0]!)
      const [patch] = [...patchesOf(truth.db, derives.graph.replica.state(), Infinity)]
      for (const replica of [reruns, derives]) await happens(replica)
      reruns.graph.replica.apply(patch!, rehearsed)
      derives.graph.replica.apply(patch!)
      expect(allRows(reruns)).toEqual(allRows(derives))
      await Promise.all([truth, reruns, derives].map(async ({ graph }) => graph.close()))
    }),
    { numRuns: 40 },
  )
})

const blockBytes = async ({ graph }: Opened) => (await graph.storage.usage()).blocks.bytes

describe('a replica', () => {
  let truth: Opened
  let replica: Opened
  beforeEach(async () => {
    truth = open()
    replica = open()
    await put(page('p1', 'Ada'), block('b1', 'p1', 'one'))
  })
  afterEach(async () => Promise.all([truth.graph.close(), replica.graph.close()]))

  const put = async (...records: GraphRecord[]) =>
    truth.graph.commits.commit(await commitOf(truth, { records, files: [] }))
  const state = () => replica.graph.replica.state()

  test('is new, then partial, then whole', async () => {
    expect(state()).toBeUndefined()
    const [first, second] = [...patchesOf(truth.db, undefined, 1)]
    replica.graph.replica.apply(first!)
    expect(state()).toMatchObject({ isWhole: false, head: 0, position: { seq: 1, n: 1 } })
    replica.graph.replica.apply(second!)
    expect(state()).toMatchObject({ ...truthState(truth.db), isWhole: true, head: 1 })
  })

  test.each<[string, () => unknown]>([
    ['another epoch', async () => truth.graph.feed.raiseEpoch(T0 * 2)],
    [
      'a later floor than the replica has reached',
      () => truth.db.exec("UPDATE meta SET value = 2 WHERE key = 'floor'"),
    ],
    [
      'another edition of the files',
      () => replica.db.exec("UPDATE meta SET value = 7 WHERE key = 'file_edition'"),
    ],
    ['an earlier head', () => truth.db.exec("UPDATE meta SET value = 0 WHERE key = 'seq'")],
    [
      'another number of a record',
      () =>
        truth.db.exec(
          "UPDATE record SET n = 9, seq = 2 WHERE id = 'b1'; UPDATE meta SET value = 2 WHERE key = 'seq'",
        ),
    ],
    [
      'a number that another record has',
      async () => {
        await put(block('b2', 'p1', 'two'))
        replica.db.exec("UPDATE record SET id = 'bx' WHERE id = 'b1'")
        truth.db.exec("DELETE FROM record WHERE id = 'b1'; UPDATE record SET n = 2 WHERE id = 'b2'")
      },
    ],
  ])('is stale if the truth has %s', async (_, make) => {
    catchUp(replica, truth)
    await make()
    const before = wholeFile(replica)
    expect(() => catchUp(replica, truth)).toThrow(StaleReplica)
    expect(wholeFile(replica).equals(before)).toBe(true)
  })

  test('deletes the tombstones that its truth has deleted, some with each patch', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => block(`m${n}`, 'p1', 'gone', { order: n }))
    await put(...many)
    await put(...many.map((record) => deleted({ record, seq: 0 }, T0 + 1)))
    catchUp(replica, truth)
    await replica.graph.feed.read(START, ALL)
    await truth.graph.feed.collectTombstones(DAY, 0)
    catchUp(replica, truth)
    expect(hasReached(state(), truthState(truth.db))).toBe(false)
    catchUp(replica, truth)
    expect(hasReached(state(), truthState(truth.db))).toBe(true)
    expect(rowsOf(replica)).toEqual(rowsOf(truth))
    expect(await replica.graph.maintenance.check()).toEqual([])
  })

  test('takes tombstones, and counts their bytes', async () => {
    await change(truth.graph, 'b1', (held) => deleted(held, T0 + 1))
    catchUp(replica, truth)
    expect((await replica.graph.records.find('b1'))?.record.deleted).toBe(T0 + 1)
    expect(await replica.graph.storage.bytes()).toBe(await truth.graph.storage.bytes())
  })
})

describe('a rehearsal', () => {
  let replica: Opened
  beforeEach(async () => {
    const truth = open()
    await truth.graph.commits.commit(
      await commitOf(truth, { records: [page('p1', 'Ada'), block('b1', 'p1', 'one')], files: [] }),
    )
    replica = open()
    catchUp(replica, truth)
    await truth.graph.close()
  })
  afterEach(async () => replica.graph.close())

  const rehearse = async (commit: Commit, head?: number) =>
    replica.graph.replica.rehearse({ commits: [commit], ...(head !== undefined && { head }) })
  const adding = (content = 'two'): Commit => ({ puts: [{ record: block('b2', 'p1', content), from: 0 }] })

  test.each<[string, Commit, number?]>([
    ['a record that has another version', { puts: [{ record: block('b1', 'p1', 'x'), from: 7 }] }],
    ['a record whose id is taken', { puts: [{ record: block('b1', 'p1', 'x'), from: 0 }] }],
    ['a page that is missing', { ...adding(), pages: ['p2'] }],
    ['another head', adding(), 0],
  ])('returns nothing for %s', async (_, commit, head) => {
    expect(await rehearse(commit, head)).toBeUndefined()
    expect(await rehearse(adding(), 1)).toBeDefined()
  })

  test.each([
    [Infinity, false],
    [900, false],
    [300, true],
  ])('says whether a quota of %d bytes is exceeded', async (quota, isFull) => {
    expect(await rehearse({ ...adding(), quota })).toMatchObject({ isFull })
  })

  test('of a commit that shrinks a full graph is not full', async () => {
    const held = (await replica.graph.records.find('b1'))!
    const puts = [{ record: deleted(held, T0 + 1), from: held.seq }]
    expect(await rehearse({ puts, quota: 1 })).toMatchObject({ isFull: false })
  })

  test('of several commits numbers each that is not empty', async () => {
    const held = (await replica.graph.records.find('b1'))!
    const puts = [{ record: reworded(held, 'see /api/files/f1', T0 + 1), from: held.seq }]
    const file = { id: 'f1', hash: 'h', name: 'a.png', type: 'image/png', size: 5, createdAt: T0 }
    const rehearsed = await replica.graph.replica.rehearse({
      commits: [adding(), { puts: [] }, { puts: [], files: [file] }, { puts }],
    })
    expect(
      rehearsed?.commits.map(({ records, files, usedFiles }) => [
        records.map(({ id, n, seq }) => [id, n, seq]),
        files.length,
        usedFiles,
      ]),
    ).toEqual([
      [[['b2', 3, 2]], 0, []],
      [[], 1, []],
      [[['b1', 2, 4]], 0, ['f1']],
    ])
  })

  test('throws what the answer throws, and leaves no trace', async () => {
    const before = wholeFile(replica)
    const answer = () => {
      throw new Error('no answer')
    }
    const made = replica.graph.replica.rehearse({ commits: [adding()], idempotency: { answer } })
    await expect(made).rejects.toThrow('no answer')
    expect(wholeFile(replica).equals(before)).toBe(true)
  })

  test('makes its answer from what it shows', async () => {
    const rehearsed = await replica.graph.replica.rehearse({
      commits: [adding()],
      show: { blockId: 'b2' },
      idempotency: { answer: ({ block }) => `answer ${block?.id}` },
    })
    expect(rehearsed).toMatchObject({ answer: 'answer b2', shown: { block: { id: 'b2' } } })
  })
})
