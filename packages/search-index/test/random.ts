/** Documents and queries drawn at random from few words, names and days, so that they meet. */
import { MARKERS, PRIORITIES, searchedText } from '@notegraph/block-text'
import type { SettledQuery } from '@notegraph/query'
import * as fc from 'fast-check'
import type { MemoryDocument, MemoryPage } from '../src/index.ts'
import { someDocument, T0 } from './some-document.ts'

const WORDS = [
  'rye',
  'RYE bread',
  'blue  folder',
  'straße',
  'cafe café',
  'CAFÉ',
  'e\u0301',
  'a',
  '%',
  '日本',
  'x\u2000y',
  'antidisestablishmentarianism/and_its_friends',
  'supercalifragilisticexpialidocioussupercalifragilistic',
  '日本語の文章。',
  'rye日本bread',
  '😀😀x',
  'v1.2',
]
const NAMES = ['Ann', 'ann', 'Ben', 'Ann/log', 'Ann/log/old', '日本']
const DAYS = [20260105, 20260106, 20260328]
const KEYS = ['status', 'k/ey']
const VALUES = ['open', 'Open', '日本']

const name = fc.constantFrom(...NAMES)
const day = fc.constantFrom(...DAYS)
const far = Date.UTC(2110, 0, 1)
const time = fc.oneof(
  fc.constantFrom(T0 - 1, T0, T0, T0 + 1, T0 + 999, T0 + 1_000),
  fc.constantFrom(0, far - 1, far, far + 1),
)
/** Zones make a day of 1970 begin before it. */
const end = fc.oneof(time, fc.constant(-1))
const properties = fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES), { maxKeys: 2 })

/** The number of pages that a document may be on, from 1. */
export const PAGES = 4
export const page: fc.Arbitrary<MemoryPage> = fc
  .record({
    id: fc.constantFrom('id1', 'id2', 'id3'),
    name,
    day: fc.option(day, { nil: undefined }),
    type: fc.constantFrom('person', 'tag', undefined),
    tags: fc.array(name, { maxLength: 2 }),
    properties,
  })
  .map(({ day, type, ...page }) => ({
    ...page,
    ...(day !== undefined && { day }),
    ...(type !== undefined && { type }),
  }))

const maybeDay = fc.option(day, { nil: undefined })

export const document: fc.Arbitrary<Omit<MemoryDocument, 'n' | 'id'>> = fc
  .record({
    page: fc.integer({ min: 1, max: PAGES }),
    updatedAt: time,
    createdAt: time,
    marker: fc.option(fc.constantFrom(...MARKERS), { nil: undefined }),
    priority: fc.option(fc.constantFrom(...PRIORITIES), { nil: undefined }),
    scheduled: maybeDay,
    deadline: maybeDay,
    due: day,
    text: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => searchedText(words.join(' '))),
    links: fc.array(name, { maxLength: 2 }),
    properties,
  })
  .map(({ text, ...given }) => someDocument({ ...given, ...text }))

const at = fc.constant(0)
const run = fc
  .tuple(fc.constantFrom(...WORDS, 'e', '::', ' folder', 'e '), fc.nat(3), fc.integer({ min: 1, max: 30 }))
  .map(
    ([word, from, length]) =>
      Array.from(word)
        .slice(from, from + length)
        .join('') || word,
  )

const leaf: fc.Arbitrary<SettledQuery> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('words' as const), at, text: run }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('words' as const),
      at,
      text: run,
      whole: fc.constant(true as const),
    }),
  },
  fc.record({ kind: fc.constant('ref' as const), at, name }),
  fc.record({ kind: fc.constant('task' as const), at, markers: fc.subarray([...MARKERS], { minLength: 1 }) }),
  fc.record({
    kind: fc.constant('priority' as const),
    at,
    priorities: fc.subarray([...PRIORITIES], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('between' as const),
    field: fc.constantFrom('scheduled', 'deadline', 'due'),
    first: day,
    last: day,
  }),
  fc.record({
    kind: fc.constant('between' as const),
    field: fc.constantFrom('created', 'updated'),
    first: end,
    last: end,
  }),
  fc.record({ kind: fc.constant('property' as const), at, key: fc.constantFrom(...KEYS) }),
  fc.record({
    kind: fc.constantFrom('property' as const, 'page-property' as const),
    at,
    key: fc.constantFrom(...KEYS),
    value: fc.constantFrom(...VALUES),
  }) as fc.Arbitrary<SettledQuery>,
  fc.record({ kind: fc.constant('journal' as const), first: day, last: day }),
  fc.record({ kind: fc.constant('page-type' as const), at, type: fc.constantFrom('person', 'tag') }),
  fc.record({
    kind: fc.constant('page-tags' as const),
    at,
    tags: fc.array(name, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('page-ids' as const), at, ids: fc.subarray(['id1', 'id2', 'id3']) }),
  fc.record({ kind: fc.constant('page' as const), at, name }),
  fc.record({ kind: fc.constant('namespace' as const), at, name }),
)

export const query: fc.Arbitrary<SettledQuery> = fc.letrec<{ query: SettledQuery }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        operands: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
      }),
    },
    fc.record({ kind: fc.constant('not' as const), operand: tie('query') }),
  ),
})).query
