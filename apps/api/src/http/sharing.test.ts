import { expect, test } from 'vitest'
import { share } from './sharing.ts'

const work = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('[D6.1] long requests that arrive together leave turns to whoever comes between', async () => {
  const order: string[] = []
  const long = async (name: string): Promise<void> => {
    await share()
    work(30)
    order.push(name)
  }
  const all = [long('a'), long('b'), long('c')]
  setImmediate(() => setImmediate(() => order.push('another')))
  await Promise.all(all)
  expect(order.indexOf('another')).toBeLessThan(order.indexOf('c'))
  expect(order.filter((name) => name !== 'another')).toEqual(['a', 'b', 'c'])
})

test('short ones are all answered in the turn in which they arrive', async () => {
  const order: string[] = []
  const short = async (): Promise<void> => {
    await share()
    order.push('short')
  }
  await new Promise((resolve) => setImmediate(resolve))
  const all = [short(), short(), short()]
  setImmediate(() => order.push('next'))
  await Promise.all(all)
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['short', 'short', 'short', 'next'])
})
