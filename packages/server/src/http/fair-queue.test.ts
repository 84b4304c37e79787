import { expect, test } from 'vitest'
import { waitForTurn } from './fair-queue.ts'

const work = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[D6.1] long requests that arrive together let other callers take turns between them', async () => {
  const order: string[] = []
  const long = async (name: string): Promise<void> => {
    await waitForTurn('loud')
    work(30)
    order.push(name)
  }
  const all = [long('a'), long('b'), long('c')]
  setImmediate(() => setImmediate(() => order.push('another')))
  await Promise.all(all)
  expect(order.indexOf('another')).toBeLessThan(order.indexOf('c'))
  expect(order.filter((name) => name !== 'another')).toEqual(['a', 'b', 'c'])
})

test('[D6.1] accounts take turns: many long requests of one go behind the first of another', async () => {
  const order: string[] = []
  const long = async (account: string): Promise<void> => {
    await waitForTurn(account)
    work(30)
    order.push(account)
  }
  const all = Array.from({ length: 8 }, () => long('loud'))
  await nextTurn()
  all.push(long('quiet'))
  await Promise.all(all)
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(4)
  expect(order).toHaveLength(9)
})

test('short ones are all answered in the turn in which they arrive', async () => {
  const order: string[] = []
  const short = async (): Promise<void> => {
    await waitForTurn('me')
    order.push('short')
  }
  await nextTurn()
  const all = [short(), short(), short()]
  setImmediate(() => order.push('next'))
  await Promise.all(all)
  await nextTurn()
  expect(order).toEqual(['short', 'short', 'short', 'next'])
})
