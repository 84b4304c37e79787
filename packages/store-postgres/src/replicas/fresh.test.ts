import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Fresh } from './fresh.ts'

/** Answers with the number of the question. @param fails the number of a question that fails */
function numbered(fails?: number): Fresh<number> {
  let asked = 0
  return new Fresh(async () => {
    const number = ++asked
    await setImmediate()
    if (number === fails) throw new Error('away')
    return number
  })
}

test('a call during a question gets the answer of the next one, which all such calls share', async () => {
  const fresh = numbered()
  expect(await Promise.all([fresh.get(), fresh.get(), fresh.get()])).toEqual([1, 2, 2])
  expect(await fresh.get()).toBe(3)
})

test('a question that fails does so for its own callers alone', async () => {
  const fresh = numbered(1)
  const calls = await Promise.allSettled([fresh.get(), fresh.get()])
  expect(calls).toEqual([
    { status: 'rejected', reason: new Error('away') },
    { status: 'fulfilled', value: 2 },
  ])
})
