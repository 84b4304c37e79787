import { parseQuery, settleDays, type SettledQuery } from '@notegraph/query'
import { expect, test } from 'vitest'
import { someDocument } from '../../test/some-document.ts'
import { MemoryDocuments } from '../memory/memory-documents.ts'
import { memoryStorage } from '../memory/memory-storage.ts'
import { ListingPlanner } from './listing.ts'

function read(q: string): SettledQuery {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  return settleDays(parsed.query, { today: 20260101, startOf: () => 0 })
}

const documents = new MemoryDocuments(memoryStorage())
const ada = documents.addPage({ name: 'Ada', tags: ['x'] })
for (let i = 0; i < 40; i++)
  documents.add(
    someDocument({
      id: `b${i}`,
      page: ada,
      words: 'sow',
      links: i < 2 ? ['Rare'] : ['Common'],
      ...(i < 1 && { properties: { status: '1' } }),
    }),
  )
const planner = new ListingPlanner(documents)
/** Microseconds; documents that may be anywhere cost 3.2 each. */
const MAX_COST = 50

test.each([
  ['[[Rare]]', 'leaf', true],
  ['(property status)', 'leaf', true],
  ['(and sow [[Rare]])', 'leaf', false],
  ['(and [[Common]] [[Rare]])', 'leaf', false],
  ['(or [[Rare]] (property status))', 'any', true],
  ['(page Ada)', 'on-pages', true],
  ['(and (page Ada) [[Rare]])', 'leaf', false],
])('%s is listed as %s, each listed document matches: %s', (q, kind, exact) => {
  expect(planner.plan(read(q), MAX_COST)).toMatchObject({ listing: { kind }, exact })
})

test.each([
  '[[Common]]',
  '(or [[Rare]] [[Common]])',
  '(or [[Rare]] sow)',
  '(not [[Rare]])',
  'sow',
  '(todo todo)',
])('%s is not listed', (q) => expect(planner.plan(read(q), MAX_COST)).toBeUndefined())

test('the number of documents on a page is known', () => {
  expect(planner.plan(read('(page Ada)'), MAX_COST)?.total).toBe(40)
})

test('a query of many operands is listed only if a quarter as many documents can match', () => {
  const many = read('(and [[Rare]] a b c d e)')
  expect([MAX_COST, 20].map((cost) => planner.plan(many, cost) !== undefined)).toEqual([true, false])
  expect(planner.plan(read('(and [[Rare]] a)'), 20)).toBeDefined()
})
