/** Tests of accounts, tokens and sessions for every driver. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account, PlanChange, Session, Share, Site, Store, Token } from '../../src/index.ts'
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

  test('[D9.11] whether an account looks after people is stored, read with its tokens, and removed', async () => {
    const admin: Account = { ...account, isAdmin: true }
    await store.accounts.create(admin)
    await store.tokens.create(token)
    const read = async () => [
      await store.accounts.find('one'),
      (await store.accounts.list())[0],
      (await store.tokens.findByHash('h1'))?.account,
    ]
    expect(await read()).toEqual([admin, admin, admin])
    expect(await store.accounts.update(admin, account)).toBe(true)
    expect(await read()).toEqual([account, account, account])
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
    ['whether it looks after people', { isAdmin: true }],
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

  describe('[D9.10] all access to an account ends', () => {
    const most = { open: 9, closed: 9 }
    const share: Share = { id: 'sh', accountId: 'one', pageId: 'p1', quotes: false, createdAt: T0 }
    const site: Site = {
      slug: 'trip',
      accountId: 'one',
      title: 'Trip',
      rule: { pages: ['p1'], journals: false },
      createdAt: T0,
      publishedAt: T0,
    }
    const never = { browsers: 0, devices: 0, apps: 0, links: 0, tokens: 0, shares: 0, sites: 0 }

    /** Creates an account with one of each credential. */
    async function letIn(id: string) {
      const of = { accountId: id, createdAt: T0 }
      await store.accounts.create({ ...account, id })
      for (const n of [1, 2])
        await store.browsers.create({ ...of, id: `b${n}-${id}`, hash: `b${n}-${id}`, name: 'Firefox', signedInBy: 'link', lastUsedAt: T0 }, 0) // prettier-ignore
      await store.sessions.create({ ...of, id: `s-${id}`, hash: `s-${id}`, device: 'Phone' })
      await store.signInLinks.create({ ...of, hash: `l-${id}`, expiresAt: T0 + 99 })
      await store.connectedApps.create({ ...of, id: `a-${id}`, clientId: 'c', name: 'App', host: 'app.example', scope: 'read', expiresAt: T0 + 99 }, 9) // prettier-ignore
      await store.connectedApps.addSecret({ kind: 'refresh', hash: `r-${id}`, appId: `a-${id}`, payload: '{}', expiresAt: T0 + 99 }, { now: T0, most: 9, replaces: true }) // prettier-ignore
      await store.tokens.create({ ...token, ...of, id: `t-${id}`, hash: `t-${id}` })
      await store.shares.create({ ...share, ...of, id: `sh-${id}` }, most)
      await store.sites.create({ ...site, ...of, slug: `trip-${id}` }, most, '["state"]')
    }
    beforeEach(async () => {
      await letIn('one')
      await letIn('two')
    })

    /** Names what still opens the account. */
    async function open(id: string): Promise<string[]> {
      const found = {
        b1: (await store.browsers.findByHash(`b1-${id}`))?.browser.endedAt === undefined,
        b2: (await store.browsers.findByHash(`b2-${id}`))?.browser.endedAt === undefined,
        device: (await store.sessions.findByHash(`s-${id}`))?.session.endedAt === undefined,
        link: (await store.signInLinks.find(`l-${id}`, T0)) !== undefined,
        app: (await store.connectedApps.find(`a-${id}`)) !== undefined,
        secret: (await store.connectedApps.findSecret('refresh', `r-${id}`)) !== undefined,
        token: (await store.tokens.findByHash(`t-${id}`))?.token.revokedAt === undefined,
        share: (await store.shares.listOpen(id, T0)).length > 0,
        site: (await store.sites.list(id)).some(({ endedAt }) => endedAt === undefined),
      }
      return Object.entries(found).flatMap(([name, isOpen]) => (isOpen ? [name] : []))
    }
    const ALL = ['b1', 'b2', 'device', 'link', 'app', 'secret', 'token', 'share', 'site']
    const always = { ...never, browsers: 2, devices: 1, apps: 1, links: 1 }

    test.each([
      [{}, ['token', 'share', 'site'], always],
      [{ except: 'b1-one' }, ['b1', 'token', 'share', 'site'], { ...always, browsers: 1 }],
      [{ except: 's-one' }, ['device', 'token', 'share', 'site'], { ...always, devices: 0 }],
      [{ tokens: true }, ['share', 'site'], { ...always, tokens: 1 }],
      [{ published: true }, ['token'], { ...always, shares: 1, sites: 1 }],
    ])('with %j, and %j stay', async (access, stay, ended) => {
      expect(await open('one')).toEqual(ALL)
      expect(await store.accounts.endAccess('one', T0 + 1, access)).toEqual(ended)
      expect(await open('one')).toEqual(stay)
      expect(await open('two')).toEqual(ALL)
      expect(await store.accounts.endAccess('one', T0 + 2, access)).toEqual(never)
      expect(await store.accounts.endAccess('nobody', T0)).toEqual(never)
    })

    test('a closed link is opened again by its own account, while there is room', async () => {
      const { shares, accounts } = store
      const expired: Share = { ...share, id: 'old', expiresAt: T0 + 1 }
      await shares.create(expired, most)
      await accounts.endAccess('one', T0 + 1, { published: true })
      expect(await shares.list('one')).toEqual([expired, { ...share, id: 'sh-one', endedAt: T0 + 1, closedAt: T0 + 1 }]) // prettier-ignore
      expect(await shares.update({ ...share, id: 'sh-one', quotes: true })).toBe(false)
      expect(await shares.reopen('two', 'sh-one', 9, T0 + 2)).toBeUndefined()
      expect(await shares.reopen('one', 'old', 9, T0 + 2)).toBeUndefined()
      expect(await shares.reopen('one', 'sh-one', 0, T0 + 2)).toBe('full')
      expect(await shares.reopen('one', 'sh-one', 1, T0 + 2)).toEqual({ ...share, id: 'sh-one' })
      expect(await shares.reopen('one', 'sh-one', 9, T0 + 2)).toBeUndefined()
      await accounts.endAccess('one', T0 + 3, { published: true })
      const ended = { ...share, id: 'sh-one', endedAt: T0 + 4 }
      expect(await shares.end('one', 'sh-one', T0 + 4)).toEqual(ended)
      expect(await shares.reopen('one', 'sh-one', 9, T0 + 5)).toBeUndefined()
      expect((await shares.find('sh-one'))?.share).toEqual(ended)
    })

    test('a closed site is opened again with its state, by its own account, while there is room', async () => {
      const { sites, accounts } = store
      const own: Site = { ...site, slug: 'trip-one' }
      await accounts.endAccess('one', T0 + 1, { published: true })
      expect(await sites.list('one')).toEqual([{ ...own, endedAt: T0 + 1, closedAt: T0 + 1 }])
      expect((await accounts.find('one'))?.isPublic).toBeUndefined()
      expect(await sites.create({ ...own, accountId: 'two' }, most)).toBe('taken')
      expect(await sites.reopen('two', 'trip-one', 9)).toBeUndefined()
      expect(await sites.reopen('one', 'trip-one', 0)).toBe('full')
      expect(await sites.reopen('one', 'trip-one', 1)).toEqual(own)
      expect((await accounts.find('one'))?.isPublic).toBe(true)
      expect(await sites.findPublication('trip-one')).toBe('["state"]')
      expect(await sites.reopen('one', 'trip-one', 9)).toBeUndefined()
      await accounts.endAccess('one', T0 + 3, { published: true })
      expect(await sites.end('one', 'trip-one', T0 + 4)).toEqual({ ...own, endedAt: T0 + 4 })
      expect(await sites.reopen('one', 'trip-one', 9)).toBeUndefined()
      expect(await sites.findPublication('trip-one')).toBeUndefined()
      expect(await sites.create(own, most)).toBe('created')
      expect((await sites.find('trip-one'))?.site).toEqual(own)
    })
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
