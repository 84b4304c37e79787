/**
 * Random queries from the names, words and days of the random graphs, with every operator, also nested. Each comes with
 * the day and zone of its caller, and with a window of the answer.
 */
import { MARKERS, PRIORITIES } from '@notegraph/block-text'
import { PAGE_TYPE_IDS } from '@notegraph/page-types'
import { SEARCH_ORDERS, type DayTerm, type Query, type SearchOrder } from '@notegraph/query'
import fc from 'fast-check'
import type { Window } from '../src/index.ts'
import type { Asked } from './evaluate.ts'
import { anyName, day, DAYS, KEYS, VALUES, WORDS } from './random-graph.ts'

/** Callers in zones whose clocks change on one of the days, and in zones whose clocks never change. */
export const asked: fc.Arbitrary<Asked> = fc.record({
  today: day,
  zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Beirut',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
  ),
})

export const windowed: fc.Arbitrary<{ window: Window; ceiling: number; order: SearchOrder }> = fc.record({
  window: fc.record({
    limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 4 })),
    offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 })),
  }),
  ceiling: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 6 })),
  order: fc.constantFrom(...SEARCH_ORDERS),
})

const at = fc.constant(0)
const several = { minLength: 1, maxLength: 2 }

const dayTerm: fc.Arbitrary<DayTerm> = fc.oneof(
  fc.record({ kind: fc.constantFrom('today', 'yesterday', 'tomorrow') }),
  fc.record({
    kind: fc.constant('offset' as const),
    count: fc.integer({ min: -3, max: 3 }),
    unit: fc.constantFrom('d', 'w', 'm', 'y'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('day' as const),
      day: fc.constantFrom(...DAYS, ...DAYS, 10000101, 99991231),
    }),
  },
)
const ends = { from: dayTerm, to: dayTerm, at }
const asksProperty = {
  kind: fc.constantFrom('property', 'page-property'),
  key: fc.constantFrom(...KEYS, 'pdf', 'type'),
  at,
}
const run = fc.oneof(
  fc.constantFrom(
    ...WORDS,
    'E',
    ' folder',
    'e ',
    '\u2000Y',
    'cat.png',
    'f1secret',
    '::',
    '00000000',
    '\n',
    'sched',
  ),
  fc.string({ minLength: 1, maxLength: 2, unit: 'grapheme-ascii' }),
  fc
    .tuple(
      fc.constantFrom(...WORDS),
      fc.constantFrom('', ' ', ' [[Ann]]', '#'),
      fc.nat(20),
      fc.integer({ min: 1, max: 40 }),
    )
    .map(([word, more, from, length]) => {
      const letters = Array.from(word + more)
      return letters
        .slice(from % letters.length)
        .slice(0, length)
        .join('')
    }),
)

const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('words'), text: run, at }),
  fc.record({ kind: fc.constant('words'), text: run, at, whole: fc.constant(true as const) }),
  fc.record({ kind: fc.constant('ref'), name: anyName, at }),
  fc.record({ kind: fc.constant('task'), markers: fc.array(fc.constantFrom(...MARKERS), several), at }),
  fc.record({
    kind: fc.constant('priority'),
    priorities: fc.array(fc.constantFrom(...PRIORITIES), several),
    at,
  }),
  fc.record({ kind: fc.constant('journal'), ...ends }),
  fc.record({
    kind: fc.constant('between'),
    field: fc.constantFrom('scheduled', 'deadline', 'due', 'created', 'updated'),
    ...ends,
  }),
  fc.record(asksProperty),
  fc.record({ ...asksProperty, value: anyName, link: fc.constant(true as const) }),
  fc.record({ ...asksProperty, value: fc.oneof(fc.constantFrom(...VALUES, 'done', 'PERSON'), anyName) }),
  fc.record({
    kind: fc.constant('page-type'),
    type: fc.constantFrom(...PAGE_TYPE_IDS, 'journal', 'whiteboard', 'pdf', 'page', 'page', 'tag'),
    at,
  }),
  fc.record({ kind: fc.constant('page-tags'), tags: fc.array(anyName, several), at }),
  fc.record({
    kind: fc.constant('page-ids'),
    ids: fc.array(fc.constantFrom('p1', 'p2', 'board', 'missing'), several),
    at,
  }),
  fc.record({ kind: fc.constantFrom('page', 'namespace'), name: anyName, at }),
)

/** Trees of up to `depth` steps of `and`, `or` and `not`; half of them take four steps or more. */
function treeOf(depth: number): fc.Arbitrary<Query> {
  if (depth === 0) return leaf
  const inner = treeOf(depth - 1)
  return fc.oneof(
    { weight: depth > 3 ? 1 : 3, arbitrary: leaf },
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      operands: fc.array(inner, { minLength: 1, maxLength: 3 }),
      at,
    }),
    fc.record({ kind: fc.constant('not'), operand: inner, at }),
  )
}

export const tree: fc.Arbitrary<Query> = fc.oneof(leaf, treeOf(6), treeOf(6))
