/** Tests of plug-ins for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, AppSecret, ConnectedApp, Plugin, Store, Webhook } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const plugin: Plugin = {
  id: 'p1',
  accountId: 'one',
  url: 'https://plugin.example/notegraph.json',
  manifest: '{"name":"Recipes"}',
  createdAt: T0,
  agreedAt: T0,
}
const webhook: Webhook = {
  id: 'w1',
  accountId: 'one',
  url: 'https://plugin.example/events',
  secret: 'whsec_aaaa',
  filter: { by: 'devices' },
  withBlocks: false,
  createdAt: T0,
  position: { epoch: 1, seq: 3, part: 0 },
  dueAt: 0,
}
const app: ConnectedApp = {
  id: 'a1',
  accountId: 'one',
  clientId: plugin.url,
  name: 'Recipes',
  host: 'plugin.example',
  scope: 'write',
  createdAt: T0,
  expiresAt: T0 + 100,
}
const LIMITS = { plugins: 2, webhooks: 2, scope: 'write' } as const

/**
 * Test plug-ins.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   pluginsContract(async () => openMyStore())
 * })
 */
export function pluginsContract(open: () => Promise<Store>): void {
  let store: Store
  let plugins: Store['plugins']
  beforeEach(async () => {
    store = await open()
    plugins = store.plugins
    for (const id of ['one', 'two']) await store.accounts.create({ ...account, id })
  })
  afterEach(() => store.close())

  const put = async (more: Partial<Plugin> = {}, its?: Webhook) =>
    plugins.put({ ...plugin, ...more }, its, LIMITS)
  const webhookIds = async (of = 'one') => (await store.webhooks.list(of)).map(({ id }) => id)

  test('[V5] a plug-in is stored with its webhook, and found by its account alone', async () => {
    expect(await put({}, webhook)).toBe('written')
    const stored = { ...plugin, webhookId: 'w1' }
    expect(await plugins.find('one', 'p1')).toEqual(stored)
    expect(await plugins.findByUrl('one', plugin.url)).toEqual(stored)
    expect([await plugins.find('two', 'p1'), await plugins.findByUrl('two', plugin.url)]).toEqual([
      undefined,
      undefined,
    ])
    expect(await store.webhooks.find('one', 'w1')).toEqual(webhook)
    expect(await put({ accountId: 'two', id: 'p2' })).toBe('written')
    expect(await plugins.list('two')).toEqual([{ ...plugin, accountId: 'two', id: 'p2' }])
  })

  test('[V5] a replaced plug-in keeps the secret and the place of its webhook, or loses it', async () => {
    await put({}, webhook)
    const filter = { tag: 'food' }
    const agreed = { manifest: '{"name":"Better recipes"}', agreedAt: T0 + 5 }
    const moved = {
      ...webhook,
      filter,
      url: 'https://plugin.example/2',
      position: { epoch: 9, seq: 9, part: 9 },
    }
    expect(await put(agreed, moved)).toBe('written')
    expect(await plugins.list('one')).toEqual([{ ...plugin, ...agreed, webhookId: 'w1' }])
    expect(await store.webhooks.find('one', 'w1')).toEqual({ ...webhook, filter, url: moved.url })
    expect(await put(agreed)).toBe('written')
    expect([await plugins.find('one', 'p1'), await webhookIds()]).toEqual([{ ...plugin, ...agreed }, []])
  })

  test('[V5] an account has a limited number of plug-ins and webhooks, and one of each address', async () => {
    const second = { id: 'p2', url: 'https://b.example/' }
    expect(await put({ accountId: 'nobody' })).toBe('refused')
    await put()
    expect(await put({ id: 'p2' })).toBe('refused')
    for (const id of ['w2', 'w3']) await store.webhooks.create({ ...webhook, id }, 9)
    expect(await put(second, webhook)).toBe('webhooks_full')
    expect([await plugins.find('one', 'p2'), await webhookIds()]).toEqual([undefined, ['w2', 'w3']])
    expect(await put(second)).toBe('written')
    expect(await put({ id: 'p3', url: 'https://c.example/' })).toBe('plugins_full')
    expect(await put({ agreedAt: T0 + 1 })).toBe('written')
  })

  test.each([
    ['read', 'read'],
    ['write', 'write'],
  ] as const)('[V5] an account that agrees to %s leaves its apps %s', async (scope, left) => {
    const others = [
      { ...app, id: 'a2', accountId: 'two' },
      { ...app, id: 'a3', clientId: 'https://other.example/' },
    ]
    for (const one of [app, ...others]) await store.connectedApps.create(one, 10)
    expect(await plugins.put(plugin, undefined, { ...LIMITS, scope })).toBe('written')
    expect(await store.connectedApps.find('a1')).toMatchObject({ scope: left })
    for (const { id } of others) expect(await store.connectedApps.find(id)).toMatchObject({ scope: 'write' })
  })

  test('[V5] a deleted plug-in takes its webhook, its apps and their secrets with it, and nothing else', async () => {
    const token: AppSecret = { kind: 'access', hash: 'h1', appId: 'a1', payload: '{}', expiresAt: T0 + 50 }
    const room = { now: T0, most: 10, replaces: true }
    await put({}, webhook)
    await put({ accountId: 'two', id: 'p2' })
    await store.webhooks.create({ ...webhook, id: 'w2' }, 9)
    const others = [
      { ...app, id: 'a2', accountId: 'two' },
      { ...app, id: 'a3', clientId: 'https://other.example/' },
    ]
    for (const one of [app, ...others]) await store.connectedApps.create(one, 10)
    await store.connectedApps.addSecret(token, room)
    await store.connectedApps.addSecret({ ...token, appId: 'a2', hash: 'h2' }, room)

    expect(await plugins.remove('two', 'p1')).toBeUndefined()
    expect(await plugins.remove('one', 'p1')).toEqual({ ...plugin, webhookId: 'w1' })
    expect(await plugins.remove('one', 'p1')).toBeUndefined()
    expect([await plugins.list('one'), await webhookIds()]).toEqual([[], ['w2']])
    expect((await store.connectedApps.list('one', T0)).map(({ id }) => id)).toEqual(['a3'])
    expect(await store.connectedApps.findSecret('access', 'h1')).toBeUndefined()
    expect((await store.connectedApps.findSecret('access', 'h2'))?.app.id).toBe('a2')
    expect((await plugins.list('two')).length).toBe(1)
  })

  test('[V5] plug-ins go with their account', async () => {
    await put({}, webhook)
    await store.accounts.remove('one')
    expect([await plugins.list('one'), await webhookIds()]).toEqual([[], []])
  })
}
