import { expect, test } from 'vitest'
import { slots } from './slots.ts'

/** Work that ends when the test says so, in the order in which it began. */
function jobs(most: number) {
  const inSlot = slots(most)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const run = async (name: string, party?: string, signal?: AbortSignal) =>
    inSlot(
      async () => {
        began.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
      },
      signal,
      party,
    )
  const end = async (name: string) => {
    await new Promise(setImmediate)
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { run, end, began }
}

test('work of one party runs in order', async () => {
  const { run, end, began } = jobs(1)
  const all = ['a', 'b', 'c'].map((name) => run(name))
  for (const name of ['a', 'b', 'c']) await end(name)
  await Promise.all(all)
  expect(began).toEqual(['a', 'b', 'c'])
})

test('a free slot goes to the party that has the fewest', async () => {
  const { run, end, began } = jobs(2)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => run(name, name.charAt(0)))
  await end('a1')
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(began.at(-1)).toBe('a3') // `a` has none, `b` has one
  for (const name of ['b1', 'a3', 'b2', 'a4']) await end(name)
  await Promise.all(all)
  expect(began).toHaveLength(6)
})

test('parties that have as many take turns', async () => {
  const { run, end, began } = jobs(1)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name, name.charAt(0)))
  await new Promise(setImmediate)
  for (let n = 0; n < 6; n++) await end(began.at(-1)!)
  await Promise.all(all)
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('work that is aborted while it waits never begins', async () => {
  const { run, end, began } = jobs(1)
  const first = run('a')
  const aborted = new AbortController()
  const second = run('b', 'b', aborted.signal)
  const third = run('c', 'c')
  aborted.abort(new Error('late'))
  await expect(second).rejects.toThrow('late')
  await end('a')
  await end('c')
  await Promise.all([first, third])
  expect(began).toEqual(['a', 'c'])
})
