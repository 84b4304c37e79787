/** Tests of browsers, identities and sign-in links for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, Browser, Identity, Passkey, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const other: Account = { ...account, id: 'two', plan: 'grace', endedAt: T0 + 3, zone: 'Asia/Tokyo' }
const browser: Browser = {
  id: 'b1',
  accountId: 'one',
  hash: 'h1',
  name: 'Firefox on Linux',
  signedInBy: 'provider',
  createdAt: T0,
  lastUsedAt: T0,
}
const passkey: Passkey = {
  id: 'p1',
  accountId: 'one',
  publicKey: 'key',
  counter: 0,
  transports: 'internal,hybrid',
  name: 'Laptop',
  createdAt: T0,
}
const ada: Identity = { issuer: 'https://id.example', subject: 'ada' }

/**
 * Test browsers, identities and sign-in links.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   signInContract(async () => openMyStore())
 * })
 */
export function signInContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.create(account)
    await store.accounts.create(other)
  })
  afterEach(() => store.close())

  test('a browser is found by its hash, with its account, and is no token and no device', async () => {
    const of: Browser = { ...browser, accountId: 'two', signedInBy: 'link' }
    await store.browsers.create(of, 0)
    expect(await store.browsers.findByHash('h1')).toEqual({ browser: of, account: other })
    expect(await store.browsers.findByHash('h2')).toBeUndefined()
    expect(await store.tokens.findByHash('h1')).toBeUndefined()
    expect(await store.sessions.findByHash('h1')).toBeUndefined()
  })

  test('browsers are listed oldest first, used, and ended for good', async () => {
    const second = { ...browser, id: 'b2', hash: 'h2', createdAt: T0 + 1 }
    await store.browsers.create(second, 0)
    await store.browsers.create(browser, 0)
    await store.browsers.create({ ...browser, id: 'b3', hash: 'h3', accountId: 'two' }, 0)
    await store.browsers.touch('b1', T0 + 9)
    expect(await store.browsers.end('one', 'b2', T0 + 5)).toBe(true)
    expect(await store.browsers.end('one', 'b2', T0 + 6)).toBe(true)
    expect(await store.browsers.end('one', 'b4', T0)).toBe(false)
    const ended = { ...second, endedAt: T0 + 5 }
    expect(await store.browsers.list('one')).toEqual([{ ...browser, lastUsedAt: T0 + 9 }, ended])
    expect(await store.browsers.findByHash('h2')).toEqual({ browser: ended, account })
  })

  test('a browser is ended by its own account alone', async () => {
    await store.browsers.create(browser, 0)
    expect(await store.browsers.end('two', 'b1', T0)).toBe(false)
    expect(await store.browsers.list('one')).toEqual([browser])
  })

  test('a provider signs out a person, or one of their sessions there, once', async () => {
    const of = async (id: string, more: Partial<Browser>): Promise<void> =>
      store.browsers.create({ ...browser, id, hash: id, ...ada, ...more }, 0)
    await of('a1', { sid: 's1', authenticatedAt: T0 })
    await of('a2', { sid: 's2' })
    await of('a3', { accountId: 'two' })
    await of('x1', { subject: 'grace', sid: 's1' })
    await of('x2', { issuer: 'https://other.example', sid: 's1' })
    await store.browsers.create({ ...browser, signedInBy: 'link' }, 0)
    const end = async (who: { subject?: string; sid?: string }) =>
      (await store.browsers.endByProvider({ issuer: ada.issuer, ...who }, T0 + 5))
        .map(({ id }) => id)
        .toSorted()
    expect(await end({ sid: 's1', subject: 'nobody' })).toEqual([])
    expect(await end({ sid: 's1', subject: 'ada' })).toEqual(['a1'])
    expect(await end({ sid: 's1' })).toEqual(['x1'])
    expect(await end({ subject: 'ada' })).toEqual(['a2', 'a3'])
    expect(await end({ subject: 'ada' })).toEqual([])
    expect(await end({})).toEqual([])
    expect((await store.browsers.list('one')).filter(({ endedAt }) => !endedAt).map(({ id }) => id)).toEqual([
      'b1',
      'x2',
    ])
    expect((await store.browsers.findByHash('a1'))?.browser).toMatchObject({
      sid: 's1',
      authenticatedAt: T0,
      endedAt: T0 + 5,
    })
  })

  test('browsers of long ago are forgotten when one comes', async () => {
    await store.browsers.create(browser, 0)
    await store.browsers.create({ ...browser, id: 'b2', hash: 'h2', createdAt: T0 + 1 }, T0 + 1)
    expect((await store.browsers.list('one')).map(({ id }) => id)).toEqual(['b2'])
  })

  test('an identity that nobody knows gets a new account, and the same one ever after', async () => {
    const fresh: Account = { ...account, id: 'new', plan: 'none', allowed: false, createdAt: T0 + 7 }
    expect(await store.identities.claim(ada, fresh)).toBe('new')
    expect(await store.accounts.find('new')).toEqual(fresh)
    expect(await store.identities.claim(ada, { ...fresh, id: 'newer' })).toBe('new')
    expect(await store.accounts.find('newer')).toBeUndefined()
    expect(await store.identities.list('new')).toEqual([{ ...ada, accountId: 'new', createdAt: T0 + 7 }])
  })

  test.each<[string, Identity]>([
    ['subject', { ...ada, subject: 'Ada' }],
    ['issuer', { ...ada, issuer: 'https://id.example/' }],
  ])('another %s is another person', async (_, somebody) => {
    await store.identities.assign(ada, 'one', T0)
    expect(await store.identities.claim(somebody, { ...account, id: 'new' })).toBe('new')
  })

  test('two who claim at once get one account', async () => {
    const claims = ['a', 'b', 'c'].map((id) => store.identities.claim(ada, { ...account, id }))
    expect(new Set(await Promise.all(claims)).size).toBe(1)
    expect(await store.accounts.list()).toHaveLength(3)
  })

  test('an identity is given to an account, and then to another', async () => {
    expect(await store.identities.assign(ada, 'one', T0)).toBe(true)
    expect(await store.identities.assign(ada, 'one', T0 + 1)).toBe(true)
    expect(await store.identities.list('one')).toEqual([{ ...ada, accountId: 'one', createdAt: T0 }])
    expect(await store.identities.assign(ada, 'two', T0 + 2)).toBe(true)
    expect(await store.identities.list('one')).toEqual([])
    expect(await store.identities.claim(ada, { ...account, id: 'new' })).toBe('two')
    expect(await store.identities.assign(ada, 'nobody', T0)).toBe(false)
    expect(await store.identities.claim(ada, { ...account, id: 'new' })).toBe('two')
  })

  const link = { hash: 'l1', accountId: 'one', createdAt: T0, expiresAt: T0 + 10 }

  test('a link is taken once, however many take it at once', async () => {
    await store.signInLinks.create(link)
    const taken = await Promise.all([1, 2, 3].map(() => store.signInLinks.take('l1', T0 + 9)))
    expect(taken.filter(Boolean)).toEqual(['one'])
    expect(await store.signInLinks.take('l2', T0)).toBeUndefined()
  })

  test('a link that is read stays, until it is taken or has expired', async () => {
    await store.signInLinks.create(link)
    expect(await store.signInLinks.find('l1', T0 + 9)).toBe('one')
    expect(await store.signInLinks.find('l1', T0 + 10)).toBeUndefined()
    expect(await store.signInLinks.find('l2', T0)).toBeUndefined()
    expect(await store.signInLinks.take('l1', T0 + 9)).toBe('one')
    expect(await store.signInLinks.find('l1', T0 + 9)).toBeUndefined()
  })

  test('a link that has expired opens nothing, and is gone', async () => {
    await store.signInLinks.create(link)
    expect(await store.signInLinks.take('l1', T0 + 10)).toBeUndefined()
    expect(await store.signInLinks.take('l1', T0)).toBeUndefined()
    await store.signInLinks.create(link)
    await store.signInLinks.create({ ...link, hash: 'l2', createdAt: T0 + 10, expiresAt: T0 + 20 })
    expect(await store.signInLinks.take('l1', T0)).toBeUndefined()
    expect(await store.signInLinks.take('l2', T0 + 11)).toBe('one')
  })

  test('[D9.6] a browser is confirmed by its own account alone, and only while it is open', async () => {
    await store.browsers.create(browser, 0)
    expect(await store.browsers.confirm('two', 'b1', T0 + 4)).toBe(false)
    expect(await store.browsers.confirm('one', 'b1', T0 + 4)).toBe(true)
    expect(await store.browsers.list('one')).toEqual([{ ...browser, authenticatedAt: T0 + 4 }])
    await store.browsers.end('one', 'b1', T0 + 5)
    expect(await store.browsers.confirm('one', 'b1', T0 + 6)).toBe(false)
  })

  test('[D9.6] passkeys are listed oldest first, found, used and removed', async () => {
    const second = { ...passkey, id: 'p2', createdAt: T0 + 1 }
    expect(await store.passkeys.create(second, 2)).toBe(true)
    expect(await store.passkeys.create(passkey, 2)).toBe(true)
    expect(await store.passkeys.create({ ...passkey, id: 'p3' }, 2)).toBe(false)
    expect(await store.passkeys.create({ ...passkey, accountId: 'two' }, 2)).toBe(false)
    expect(await store.passkeys.find('p2')).toEqual(second)
    expect(await store.passkeys.find('p3')).toBeUndefined()
    expect(await store.passkeys.use('p1', 2 ** 32 - 1, T0 + 9)).toBe(true)
    expect(await store.passkeys.use('p3', 1, T0)).toBe(false)
    const used = { ...passkey, counter: 2 ** 32 - 1, lastUsedAt: T0 + 9 }
    expect(await store.passkeys.list('one')).toEqual([used, second])
    expect(await store.passkeys.remove('two', 'p1')).toBeUndefined()
    expect(await store.passkeys.remove('one', 'p1')).toEqual(used)
    expect(await store.passkeys.remove('one', 'p1')).toBeUndefined()
    expect(await store.passkeys.list('one')).toEqual([second])
    expect(await store.passkeys.list('two')).toEqual([])
  })

  test('[D9.6] a challenge is answered once, however many answer at once, and not after its end', async () => {
    await store.passkeys.ask({ hash: 'c1', expiresAt: T0 + 10 }, T0)
    const answered = await Promise.all([1, 2, 3].map(() => store.passkeys.answer('c1', T0 + 9)))
    expect(answered.filter(Boolean)).toEqual([true])
    await store.passkeys.ask({ hash: 'c2', expiresAt: T0 + 10 }, T0)
    expect(await store.passkeys.answer('c2', T0 + 10)).toBe(false)
    await store.passkeys.ask({ hash: 'c3', expiresAt: T0 + 10 }, T0)
    await store.passkeys.ask({ hash: 'c4', expiresAt: T0 + 20 }, T0 + 10)
    expect(await store.passkeys.answer('c3', T0)).toBe(false)
    expect(await store.passkeys.answer('c4', T0 + 10)).toBe(true)
    expect(await store.passkeys.answer('c5', T0)).toBe(false)
  })

  test('the secrets of an account go with it', async () => {
    await store.browsers.create(browser, 0)
    await store.identities.assign(ada, 'one', T0)
    await store.signInLinks.create(link)
    await store.passkeys.create(passkey, 9)
    await store.accounts.remove('one')
    await store.accounts.create(account)
    expect(await store.browsers.list('one')).toEqual([])
    expect(await store.identities.list('one')).toEqual([])
    expect(await store.signInLinks.take('l1', T0)).toBeUndefined()
    expect(await store.passkeys.find('p1')).toBeUndefined()
  })
}
