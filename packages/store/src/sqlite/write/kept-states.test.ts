/** The rows of kept states, and when the indexes take them in. @see the suite of `HistoryStore` */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { block, page, reworded, T0 } from '../../../test/builder.ts'
import type { Authorship } from '../../index.ts'
import { openDatabase, type Db } from '../database/database.ts'
import { sqliteGraph } from '../graph/graph.ts'
import { KNOWN_AUTHORS } from '../../history-rules.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'

const HOUR = 3_600_000
const ADA: Authorship = { kind: 'device', id: 's1', name: 'Phone', at: T0 }

let folder: string
let db: Db
let graph: ReturnType<typeof sqliteGraph>
const path = () => join(folder, 'one.sqlite')
function open(): void {
  db = openDatabase(path(), GRAPH_SCHEMA)
  graph = sqliteGraph(db)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-states-'))
})
afterEach(async () => {
  await graph.close()
  rmSync(folder, { recursive: true })
})

/** Writes another text an hour after the one before, so that no states count as one. @returns the number of the commit */
async function write(id: string, text: string, hour: number): Promise<number> {
  const held = (await graph.records.find(id))!
  const at = T0 + hour * HOUR
  const record = reworded(held, text, at)
  const done = await graph.commits.commit({ puts: [{ record, from: held.seq }], by: { ...ADA, at } })
  if (!done.ok) throw new Error(done.why)
  return done.seq
}

async function start(): Promise<void> {
  const records = [page('p1', 'Home'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two')]
  await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })), by: ADA })
}

const unindexed = () =>
  db.prepare<[], number>('SELECT count(*) FROM kept_state WHERE in_index = 0').pluck().get()!
const untils = async () => (await graph.history.listByPage('p1', 1_000)).map(({ until }) => until)
const downTo = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, n) => first - n)

describe('[H6] the indexes take in some states at a time', () => {
  test('and readers find those before and after', async () => {
    open()
    await start()
    const seen: number[] = []
    for (let round = 1; round <= 10; round++) {
      for (let n = 1; n <= 10; n++) {
        await write('b1', `${round} ${n}`, 10 * round + n)
        seen.push(unindexed())
      }
      expect(await untils()).toEqual(downTo(10 * round + 1, 2))
    }
    expect(Math.max(...seen)).toBeLessThanOrEqual(33)
    expect(seen.filter((count) => count === 1)).toHaveLength(1 + 3)
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('and take in those of a large commit at once', async () => {
    open()
    const blocks = Array.from({ length: 200 }, (_, n) => block(`b${n}`, 'p1', `${n}`))
    const records = [page('p1', 'Home'), ...blocks]
    await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })), by: ADA })
    const held = await graph.records.findMany(blocks.map(({ id }) => id))
    const puts = held.map((one) => ({ record: reworded(one, 'new', T0 + HOUR), from: one.seq }))
    await graph.commits.commit({ puts, by: { ...ADA, at: T0 + HOUR } })
    expect(unindexed()).toBeLessThanOrEqual(1)
    expect(await graph.history.pageAt('p1', 1)).toHaveLength(200)
    expect((await graph.history.recordAt('b7', 1))?.until).toBe(2)
  })

  test('and find states that are kept after all earlier ones expired', async () => {
    open()
    await start()
    for (let hour = 1; hour <= 40; hour++) await write('b1', `${hour}`, hour)
    while (await graph.history.expire(T0 + 1_000 * HOUR));
    expect(await untils()).toEqual([])
    const seq = await write('b1', 'later', 41)
    expect(await untils()).toEqual([seq])
    expect((await graph.history.recordAt('b1', seq - 1))?.until).toBe(seq)
    expect(await graph.maintenance.check()).toEqual([])
  })

  test('and words typed in one block replace its latest state, where the indexes never have it', async () => {
    open()
    await start()
    for (let n = 1; n <= 50; n++) await write('b1', `${n}`, n / HOUR)
    expect(unindexed()).toBe(1)
    expect(await graph.history.listByPage('p1', 9)).toMatchObject([{ since: 1, seq: 50, until: 51 }])
    expect(await graph.maintenance.check()).toEqual([])
  })
})

test('authors of commits before the latest 50,000 are forgotten, some at a time', async () => {
  open()
  await start()
  const known = async () => [...(await graph.history.authorships([1, 2, 3, 4])).keys()]
  for (let hour = 1; hour <= 3; hour++) await write('b1', `${hour}`, hour)
  expect(await known()).toEqual([1, 2, 3, 4])
  const round = Math.ceil((KNOWN_AUTHORS + 2) / 256) * 256
  db.exec(`UPDATE meta SET value = ${round - 2} WHERE key = 'seq'`)
  await write('b2', 'before', 4)
  expect(await known()).toEqual([1, 2, 3, 4])
  await write('b2', 'after', 5)
  expect(await known()).toEqual([])
})
