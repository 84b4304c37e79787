/** Tests of the last looks at the list of changes, for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }

/**
 * Test the last looks.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   looksContract(async () => openMyStore())
 * })
 */
export function looksContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
    for (const id of ['one', 'two']) await store.accounts.create({ ...account, id })
  })
  afterEach(() => store.close())

  test('[V4] the latest look of an account counts, and goes with the account', async () => {
    expect(await store.looks.last('one')).toBeUndefined()
    for (const at of [T0 + 5, T0 + 3]) await store.looks.note('one', at)
    expect([await store.looks.last('one'), await store.looks.last('two')]).toEqual([T0 + 5, undefined])
    await store.accounts.remove('one')
    expect(await store.looks.last('one')).toBeUndefined()
  })
}
