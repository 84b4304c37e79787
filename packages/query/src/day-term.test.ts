import { addDays, daysBetween, isoDay, weekday } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayTerm } from '../test/trees.ts'
import { readDayTerm, readDayWord } from './day-term.ts'
import { dayOf, resolveDay, resolveRange, WEEKDAY_NAMES, type DayTerm } from './index.ts'

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
  ['20261125', 20261120, 20261125],
  ['friday', 20261120, 20261127], // today is one
  ['Saturday', 20261120, 20261121],
  ['THURSDAY', 20261120, 20261126],
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

test.each(['+9000y', '-2000y', '-99999w', '+99999999m', '9999999999d'])(
  '[A6] %s is beyond the calendar',
  (written) => {
    expect(dayOf(readDayWord(written)!, 20261120)).toBeUndefined()
  },
)

test.each([
  ['yesterday', 10000101],
  ['tomorrow', 99991231],
  ['friday', 99991231],
])('[A6] %s on %i is beyond the calendar', (written, today) => {
  expect(dayOf(readDayWord(written)!, today)).toBeUndefined()
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
  'fri',
  'fridays',
  '20261320',
  '2026-13-01',
  '2026-1-1',
])('[Q days] %j is no day', (written) => expect(readDayWord(written)).toBeUndefined())

test.each([
  ['2026-11-25', 20261125],
  ['20261125', 20261125],
  ['today', 20261120],
  ['yesterday', 20261119],
  ['tomorrow', 20261121],
  ['+3d', 20261123],
  ['-2w', 20261106],
  ['+1m', 20261220],
  ['-1y', 20251120],
  ['friday', 20261127],
  ['Friday', 20261127],
  ['SUNDAY', 20261122],
])('[A6] %s on Friday 20 November 2026 is %i', (written, expected) => {
  expect(resolveDay(readDayTerm(written)!, 20261120)).toBe(expected)
})

test.each([
  '',
  '3d',
  '+d',
  '+3x',
  '+ 3d',
  ' today',
  'fri',
  '2026-02-30',
  '20260230',
  '2026_11_20',
  'Nov 20th, 2026',
])('[A6] %j is no day', (written) => expect(readDayTerm(written)).toBeUndefined())

test.each(['Today', 'TOMORROW', '+3D', 'FRIDAY'])('[A6] capitals do not matter: %s', (written) => {
  expect(readDayTerm(written)).toEqual(readDayTerm(written.toLowerCase()))
})

test('[A6] a weekday is one to seven days ahead', () => {
  const someDay = fc.integer({ min: -350_000, max: 2_900_000 }).map((count) => addDays(19700101, count)!)
  fc.assert(
    fc.property(fc.constantFrom(...WEEKDAY_NAMES), someDay, (name, today) => {
      const day = resolveDay({ kind: 'weekday', name }, today)
      expect(weekday(day).toLowerCase()).toBe(name.slice(0, 3))
      expect(daysBetween(today, day)).toBeGreaterThanOrEqual(1)
      expect(daysBetween(today, day)).toBeLessThanOrEqual(7)
    }),
  )
})

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

test('[Q between] the two days may come in either order', () => {
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
