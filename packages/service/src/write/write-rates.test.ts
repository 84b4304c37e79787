import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeRates, type Result } from '../index.ts'

const MINUTE = 60_000

const outcome = (result: Result<void>): string =>
  result.ok ? 'ok' : `${result.refusal.code} ${'writes' in result.refusal && result.refusal.writes}`

describe('[D7] writes in a minute', () => {
  test.each([
    ['one token', 30, 'rate_limited token', () => ['t', 'a']],
    ['one address', 45, 'rate_limited address', (n: number) => [`t${n}`, 'a']],
  ] as const)('of %s: %i, and not one more', (_, most, refused, of) => {
    const rates = writeRates(30, 45)
    const count = (n: number, now: number) => {
      const [token = '', address = ''] = of(n)
      return outcome(rates.count(token, address, now))
    }
    for (let n = 0; n < most; n++) expect(count(n, n)).toBe('ok')
    expect(count(most, MINUTE - 1)).toBe(refused)
    expect(count(most, MINUTE)).toBe('ok')
    expect(count(most, MINUTE)).toBe(refused)
    expect(count(most, MINUTE + 1)).toBe('ok')
  })

  test('a token counts wherever it writes from', () => {
    const rates = writeRates(2, 45)
    expect(['a', 'b', 'c'].map((address) => outcome(rates.count('t', address, 0)))).toEqual([
      'ok',
      'ok',
      'rate_limited token',
    ])
  })

  test('a write that is refused counts for neither', () => {
    const rates = writeRates(1, 2)
    rates.count('t', 'a', 0)
    for (let n = 0; n < 10; n++) rates.count('t', 'a', 1)
    expect(outcome(rates.count('u', 'a', 2))).toBe('ok') // the address has one left
    expect(outcome(rates.count('v', 'a', 3))).toBe('rate_limited address')
    expect(outcome(rates.count('v', 'b', 4))).toBe('ok') // and the token has all of its own
    expect(outcome(rates.count('t', 'c', MINUTE))).toBe('ok')
  })

  test('0 is no limit', () => {
    const rates = writeRates(0, 0)
    for (let n = 0; n < 1_000; n++) expect(rates.count('t', 'a', 0).ok).toBe(true)
    expect(rates.room('t', 'a', 0).token).toEqual({ left: Infinity, renewsIn: 0 })
  })

  test('a clock that was put back locks nobody out', () => {
    const rates = writeRates(2, 45)
    for (let n = 0; n < 3; n++) rates.count('t', 'a', 10 * MINUTE)
    expect(outcome(rates.count('t', 'a', 0))).toBe('ok')
  })
})

test('[D7] as the rule says, whatever comes when', () => {
  const asks = fc.array(fc.tuple(fc.constantFrom('t', 'u', 'v'), fc.constantFrom('a', 'b'), fc.nat(4)), {
    maxLength: 200,
    size: 'max',
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      asks,
      (perToken, perAddress, asks) => {
        const rates = writeRates(perToken, perAddress)
        const taken: { token: string; address: string; at: number }[] = []
        let now = 0
        for (const [token, address, later] of asks) {
          now += later * 10_000
          const within = taken.filter(({ at }) => now - at < MINUTE)
          const byToken = within.filter((one) => one.token === token)
          const byAddress = within.filter((one) => one.address === address)
          const room = rates.room(token, address, now)
          expect(room.token.left).toBe(perToken - byToken.length)
          expect(room.address.left).toBe(perAddress - byAddress.length)
          expect(room.token.renewsIn).toBe(byToken[0] ? byToken[0].at + MINUTE - now : 0)
          const fits = byToken.length < perToken && byAddress.length < perAddress
          expect(rates.count(token, address, now).ok).toBe(fits)
          if (fits) taken.push({ token, address, at: now })
        }
      },
    ),
  )
})
