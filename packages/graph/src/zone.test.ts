import { expect, test } from 'vitest'
import { dayAt, isZone } from './zone.ts'

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
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', 20260329], // the hour that clocks go forward
  ['2026-10-25T23:00:00Z', 'Europe/Berlin', 20261026], // back again
  ['1500-03-01T00:00:00Z', 'UTC', 15000301], // the calendar of today, also before it was made
])('[D1.6] %s in %s is the day %i', (time, zone, day) => {
  expect(dayAt(Date.parse(time), zone)).toBe(day)
})

test.each(['+012026-01-01T00:00:00Z', '0999-12-31T00:00:00Z', '-001500-01-01T00:00:00Z', 'none'])(
  '[D1.2] a time in %s has no day here',
  (time) => {
    expect(() => dayAt(Date.parse(time), 'UTC')).toThrow(RangeError)
  },
)

/** One of 4,096 spellings that the platform takes for Berlin's. */
const berlin = (i: number): string =>
  Array.from('europe/berlin', (letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('')

test('[D1.6] many spellings of zones leave the answers right', () => {
  const time = Date.parse('2026-11-20T23:30:00Z')
  for (let i = 0; i < 600; i++) expect(dayAt(time, berlin(i))).toBe(20261121)
  expect(dayAt(time, 'UTC')).toBe(20261120)
})
