/** Tests of rates for every driver. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryRates, type RateRule, type RateStore, type Store } from '../../src/index.ts'

const MINUTE = 60_000

/**
 * Tests the rates of a store.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   ratesContract(async () => openMyStore())
 * })
 */
export function ratesContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())

  const rule = (name: string, limit: number, window = MINUTE): RateRule => ({ name, limit, window })

  describe('[D7] a rate', () => {
    test('lets as many requests through as its limit, however they come together', async () => {
      const rate = rule('requests', 25)
      const over = await Promise.all(
        Array.from({ length: 40 }, async (_, n) => store.rates.count({ rate, key: 'a' }, 1_000 + n)),
      )
      expect(over.filter((one) => !one)).toHaveLength(25)
    })

    test('counts requests beyond the limit too', async () => {
      const use = { rate: rule('requests', 1), key: 'a' }
      const over = []
      for (const now of [0, 40_000, 80_000, 140_000]) over.push(await store.rates.count(use, now))
      expect(over).toEqual([false, true, true, false])
    })

    test('shares no key with a rate of another name', async () => {
      for (const name of ['requests', 'pages'])
        expect(await store.rates.count({ rate: rule(name, 1), key: 'a' }, 0)).toBe(false)
    })

    test('keeps the room that requests leave, until they expire', async () => {
      const use = { rate: rule('requests', 3), key: 'a' }
      expect(await store.rates.rooms([use], 5)).toEqual([{ left: 3, renewsIn: 0 }])
      await store.rates.count(use, 10, 2)
      expect(await store.rates.rooms([use], 30)).toEqual([{ left: 1, renewsIn: MINUTE - 20 }])
      expect(await store.rates.rooms([use], MINUTE + 10)).toEqual([{ left: 3, renewsIn: 0 }])
    })
  })

  describe('[D7] several rates that are taken together', () => {
    const token = { rate: rule('token', 2), key: 't' }
    const account = { rate: rule('account', 3), key: 'me' }

    test.each([
      ['all count if all have room', [[token, account]], undefined, [1, 2]],
      ['none counts if the first is full', [[token], [token], [token, account]], 0, [0, 3]],
      ['none counts if the last is full', [[account], [account], [account], [token, account]], 1, [2, 0]],
    ] as const)('%s', async (_, takes, last, left) => {
      let taken: number | undefined
      for (const uses of takes) taken = await store.rates.take(uses, 1_000)
      expect(taken).toBe(last)
      const rooms = await store.rates.rooms([token, account], 1_000)
      expect(rooms.map((room) => room.left)).toEqual(left)
    })

    test('several requests are taken as a whole', async () => {
      expect(await store.rates.take([token, account], 0, 3)).toBe(0)
      expect(await store.rates.take([account], 0, 3)).toBeUndefined()
    })

    test('at once, in any order of their keys, take no more than there is', async () => {
      const taken = await Promise.all(
        Array.from({ length: 12 }, async (_, n) =>
          store.rates.take(n % 2 === 0 ? [token, account] : [account, token], 1_000),
        ),
      )
      expect(taken.filter((one) => one === undefined)).toHaveLength(2)
    })
  })

  test('[D7] requests count as in memory, whatever comes when', async () => {
    const request = fc.record({
      key: fc.constantFrom('a', 'b', '日本'),
      later: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(99, 100, 101)),
      requests: fc.constantFrom(1, 1, 1, 2, 5),
      takes: fc.boolean(),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(request, { minLength: 1, maxLength: 12 }),
        async (limit, requests) => {
          const memory = memoryRates()
          const rate = rule(`at most ${limit}`, limit, 100)
          let now = ++run * 1_000_000
          for (const { key, later, requests: count, takes } of requests) {
            now += later
            const use = { rate, key: `${run} ${key}` }
            expect(await store.rates.rooms([use], now)).toEqual(await memory.rooms([use], now))
            const asked = async (rates: RateStore) =>
              takes ? rates.take([use], now, count) : rates.count(use, now, count)
            expect(await asked(store.rates)).toBe(await asked(memory))
          }
        },
      ),
      { numRuns: 40 },
    )
  })
}
