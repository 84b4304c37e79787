import { settleDays } from '@notegraph/query'
import { startOfDay } from '@notegraph/graph'
import { FASTEST, verifyIndex, type Plan, type PreparedStep } from '@notegraph/search-index'
import { parseQuery, type Query } from '@notegraph/query'
import * as fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { add, block, change, page, reworded, T0 } from '../../../test/builder.ts'
import { evaluate, type Found } from '../../../test/evaluate.ts'
import { history, notesOf } from '../../../test/random-graph.ts'
import { asked, tree, windowed } from '../../../test/random-query.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { graphFile } from '../graph/graph-files.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { sqliteGraph, type SqliteGraph } from '../graph/graph.ts'
import { clearer } from '../graph/reusable-graph.ts'
import { openSqlite } from '../index.ts'
import { documentRows } from './document-rows.ts'
import { indexWriter } from './index-writer.ts'
import { searcher } from './search.ts'
import { segmentStorage } from './segment-storage.ts'

const PLANS: readonly Plan[] = [
  { letters: false, boundaries: false, listingCost: 0, fewDocuments: 0 },
  { timeValues: false, ordered: false, listingCost: 0, fewDocuments: 0 },
  { listingCost: 1e9, costBased: true, fewDocuments: 300, spanCost: 0, spanLength: 4 },
  { listingCost: 4, costBased: true, fewDocuments: 300, spanCost: 0, spanLength: 4 },
  { listingCost: 0, costBased: true, fewDocuments: 0, spanCost: 0, spanLength: 4 },
  { listingCost: 0, costBased: true, fewDocuments: 0, spanCost: Infinity, spanLength: 4 },
  { listingCost: 0, costBased: false, fewDocuments: 300, spanCost: Infinity, spanLength: 4 },
  { listingCost: 0, costBased: false, fewDocuments: 0, spanCost: 0, spanLength: 1 },
  { listingCost: 0, costBased: false, fewDocuments: 0, spanCost: Infinity, spanLength: 4 },
].map((plan) => ({ ...FASTEST, ...plan }))
/** Runs of the property; the environment can set more. */
const RUNS = Number(process.env['NOTEGRAPH_SEARCH_RUNS'] ?? 60)

interface OpenGraph {
  readonly db: Db
  readonly graph: SqliteGraph
  readonly indexSome: (most: number) => void
  readonly clear: () => void
}

function openGraph(): OpenGraph {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const index = indexWriter(db)
  const indexSome = (most: number) => db.transaction(() => index.indexSome(most))()
  return { db, graph: sqliteGraph(db), indexSome, clear: clearer(db) }
}

/** @returns the ids of the blocks with these numbers */
function ids(db: Db, numbers: readonly number[]): string[] {
  const id = db.prepare<[number], string>('SELECT id FROM record WHERE n = ?').pluck()
  return numbers.map((n) => id.get(n)!)
}

test('[Q operands] every plan finds what a reading of the records finds, in any index', async () => {
  const question = fc.record({ query: tree, where: asked, part: windowed, plan: fc.constantFrom(...PLANS) })
  const steps = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 })
  const { db, graph, indexSome, clear } = openGraph()
  const verify = () => verifyIndex(segmentStorage(db), documentRows(db))
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(question, { minLength: 1, maxLength: 6 }),
      steps,
      steps,
      async (history, questions, early, late) => {
        clear()
        await graph.commits.commit({
          puts: history.first.map((record) => ({ record, from: 0 })),
          files: history.files,
        })
        early.forEach(indexSome)
        for (const record of history.later)
          await graph.commits.commit({
            puts: [{ record, from: (await graph.records.find(record.id))?.seq ?? 0 }],
          })
        late.forEach(indexSome)
        const notes = notesOf(history)
        for (const { query, where, part, plan } of questions) {
          const days = { today: where.today, startOf: (day: number) => startOfDay(day, where.zone) }
          const { numbers, ...counted } = searcher(db, plan).find(
            settleDays(query, days),
            part.window,
            part.ceiling,
          )
          const found: Found = { ids: ids(db, numbers), ...counted }
          expect(found).toEqual(evaluate(query, notes, where, part.window, part.ceiling))
        }
        expect(verify()).toEqual([])
      },
    ),
    { numRuns: RUNS },
  )
  await graph.close()
})

