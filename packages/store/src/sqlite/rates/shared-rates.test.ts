import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ratesContract } from '../../../test/contract/rates.ts'
import type { RateStore } from '../../rates.ts'
import type { Store } from '../../store.ts'
import { sharedRates } from './shared-rates.ts'

const MINUTE = 60_000

type Rates = ReturnType<typeof sharedRates>

let folder: string
let opened: Rates[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-rates-'))
  opened = []
})
afterEach(() => {
  for (const rates of opened) rates.close()
  rmSync(folder, { recursive: true })
})

/** Each opens the files as a process does. */
function open(): Rates {
  const rates = sharedRates(folder)
  opened.push(rates)
  return rates
}

const storeOf = (rates: RateStore): Store => ({ rates, close: async () => {} }) as Partial<Store> as Store

/** Calls go to the stores in turn. */
function inTurn(stores: readonly RateStore[]): RateStore {
  let calls = 0
  const next = () => stores[calls++ % stores.length]!
  return {
    count: async (...values) => next().count(...values),
    take: async (...values) => next().take(...values),
    rooms: async (...values) => next().rooms(...values),
  }
}

const use = (key: string, limit = 25) => ({ rate: { name: 'requests', limit, window: MINUTE }, key })
const leftOf = async (rates: RateStore, key: string) => (await rates.rooms([use(key)], 1_000))[0]!.left
const journal = () => join(folder, 'rates', 'journal-2.sqlite')

describe('the rates of one process', () => {
  ratesContract(async () => storeOf(open()))
})
describe('the rates of two processes', () => {
  ratesContract(async () => storeOf(inTurn([open(), open()])))
})
describe('the rates of three processes', () => {
  ratesContract(async () => storeOf(inTurn([open(), open(), open()])))
})

test('a sole process writes no request to the disk', async () => {
  const rates = open()
  await rates.count(use('192.0.2.1'), 1_000)
  const before = readFileSync(`${journal()}-wal`).length
  for (let n = 0; n < 100; n++) await rates.count(use('192.0.2.1'), 1_000)
  expect(readFileSync(`${journal()}-wal`).length).toBe(before)
})

test('a process that joins knows what the sole process counted', async () => {
  const first = open()
  await first.count(use('a'), 1_000, 20)
  const second = open()
  expect(await leftOf(second, 'a')).toBe(5)
  await second.count(use('a'), 1_000, 2)
  expect(await leftOf(first, 'a')).toBe(3)
})

test('several processes that join a sole process at once count together', async () => {
  const first = open()
  await first.count(use('a'), 1_000)
  const all = [first, open(), open(), open()]
  const over = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => all[n % all.length]!.count(use('a'), 1_000)),
  )
  expect(over.filter((one) => !one)).toHaveLength(24)
})

test('the last process keeps all counts after the others have ended', async () => {
  const [first, second] = [open(), open()]
  await first.count(use('a'), 1_000)
  await second.count(use('a'), 1_000)
  await first.count(use('a'), 1_000)
  first.close()
  expect(await leftOf(second, 'a')).toBe(22)
  const third = open()
  expect(await leftOf(third, 'a')).toBe(22)
})

test('a rate that a process uses later has the requests of the others', async () => {
  const [first, second] = [open(), open()]
  await first.count(use('a'), 1_000)
  await second.count(use('a'), 1_000)
  const pages = { rate: { name: 'pages', limit: 3, window: MINUTE }, key: 'a' }
  await first.count(pages, 1_000, 2)
  await second.count(use('b'), 1_000)
  expect((await second.rooms([pages], 1_000))[0]!.left).toBe(1)
})

test('a damaged journal is replaced, and requests count meanwhile', async () => {
  mkdirSync(join(folder, 'rates'))
  writeFileSync(journal(), 'not a database '.repeat(100))
  const rates = open()
  expect(await rates.count(use('a', 1), 1_000)).toBe(false)
  expect(await rates.count(use('a', 1), 1_000)).toBe(true)
  const files = async () => {
    await rates.count(use('b'), 1_000)
    return readdirSync(join(folder, 'rates'))
  }
  await expect.poll(files, { interval: 100 }).toContain('journal-2.sqlite')
  expect(await rates.count(use('a', 1), 1_000)).toBe(true)
})

test('requests count in memory if the folder cannot be used', async () => {
  writeFileSync(join(folder, 'rates'), 'a file')
  const rates = open()
  expect(await rates.count(use('a', 1), 1_000)).toBe(false)
  expect(await rates.count(use('a', 1), 1_000)).toBe(true)
})
