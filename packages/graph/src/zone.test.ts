import { addDays, type Day } from '@notegraph/block-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAt, isZone, startOfDay } from './zone.ts'

test.each([
  'UTC',
  'Europe/Berlin',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT+5',
  'Asia/Kolkata',
  'Asia/Calcutta',
])('[D1.6] %s is a zone', (zone) => {
  expect(isZone(zone)).toBe(true)
})

test.each([
  '',
  ' ',
  '+02:00',
  '-0530',
  '+02',
  '02:00',
  'Mars/Olympus',
  'Europe',
  'Europe/Berlin ',
  'today',
  '\u0000',
])('[D1.6] %j is no zone', (zone) => {
  expect(isZone(zone)).toBe(false)
  expect(() => dayAt(0, zone)).toThrow(RangeError)
})

test.each([
  ['2026-11-20T12:00:00Z', 'UTC', 20261120],
  ['2026-11-20T23:30:00Z', 'Europe/Berlin', 20261121],
  ['2026-11-20T23:30:00Z', 'America/New_York', 20261120],
  ['2026-11-20T01:00:00Z', 'America/Los_Angeles', 20261119],
  ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', 20270101],
  ['2027-01-01T10:59:59Z', 'Pacific/Pago_Pago', 20261231],
  ['2024-02-28T23:59:59.999Z', 'UTC', 20240228],
  ['2024-02-29T00:00:00Z', 'UTC', 20240229],
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', 20260329], // clocks go forward in this hour
  ['2026-10-25T23:00:00Z', 'Europe/Berlin', 20261026], // clocks went back
  ['1500-03-01T00:00:00Z', 'UTC', 15000301], // today's calendar also applies to days before its introduction
])('[D1.6] %s in %s is the day %i', (time, zone, day) => {
  expect(dayAt(Date.parse(time), zone)).toBe(day)
})

test.each(['+012026-01-01T00:00:00Z', '0999-12-31T00:00:00Z', '-001500-01-01T00:00:00Z', 'none'])(
  '[D1.2] a time in %s has no day here',
  (time) => {
    expect(() => dayAt(Date.parse(time), 'UTC')).toThrow(RangeError)
  },
)

/** One of 4,096 spellings that the platform accepts for Berlin's zone. */
const berlin = (i: number): string =>
  Array.from('europe/berlin', (letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('')

test('[D1.6] many spellings of zones give right answers', () => {
  const time = Date.parse('2026-11-20T23:30:00Z')
  for (let i = 0; i < 600; i++) expect(dayAt(time, berlin(i))).toBe(20261121)
  expect(dayAt(time, 'UTC')).toBe(20261120)
})

describe('startOfDay', () => {
  test.each([
    [20261120, 'UTC', '2026-11-20T00:00:00Z'],
    [20261120, 'Europe/Berlin', '2026-11-19T23:00:00Z'],
    [20261120, 'Pacific/Kiritimati', '2026-11-19T10:00:00Z'],
    [20261120, 'Pacific/Pago_Pago', '2026-11-20T11:00:00Z'],
    [20261120, 'Etc/GMT+12', '2026-11-20T12:00:00Z'],
    // Zones with half and quarter hours
    [20261120, 'Asia/Kolkata', '2026-11-19T18:30:00Z'],
    [20261120, 'Asia/Kathmandu', '2026-11-19T18:15:00Z'],
    [20261120, 'Pacific/Chatham', '2026-11-19T10:15:00Z'],
    [20261120, 'America/St_Johns', '2026-11-20T03:30:00Z'],
    [20260701, 'Australia/Lord_Howe', '2026-06-30T13:30:00Z'],
    [20261120, 'Australia/Lord_Howe', '2026-11-19T13:00:00Z'], // its summer time is half an hour
    // Clocks change during the day
    [20260329, 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    [20260330, 'Europe/Berlin', '2026-03-29T22:00:00Z'], // a day of 23 hours
    [20261025, 'Europe/Berlin', '2026-10-24T22:00:00Z'],
    [20261026, 'Europe/Berlin', '2026-10-25T23:00:00Z'], // a day of 25 hours
    // Clocks go forward at midnight: the day begins at one o'clock
    [20181104, 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    [20240310, 'America/Havana', '2024-03-10T05:00:00Z'],
    [20250330, 'Asia/Beirut', '2025-03-29T22:00:00Z'],
    // Clocks go back at midnight: an hour of the day before comes twice
    [20180218, 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
    [20251026, 'Asia/Beirut', '2025-10-25T22:00:00Z'],
    // The first and the last year
    [10000101, 'UTC', '1000-01-01T00:00:00Z'],
    [99991231, 'UTC', '9999-12-31T00:00:00Z'],
    [99991231, 'Pacific/Pago_Pago', '9999-12-31T11:00:00Z'],
    [99991231, 'Asia/Tokyo', '9999-12-30T15:00:00Z'],
  ])('[D1.6] %i begins in %s at %s', (day, zone, time) => {
    const start = startOfDay(day, zone)
    expect(new Date(start)).toEqual(new Date(time))
    expect(dayAt(start, zone)).toBe(day)
  })

  test.each([
    [20111230, 'Pacific/Apia', 20111231, '2011-12-30T10:00:00Z'], // the date line moved over the islands
    [19930821, 'Pacific/Kwajalein', 19930822, '1993-08-21T12:00:00Z'],
  ])('[D1.6] %i, which %s never had, begins and ends where %i begins', (lost, zone, next, time) => {
    expect(new Date(startOfDay(lost, zone))).toEqual(new Date(time))
    expect(startOfDay(next, zone)).toBe(startOfDay(lost, zone))
    expect(dayAt(startOfDay(lost, zone), zone)).toBe(next)
  })

  test.each(['Asia/Tokyo', 'America/New_York', 'Pacific/Apia'])(
    '[D1.2] the calendar begins and ends with its days in %s',
    (zone) => {
      expect(dayAt(startOfDay(10000101, zone), zone)).toBe(10000101)
      expect(() => dayAt(startOfDay(10000101, zone) - 1, zone)).toThrow(RangeError)
      expect(dayAt(startOfDay(99991231, zone) + 86_399_999, zone)).toBe(99991231)
      expect(() => dayAt(startOfDay(99991231, zone) + 86_400_000, zone)).toThrow(RangeError)
    },
  )

  test('[D1.6] an unknown zone has no start of day', () => {
    expect(() => startOfDay(20261120, 'Mars/Olympus')).toThrow(RangeError)
  })

  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const day: fc.Arbitrary<Day> = fc.nat(200 * 365).map((count) => addDays(19000101, count)!)

  test('[D1.6] at its beginning it is the day, or a later one; a millisecond before, an earlier one', () => {
    fc.assert(
      fc.property(zone, day, (zone, day) => {
        const start = startOfDay(day, zone)
        expect(dayAt(start, zone)).toBeGreaterThanOrEqual(day)
        expect(dayAt(start - 1, zone)).toBeLessThan(day)
        expect(startOfDay(addDays(day, 1)!, zone)).toBeGreaterThanOrEqual(start)
      }),
      { numRuns: 300 },
    )
  })
})
