/** What stays cached of the search rows when something is indexed or merged. */
import { expect, test } from 'vitest'
import { add, block, page, T0 } from '../../../test/builder.ts'
import { openDatabase } from '../database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { sqliteGraph } from '../graph.ts'
import { COLUMN_NAMES, columnStore } from './columns.ts'
import { finder } from './find.ts'
import { holder } from './held.ts'
import { probesOf } from './pieces.ts'
import { searchIndex } from './search-index.ts'

const db = openDatabase(':memory:', GRAPH_SCHEMA)
const graph = sqliteGraph(db, undefined, undefined)
const index = searchIndex(db)
const held = holder(db)
let blocks = 0

/** Writes so many blocks and indexes them as one segment. */
async function grow(count: number): Promise<void> {
  const more = Array.from({ length: count }, () => block(`b${++blocks}`, 'p1', `rye ${blocks}`, { now: T0 }))
  await add(graph, ...more)
  db.transaction(() => index.indexSome(count))()
}

test('a step of the index leaves cached what it has not changed, and adds what it has', async () => {
  await add(graph, page('p1', 'Ada'))
  await grow(8)
  const before = held()
  const [first] = before.segments()
  const text = before.texts(first!, false)
  const { probes } = probesOf('rye')
  const span = { from: 0, to: 9 }
  finder(before).of(probes, span)
  for (const name of COLUMN_NAMES) before.column(name)
  before.folded()

  await grow(3_000)
  const after = held()
  expect(after.segments()).toHaveLength(2)
  expect(after.texts(first!, false)).toBe(text)
  expect(finder(after).isKnown(probes, span)).toBe(true)
  expect(finder(after).isKnown(probes, { from: 0, to: 3_010 })).toBe(false)
  for (const name of COLUMN_NAMES) {
    expect(after.holds(name)).toBe(true)
    const whole = columnStore(db).whole(name)
    expect(after.column(name).slice(0, whole.length)).toEqual(whole)
  }
  expect(after.folded().count()).toBe(3_008)
})

test('a merge drops the texts of the segments that are gone, and their numbers are not given again', async () => {
  const earlier = held().segments()
  const text = held().texts(earlier[0]!, false)
  for (let i = 0; i < 8; i++) await grow(8)
  const now = held()
  expect(now.holdsTexts(earlier[0]!)).toBe(false)
  expect(now.segments().some(({ n }) => n === earlier[0]!.n)).toBe(false)
  expect(now.texts(now.segments().at(-1)!, false)).not.toBe(text)
  const numbers = now.segments().map(({ n }) => n)
  await grow(8)
  expect(
    Math.max(
      ...held()
        .segments()
        .map(({ n }) => n),
    ),
  ).toBeGreaterThan(Math.max(...numbers))
})

test('nothing stays cached when all search rows are deleted', async () => {
  const [first] = held().segments()
  held().texts(first!, false)
  db.transaction(() => index.clear())()
  expect(held().segments()).toEqual([])
  expect(COLUMN_NAMES.filter((name) => held().holds(name))).toEqual([])
  await graph.close()
})
