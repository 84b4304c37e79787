import { expect, test } from 'vitest'
import { Watchers } from './watchers.ts'

test('watchers of many accounts look again, some at a time', async () => {
  const watchers = new Watchers()
  const told: string[] = []
  for (const id of ['a', 'b', 'c', 'd', 'e']) watchers.watch(id, () => told.push(id))
  await watchers.notifyAll(2, async () => told.push('pause'))
  expect(told).toEqual(['a', 'b', 'pause', 'c', 'd', 'pause', 'e'])
})
