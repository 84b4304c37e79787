/** Runs the examples in the README of `@notegraph/query` on the graph in that README, in a store and on its records. */
import { readFileSync } from 'node:fs'
import { readDay } from '@notegraph/block-text'
import { journalId, startOfDay, type GraphRecord } from '@notegraph/graph'
import { faultWords, OPERATORS, parseQuery } from '@notegraph/query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../src/sqlite/index.ts'
import { add, block, page, T0 } from './builder.ts'
import { evaluate } from './evaluate.ts'

const README = readFileSync(new URL('../README.md', import.meta.resolve('@notegraph/query')), 'utf8')
const ASKED = { today: 20261120, zone: 'UTC' }
const DAYS = { today: ASKED.today, startOf: (day: number) => startOfDay(day, ASKED.zone) }
const ALL = { limit: Infinity, offset: 0 }

/** The text of the graph: names of pages, each followed by its properties and its numbered blocks. */
const GRAPH = /```text\n([^]*?)```/u.exec(README)![1]!
const pages = GRAPH.split(/\n(?=\S)/u)
const records = pages.flatMap((text): GraphRecord[] => {
  const [name, ...parts] = text.trimEnd().split(/\n {2}(?=\S)/u) as [string, ...string[]]
  const day = readDay(name)
  const id = day === undefined ? name.replaceAll(/\W/gu, '') : journalId(day)
  const props = parts
    .filter((part) => !/^\d/u.test(part))
    .map((part) => part.split(':: ') as [string, string])
  const blocks = parts.filter((part) => /^\d/u.test(part)).map((part) => /^(\d) {2}([^]*)$/u.exec(part)!)
  return [
    page(id, name, props),
    ...blocks.map(([, number, content]) =>
      block(number!, id, content!.replaceAll(/\n {5}/gu, '\n'), { now: T0 + Number(number) }),
    ),
  ]
})

/** The rows of tables that end with an example and the blocks that it finds. */
const EXAMPLES = Array.from(
  README.matchAll(/\| `([^`|]*)` +\| ([\d ]+?) +\|\n/gu),
  ([, q, found]) => [q!, found!.split(' ')] as const,
)

const store = openSqlite(':memory:')
const graph = store.graph('one')
beforeAll(() => add(graph, ...records))
afterAll(() => store.close())

describe('[Q row] the README of the language', () => {
  test.each(EXAMPLES)('%s finds %j', async (q, ids) => {
    const parsed = parseQuery(q)
    if (!parsed.ok) throw new Error(faultWords(parsed.fault))
    const found = await graph.search.find(parsed.query, DAYS, ALL, 100)
    expect(found.blocks.map(({ id }) => id).toSorted()).toEqual(ids)
    expect(evaluate(parsed.query, { records, files: [] }, ASKED, ALL, 100).ids.toSorted()).toEqual(ids)
  })

  test.each(OPERATORS.map(({ name, example }) => [name, example]))(
    '%s has an example that matches some blocks and not others',
    (_, example) => {
      const [, found] = EXAMPLES.find(([q]) => q === example)!
      expect(found.length).toBeLessThan(9)
    },
  )

  test('every row of its tables is among the examples', () => {
    const rows = README.split('\n').filter((line) => /^\| `.*\|$/u.test(line))
    const faults = rows.filter((line) => line.includes('The query does not parse'))
    expect(EXAMPLES).toHaveLength(rows.length - faults.length)
  })
})
