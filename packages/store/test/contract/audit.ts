/** Tests of the audit log for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditEntry, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const BOUNDS = { before: 0, most: 3, mostRefused: 2, mostOfSites: 2 }
const ALL = { limit: 100, offset: 0 }

/**
 * Test the audit log.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   auditContract(async () => openMyStore())
 * })
 */
export function auditContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.create({ id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 })
  })
  afterEach(() => store.close())

  const add = (at: number, more: Partial<AuditEntry> = {}, bounds = BOUNDS) =>
    store.audit.add({ at, accountId: 'one', event: 'export', by: 'browser', ...more }, bounds)
  const times = async (id: string | undefined = 'one'): Promise<number[]> =>
    (await store.audit.list(id, ALL)).entries.map(({ at }) => at)

  test('entries are listed the latest first, each with what it has', async () => {
    const made: AuditEntry = {
      at: T0,
      accountId: 'one',
      event: 'token_made',
      by: 'device',
      subject: 't1',
      detail: 'read',
      address: 'x',
    }
    await store.audit.add(made, BOUNDS)
    await add(T0 + 2)
    await add(T0 + 1)
    const { entries, total } = await store.audit.list('one', ALL)
    expect([entries.map(({ at }) => at), total]).toEqual([[T0 + 2, T0 + 1, T0], 3])
    expect(entries[2]).toEqual(made)
    expect((await store.audit.list('one', { limit: 1, offset: 1 })).entries).toMatchObject([{ at: T0 + 1 }])
    expect(await store.audit.list('two', ALL)).toEqual({ entries: [], total: 0 })
  })

  test('the latest of some events since a time are listed without the others', async () => {
    for (let n = 0; n < 3; n++) await add(T0 + n, { event: n === 1 ? 'import' : 'export', subject: `s${n}` })
    await add(T0 + 9, { event: 'export', accountId: 'two' })
    await add(T0 + 9, { event: 'token_refused' })
    const latest = async (since: number, limit = 9) =>
      store.audit.latest('one', { events: ['export', 'import', 'sign_in'], since, limit })
    expect(await latest(T0 + 1)).toEqual(
      [2, 1].map((n) => ({
        at: T0 + n,
        accountId: 'one',
        event: n === 1 ? 'import' : 'export',
        by: 'browser',
        subject: `s${n}`,
      })),
    )
    expect((await latest(0, 1)).map(({ at }) => at)).toEqual([T0 + 2])
    expect(await latest(T0 + 3)).toEqual([])
    expect(await store.audit.latest('one', { events: [], since: 0, limit: 9 })).toEqual([])
  })

  test('they are bounded in number, and refusals apart, for each account and for nobody', async () => {
    for (let n = 0; n < 5; n++) await add(T0 + n)
    for (let n = 10; n < 15; n++) await add(T0 + n, { event: 'token_refused' })
    await add(T0 + 20, { accountId: 'two' })
    const { accountId: _, ...nobody } = {
      accountId: 'one',
      at: T0,
      event: 'sign_in_refused',
      by: 'nobody',
    } as const
    for (let n = 30; n < 35; n++) await store.audit.add({ ...nobody, at: T0 + n }, BOUNDS)
    expect(await times()).toEqual([14, 13, 4, 3, 2].map((n) => T0 + n))
    expect(await times('two')).toEqual([T0 + 20])
    const { entries } = await store.audit.list(undefined, ALL)
    expect(entries.map(({ at }) => at)).toEqual([T0 + 34, T0 + 33])
  })

  test('changes of the pages of sites have a bound of their own', async () => {
    for (let n = 0; n < 3; n++) await add(T0 + n)
    for (let n = 10; n < 15; n++) await add(T0 + n, { event: 'site_pages_changed' })
    await add(T0 + 20, { event: 'site_changed' })
    expect(await times()).toEqual([20, 14, 13, 2, 1].map((n) => T0 + n))
  })

  test('they are forgotten after a while, and with their account', async () => {
    await add(T0)
    await add(T0 + 1)
    await add(T0 + 9, {}, { ...BOUNDS, before: T0 + 1 })
    expect(await times()).toEqual([T0 + 9, T0 + 1])
    await store.accounts.remove('one')
    expect(await times()).toEqual([])
  })

  test('the key is made once', async () => {
    const key = await store.audit.key()
    expect(key).toHaveLength(32)
    expect(await store.audit.key()).toEqual(key)
  })

  test('a token that expired is reported once, and one that was revoked never', async () => {
    const token = { accountId: 'one', name: 'x', scope: 'read', createdAt: T0, expiresAt: T0 + 5 } as const
    for (const id of ['a', 'b']) await store.tokens.create({ ...token, id, hash: id })
    await store.tokens.create({ ...token, id: 'c', hash: 'c', expiresAt: T0 + 9 })
    await store.tokens.revoke('b', T0 + 1)
    expect(await store.tokens.takeExpired(T0 + 4)).toEqual([])
    expect(await store.tokens.takeExpired(T0 + 5)).toEqual([{ id: 'a', accountId: 'one', expiresAt: T0 + 5 }])
    expect(await store.tokens.takeExpired(T0 + 5)).toEqual([])
  })
}
