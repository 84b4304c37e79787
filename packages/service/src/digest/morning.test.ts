/**
 * The hour of the digest, also on days on which clocks change. @see events 3
 *
 * @module-tag both-stores
 */
import { dayAt } from '@notegraph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latestMorning, morningOf, nextMorning } from './morning.ts'

const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

describe('[V3] the digest is due at an hour of the zone', () => {
  test.each([
    ['UTC', 20261120, 7, '2026-11-20T07:00'],
    ['Asia/Tokyo', 20261120, 7, '2026-11-19T22:00'],
    ['America/Los_Angeles', 20261120, 7, '2026-11-20T15:00'],
    ['Asia/Kolkata', 20261120, 7, '2026-11-20T01:30'],
    ['Asia/Kathmandu', 20261120, 7, '2026-11-20T01:15'],
    ['Pacific/Kiritimati', 20261120, 0, '2026-11-19T10:00'],
    // Clocks go forward from 2 to 3, and back from 3 to 2.
    ['Europe/Berlin', 20260328, 7, '2026-03-28T06:00'],
    ['Europe/Berlin', 20260329, 7, '2026-03-29T05:00'],
    ['Europe/Berlin', 20260329, 2, '2026-03-29T01:00'],
    ['Europe/Berlin', 20260329, 3, '2026-03-29T01:00'],
    ['Europe/Berlin', 20261025, 2, '2026-10-25T00:00'],
    ['Europe/Berlin', 20261025, 3, '2026-10-25T02:00'],
    ['Europe/Berlin', 20261025, 23, '2026-10-25T22:00'],
    ['America/New_York', 20260308, 2, '2026-03-08T07:00'],
    ['America/New_York', 20261101, 1, '2026-11-01T05:00'],
    // By half an hour.
    ['Australia/Lord_Howe', 20261004, 2, '2026-10-03T15:30'],
    ['Australia/Lord_Howe', 20261004, 7, '2026-10-03T20:00'],
    // By two hours.
    ['Antarctica/Troll', 20260329, 7, '2026-03-29T05:00'],
    // At midnight.
    ['America/Santiago', 20260906, 0, '2026-09-06T04:00'],
    ['Africa/Cairo', 20260424, 0, '2026-04-23T22:00'],
  ])('%s, %d at %d: %s', (zone, day, hour, at) => {
    expect(morningOf(day, hour, zone)).toEqual({ day, at: expect.any(Number) })
    expect(iso(morningOf(day, hour, zone).at)).toBe(at)
  })

  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Asia/Tokyo',
  )
  const times = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) })

  test('the latest morning is the last one, and the next one the first', () => {
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 23 }), times, (zone, hour, now) => {
        const [latest, next] = [latestMorning(hour, zone, now), nextMorning(hour, zone, now)]
        expect(latest.at).toBeLessThanOrEqual(now)
        expect(next.at).toBeGreaterThan(now)
        expect(next.day).toBeGreaterThan(latest.day)
        expect([dayAt(latest.at, zone), dayAt(next.at, zone)]).toEqual([latest.day, next.day])
        expect(next.at - latest.at).toBeGreaterThanOrEqual(22 * HOUR)
        expect(next.at - latest.at).toBeLessThanOrEqual(26 * HOUR)
      }),
    )
  })

  test('every day has one', () => {
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 23 }), times, (zone, hour, now) => {
        const first = nextMorning(hour, zone, now)
        const second = nextMorning(hour, zone, first.at)
        expect(nextMorning(hour, zone, now, first.day)).toEqual(second)
        expect(latestMorning(hour, zone, second.at - 1)).toEqual(first)
      }),
    )
  })
})
