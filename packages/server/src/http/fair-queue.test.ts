import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForTurn } from './fair-queue.ts'

let now: number
beforeEach(async () => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  await nextTurn()
})
afterEach(() => void vi.restoreAllMocks())

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const order: string[] = []
beforeEach(() => void order.splice(0))

/** A request whose work takes longer than a turn may. */
async function long(account: string, name = account): Promise<void> {
  await waitForTurn(account)
  now += 30
  order.push(name)
}

test('[D6.1] long requests that arrive together let other callers take turns between them', async () => {
  await long('loud', 'a')
  const all = [long('loud', 'b'), long('loud', 'c')]
  setImmediate(() => order.push('another'))
  await Promise.all(all)
  expect(order).toEqual(['a', 'b', 'another', 'c'])
})

test('[D6.1] accounts take turns: many long requests of one go behind the first of another', async () => {
  await long('loud')
  const all = Array.from({ length: 7 }, () => long('loud'))
  await nextTurn()
  all.push(long('quiet'))
  await Promise.all(all)
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(4)
  expect(order).toHaveLength(9)
})

test('short ones are all answered in the turn in which they arrive', async () => {
  const short = async (): Promise<void> => {
    await waitForTurn('me')
    order.push('short')
  }
  const all = [short(), short(), short()]
  setImmediate(() => order.push('next'))
  await Promise.all(all)
  await nextTurn()
  expect(order).toEqual(['short', 'short', 'short', 'next'])
})
