import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  daysBetween,
  isoDay,
  looksLikeIsoDay,
  makeDay,
  readDay,
  readIsoDay,
  weekday,
} from './day.ts'

describe('written forms', () => {
  test.each([
    ['2026-11-20', 20261120],
    ['2026_11_20', 20261120],
    ['Nov 20th, 2026', 20261120],
    ['November 20th, 2026', 20261120],
    ['Nov 20, 2026', 20261120],
    ['November 20, 2026', 20261120],
    ['nov 20TH, 2026', 20261120],
    [' 2026-11-20 ', 20261120],
    ['Jan 1st, 2026', 20260101],
    ['January 2nd, 2026', 20260102],
    ['Mar 3rd, 2026', 20260303],
    ['May 31st, 2026', 20260531],
    ['September 30th, 2026', 20260930],
    ['2024-02-29', 20240229],
    ['2000-02-29', 20000229],
    ['1000-01-01', 10000101],
    ['9999-12-31', 99991231],
  ])('[D1.2] %j is %i', (written, day) => {
    expect(readDay(written)).toBe(day)
  })

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '2026-11-00',
    '0999-12-31',
    '2026-1-2',
    '2026/11/20',
    '2026-11_20',
    '20261120',
    '26-11-20',
    'Nov 31st, 2026',
    'Novem 20th, 2026',
    'No 20th, 2026',
    'Nov 20th 2026',
    'Nov 20th, 26',
    'today',
    '',
    '２０２６-11-20',
    '2026-11-20 Fri',
    'Nov 20th, 2026 was a Friday',
  ])('[D1.2] %j is no day', (written) => {
    expect(readDay(written)).toBeUndefined()
  })

  test.each(['2026_11_20', ' 2026-11-20', 'Nov 20th, 2026', '2026-02-30'])(
    '[D1.5] %j is not YYYY-MM-DD',
    (text) => {
      expect(readIsoDay(text)).toBeUndefined()
    },
  )

  test.each([
    ['2026-02-30', true],
    ['0000-00-00', true],
    ['2026-11-20', true],
    ['2026-1-20', false],
    ['2026_11_20', false],
    ['x2026-11-20', false],
  ])('[D1.4] %j has the shape of a day: %s', (text, shape) => {
    expect(looksLikeIsoDay(text)).toBe(shape)
  })
})

describe('calendar', () => {
  test.each([
    [20261120, 'Fri'],
    [20261121, 'Sat'],
    [19700101, 'Thu'],
    [20000229, 'Tue'],
    [10000101, 'Wed'],
    [99991231, 'Fri'],
    [15821015, 'Fri'],
  ] as const)('[D1.2] %i is a %s', (day, name) => {
    expect(weekday(day)).toBe(name)
  })

  test.each([
    [20261231, 1, 20270101],
    [20260301, -1, 20260228],
    [20240228, 1, 20240229],
    [20261120, 0, 20261120],
    [20261120, 365, 20271120],
    [99991231, 1, undefined],
    [10000101, -1, undefined],
    [20261120, Number.NaN, undefined],
    [20261120, 1e300, undefined],
  ])('[D1.2] %i and %d days is %s', (day, count, sum) => {
    expect(addDays(day, count)).toBe(sum)
  })

  test('[D1.2] days agree with the calendar of the platform', () => {
    const first = Date.UTC(1000, 0, 1) / 86_400_000
    const last = Date.UTC(9999, 11, 31) / 86_400_000
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (count) => {
        const date = new Date(count * 86_400_000)
        const day = makeDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
        expect(day).toBeDefined()
        expect(isoDay(day ?? 0)).toBe(date.toISOString().slice(0, 10))
        expect(readDay(isoDay(day ?? 0))).toBe(day)
        expect(weekday(day ?? 0)).toBe(date.toUTCString().slice(0, 3))
        expect(addDays(10000101, count - first)).toBe(day)
        expect(daysBetween(10000101, day ?? 0)).toBe(count - first)
      }),
    )
  })

  test.each([
    [2026, 1.5, 1],
    [2026, 1, Number.NaN],
    [999, 1, 1],
    [10_000, 1, 1],
  ])('[D1.2] makeDay(%d, %d, %d) returns no day', (year, month, day) => {
    expect(makeDay(year, month, day)).toBeUndefined()
  })
})
