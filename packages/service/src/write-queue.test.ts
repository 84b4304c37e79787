/** @module-tag both-stores */
import type { Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTurn } from './write-queue.ts'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})

/** Work that takes a few turns of the loop and logs its start and end. */
const work = (name: string, log: string[]) => async () => {
  log.push(`${name} begins`)
  await new Promise((resolve) => setImmediate(resolve))
  log.push(`${name} ends`)
  return name
}

describe('turns: writes of one account', () => {
  test('come one after the other, in the order in which they came', async () => {
    const log: string[] = []
    const names = Array.from({ length: 20 }, (_, n) => `${n}`)
    expect(await Promise.all(names.map((name) => inTurn(store, 'me', work(name, log))))).toEqual(names)
    expect(log).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]))
  })

  test('are not held up by one that fails', async () => {
    const log: string[] = []
    const failing = inTurn(store, 'me', () => Promise.reject(new Error('it failed')))
    const next = inTurn(store, 'me', work('next', log))
    await expect(failing).rejects.toThrow('it failed')
    expect(await next).toBe('next')
    expect(await inTurn(store, 'me', work('later', log))).toBe('later')
  })

  test('do not wait for those of another account, or of another store', async () => {
    const log: string[] = []
    const other = await openTestStore()
    await Promise.all([
      inTurn(store, 'a', work('a', log)),
      inTurn(store, 'b', work('b', log)),
      inTurn(other, 'a', work('c', log)),
    ])
    expect(log.slice(0, 3)).toEqual(['a begins', 'b begins', 'c begins'])
  })
})
