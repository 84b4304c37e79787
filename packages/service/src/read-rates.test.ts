import { memoryRates } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import { readRates, type Result } from './index.ts'

const MINUTE = 60_000

const outcome = (result: Result<void>): string =>
  result.ok ? 'ok' : `${result.refusal.code} ${'reads' in result.refusal && result.refusal.reads}`

const reader = (token: string, account = 'me') => ({ token, account })

describe('[D6.1] reads in a minute', () => {
  test('of one token: as many as the limit, and not one more', async () => {
    const rates = readRates(memoryRates(), 600, 0)
    for (let n = 0; n < 600; n++) expect(outcome(await rates.count(reader('t'), n))).toBe('ok')
    expect(outcome(await rates.count(reader('t'), MINUTE - 1))).toBe('rate_limited token')
    expect(outcome(await rates.count(reader('t'), MINUTE))).toBe('ok')
    expect(outcome(await rates.count(reader('t'), MINUTE))).toBe('rate_limited token')
  })

  test('of one account, over all its tokens', async () => {
    const rates = readRates(memoryRates(), 0, 600)
    for (let n = 0; n < 600; n++) expect(outcome(await rates.count(reader(`t${n % 7}`), 0))).toBe('ok')
    expect(outcome(await rates.count(reader('another'), 1))).toBe('rate_limited account')
    expect(outcome(await rates.count(reader('t1', 'you'), 1))).toBe('ok')
  })

  test('one that is refused counts for neither', async () => {
    const rates = readRates(memoryRates(), 1, 2)
    await rates.count(reader('t'), 0)
    for (let n = 0; n < 10; n++) await rates.count(reader('t'), 1)
    expect(outcome(await rates.count(reader('u'), 2))).toBe('ok')
    expect(outcome(await rates.count(reader('v'), 3))).toBe('rate_limited account')
  })

  test('several that came as one are taken whole or refused whole', async () => {
    const rates = readRates(memoryRates(), 10, 0)
    expect(outcome(await rates.count(reader('t'), 0, 8))).toBe('ok')
    expect(outcome(await rates.count(reader('t'), 0, 3))).toBe('rate_limited token')
    expect((await rates.room(reader('t'), 0)).token.left).toBe(2)
    expect(outcome(await rates.count(reader('t'), 0, 0))).toBe('ok')
    expect(outcome(await rates.count(reader('t'), 0, 2))).toBe('ok')
  })

  test('one token that reads of many accounts, as the agent does, counts for each apart', async () => {
    const rates = readRates(memoryRates(), 1, 0)
    expect(outcome(await rates.count(reader('agent', 'a'), 0))).toBe('ok')
    expect(outcome(await rates.count(reader('agent', 'b'), 0))).toBe('ok')
    expect(outcome(await rates.count(reader('agent', 'a'), 0))).toBe('rate_limited token')
  })

  test('0 is no limit', async () => {
    const rates = readRates(memoryRates(), 0, 0)
    for (let n = 0; n < 1_000; n++) expect((await rates.count(reader('t'), 0, 100)).ok).toBe(true)
  })
})
