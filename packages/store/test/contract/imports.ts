/** Tests of the running import of an account for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportRow, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const row: ImportRow = {
  accountId: 'one',
  id: 'i1',
  state: 'running',
  startedAt: T0,
  seenAt: T0,
  done: 0,
  total: 0,
}

/**
 * Tests the running import of an account.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   importsContract(async () => openMyStore())
 * })
 */
export function importsContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
    for (const id of ['one', 'two'])
      await store.accounts.create({ id, plan: 'active', allowed: true, quota: 100, createdAt: T0 })
  })
  afterEach(() => store.close())

  test('an import is begun, brought forward, and ended', async () => {
    expect(await store.imports.find('one')).toBeUndefined()
    expect(await store.imports.begin(row, T0)).toBe(true)
    expect(await store.imports.find('one')).toEqual(row)
    expect(await store.imports.update({ ...row, seenAt: T0 + 1, done: 3, total: 9 })).toBe(true)
    const ended: ImportRow = {
      ...row,
      state: 'done',
      seenAt: T0 + 2,
      endedAt: T0 + 2,
      done: 9,
      total: 9,
      result: '{}',
    }
    expect(await store.imports.update(ended)).toBe(true)
    expect(await store.imports.find('one')).toEqual(ended)
    expect(await store.imports.find('two')).toBeUndefined()
  })

  test.each([
    ['one that runs and was seen', 'running', T0, false],
    ['one that runs and was not seen since', 'running', T0 + 1, true],
    ['one that is done', 'done', T0, true],
    ['one that failed', 'failed', T0, true],
    ['one that was cut off', 'cut_off', T0, true],
  ] as const)('another in place of %s', async (_, state, seenSince, begins) => {
    await store.imports.begin({ ...row, state, done: 5, result: 'r' }, T0)
    const next = { ...row, id: 'i2', startedAt: T0 + 9 }
    expect(await store.imports.begin(next, seenSince)).toBe(begins)
    expect((await store.imports.find('one'))?.id).toBe(begins ? 'i2' : 'i1')
    // The process of the earlier import can no longer update the row.
    expect(await store.imports.update({ ...row, done: 7 })).toBe(!begins)
  })

  test('two that begin at once: one does', async () => {
    const begun = await Promise.all(['a', 'b', 'c'].map((id) => store.imports.begin({ ...row, id }, T0)))
    expect(begun.filter(Boolean)).toHaveLength(1)
  })

  test('it goes with its account', async () => {
    await store.imports.begin(row, T0)
    await store.accounts.remove('one')
    expect(await store.imports.find('one')).toBeUndefined()
  })
}
