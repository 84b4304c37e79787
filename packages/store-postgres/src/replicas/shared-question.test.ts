import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedQuestion } from './shared-question.ts'

/** Answers with the number of the question. @param fails the number of a question that fails */
function numbered(fails?: number): SharedQuestion<number> {
  let asked = 0
  return new SharedQuestion(async () => {
    const number = ++asked
    await setImmediate()
    if (number === fails) throw new Error('away')
    return number
  })
}

test('a call during a question gets the answer of the next one, which all such calls share', async () => {
  const question = numbered()
  expect(await Promise.all([question.get(), question.get(), question.get()])).toEqual([1, 2, 2])
  expect(await question.get()).toBe(3)
})

test('a question that fails does so for its own callers alone', async () => {
  const question = numbered(1)
  const calls = await Promise.allSettled([question.get(), question.get()])
  expect(calls).toEqual([
    { status: 'rejected', reason: new Error('away') },
    { status: 'fulfilled', value: 2 },
  ])
})
