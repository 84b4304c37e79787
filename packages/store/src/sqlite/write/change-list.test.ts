import { entry } from '../../../test/change-builder.ts'
import { block, T0 } from '../../../test/builder.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { ChangeFilter } from '../../graph/changes.ts'
import { openDatabase } from '../database/database.ts'
import { CHANGE } from '../schema/codes.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { changeStore, changeWrites } from './change-list.ts'

const db = openDatabase(':memory:', GRAPH_SCHEMA)
const counts: string[] = []
const changes = changeStore(
  Object.create(db, {
    prepare: {
      value: (sql: string) => {
        if (sql.startsWith('SELECT count(*)')) counts.push(sql)
        return db.prepare(sql)
      },
    },
  }) as typeof db,
)
afterAll(() => db.close())

test.each<ChangeFilter>([
  { since: 1 },
  { since: 1, tokenId: 't' },
  { since: 1, notTokenId: 't' },
  { since: 1, pageId: 'p' },
  { since: 1, tokenId: 't', pageId: 'p' },
])('the changes of %j are counted without reading their items', async (filter) => {
  counts.length = 0
  await changes.list(filter, { limit: 1, offset: 0 })
  expect(counts).toHaveLength(1)
  const values = counts[0]!.match(/\?/g)!.map(() => 1)
  const plan = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${counts[0]}`).all(...values)
  expect(plan.map(({ detail }) => detail).join()).toMatch(/^(SCAN|SEARCH) change USING COVERING INDEX \w+/)
})

// All accounts wait for a commit.
describe('one commit changes few entries of a long list', () => {
  const COUNT = 200
  const after = block('b1', 'p1', 'words '.repeat(200))
  const touching = (id: string, at: number) =>
    entry(id, at, { touched: [{ kind: 'block', id: 'b1', before: null, after }] })

  function longList() {
    const file = openDatabase(':memory:', GRAPH_SCHEMA)
    const writes = changeWrites(file)
    for (let n = 0; n < COUNT; n++) writes.add({ entry: touching(`c${n}`, T0), most: 0, since: 0 })
    const count = (where: string) =>
      file.prepare<[], number>(`SELECT count(*) FROM change WHERE ${where}`).pluck().get()!
    const bytes = file.prepare<[], number>(`SELECT bytes FROM storage WHERE kind = ${CHANGE}`).pluck()
    return { file, writes, count, bytes: () => bytes.get()! }
  }

  test('those that expired go over several commits, and are not counted', () => {
    const { file, writes, count } = longList()
    const since = T0 + 1
    writes.add({ entry: touching('new', since), most: 1, since })
    expect(count(`at < ${since}`)).toBe(COUNT - 20)
    for (let n = 0; n < 9; n++) writes.add({ entry: touching(`new${n}`, since), most: 0, since })
    expect(count(`at < ${since}`)).toBe(0)
    file.close()
  })

  test('a full list drops those that expired before it takes from others', () => {
    const { file, writes, count, bytes } = longList()
    const since = T0 + 1
    writes.add({ entry: touching('reverted', since), most: 0, since: 0 })
    writes.revert('reverted')
    writes.add({ entry: touching('new', since), most: 500, mostBytes: bytes() / 2, since })
    expect(count(`at < ${since}`)).toBeGreaterThan(COUNT / 4)
    expect(count("touched = '[]'")).toBe(0)
    file.close()
  })

  test('reverted ones lose their items over several commits, the oldest first', () => {
    const { file, writes, count, bytes } = longList()
    for (let n = 0; n < COUNT; n++) writes.revert(`c${n}`)
    writes.add({ entry: touching('new', T0), most: 500, mostBytes: bytes(), since: 0 })
    expect(count("touched = '[]'")).toBe(20)
    expect(count("touched = '[]' AND n > 20")).toBe(0)
    file.close()
  })
})
