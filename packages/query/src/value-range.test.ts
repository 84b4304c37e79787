import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInRange, readComparison, readValueRange, type Comparison } from './value-range.ts'

const TODAY = 2026_11_20

describe('[A12.1] a value compared with another', () => {
  test.each<[value: string, how: Comparison, written: string, expected: boolean | undefined]>([
    ['9', '<', '10', true],
    ['10', '<', '9', false],
    ['9', '<', '9', false],
    ['9', '<=', '9', true],
    ['-1.5', '>', '-2', true],
    ['2026-11-19', '<', 'today', true],
    ['2026-11-20', '<', 'today', false],
    ['2026-11-20', '>=', '20261120', true],
    ['2026-11-27', '>', '+6d', true],
    ['1815', '<', '1815-12-10', true],
    ['1990-05-01', '>', '1990', false],
    ['1990-05-01', '<=', '1990-05', true],
    ['1991', '>', '1990', true],
    // A year alone is a number too, and a number is no day.
    ['5', '<', '2026-11-20', false],
    ['2026-11-20', '<', '5', false],
    ['soon', '<', '5', false],
    ['5', '<', 'soon', undefined],
    ['5', '>', '', undefined],
    ['5', '>', '2026-02-30', undefined],
  ])('%s %s %s', (value, how, written, expected) => {
    const range = readComparison(how, written, TODAY)
    expect(range && isInRange(value, range)).toBe(expected)
  })

  test('of two numbers, one is before the other or it is not', () => {
    const number = fc.integer({ min: -9_999, max: 9_999 })
    fc.assert(
      fc.property(number, number, (a, b) => {
        const isBefore = isInRange(`${a}`, readComparison('<', `${b}`, TODAY)!)
        expect([isBefore, isInRange(`${a}`, readComparison('>=', `${b}`, TODAY)!)]).toEqual([a < b, a >= b])
      }),
    )
  })
})

test.each([
  ['4', '3', '5', true],
  ['3', '3', '5', true],
  ['5.1', '3', '5', false],
  ['2026-11-20', '2026-11-01', 'today', true],
  ['1990-12-31', '1989', '1990', true],
  ['4', '3', 'soon', undefined],
  ['4', '3', '2026-11-20', undefined],
])('[A12.1] %s in %s..%s', (value, from, to, expected) => {
  const range = readValueRange(from, to, TODAY)
  expect(range && isInRange(value, range)).toBe(expected)
})
