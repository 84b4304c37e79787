/** Tests of connected apps, their secrets and the authorization server's records for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, AppSecret, AuthorizationRecord, ConnectedApp, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const other: Account = { ...account, id: 'two', plan: 'grace', endedAt: T0 + 3, zone: 'Asia/Tokyo' }
const app: ConnectedApp = {
  id: 'a1',
  accountId: 'one',
  clientId: 'https://app.example/client.json',
  name: 'App',
  host: 'app.example',
  scope: 'write',
  createdAt: T0,
  expiresAt: T0 + 100,
}
const token: AppSecret = { kind: 'access', hash: 'h1', appId: 'a1', payload: '{"n":1}', expiresAt: T0 + 50 }
const record: AuthorizationRecord = { kind: 'client', hash: 'h1', payload: '{"n":1}', expiresAt: T0 + 50 }
const ROOM = { now: T0, most: 10, replaces: true }

/**
 * Test connected apps.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   connectedAppsContract(async () => openMyStore())
 * })
 */
export function connectedAppsContract(open: () => Promise<Store>): void {
  let store: Store
  let apps: Store['connectedApps']
  beforeEach(async () => {
    store = await open()
    apps = store.connectedApps
    await store.accounts.create(account)
    await store.accounts.create(other)
  })
  afterEach(() => store.close())

  const ids = async (of = 'one', now = T0) => (await apps.list(of, now)).map(({ id }) => id)

  test('an app is stored, listed oldest first, used, and prolonged but never cut short', async () => {
    const second: ConnectedApp = { ...app, id: 'a2', zone: 'Asia/Tokyo', scope: 'read', createdAt: T0 + 1 }
    expect(await apps.create(second, 10)).toBe(true)
    expect(await apps.create(app, 10)).toBe(true)
    expect(await apps.create({ ...app, id: 'a3', accountId: 'two' }, 10)).toBe(true)
    await apps.touch('a1', T0 + 9)
    await apps.extend('a1', T0 + 200)
    await apps.extend('a2', T0 + 2)
    expect(await apps.list('one', T0)).toEqual([{ ...app, lastUsedAt: T0 + 9, expiresAt: T0 + 200 }, second])
    expect(await apps.find('a2')).toEqual(second)
    expect(await apps.find('a9')).toBeUndefined()
    expect(await ids('one', T0 + 100)).toEqual(['a1'])
  })

  test('[S8] the rights of an app are replaced for its account alone, and come with its secrets', async () => {
    await apps.create({ ...app, may: ['organize'] }, 10)
    await apps.addSecret(token, ROOM)
    expect((await apps.findSecret('access', 'h1'))?.app).toEqual({ ...app, may: ['organize'] })
    expect(await apps.setRights('a1', 'two', ['publish'])).toBeUndefined()
    expect(await apps.setRights('a1', 'one', ['publish'])).toEqual({ ...app, may: ['publish'] })
    expect(await apps.list('one', T0)).toEqual([{ ...app, may: ['publish'] }])
    expect(await apps.setRights('a1', 'one', [])).toEqual(app)
  })

  test('an account has a limited number of apps, and expired ones make room', async () => {
    expect(await apps.create(app, 2)).toBe(true)
    expect(await apps.create({ ...app, id: 'a2', expiresAt: T0 + 5 }, 2)).toBe(true)
    expect(await apps.create({ ...app, id: 'a3' }, 2)).toBe(false)
    expect(await apps.create({ ...app, id: 'a4', accountId: 'two' }, 2)).toBe(true)
    expect(await apps.create({ ...app, id: 'a5', createdAt: T0 + 5 }, 2)).toBe(true)
    expect(await ids()).toEqual(['a1', 'a5'])
    expect(await apps.create({ ...app, id: 'a6', accountId: 'nobody' }, 2)).toBe(false)
  })

  test('an app ends with its secrets, by its own account alone', async () => {
    await apps.create(app, 10)
    await apps.create({ ...app, id: 'a2' }, 10)
    await apps.addSecret(token, ROOM)
    await apps.addSecret({ ...token, kind: 'refresh', hash: 'h2' }, ROOM)
    await apps.addSecret({ ...token, appId: 'a2', hash: 'h3' }, ROOM)
    expect(await apps.end('a1', 'two')).toBeUndefined()
    expect(await apps.findSecret('access', 'h1')).toBeDefined()
    expect(await apps.end('a1', 'one')).toEqual(app)
    expect(await apps.end('a1')).toBeUndefined()
    expect(await apps.findSecret('access', 'h1')).toBeUndefined()
    expect(await apps.findSecret('refresh', 'h2')).toBeUndefined()
    expect(await apps.findSecret('access', 'h3')).toBeDefined()
    expect(await apps.addSecret({ ...token, hash: 'h4' }, ROOM)).toBe(false)
  })

  test('a secret is found by its kind and hash, with its app and account', async () => {
    const of: ConnectedApp = { ...app, accountId: 'two', zone: 'Europe/Paris' }
    await apps.create(of, 10)
    await apps.addSecret(token, ROOM)
    expect(await apps.findSecret('access', 'h1')).toEqual({ secret: token, app: of, account: other })
    expect(await apps.findSecret('refresh', 'h1')).toBeUndefined()
    expect(await apps.findSecret('access', 'h2')).toBeUndefined()
    expect(await store.tokens.findByHash('h1')).toBeUndefined()
    await apps.removeSecret('access', 'h1')
    expect(await apps.findSecret('access', 'h1')).toBeUndefined()
  })

  test('a secret is used up once, also by many callers at the same time', async () => {
    await apps.create(app, 10)
    await apps.addSecret({ ...token, kind: 'refresh' }, ROOM)
    const uses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => apps.useSecret('refresh', 'h1', T0 + n)),
    )
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await apps.useSecret('refresh', 'h2', T0)).toBe(false)
    expect((await apps.findSecret('refresh', 'h1'))?.secret.usedAt).toBe(T0 + uses.indexOf(true))
  })

  test('[A9.1] the use of a secret is noted at the one that it replaced', async () => {
    await apps.create(app, 10)
    for (const hash of ['h1', 'h2', 'h3']) await apps.addSecret({ ...token, kind: 'refresh', hash }, ROOM)
    const usedAt = async (hash: string) => (await apps.findSecret('refresh', hash))?.secret.usedAt
    const uses = async () => Promise.all(['h1', 'h2', 'h3'].map(usedAt))
    await apps.useSecret('refresh', 'h1', T0 + 1)
    expect(await apps.useSecret('refresh', 'h2', T0 + 2, 'h1')).toBe(true)
    expect(await uses()).toEqual([0, T0 + 2, undefined])
    expect(await apps.useSecret('refresh', 'h2', T0 + 3, 'h3')).toBe(false)
    expect(await apps.useSecret('refresh', 'h3', T0 + 3, 'none')).toBe(true)
    expect(await uses()).toEqual([0, T0 + 2, T0 + 3])
  })

  test('an app has a limited number of secrets of a kind: the first to expire goes, or none is added', async () => {
    await apps.create(app, 10)
    const limit = { ...ROOM, most: 2 }
    for (const n of [3, 1, 2]) await apps.addSecret({ ...token, hash: `h${n}`, expiresAt: T0 + n }, limit)
    const found = async () =>
      Promise.all([1, 2, 3, 4].map(async (n) => (await apps.findSecret('access', `h${n}`)) !== undefined))
    expect(await found()).toEqual([false, true, true, false])
    const fourth = { ...token, hash: 'h4', expiresAt: T0 + 9 }
    expect(await apps.addSecret(fourth, { ...limit, replaces: false })).toBe(false)
    expect(await apps.addSecret(fourth, { ...limit, now: T0 + 2, replaces: false })).toBe(true)
    expect(await found()).toEqual([false, false, true, true])
    expect(await apps.addSecret({ ...fourth, kind: 'refresh' }, { ...limit, replaces: false })).toBe(true)
  })

  test('a record is stored, replaced and removed, by its kind', async () => {
    await apps.putRecord(record, ROOM)
    await apps.putRecord({ ...record, kind: 'document', payload: '{"n":2}' }, ROOM)
    await apps.putRecord({ ...record, payload: '{"n":3}', expiresAt: T0 + 60 }, ROOM)
    expect(await apps.findRecord('client', 'h1')).toEqual({
      ...record,
      payload: '{"n":3}',
      expiresAt: T0 + 60,
    })
    const removed = [apps.removeRecord('client', 'h1'), apps.removeRecord('client', 'h1')]
    expect((await Promise.all(removed)).filter((one) => one)).toEqual([true])
    expect(await apps.findRecord('client', 'h1')).toBeUndefined()
    expect((await apps.findRecord('document', 'h1'))?.payload).toBe('{"n":2}')
  })

  test('records of a kind are limited: expired ones go, then the first to expire, never the new one', async () => {
    const put = async (n: number, now = T0) =>
      apps.putRecord({ ...record, hash: `h${n}`, expiresAt: T0 + n }, { now, most: 2 })
    const found = async () =>
      (await Promise.all([1, 2, 3, 4].map(async (n) => apps.findRecord('client', `h${n}`)))).flatMap((one) => one ? [one.hash] : []) // prettier-ignore
    for (const n of [3, 2, 1]) await put(n)
    expect(await found()).toEqual(['h1', 'h3'])
    await put(4, T0 + 3)
    expect(await found()).toEqual(['h4'])
  })

  test('expired records are removed in one sweep, of any account', async () => {
    await apps.create({ ...app, expiresAt: T0 + 5 }, 10)
    await apps.create({ ...app, id: 'a2', accountId: 'two' }, 10)
    await apps.addSecret(token, ROOM)
    await apps.addSecret({ ...token, appId: 'a2', hash: 'h2', expiresAt: T0 + 5 }, ROOM)
    await apps.addSecret({ ...token, appId: 'a2', hash: 'h3' }, ROOM)
    await apps.putRecord({ ...record, expiresAt: T0 + 5 }, ROOM)
    expect(await apps.removeExpired(T0 + 4)).toBe(0)
    expect(await apps.removeExpired(T0 + 5)).toBe(3)
    expect(await apps.find('a1')).toBeUndefined()
    expect(await apps.findSecret('access', 'h1')).toBeUndefined()
    expect(await apps.findSecret('access', 'h2')).toBeUndefined()
    expect(await apps.findSecret('access', 'h3')).toBeDefined()
    expect(await apps.findRecord('client', 'h1')).toBeUndefined()
  })

  test('removing an account removes its apps and their secrets, and no other', async () => {
    await apps.create(app, 10)
    await apps.create({ ...app, id: 'a2', accountId: 'two' }, 10)
    await apps.addSecret(token, ROOM)
    await apps.addSecret({ ...token, appId: 'a2', hash: 'h2' }, ROOM)
    await store.accounts.remove('one')
    await store.accounts.create(account)
    expect(await ids()).toEqual([])
    expect(await apps.find('a1')).toBeUndefined()
    expect(await apps.findSecret('access', 'h1')).toBeUndefined()
    expect(await apps.findSecret('access', 'h2')).toBeDefined()
  })
}
