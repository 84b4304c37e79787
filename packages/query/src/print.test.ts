import type { Day } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bare, hostile, tree } from '../test/trees.ts'
import { isQuery, parseQuery, printQuery, printSettled, settleDays, type ParsedQuery } from './index.ts'

/** A parse as plain data, without places. */
const shown = (parsed: ParsedQuery): unknown => (parsed.ok ? bare(parsed.query) : parsed.fault)

function print(q: string): string {
  const parsed = parseQuery(q)
  return parsed.ok ? printQuery(parsed.query) : parsed.fault.reason
}

test.each([
  ['rye', '"rye"'],
  ['rye bread', '"rye" bread'],
  ['rye, #bread', '"rye," "#bread"'],
  ['rye "blue folder" [[Mira]]', 'rye "blue folder" [[Mira]]'],
  ['(AND a, b)', '"a" b'],
  ['(and #a)', '(and [[a]])'],
  ['(or "a" (and b c))', '(or a (and b c))'],
  ['(task [now later])', '(todo NOW LATER)'],
  ['"say \\"a\\\\b\\""', '"say \\"a\\\\b\\""'],
  ['(between created-at -7d [[Nov 20th, 2026]])', '(between created -7d 2026-11-20)'],
  ['(page-property :Works-At [[Mira Quay]])', '(page-property works-at [[Mira Quay]])'],
  ['[[ [b] ]] [[a] ]]', '[[ [b] ]] [[ a] ]]'],
  ['(page-tags [a #b])', '(page-tags a b)'],
])('%s prints as %s', (q, expected) => expect(print(q)).toBe(expected))

test.each([
  ['(between -7d today)', '(between 2026-11-13 2026-11-20)'],
  ['(between due -7d today)', '(between due 2026-11-13 2026-11-20)'],
  ['(between updated today today)', '(between updated 1970-01-01T00:00:00.000Z 1970-01-01T23:59:59.999Z)'],
  [
    '(between created today 9999-12-31)',
    '(between created 1970-01-01T00:00:00.000Z +275760-09-13T00:00:00.000Z)',
  ],
  ['rye (or #a (not b))', '(and rye (or [[a]] (not b)))'],
])('%s with its days settled prints as %s', (q, expected) => {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(parsed.fault.reason)
  const today = 20261120
  const startOf = (day: Day): number => (day - today) * 86_400_000
  expect(printSettled(settleDays(parsed.query, { today, startOf }))).toBe(expected)
})

test('a printed tree reads as the same tree', () => {
  fc.assert(
    fc.property(tree, (query) => {
      const q = printQuery(query)
      expect(isQuery(q)).toBe(true)
      expect(shown(parseQuery(q))).toEqual(bare(query))
    }),
    { numRuns: 2000 },
  )
})

test('any parsed query prints as the same tree', () => {
  fc.assert(
    fc.property(hostile, (q) => {
      const parsed = parseQuery(q)
      fc.pre(parsed.ok)
      expect(shown(parseQuery(printQuery(parsed.query)))).toEqual(shown(parsed))
    }),
    { numRuns: 5000, maxSkipsPerRun: 1000 },
  )
})
