/** Trees for tests: without places, and arbitrary ones. */
import { MARKERS, makeDay, PRIORITIES } from '@notegraph/block-text'
import { PAGE_TYPE_IDS } from '@notegraph/page-types'
import fc from 'fast-check'
import { WEEKDAY_NAMES, type DayTerm, type Query } from '../src/index.ts'
import { printWord } from '../src/print.ts'

/** A tree without its places, as plain data. */
export function bare(query: Query): unknown {
  return JSON.parse(JSON.stringify(query, (key, value: unknown) => (key === 'at' ? undefined : value)))
}

/** The nodes of a tree, each before its operands. */
export function nodesOf(query: Query): Query[] {
  if (query.kind === 'not') return [query, ...nodesOf(query.operand)]
  if (query.kind !== 'and' && query.kind !== 'or') return [query]
  return [query, ...query.operands.flatMap(nodesOf)]
}

const at = fc.constant(0)

/** No white space, so that 24 words are not used up. */
const unit = fc.oneof(
  fc.constantFrom(...'a Z 9 - . : / # [ ] ( ) " , \\ \' Ī ß 字'.split(' ')),
  fc.string({ unit: 'grapheme', maxLength: 1 }),
)
const spaceless = fc
  .array(unit, { minLength: 1, maxLength: 6 })
  .map((units) => units.join('').replaceAll(/\s/gu, ''))
const text = spaceless.filter((words) => words !== '')
const linked = fc
  .array(fc.constantFrom('a', ' ', '字', '#', '"', '(', ')', ',', '[b]', '[[c]]', '\\'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join('').trim())
  .filter((name) => name !== '')
const key = fc
  .stringMatching(/^[a-z\u00e4\u5b57][a-z0-9_./\u5b57-]{0,8}$/u)
  .map((written) => written.toLowerCase().normalize('NFC'))

export const dayTerm: fc.Arbitrary<DayTerm> = fc.oneof(
  fc.record({ kind: fc.constantFrom('today', 'yesterday', 'tomorrow') }),
  fc.record({ kind: fc.constant('weekday' as const), name: fc.constantFrom(...WEEKDAY_NAMES) }),
  fc.record({
    kind: fc.constant('offset' as const),
    // -0 reads as 0.
    count: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((count) => count + 0),
    unit: fc.constantFrom('d', 'w', 'm', 'y'),
  }),
  fc
    .tuple(
      fc.integer({ min: 1000, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
    )
    .map(([year, month, day]) => ({ kind: 'day' as const, day: makeDay(year, month, day)! })),
)

const ends = { from: dayTerm, to: dayTerm, at }
const type = fc.constantFrom(...PAGE_TYPE_IDS, 'journal', 'whiteboard', 'pdf', 'page')
const property = { kind: fc.constantFrom('property', 'page-property'), key, at }
const several = { minLength: 1, maxLength: 3 }

const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('words'), text, at }),
  fc.record({ kind: fc.constant('ref'), name: linked, at }),
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
  fc.record(property),
  fc.record({ ...property, value: text.filter((value) => printWord(value) === value) }),
  fc.record({ ...property, value: fc.oneof(text, linked), link: fc.constant(true) }),
  fc.record({ kind: fc.constant('page-type'), type, at }),
  fc.record({ kind: fc.constant('page-tags'), tags: fc.array(text, several), at }),
  fc.record({ kind: fc.constantFrom('page', 'namespace'), name: text, at }),
) as fc.Arbitrary<Query>

/** Any tree within the limits. */
export const tree: fc.Arbitrary<Query> = fc
  .letrec<{ node: Query }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({ kind: fc.constant('not'), operand: tie('node'), at }),
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        operands: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
        at,
      }),
    ) as fc.Arbitrary<Query>,
  }))
  .node.filter((query) => {
    const nodes = nodesOf(query)
    const words = JSON.stringify(bare(query)).split(/"(?:text|value|name)":|"tags":/u).length
    return nodes.length <= 25 && words <= 12
  })

const SCRAPS = [
  ...'( ) [ ] " \\ # , : \n \u3000 \ud800 字 x'.split(' '),
  ...'[[ ]] and or not todo now between today -7d due property page-tags page book [[a]] #d'.split(' '),
  ...' ;(and ;(not ;(todo [;(between ;(page-type ;(tood ;"b c"'.split(';'),
]

/** Texts that look like queries more often than not. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...SCRAPS), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
