import { describe, expect, test } from 'vitest'
import { parseQuery, type QueryFault } from './index.ts'

function fault(q: string): QueryFault | undefined {
  const parsed = parseQuery(q)
  return parsed.ok ? undefined : parsed.fault
}

const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
const nested = (depth: number, inner: string): string => '(not '.repeat(depth) + inner + ')'.repeat(depth)

describe('[D5.3] words', () => {
  const reason = 'there are more than 24 words'

  test.each([
    ['plain words', words(24)],
    ['a string', `"${words(24)}"`],
    ['strings anywhere', `"${words(10)}" (page "${words(7)}") (not "${words(7)}")`],
    ['words of the row are parts', `${words(25)} [[x]]`],
    ['names in brackets are no words', `[[${words(40)}]]`],
  ])('24 are taken: %s', (_what, q) => expect(fault(q)).toBeUndefined())

  test.each([
    ['plain words', words(25), words(24).length + 2],
    ['a string', `"${words(25)}"`, words(24).length + 3],
    ['with escapes', `"\\"${words(25)}"`, words(24).length + 5],
    ['strings anywhere', `"${words(24)}" (property k "x")`, words(24).length + 17],
  ])('25 are not: %s', (_what, q, at) => expect(fault(q)).toEqual({ reason, at }))
})

describe('[D5.3] parts', () => {
  const reason = 'there are more than 26 parts'

  test.each([
    ['operands of the row', `${words(25)} [[x]]`],
    ['an operator and its operands', `(and ${words(25)})`],
    ['arguments are none', `(todo now later done) (page-tags ${words(30)}) (between due -7d today)`],
    ['operators in operators', nested(25, 'x')],
    ['nodes count once', `(or ${'(and x) '.repeat(12)} y)`],
  ])('26 are taken: %s', (_what, q) => expect(fault(q)).toBeUndefined())

  test.each([
    ['operands of the row', `${words(26)} [[x]]`, words(26).length + 2],
    ['an operator and its operands', `(and ${words(26)})`, words(25).length + 7],
    ['operators in operators', nested(26, 'x'), 26 * 5 + 1],
    ['nodes count once', `(or ${'(and x) '.repeat(13)})`, 5 + 12 * 8 + 5],
  ])('27 are not: %s', (_what, q, at) => expect(fault(q)).toEqual({ reason, at }))
})

describe('[D5.3] nesting', () => {
  const reason = 'brackets nest more than 26 levels deep'

  test('26 deep is taken', () => {
    expect(fault(nested(25, '(todo TODO)'))).toBeUndefined()
    expect(fault(nested(25, '(todo [TODO])'))).toBeUndefined()
    expect(fault(`${'[['.repeat(26)}x${']]'.repeat(26)}`)).toBeUndefined()
  })

  test('27 deep is not', () => {
    expect(fault(nested(26, '(todo TODO)'))).toEqual({ reason, at: 26 * 5 + 1 })
    expect(fault(`${'[['.repeat(27)}x${']]'.repeat(27)}`)).toEqual({ reason, at: 26 * 2 + 1 })
  })
})

test.each([
  ['(', 1],
  ['(not ', 26 * 5 + 1],
  ['[', 26 * 2 + 1],
  ['[ ', 1],
  ['([', 1],
  ['(todo [', 7],
  ['#[[', 2],
  ['"', 1],
  ['\\"', 2],
  [')', 1],
  [']', 1],
  ['(and', 1],
])('100,000 times %j is a fault, whatever the stack', (unit, least) => {
  expect(fault(unit.repeat(100_000))?.at).toBeGreaterThanOrEqual(least)
})
