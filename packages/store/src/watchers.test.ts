import { expect, test } from 'vitest'
import { Watchers } from './watchers.ts'

test('watchers of many accounts look again, some at a time', async () => {
  const watchers = new Watchers()
  const notified: string[] = []
  for (const id of ['a', 'b', 'c', 'd', 'e']) watchers.watch(id, () => notified.push(id))
  await watchers.notifyAll(2, async () => notified.push('pause'))
  expect(notified).toEqual(['a', 'b', 'pause', 'c', 'd', 'pause', 'e'])
})
