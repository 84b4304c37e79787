/** Tests of shared pages for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, Share, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const other: Account = { ...account, id: 'two', plan: 'grace', endedAt: T0 + 3, zone: 'Asia/Tokyo' }
const share: Share = { id: 's1', accountId: 'one', pageId: 'p1', quotes: false, createdAt: T0 }
const MOST = { open: 10, closed: 10 }

/**
 * Test shared pages.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   sharesContract(async () => openMyStore())
 * })
 */
export function sharesContract(open: () => Promise<Store>): void {
  let store: Store
  let shares: Store['shares']
  beforeEach(async () => {
    store = await open()
    shares = store.shares
    await store.accounts.create(account)
    await store.accounts.create(other)
  })
  afterEach(() => store.close())

  const ids = async (of = 'one') => (await shares.list(of)).map(({ id }) => id)

  test('[S1] a link is stored, found with its account, and listed oldest first', async () => {
    const second: Share = { ...share, id: 's2', accountId: 'two', quotes: true, password: 'h', expiresAt: T0 + 9 } // prettier-ignore
    expect(await shares.create({ ...share, id: 's3', createdAt: T0 + 1 }, MOST)).toBe(true)
    expect(await shares.create(share, MOST)).toBe(true)
    expect(await shares.create(second, MOST)).toBe(true)
    expect(await shares.find('s2')).toEqual({ share: second, account: { ...other, isPublic: true } })
    expect(await shares.find('s9')).toBeUndefined()
    expect(await ids()).toEqual(['s1', 's3'])
    expect(await shares.create({ ...share, id: 's4', accountId: 'nobody' }, MOST)).toBe(false)
  })

  test('[S6] an account has a limited number of open links; ended and expired ones make room', async () => {
    const most = { open: 2, closed: 10 }
    expect(await shares.create(share, most)).toBe(true)
    expect(await shares.create({ ...share, id: 's2', expiresAt: T0 + 5 }, most)).toBe(true)
    expect(await shares.create({ ...share, id: 's3' }, most)).toBe(false)
    expect(await shares.create({ ...share, id: 's4', createdAt: T0 + 5 }, most)).toBe(true)
    await shares.end('one', 's1', T0 + 6)
    expect(await shares.create({ ...share, id: 's5', createdAt: T0 + 6 }, most)).toBe(true)
    expect(await ids()).toEqual(['s1', 's2', 's4', 's5'])
  })

  test('closed links are kept up to a number, the newest longest', async () => {
    const most = { open: 10, closed: 1 }
    for (const n of [1, 2, 3]) {
      await shares.create({ ...share, id: `s${n}`, createdAt: T0 + n }, MOST)
      await shares.end('one', `s${n}`, T0 + 9)
    }
    await shares.create({ ...share, id: 's4', createdAt: T0 + 10 }, most)
    expect(await ids()).toEqual(['s3', 's4'])
  })

  test('the open links are those that neither ended nor expired', async () => {
    await shares.create({ ...share, expiresAt: T0 + 5 }, MOST)
    for (const id of ['s2', 's3']) await shares.create({ ...share, id }, MOST)
    await shares.end('one', 's3', T0)
    const open = async (of: string, now: number) => (await shares.listOpen(of, now)).map(({ id }) => id)
    expect(await open('one', T0 + 4)).toEqual(['s1', 's2'])
    expect(await open('one', T0 + 5)).toEqual(['s2'])
    expect(await open('two', T0)).toEqual([])
  })

  test('a link changes until it ends, for its own account alone', async () => {
    await shares.create(share, MOST)
    const changed: Share = { ...share, quotes: true, password: 'h', expiresAt: T0 + 9 }
    expect(await shares.update({ ...changed, accountId: 'two' })).toBe(false)
    expect(await shares.update(changed)).toBe(true)
    expect((await shares.find('s1'))?.share).toEqual(changed)
    expect(await shares.update(share)).toBe(true)
    expect((await shares.find('s1'))?.share).toEqual(share)
    await shares.end('one', 's1', T0 + 1)
    expect(await shares.update(changed)).toBe(false)
  })

  test('[S1] a link ends once, by its own account alone', async () => {
    await shares.create(share, MOST)
    expect(await shares.end('two', 's1', T0 + 1)).toBeUndefined()
    expect(await shares.end('one', 's1', T0 + 2)).toEqual({ ...share, endedAt: T0 + 2 })
    expect(await shares.end('one', 's1', T0 + 3)).toEqual({ ...share, endedAt: T0 + 2 })
    expect(await shares.end('one', 's9', T0 + 3)).toBeUndefined()
  })

  test('removing an account removes its links, and no other', async () => {
    await shares.create(share, MOST)
    await shares.create({ ...share, id: 's2', accountId: 'two' }, MOST)
    await store.accounts.remove('one')
    expect(await shares.find('s1')).toBeUndefined()
    expect((await shares.find('s2'))?.share.accountId).toBe('two')
  })
}
