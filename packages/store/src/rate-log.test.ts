import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rateLog } from './rate-log.ts'

const MINUTE = 60_000

test('[D7] the 120th request of a minute is within the limit, the 121st is not', () => {
  const log = rateLog(120, MINUTE)
  const over = Array.from({ length: 121 }, () => log.count('a', 0))
  expect(over.indexOf(true)).toBe(120)
})

test.each([
  [MINUTE - 1, true],
  [MINUTE, false],
])('[D7] %i ms after a full minute of them, one more is over: %j', (later, expected) => {
  const log = rateLog(3, MINUTE)
  for (let n = 0; n < 3; n++) log.count('a', 1_000)
  expect(log.count('a', 1_000 + later)).toBe(expected)
})

test('[D7] no minute lets more through, wherever it begins', () => {
  const log = rateLog(2, MINUTE)
  expect([0, 59_000, 59_999, 61_000].map((now) => log.count('a', now))).toEqual([false, false, true, true])
})

test('[D7] a request is forgotten a minute after it came, to the millisecond', () => {
  const log = rateLog(2, MINUTE)
  expect([0, 30_000, MINUTE, MINUTE].map((now) => log.count('a', now))).toEqual([false, false, false, true])
})

test('[D7] refused requests count too: a caller that keeps on stays refused', () => {
  const log = rateLog(1, MINUTE)
  expect([0, 40_000, 80_000, 120_000].map((now) => log.count('a', now))).toEqual([false, true, true, true])
  expect(log.count('a', 180_000)).toBe(false)
})

test('[D7] each key has a limit of its own', () => {
  const log = rateLog(1, MINUTE)
  expect(['a', 'b', '__proto__', ''].map((key) => log.count(key, 0))).toEqual([false, false, false, false])
  expect(['a', 'b', '__proto__', ''].map((key) => log.count(key, 1))).toEqual([true, true, true, true])
})

test('[D7] the times of a key are listed from old to new, as many as the limit', () => {
  const log = rateLog(2, MINUTE)
  for (const [key, now] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['a', 4],
  ] as const)
    log.count(key, now)
  expect([...log.times()]).toEqual([
    ['b', [2]],
    ['a', [3, 4]],
  ])
})

test('[D6.1] several that came as one count each', () => {
  const log = rateLog(5, MINUTE)
  expect(log.count('a', 0, 5)).toBe(false)
  expect(log.count('b', 0, 6)).toBe(true)
  expect(log.count('a', 1)).toBe(true)
})

/** The rule itself: a request exceeds the rate if the window that ends with it already has the limit. */
function model(limit: number, window: number) {
  const times = new Map<string, number[]>()
  return (key: string, now: number): boolean => {
    const before = times.get(key) ?? []
    times.set(key, [...before, now])
    return before.filter((time) => now - time < window).length >= limit
  }
}

test('[D7] counts as the rule says, whatever comes when', () => {
  const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(4)), {
    maxLength: 200,
    size: 'max',
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 30 }),
      requests,
      (limit, window, requests) => {
        const [log, rule] = [rateLog(limit, window), model(limit, window)]
        let now = 0
        for (const [key, later] of requests) {
          now += later
          expect(log.count(key, now)).toBe(rule(key, now))
        }
      },
    ),
  )
})

describe('its memory is bounded', () => {
  test('the key unused longest is forgotten where there are too many', () => {
    const log = rateLog(1, MINUTE)
    log.count('first', 0)
    log.count('second', 0)
    for (let n = 0; n < 99_999; n++) log.count(`other ${n}`, 1)
    expect(log.count('second', 2)).toBe(true)
    expect(log.count('first', 2)).toBe(false)
  })

  test('so is the sum of all times: many keys that are used up forget the one unused longest', () => {
    const log = rateLog(1_000, MINUTE)
    for (let n = 0; n < 2_000; n++) log.count(`key ${n}`, 0, 1_000)
    expect(log.room('key 0', 1).left).toBe(0)
    expect(log.count('one more', 1)).toBe(false)
    expect(log.room('key 0', 2).left).toBe(1_000)
    expect(log.room('key 1', 2).left).toBe(0)
  })

  test('a limit takes no room before it is used', () => {
    const log = rateLog(1_000_000_000, MINUTE)
    expect(Array.from({ length: 1_000 }, (_, n) => log.count(`key ${n}`, 0))).not.toContain(true)
  })

  test('a clock that was put back locks nobody out for longer than the window', () => {
    const log = rateLog(2, MINUTE)
    for (let n = 0; n < 2; n++) log.count('a', 10 * MINUTE)
    log.count('a', 0)
    log.count('a', 1)
    expect(log.count('a', MINUTE + 1)).toBe(false)
  })
})
