/** What every driver keeps of accounts and tokens. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, Store, Token } from '../src/index.ts'
import { add, page, T0 } from './builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const token: Token = { id: 't1', accountId: 'one', hash: 'h1', name: 'laptop', scope: 'read', createdAt: T0 }

export function accountsContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())

  test('an account is made once, found, changed and listed', async () => {
    expect(await store.accounts.create(account)).toBe(true)
    expect(await store.accounts.create({ ...account, plan: 'none' })).toBe(false)
    expect(await store.accounts.find('one')).toEqual(account)
    const changed: Account = { ...account, plan: 'grace', endedAt: T0, allowed: false, zone: 'Europe/Berlin' }
    expect(await store.accounts.update(changed)).toBe(true)
    await store.accounts.create({ ...account, id: 'another' })
    expect(await store.accounts.list()).toEqual([{ ...account, id: 'another' }, changed])
    expect(await store.accounts.update({ ...account, id: 'none' })).toBe(false)
    expect(await store.accounts.find('none')).toBeUndefined()
  })

  test('a token is found by its hash, with its account', async () => {
    await store.accounts.create({ ...account, zone: 'Asia/Tokyo' })
    await store.tokens.create({ ...token, zone: 'Europe/Berlin' })
    expect(await store.tokens.findByHash('h1')).toEqual({
      token: { ...token, zone: 'Europe/Berlin' },
      account: { ...account, zone: 'Asia/Tokyo' },
    })
    expect(await store.tokens.findByHash('h2')).toBeUndefined()
  })

  test('tokens are listed oldest first, and revoked for good', async () => {
    await store.accounts.create(account)
    await store.tokens.create({ ...token, id: 't2', hash: 'h2', createdAt: T0 + 1 })
    await store.tokens.create(token)
    await store.tokens.touch('t1', T0 + 9)
    expect(await store.tokens.revoke('t2', T0 + 5)).toMatchObject({ id: 't2', revokedAt: T0 + 5 })
    expect(await store.tokens.revoke('t2', T0 + 6)).toMatchObject({ revokedAt: T0 + 5 })
    expect(await store.tokens.revoke('t3', T0)).toBeUndefined()
    expect(await store.tokens.list('one')).toMatchObject([
      { id: 't1', lastUsedAt: T0 + 9 },
      { id: 't2', revokedAt: T0 + 5 },
    ])
    expect((await store.tokens.findByHash('h2'))?.token.revokedAt).toBe(T0 + 5)
  })

  test('removing an account takes its tokens and its graph along', async () => {
    await store.accounts.create(account)
    await store.tokens.create(token)
    await add(store.graph('one'), page('p1', 'Ada'))
    expect(await store.accounts.remove('one')).toBe(true)
    expect(await store.accounts.remove('one')).toBe(false)
    expect(await store.tokens.findByHash('h1')).toBeUndefined()
    expect(await store.graph('one').record('p1')).toBeUndefined()
  })
}
