/** Tests of accounts, tokens and sessions for every driver. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account, PlanChange, Session, Store, Token } from '../../src/index.ts'
import { add, deleted, page, T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const token: Token = { id: 't1', accountId: 'one', hash: 'h1', name: 'laptop', scope: 'read', createdAt: T0 }
const session: Session = { id: 's1', accountId: 'one', hash: 'h1', device: 'phone', createdAt: T0 }

/**
 * Tests the accounts, tokens and sessions of a store.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   accountsContract(async () => openMyStore())
 * })
 */
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
    expect(await store.accounts.update(account, changed)).toBe(true)
    await store.accounts.create({ ...account, id: 'another' })
    expect(await store.accounts.any()).toBe(true)
    expect(await store.accounts.list()).toEqual([{ ...account, id: 'another' }, changed])
    const none = { ...account, id: 'none' }
    expect(await store.accounts.update(none, none)).toBe(false)
    expect(await store.accounts.find('none')).toBeUndefined()
  })

  test('[S8] the rights of a token are stored, replaced for its account alone, and removed', async () => {
    const { tokens } = store
    await store.accounts.create(account)
    await tokens.create({ ...token, may: ['organize', 'publish'] })
    expect((await tokens.findByHash('h1'))?.token).toEqual({ ...token, may: ['organize', 'publish'] })
    expect(await tokens.setRights('t1', 'two', [])).toBeUndefined()
    expect(await tokens.setRights('t2', 'one', ['publish'])).toBeUndefined()
    expect(await tokens.setRights('t1', 'one', ['publish'])).toEqual({ ...token, may: ['publish'] })
    expect(await tokens.list('one')).toEqual([{ ...token, may: ['publish'] }])
    expect(await tokens.setRights('t1', 'one', [])).toEqual(token)
    expect(await tokens.list('one')).toEqual([token])
  })

  test('[S8] an account says whether it has a share or a site that has not been ended', async () => {
    const { shares, sites, tokens, accounts } = store
    const isPublic = async () => {
      const found = [await accounts.find('one'), (await tokens.findByHash('h1'))?.account, (await accounts.list())[0]] // prettier-ignore
      return found.map((one) => one?.isPublic)
    }
    const all = (value: true | undefined) => [value, value, value]
    await accounts.create(account)
    await tokens.create(token)
    expect(await isPublic()).toEqual(all(undefined))
    const of = { accountId: 'one', createdAt: T0 }
    await shares.create({ ...of, id: 's1', pageId: 'p1', quotes: false }, { open: 9, closed: 9 })
    expect(await isPublic()).toEqual(all(true))
    const now = await accounts.find('one')
    expect(await accounts.update(now!, { ...now!, quota: 7 })).toBe(true)
    await shares.end('one', 's1', T0)
    expect(await isPublic()).toEqual(all(undefined))
    const rule = { pages: ['p1'], journals: false }
    await sites.create({ ...of, slug: 'trip', title: 'Trip', rule }, { open: 9, closed: 9 })
    expect(await isPublic()).toEqual(all(true))
    await sites.end('one', 'trip', T0)
    expect(await isPublic()).toEqual(all(undefined))
  })

  test('accounts are listed in the order of the bytes of their ids', async () => {
    const ids = ['B', '_', 'a', 'a-', 'a0', 'b']
    for (const id of ids.toReversed()) await store.accounts.create({ ...account, id })
    expect((await store.accounts.list()).map(({ id }) => id)).toEqual(ids)
  })

  test.each<[what: string, change: Partial<Account>]>([
    ['its plan', { plan: 'none' }],
    ['the end of its plan', { endedAt: T0 }],
    ['its place on the list', { allowed: false }],
    ['its zone', { zone: 'Asia/Tokyo' }],
    ['its quota', { quota: 7 }],
  ])('[D9.3] an account is written only as it was read: %s has changed since', async (_, change) => {
    const before: Account = { ...account, plan: 'grace', endedAt: T0 - 1 }
    const now = { ...before, ...change }
    await store.accounts.create(before)
    expect(await store.accounts.update(before, now)).toBe(true)
    const paid: Account = { ...account, quota: 9 }
    const note = {
      change: { accountId: 'one', at: T0, from: 'grace', to: 'active', by: 'billing' },
      delivery: { id: 'm1', signedAt: 7, takenAt: T0 },
    } as const
    expect(await store.accounts.update(before, paid, note)).toBe(false)
    expect(await store.accounts.find('one')).toEqual(now)
    expect(await store.accounts.planChanges('one')).toEqual([])
    expect(await store.accounts.delivery('m1')).toBeUndefined()
    expect(await store.accounts.update(now, paid, note)).toBe(true)
    expect(await store.accounts.find('one')).toEqual(paid)
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

  test('a token keeps when it stops by itself', async () => {
    await store.accounts.create(account)
    await store.tokens.create({ ...token, expiresAt: T0 + 9 })
    expect(await store.tokens.list('one')).toEqual([{ ...token, expiresAt: T0 + 9 }])
    expect((await store.tokens.findByHash('h1'))?.token.expiresAt).toBe(T0 + 9)
  })

  test('tokens are listed oldest first, and revoked for good', async () => {
    await store.accounts.create(account)
    await store.tokens.create({ ...token, id: 't2', hash: 'h2', createdAt: T0 + 1 })
    await store.tokens.create(token)
    await store.tokens.touch('t1', T0 + 9)
    expect(await store.tokens.revoke('t2', T0 + 5)).toMatchObject({ id: 't2', revokedAt: T0 + 5 })
    expect(await store.tokens.revoke('t2', T0 + 6)).toMatchObject({ revokedAt: T0 + 5 })
    expect(await store.tokens.revoke('t3', T0)).toBeUndefined()
    expect(await store.tokens.revoke('t1', T0, 'two')).toBeUndefined()
    expect(await store.tokens.list('one')).toMatchObject([
      { id: 't1', lastUsedAt: T0 + 9 },
      { id: 't2', revokedAt: T0 + 5 },
    ])
    expect((await store.tokens.findByHash('h2'))?.token.revokedAt).toBe(T0 + 5)
  })

  test('[D9.2] a session is found by its hash, with its account, and is no token', async () => {
    const grace: Account = { ...account, plan: 'grace', endedAt: T0 + 3, zone: 'Asia/Tokyo' }
    await store.accounts.create(grace)
    await store.sessions.create(session)
    expect(await store.sessions.findByHash('h1')).toEqual({ session, account: grace })
    expect(await store.sessions.findByHash('h2')).toBeUndefined()
    expect(await store.tokens.findByHash('h1')).toBeUndefined()
    await store.tokens.create({ ...token, hash: 'h2' })
    expect(await store.tokens.findByHash('h2')).toEqual({ token: { ...token, hash: 'h2' }, account: grace })
    expect(await store.sessions.findByHash('h2')).toBeUndefined()
  })

  test('[D9.6] a session is confirmed by its own account alone, and only while it is open', async () => {
    await store.accounts.create(account)
    await store.sessions.create(session)
    expect(await store.sessions.confirm('another', 's1', T0 + 4)).toBe(false)
    expect(await store.sessions.confirm('one', 's2', T0 + 4)).toBe(false)
    expect(await store.sessions.list('one')).toEqual([session])
    expect(await store.sessions.confirm('one', 's1', T0 + 4)).toBe(true)
    expect(await store.sessions.confirm('one', 's1', T0 + 5)).toBe(true)
    const confirmed = { ...session, confirmedAt: T0 + 5 }
    expect((await store.sessions.findByHash('h1'))?.session).toEqual(confirmed)
    expect(await store.sessions.end('s1', T0 + 6)).toEqual({ ...confirmed, endedAt: T0 + 6 })
    expect(await store.sessions.confirm('one', 's1', T0 + 7)).toBe(false)
  })

  test('sessions are listed oldest first, and ended for good', async () => {
    await store.accounts.create(account)
    await store.sessions.create({ ...session, id: 's2', hash: 'h2', createdAt: T0 + 1 })
    await store.sessions.create(session)
    await store.sessions.create({ ...session, id: 's3', hash: 'h3', accountId: 'another' })
    await store.sessions.touch('s1', T0 + 9)
    const ended: Session = { ...session, id: 's2', hash: 'h2', createdAt: T0 + 1, endedAt: T0 + 5 }
    expect(await store.sessions.end('s2', T0 + 5)).toEqual(ended)
    expect(await store.sessions.end('s2', T0 + 6)).toEqual(ended)
    expect(await store.sessions.end('s4', T0)).toBeUndefined()
    expect(await store.sessions.list('one')).toEqual([{ ...session, lastUsedAt: T0 + 9 }, ended])
    expect(await store.sessions.findByHash('h2')).toEqual({ session: ended, account })
  })

  describe('[D9.3] the note of a change of plan', () => {
    const change = (to: PlanChange['to'], at = T0): PlanChange => ({
      accountId: 'one',
      at,
      from: 'active',
      to,
      by: 'billing',
    })
    const delivery = (id: string, takenAt = T0) => ({ id, signedAt: 7, takenAt })

    test('is kept in order, and goes with the account', async () => {
      await store.accounts.create(account)
      const grace: Account = { ...account, plan: 'grace', endedAt: T0 }
      await store.accounts.update(account, grace, { change: change('grace') })
      await store.accounts.update(grace, { ...grace, plan: 'none' }, { change: change('none', T0 - 1) })
      expect(await store.accounts.planChanges('one')).toEqual([change('grace'), change('none', T0 - 1)])
      expect(await store.accounts.planChanges('two')).toEqual([])
      await store.accounts.remove('one')
      expect(await store.accounts.planChanges('one')).toEqual([])
    })

    test('a delivery is taken once, and nothing changes the second time', async () => {
      await store.accounts.create(account)
      const grace: Account = { ...account, plan: 'grace', endedAt: T0 }
      expect(await store.accounts.update(account, grace, { delivery: delivery('m1') })).toBe(true)
      expect(await store.accounts.delivery('m1')).toEqual(delivery('m1'))
      const again = { delivery: delivery('m1', T0 + 1), change: change('active') }
      expect(await store.accounts.update(grace, account, again)).toBe(false)
      expect(await store.accounts.find('one')).toEqual(grace)
      expect(await store.accounts.planChanges('one')).toEqual([])
      expect(await store.accounts.delivery('m1')).toEqual(delivery('m1'))
    })

    test('a delivery for an account that is not there is not taken', async () => {
      expect(await store.accounts.update(account, account, { delivery: delivery('m1') })).toBe(false)
      expect(await store.accounts.delivery('m1')).toBeUndefined()
    })

    test('deliveries are forgotten after a while', async () => {
      await store.accounts.create(account)
      await store.accounts.update(account, account, { delivery: delivery('m1') })
      await store.accounts.update(account, account, { delivery: delivery('m2', T0 + 1), forgetBefore: T0 })
      expect(await store.accounts.delivery('m1')).toBeDefined()
      await store.accounts.update(account, account, {
        delivery: delivery('m3', T0 + 2),
        forgetBefore: T0 + 1,
      })
      expect(await store.accounts.delivery('m1')).toBeUndefined()
      expect(await store.accounts.delivery('m2')).toBeDefined()
    })
  })

  test('removing an account takes its tokens, its sessions and its graph along', async () => {
    await store.accounts.create(account)
    await store.tokens.create(token)
    await store.sessions.create(session)
    await add(store.graph('one'), page('p1', 'Ada'))
    expect(await store.accounts.remove('one')).toBe(true)
    expect(await store.accounts.remove('one')).toBe(false)
    expect(await store.tokens.list('one')).toEqual([])
    expect(await store.sessions.list('one')).toEqual([])
    expect(await store.graph('one').records.find('p1')).toBeUndefined()
  })

  test('[H1, H2] removing an account takes its history and its snapshots along', async () => {
    await store.accounts.create(account)
    const { commits, records, history } = store.graph('one')
    const by = { kind: 'device', id: 's1', name: 'phone', at: T0 } as const
    await commits.commit({ puts: [{ record: page('p1', 'Ada'), from: 0 }], by })
    const gone = deleted((await records.find('p1'))!, T0)
    await commits.commit({ puts: [{ record: gone, from: 1 }], by })
    await history.addSnapshot({ id: 'n1', name: 'Clean', at: T0 }, 50)
    expect(await history.listByPage('p1', 10)).toHaveLength(1)
    await store.accounts.remove('one')
    await store.accounts.create(account)
    const after = store.graph('one')
    expect(await after.history.listByPage('p1', 10)).toEqual([])
    expect(await after.history.snapshots()).toEqual([])
    expect(await after.history.authorships([1, 2])).toEqual(new Map())
    expect((await after.storage.usage()).history).toEqual({ count: 0, bytes: 0 })
  })

  test.each(['nothing', 'with\0NUL'])('the id %j, which nothing has, is not found', async (id) => {
    await store.accounts.create(account)
    expect(await store.tokens.revoke(id, T0)).toBeUndefined()
    expect(await store.tokens.revoke(id, T0, 'one')).toBeUndefined()
    expect(await store.sessions.end(id, T0)).toBeUndefined()
    expect(await store.browsers.end('one', id, T0)).toBe(false)
    expect(await store.graph('one').changes.find(id)).toBeUndefined()
    expect(await store.accountOfFile(id)).toBeUndefined()
  })

  test('a store that is closed twice is closed', async () => {
    await store.close()
    await store.close()
  })
}
