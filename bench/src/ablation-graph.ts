/** The graphs and questions by which parts of the search index are compared. */
import { parseQuery, settleDays, type SettledQuery } from '@notegraph/query'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import { join } from 'node:path'
import { fillGraph, NOW, TODAY } from './search-graph.ts'
import { LONG, questionsOf } from './search-questions.ts'

const DAYS = {
  today: TODAY,
  startOf: (day: number) => Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100),
}

/** The name of a graph whose blocks were all written in one millisecond. */
export const IMPORTED = 'imported'

/** The file of a graph of this size, which is made if it is missing. */
export async function graphOf(folder: string, blocks: number, id = 'one'): Promise<string> {
  const store = openSqlite(join(folder, String(blocks)))
  if (!(await store.accounts.find(id))) {
    await fillGraph(store.graph(id), blocks, Math.min(10_000, blocks / 10), id === IMPORTED ? 1 : undefined)
    // Last, since an account says that its graph is whole
    await store.accounts.create({ id, plan: 'active', allowed: true, quota: 1e12, createdAt: NOW })
  }
  await store.graph(id).search.index()
  await store.close()
  return graphFile(join(folder, String(blocks)), id)
}

/** Operands of very different cost, the costly ones first. */
const MIXED: readonly string[] = [
  '(and el [[Page 0]])',
  '(and (not el) zorzorqui)',
  '(and el (between created -30d today) (todo todo))',
  '(and an (page-type person) (priority a))',
  '(and bake (page-type person) (page-property status open))',
  '(and bake (not el) (not or))',
  '(and (or (between scheduled -7d today) [[Page 3]]) (not el))',
]

export const QUESTIONS: readonly string[] = [
  ...questionsOf(0).map(({ q }) => q),
  '[[Page 12]]',
  '(and (todo todo doing) [[Page 12]])',
  ...MIXED,
  ...LONG,
]

export function settled(q: string): SettledQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  return settleDays(parsed.query, DAYS)
}

export function timed(work: () => unknown): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}
