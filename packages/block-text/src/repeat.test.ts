import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from './day.ts'
import { idleHours, nextDate, nextDates, nextDay, readShift, shiftDate } from './repeat.ts'

const TODAY = 20261120

test.each([
  [20261120, '+1w', 20261127],
  [20261120, '10:00 +1w', 20261127],
  [20261101, '+1w', 20261108], // still past
  [20261101, '++1w', 20261122],
  [20261120, '++1w', 20261127],
  [20261113, '++1w', 20261127], // after today, not today
  [20261201, '++1w', 20261208], // at least once
  [20261101, '.+1w', 20261127],
  [20261201, '.+3d', 20261123],
  [20261101, '.+2d/4d', 20261122],
  [20261031, '+1m', 20261130],
  [20260131, '++1m', 20261130],
  [20260831, '++2m', 20261231], // the 31st again
  [20240229, '+1y', 20250228],
  [20240229, '++1y', 20270228],
  [20261120, '+1w -3d', 20261127], // with a warning period
  [20261120, '', undefined],
  [20261120, '10:00', undefined],
  [20261120, '-3d', undefined],
  [20261120, '+4h', undefined], // without a time that hours could move
  [20261120, '23:00 +4h', 20261121],
  [20261120, '+0d', undefined],
  [99991231, '+1d', undefined],
])('[A3.3] %i %s is next on %s', (day, rest, next) => {
  expect(nextDay({ kind: 'SCHEDULED', day, rest }, TODAY)).toBe(next)
})

test('[A3.3] ++ moves by whole repetitions to the first day after today', () => {
  const someDay = fc.integer({ min: -20_000, max: 20_000 }).map((count) => addDays(TODAY, count)!)
  fc.assert(
    fc.property(someDay, fc.integer({ min: 1, max: 400 }), (day, count) => {
      const next = nextDay({ kind: 'DEADLINE', day, rest: `++${count}d` }, TODAY)!
      expect(next).toBeGreaterThan(TODAY)
      expect(daysBetween(day, next) % count).toBe(0)
      expect(daysBetween(day, next) === count || addDays(next, -count)! <= TODAY).toBe(true)
    }),
  )
})

test('[A3.3] each date with a repeater moves, and a date without one stays where it is', () => {
  const scheduled = { kind: 'SCHEDULED', day: 20261120, rest: '.+1w' } as const
  const deadline = { kind: 'DEADLINE', day: 20261121, rest: '' } as const
  expect(nextDates({ scheduled, deadline }, 20261122)).toEqual({ scheduled: { ...scheduled, day: 20261129 } })
  expect(nextDates({ deadline }, 20261122)).toBeUndefined()
})

test.each([
  ['10:00 +4h', 20261120, '14:00 +4h'],
  ['22:30 +4h', 20261121, '02:30 +4h'],
  ['9:00-10:30 +1h -2d', 20261120, '10:00-11:30 +1h -2d'],
  ['10:00 .+4h', 20261120, '15:05 .+4h'], // from now
  ['10:00 ++4h', 20261120, '14:00 ++4h'], // the first one after now
  ['06:00 ++2h', 20261120, '12:00 ++2h'],
  ['23:00 .+48h', 20261122, '11:05 .+48h'],
])('[A3.3] at 11:05, %s moves to %i %s', (rest, day, after) => {
  const next = nextDate({ kind: 'SCHEDULED', day: TODAY, rest }, TODAY, 11 * 60 + 5)
  expect(next).toEqual({ date: { kind: 'SCHEDULED', day, rest: after }, shortened: false })
})

test.each([
  [20261031, '+1m', true],
  [20240229, '+1y', true],
  [20261130, '+1m', false],
  [20260831, '++2m', false], // back on the 31st
  [20261031, '+30d', false],
])('[A3.3] %i %s: its day of the month is lost: %s', (day, rest, shortened) => {
  expect(nextDate({ kind: 'DEADLINE', day, rest }, TODAY)?.shortened).toBe(shortened)
})

test.each([
  ['.+4h', '.+4h'],
  ['10:00 .+4h', undefined],
  ['+1d', undefined],
])('[A3.3] the hours of %j without a time: %s', (rest, idle) => {
  expect(idleHours({ kind: 'DEADLINE', day: TODAY, rest })).toBe(idle)
})

test.each([
  [20261120, '', '+7d', 20261127, ''],
  [20261120, '09:00 .+1w', '-2w', 20261106, '09:00 .+1w'],
  [20261031, '+1w', '+1m', 20261130, '+1w'],
  [20240229, '', '+1y', 20250228, ''],
  [20261120, '23:00', '+2h', 20261121, '01:00'],
  [20261120, '09:00-10:30 +1d', '-10h', 20261119, '23:00-00:30 +1d'],
  [20261120, '', '+2h', undefined, ''],
  [99991231, '', '+1d', undefined, ''],
])('[A11.2] %i %j shifted by %s', (day, rest, by, after, words) => {
  const shifted = shiftDate({ kind: 'DEADLINE', day, rest }, readShift(by)!)
  expect(shifted?.date).toEqual(
    after === undefined ? undefined : { kind: 'DEADLINE', day: after, rest: words },
  )
})

test.each(['7d', '+d', '+7', '++1d', '+7D', '+12345d', ''])('[A11.2] %j is no amount', (text) => {
  expect(readShift(text)).toBeUndefined()
})