/** Events between two queries: a step of the index, at once or in two parts as in the thread, a write, or a rebuild. */
const between = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('index'), most: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constantFrom('prepare', 'finish', 'write'), most: fc.constant(0) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('rebuild'), most: fc.constant(0) }) },
)

test(
  '[Q operands] one searcher finds what the records say, whatever is indexed and written between its questions',
  { timeout: 600_000 },
  async () => {
    const question = fc.record({ query: tree, where: asked, part: windowed })
    const turn = fc.record({ question, steps: fc.array(between, { maxLength: 9 }) })
    const { db, graph, indexSome, clear } = openGraph()
    const verify = () => verifyIndex(segmentStorage(db), documentRows(db))
    const index = indexWriter(db)
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(...PLANS),
        fc.array(turn, { minLength: 2, maxLength: 8 }),
        async (history, plan, turns) => {
          clear()
          await graph.commits.commit({
            puts: history.first.map((record) => ({ record, from: 0 })),
            files: history.files,
          })
          const search = searcher(db, plan)
          let prepared: PreparedStep | undefined
          let written = 0
          let notes = notesOf({ ...history, later: [] })
          const finish = db.transaction(() => {
            if (prepared) index.write(prepared)
            prepared = undefined
          })
          const act = async ({ what, most }: { what: string; most: number }) => {
            if (what === 'index') indexSome(most)
            else if (what === 'prepare') prepared = index.prepare(0)
            else if (what === 'finish') finish()
            else if (what === 'rebuild') await graph.maintenance.rebuild()
            else if (written < history.later.length) {
              const record = history.later[written++]!
              await graph.commits.commit({
                puts: [{ record, from: (await graph.records.find(record.id))?.seq ?? 0 }],
              })
              notes = notesOf({ ...history, later: history.later.slice(0, written) })
            }
          }
          for (const { question, steps } of turns) {
            for (const step of steps) await act(step)
            const { query, where, part } = question
            const days = { today: where.today, startOf: (day: number) => startOfDay(day, where.zone) }
            const { numbers, ...counted } = search.find(
              settleDays(query, days),
              part.window,
              part.ceiling,
              part.order,
            )
            const found: Found = { ids: ids(db, numbers), ...counted }
            expect(found).toEqual(evaluate(query, notes, where, part.window, part.ceiling, part.order))
          }
          expect(verify()).toEqual([])
        },
      ),
      { numRuns: RUNS },
    )
    await graph.close()
  },
)

const UTC = { today: 20260101, startOf: (day: number) => startOfDay(day, 'UTC') }

function read(q: string): Query {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  return parsed.query
}

const find = (db: Db, q: string): string[] =>
  ids(db, searcher(db).find(settleDays(read(q), UTC), { limit: 9, offset: 0 }, 9).numbers)

test('a block that changed after it was indexed is found by what it says now, and by nothing else', async () => {
  const { db, graph, indexSome } = openGraph()
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'TODO sow rye'), block('b2', 'p1', 'sow wheat'))
  indexSome(9)
  await change(graph, 'b1', (held) => reworded(held, 'DONE reap rye', T0 + 1))
  for (let round = 0; round < 2; round++) {
    expect(['sow', 'reap', '(todo todo)', '(todo done)', '(not sow)'].map((q) => find(db, q))).toEqual([
      ['b2'],
      ['b1'],
      [],
      ['b1'],
      ['b1'],
    ])
    indexSome(9)
  }
  await graph.close()
})

