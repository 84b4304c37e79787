/** Explanations name the steps of a search in order, and count what it reads. */
import { parseQuery, settleDays } from '@notegraph/query'
import { expect, test } from 'vitest'
import {
  explainSearch,
  FASTEST,
  IndexWriter,
  MemoryDocuments,
  memoryStorage,
  type Explanation,
  type Plan,
} from '../src/index.ts'
import { someDocument } from './some-document.ts'

const storage = memoryStorage()
const documents = new MemoryDocuments(storage)
documents.addPage({ name: 'Bread' })
for (let i = 0; i < 4_000; i++)
  documents.add(
    someDocument({
      id: `b${i}`,
      words: i % 1_000 === 0 ? 'rye dough' : 'oat dough',
      links: i < 2 ? ['Ada'] : [],
      ...(i % 20 === 0 && { marker: 'TODO' }),
    }),
  )
new IndexWriter(storage, documents, { background: true }).indexSome(10_000)
documents.add(someDocument({ id: 'new', words: 'rye' }))

function explain(q: string, plan: Partial<Plan> = {}): Explanation {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  const query = settleDays(parsed.query, { today: 20261120, startOf: () => 0 })
  return explainSearch(storage, documents, query, { limit: 9, offset: 0 }, 10_000, { ...FASTEST, ...plan })
}

test.each<[string, Partial<Plan>, readonly string[]]>([
  ['[[Ada]]', {}, ['listing']],
  ['rye', {}, ['bounds']],
  ['rye', { fewDocuments: 0 }, ['scan', 'bounds']],
  ['(and rye (todo TODO))', {}, ['operand', 'operand', 'bounds']],
  ['(and rye oat)', { spanCost: 0 }, ['span', 'operand', 'check', 'bounds']],
])('the steps of %s under %j are %j', (q, plan, kinds) =>
  expect(explain(q, plan).steps.map(({ kind }) => kind)).toEqual(kinds),
)

test.each<[string, Partial<Explanation['reads']>]>([
  ['[[Ada]]', { termBlocks: 0, postingRows: 0, docValues: {} }],
  ['rye', { termBlocks: 1, postingRows: 1, checked: 5, docValues: {} }],
  ['(todo TODO)', { termBlocks: 0, checked: 201, docValues: { task: 1 } }],
])('%s reads %j', (q, reads) => expect(explain(q).reads).toMatchObject(reads))

test('an explanation names the query, the index, the terms and the number of matches', () => {
  expect(explain('(and rye (between -1d today))')).toMatchObject({
    settled: '(and rye (between 2026-11-19 2026-11-20))',
    index: { segments: 1, records: 4_002, unindexed: 1 },
    total: 0,
    truncated: false,
  })
  expect(explain('rye')).toMatchObject({
    terms: [{ texts: ['rye'], segments: 1, terms: 1 }],
    total: 5,
  })
})

test('an operand has its estimate, and the number of records before and after', () => {
  const { steps } = explain('(and rye (todo TODO))')
  expect(steps[0]).toMatchObject({ kind: 'operand', query: '(todo TODO)', before: 4_003, after: 201 })
})
