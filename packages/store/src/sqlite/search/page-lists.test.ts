/** The plan of a list of pages. */
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { pageLists } from './page-lists.ts'

const db = openDatabase(':memory:', GRAPH_SCHEMA)
afterAll(() => db.close())

test('the pages that link a page are found by an index, whatever the number of links', () => {
  const asked: string[] = []
  const prepare = (sql: string) => {
    asked.push(sql)
    return db.prepare(sql)
  }
  const lists = pageLists(Object.create(db, { prepare: { value: prepare } }) as typeof db)
  lists({ kind: 'pages', filter: { linkedTo: 'boat', sort: 'name' }, window: { limit: 1, offset: 0 } })
  const sql = asked.find((one) => one.includes('FROM page WHERE'))!
  const values = sql.match(/\?/g)!.map(() => '[]')
  const plan = db.prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
  const details = plan.map(({ detail }) => detail)
  expect(details).toContain('SEARCH ref USING PRIMARY KEY (name=?)')
  expect(details.filter((one) => /^SCAN (?:ref|page|record)/.test(one))).toEqual([])
})