test.each(PLANS)('[D5.4] different times stay different at any size: %j', async (plan) => {
  const { db, graph, indexSome } = openGraph()
  const far = Date.UTC(2110, 0, 1)
  const times = [T0, T0, T0 + 1, T0 + 999, T0 + 1_000, far - 1, far, far, far + 1, T0 - 1, 0]
  const made = times.map((now, i) => block(`b${i}`, 'p1', 'sow', { now }))
  await add(graph, page('p1', 'Ada'), ...made)
  indexSome(99)
  const latest = ['b8', 'b6', 'b7', 'b5', 'b4', 'b3', 'b2', 'b0', 'b1', 'b9', 'b10']
  const found = (q: string, limit = 99) =>
    ids(db, searcher(db, plan).find(settleDays(read(q), UTC), { limit, offset: 0 }, 99).numbers)
  for (let limit = 1; limit <= 11; limit++) expect(found('sow', limit)).toEqual(latest.slice(0, limit))
  expect(found('(between created 2026-01-01 2026-01-01)')).toEqual(['b4', 'b3', 'b2', 'b0', 'b1'])
  expect(found('(between updated 1970-01-01 2025-12-31)')).toEqual(['b9', 'b10'])
  expect(found('(between updated 2110-01-01 2110-01-01)')).toEqual(['b8', 'b6', 'b7'])
  expect(found('(between updated 2026-01-02 2109-12-31)')).toEqual(['b5'])
  expect(found('(not (between created 2026-01-02 2109-12-31))', 3)).toEqual(['b8', 'b6', 'b7'])
  await graph.close()
})

test.each([
  ['[[Ada]]', true],
  ['(and sow [[Ada]])', true],
  ['(or [[Ada]] (property status) (page Ada))', true],
  ['(or [[Ada]] sow)', false],
  ['(not [[Ada]])', false],
  ['(page-tags x)', true],
  ['sow', false],
  ['(todo todo)', false],
])('%s is answered from a listing if few blocks can match: %s', async (q, few) => {
  const { db, graph } = openGraph()
  await add(
    graph,
    page('p1', 'Ada', [['tags', 'x']]),
    block('b1', 'p1', 'TODO sow [[Ada]] #[[Ada]]\nstatus:: 1'),
  )
  const question = settleDays(read(q), UTC)
  const window = { limit: 9, offset: 0 }
  expect(searcher(db).findListed(question, window, 9)).toEqual(
    few ? searcher(db, PLANS.at(-1)).find(question, window, 9) : undefined,
  )
  await graph.close()
})

test('a page of few blocks among many is found without a look at the others', async () => {
  const { db, graph, indexSome } = openGraph()
  const many = Array.from({ length: 1_500 }, (_, i) => block(`b${i}`, 'p1', `block ${i}`, { now: T0 + i }))
  await add(graph, page('p1', 'Ada'), page('p2', 'Few', [['tags', 'x']]), ...many)
  await add(
    graph,
    block('last', 'p2', 'block', { now: T0 + 9_999 }),
    block('first', 'p2', 'block', { now: T0 - 1 }),
  )
  for (let round = 0; round < 2; round++) {
    for (const q of ['(page few)', '(page-tags x)', '(page-property tags)', 'block (page-property tags x)'])
      expect(find(db, q)).toEqual(['last', 'first'])
    expect(find(db, 'block (not (page ada))')).toEqual(['last', 'first'])
    expect(find(db, '(not (page few))').slice(0, 2)).toEqual(['b1499', 'b1498'])
    indexSome(2_000)
  }
  await graph.close()
})

test.each([
  ["UPDATE search_pieces SET pieces = replace(pieces, 'hello', 'hallo')"],
  ['DELETE FROM search_lists'],
  ['DELETE FROM search_column'],
  ['UPDATE search_column SET strip = zeroblob(8000) WHERE n = 0'],
  ["UPDATE search_segment SET gone = x'02'"],
])('check finds what %j did, and rebuild mends it', async (damage) => {
  const { db, graph, indexSome } = openGraph()
  await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'TODO hello'))
  indexSome(9)
  expect(await graph.maintenance.check()).toEqual([])
  db.exec(damage)
  expect(await graph.maintenance.check()).toContain('search: the row of b1 does not say what its record says')
  await graph.maintenance.rebuild()
  indexSome(9)
  expect(await graph.maintenance.check()).toEqual([])
  expect(find(db, 'hell')).toEqual(['b1'])
  await graph.close()
})

