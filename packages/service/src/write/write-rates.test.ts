/** @module-tag both-stores */
import * as fc from 'fast-check'
import { memoryRates } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import { writeRates, type Result } from '../index.ts'

const MINUTE = 60_000

const outcome = (result: Result<void>): string =>
  result.ok ? 'ok' : `${result.refusal.code} ${'writes' in result.refusal && result.refusal.writes}`

describe('[D7] writes in a minute', () => {
  test.each([
    ['one token', 30, 'rate_limited token', () => ['t', 'a']],
    ['one address', 45, 'rate_limited address', (n: number) => [`t${n}`, 'a']],
  ] as const)('of %s: %i, and not one more', async (_, most, refused, of) => {
    const rates = writeRates(memoryRates(), 30, 45)
    const count = async (n: number, now: number) => {
      const [token = '', address = ''] = of(n)
      return outcome(await rates.count(token, address, now))
    }
    for (let n = 0; n < most; n++) expect(await count(n, n)).toBe('ok')
    expect(await count(most, MINUTE - 1)).toBe(refused)
    expect(await count(most, MINUTE)).toBe('ok')
    expect(await count(most, MINUTE)).toBe(refused)
    expect(await count(most, MINUTE + 1)).toBe('ok')
  })

  test('a token counts wherever it writes from', async () => {
    const rates = writeRates(memoryRates(), 2, 45)
    const outcomes = []
    for (const address of ['a', 'b', 'c']) outcomes.push(outcome(await rates.count('t', address, 0)))
    expect(outcomes).toEqual(['ok', 'ok', 'rate_limited token'])
  })

  test('a write that is refused counts for neither', async () => {
    const rates = writeRates(memoryRates(), 1, 2)
    await rates.count('t', 'a', 0)
    for (let n = 0; n < 10; n++) await rates.count('t', 'a', 1)
    expect(outcome(await rates.count('u', 'a', 2))).toBe('ok') // the address has one left
    expect(outcome(await rates.count('v', 'a', 3))).toBe('rate_limited address')
    expect(outcome(await rates.count('v', 'b', 4))).toBe('ok') // and the token has all of its own
    expect(outcome(await rates.count('t', 'c', MINUTE))).toBe('ok')
  })

  test('0 is no limit', async () => {
    const rates = writeRates(memoryRates(), 0, 0)
    for (let n = 0; n < 1_000; n++) expect((await rates.count('t', 'a', 0)).ok).toBe(true)
    expect((await rates.room('t', 'a', 0)).token).toEqual({ left: Infinity, renewsIn: 0 })
  })

  test('a clock that was put back locks nobody out', async () => {
    const rates = writeRates(memoryRates(), 2, 45)
    for (let n = 0; n < 3; n++) await rates.count('t', 'a', 10 * MINUTE)
    expect(outcome(await rates.count('t', 'a', 0))).toBe('ok')
  })
})

test('[D7] as the rule says, whatever comes when', async () => {
  const asks = fc.array(fc.tuple(fc.constantFrom('t', 'u', 'v'), fc.constantFrom('a', 'b'), fc.nat(4)), {
    maxLength: 200,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      asks,
      async (perToken, perAddress, asks) => {
        const rates = writeRates(memoryRates(), perToken, perAddress)
        const taken: { token: string; address: string; at: number }[] = []
        let now = 0
        for (const [token, address, later] of asks) {
          now += later * 10_000
          const within = taken.filter(({ at }) => now - at < MINUTE)
          const byToken = within.filter((one) => one.token === token)
          const byAddress = within.filter((one) => one.address === address)
          const room = await rates.room(token, address, now)
          expect(room.token.left).toBe(perToken - byToken.length)
          expect(room.address.left).toBe(perAddress - byAddress.length)
          expect(room.token.renewsIn).toBe(byToken[0] ? byToken[0].at + MINUTE - now : 0)
          const fits = byToken.length < perToken && byAddress.length < perAddress
          expect((await rates.count(token, address, now)).ok).toBe(fits)
          if (fits) taken.push({ token, address, at: now })
        }
      },
    ),
  )
})
