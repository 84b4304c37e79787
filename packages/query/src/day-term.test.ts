import { addDays, isoDay } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayTerm } from '../test/trees.ts'
import { readDayWord } from './day-term.ts'
import { resolveDay, resolveRange, type DayTerm } from './index.ts'

test.each([
  ['today', 20261120, 20261120],
  ['yesterday', 20260101, 20251231],
  ['TOMORROW', 20261231, 20270101],
  ['2026-02-03', 20261120, 20260203],
  ['0d', 20261120, 20261120],
  ['-0m', 20261120, 20261120],
  ['-7d', 20261103, 20261027],
  ['+2w', 20261120, 20261204],
  ['1W', 20261231, 20270107],
  ['-1m', 20261120, 20261020],
  ['1m', 20270131, 20270228],
  ['1m', 20280131, 20280229],
  ['-1m', 20260331, 20260228],
  ['1m', 20260831, 20260930],
  ['13m', 20261231, 20280131],
  ['-12m', 20260101, 20250101],
  ['-11m', 20261120, 20251220],
  ['1y', 20280229, 20290228],
  ['4y', 20280229, 20320229],
  ['-1y', 20260101, 20250101],
  // Beyond the calendar
  ['9000y', 20261120, 99991231],
  ['-2000y', 20261120, 10000101],
  ['99999999999999999999d', 20261120, 99991231],
  ['-9999999999999999999w', 20261120, 10000101],
  [`${'9'.repeat(400)}m`, 20261120, 99991231],
  ['-1d', 10000101, 10000101],
  ['tomorrow', 99991231, 99991231],
])('[Q days] %s on %i is %i', (written, today, expected) => {
  expect(resolveDay(readDayWord(written)!, today)).toBe(expected)
})

test.each([
  '',
  '7',
  'd',
  '+',
  '-d',
  '1.5d',
  '1 d',
  '7days',
  '２d',
  'now',
  '2026-13-01',
  '20261120',
  '2026-1-1',
])('[Q days] %j is no day', (written) => expect(readDayWord(written)).toBeUndefined())

test('every term is a day of the calendar, on any day', () => {
  const someDay = fc.integer({ min: -350_000, max: 2_900_000 }).map((count) => addDays(19700101, count)!)
  fc.assert(
    fc.property(dayTerm, someDay, (term, today) => {
      expect(readDayWord(isoDay(resolveDay(term, today)))).toEqual({
        kind: 'day',
        day: resolveDay(term, today),
      })
    }),
  )
})

test('[Q between] days stand in either order', () => {
  fc.assert(
    fc.property(dayTerm, dayTerm, (from, to) => {
      const [first, last] = resolveRange({ from, to }, 20261120)
      expect(first).toBeLessThanOrEqual(last)
      expect(resolveRange({ from: to, to: from }, 20261120)).toEqual([first, last])
      expect([first, last]).toContain(resolveDay(from, 20261120))
    }),
  )
})

test('months and years there and back keep a day that every month has', () => {
  const unit = fc.constantFrom('m' as const, 'y' as const)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 900 }),
      unit,
      (day, count, unit) => {
        const today = 20260500 + day
        const later: DayTerm = { kind: 'offset', count, unit }
        expect(resolveDay({ ...later, count: -count }, resolveDay(later, today))).toBe(today)
      },
    ),
  )
})
