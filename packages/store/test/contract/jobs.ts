/** Tests of the running jobs of an account for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JobRow, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const row: JobRow = {
  accountId: 'one',
  id: 'i1',
  state: 'running',
  startedAt: T0,
  seenAt: T0,
  done: 0,
  total: 0,
}

/**
 * Tests the running job of an account.
 * @param kind the jobs of one kind
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   jobsContract('imports')(async () => openMyStore())
 * })
 */
export const jobsContract =
  (kind: 'imports' | 'restores') =>
  (open: () => Promise<Store>): void => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      for (const id of ['one', 'two'])
        await store.accounts.create({ id, plan: 'active', allowed: true, quota: 100, createdAt: T0 })
    })
    afterEach(() => store.close())

    test('a job is begun, brought forward, and ended', async () => {
      expect(await store[kind].find('one')).toBeUndefined()
      expect(await store[kind].begin(row, T0)).toBe(true)
      expect(await store[kind].find('one')).toEqual(row)
      expect(await store[kind].update({ ...row, seenAt: T0 + 1, done: 3, total: 9 })).toBe(true)
      const ended: JobRow = {
        ...row,
        state: 'done',
        seenAt: T0 + 2,
        endedAt: T0 + 2,
        done: 9,
        total: 9,
        result: '{}',
      }
      expect(await store[kind].update(ended)).toBe(true)
      expect(await store[kind].find('one')).toEqual(ended)
      expect(await store[kind].find('two')).toBeUndefined()
    })

    test.each([
      ['one that runs and was seen', 'running', T0, false],
      ['one that runs and was not seen since', 'running', T0 + 1, true],
      ['one that is done', 'done', T0, true],
      ['one that failed', 'failed', T0, true],
      ['one that was cut off', 'cut_off', T0, true],
    ] as const)('another in place of %s', async (_, state, seenSince, begins) => {
      await store[kind].begin({ ...row, state, done: 5, result: 'r' }, T0)
      const next = { ...row, id: 'i2', startedAt: T0 + 9 }
      expect(await store[kind].begin(next, seenSince)).toBe(begins)
      expect((await store[kind].find('one'))?.id).toBe(begins ? 'i2' : 'i1')
      // The process of the earlier import can no longer update the row.
      expect(await store[kind].update({ ...row, done: 7 })).toBe(!begins)
    })

    test('two that begin at once: one does', async () => {
      const begun = await Promise.all(['a', 'b', 'c'].map((id) => store[kind].begin({ ...row, id }, T0)))
      expect(begun.filter(Boolean)).toHaveLength(1)
    })

    test('it goes with its account', async () => {
      await store[kind].begin(row, T0)
      await store.accounts.remove('one')
      expect(await store[kind].find('one')).toBeUndefined()
    })
  }
