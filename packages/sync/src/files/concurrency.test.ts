import { expect, test } from 'vitest'
import { settled } from '../../test/device.ts'
import { limitConcurrency } from './concurrency.ts'

test('two tasks run at once, the others in order, also after a failure', async () => {
  const inLine = limitConcurrency(2)
  const begun: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const all = [0, 1, 2, 3].map(async (n) =>
    inLine(async () => {
      begun.push(n)
      await new Promise<void>((resolve, reject) => {
        ends[n] = (error) => (error ? reject(error) : resolve())
      })
      return n
    }),
  )
  const ended = Promise.allSettled(all)
  await settled()
  expect(begun).toEqual([0, 1])
  ends[1]!(new Error('failed'))
  await settled()
  expect(begun).toEqual([0, 1, 2])
  ends[0]!()
  await settled()
  expect(begun).toEqual([0, 1, 2, 3])
  for (const n of [2, 3]) ends[n]!()
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})