describe('how much is indexed at once, since others wait for it', () => {
  const MB = 2 ** 20
  /** The length counts. Words would take more time, and an em space has three bytes. */
  const spaces = (bytes: number) => '\u2003'.repeat(bytes / 3)
  const long = (id: string, bytes: number) => block(id, 'p1', `${id} ${spaces(bytes)} rye`)
  const indexed = (db: Db) => db.prepare("SELECT value FROM meta WHERE key = 'indexed'").pluck().get()

  test('few blocks where they are long, and one that is longer than that alone', async () => {
    const { db, graph, indexSome } = openGraph()
    const sizes = [1.5, 1.5, 1.5, 5, 0.1, 0.1]
    await add(graph, page('p1', 'Ada'))
    await add(graph, ...sizes.map((size, i) => long(`b${i}`, size * MB)))
    const steps: unknown[] = []
    while (indexWriter(db).unindexed() > 0) {
      indexSome(1_024)
      steps.push(indexed(db))
    }
    expect(steps).toEqual([3, 4, 5, 7]) // the page is number 1
    expect(find(db, 'b3 rye')).toEqual(['b3'])
    expect(await graph.maintenance.check()).toEqual([])
    await graph.close()
  })

  test('changed ones likewise', async () => {
    const { db, graph, indexSome } = openGraph()
    await add(graph, page('p1', 'Ada'), ...Array.from({ length: 4 }, (_, i) => block(`b${i}`, 'p1', 'old')))
    indexSome(9)
    for (let i = 0; i < 4; i++)
      await change(graph, `b${i}`, (held) => reworded(held, `new ${spaces(1.6 * MB)} rye`, T0 + 1))
    const waiting = () => indexWriter(db).unindexed()
    const steps = [waiting()]
    for (; waiting() > 0; steps.push(waiting())) indexSome(9)
    expect(steps).toEqual([4, 2, 0])
    expect(find(db, 'new')).toHaveLength(4)
    expect(find(db, 'old')).toEqual([])
    expect(await graph.maintenance.check()).toEqual([])
    await graph.close()
  })

  test('a write indexes short blocks and leaves the long ones, which are found all the same', async () => {
    const { db, graph, indexSome } = openGraph()
    const many = Array.from({ length: 1_100 }, (_, i) => block(`b${i}`, 'p1', `short ${i}`))
    await add(graph, page('p1', 'Ada'), long('long', 1.1 * MB), ...many)
    const index = indexWriter(db)
    expect([indexed(db), index.unindexed()]).toEqual([1_102, 1])
    expect(find(db, 'long rye')).toEqual(['long'])
    expect(await graph.maintenance.check()).toEqual([])
    indexSome(1)
    expect(index.unindexed()).toBe(0)
    expect(find(db, 'long rye')).toEqual(['long'])
    expect(await graph.maintenance.check()).toEqual([])
    await graph.close()
  })
})

test('[D5.1] a graph whose rows kept marks and quotes is found as people type it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-search-'))
  const before = openSqlite(folder)
  await before.graph('one').commits.commit({
    puts: [page('p1', 'Ada'), block('b1', 'p1', 'l’été au Café')].map((record) => ({ record, from: 0 })),
  })
  await before.close()
  const path = graphFile(folder, 'one')
  const earlier = openDatabase(path, GRAPH_SCHEMA)
  earlier.exec("UPDATE record SET folded = 'l’été au café' WHERE id = 'b1'")
  earlier.transaction(() => indexWriter(earlier).indexSome(9))()
  expect(find(earlier, "l'ete")).toEqual([])
  earlier.exec("UPDATE meta SET value = 0 WHERE key = 'layout'")
  earlier.close()

  const store = openSqlite(folder)
  expect(await store.graph('one').maintenance.check()).toEqual([])
  const db = openDatabase(path, GRAPH_SCHEMA)
  for (const q of ["l'ete", 'café', 'cafe']) expect([q, find(db, q)]).toEqual([q, ['b1']])
  expect(find(db, 'cafè')).toEqual([])
  db.close()
  await store.close()
  rmSync(folder, { recursive: true })
})
