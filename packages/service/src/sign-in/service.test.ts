/**
 * Sign-ins: who gets access, for how long, and to which account.
 *
 * @module-tag both-stores
 */
import type { Account } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, setUp, type Setup } from '../../test/notes.ts'
import { makeSignInLink, signInService, type SignInService, type Visitor } from '../index.ts'
import type { Provider, Transaction } from './provider.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const BROWSER = { userAgent: 'Firefox/145.0 Linux', secret: undefined }
const TRANSACTION: Transaction = {
  state: 's',
  nonce: 'n',
  verifier: 'v',
  to: '/settings/changes',
  startedAt: NOON,
}

/** A provider that accepts the name in the query. Answers of real providers are in provider.test.ts. */
const trusting: Provider = {
  issuer: 'https://id.example',
  start: async (to, startedAt) => ({
    ok: true,
    value: { url: 'https://id.example/', transaction: { ...TRANSACTION, to, startedAt } },
  }),
  finish: async (query) => ({ ok: true, value: { issuer: 'https://id.example', subject: query } }),
  signOutUrl: async () => 'https://id.example/out',
  signedOut: async (subject, _now, end) => ({ ok: true, value: await end({ subject }) }),
}

let it: Setup
let signIn: SignInService
beforeEach(async () => {
  it = await setUp()
  signIn = signInService(it.store, () => it.clock.now, trusting)
})

async function linked(accountId = 'me'): Promise<string> {
  const { path } = await makeSignInLink(it.store, accountId, it.clock.now)
  return path.slice('/api/sign-in/link/'.length)
}

async function enter(secret?: string): Promise<string> {
  const entered = await signIn.byLink(await linked(), { ...BROWSER, secret })
  if (!entered.ok) throw new Error(entered.fault)
  return entered.value.secret
}

const visiting = async (secret: string): Promise<Visitor> => (await signIn.visitor(secret))!

describe('[operations] a link', () => {
  test('signs in as its account, once', async () => {
    const link = await linked()
    expect(link).toMatch(/^ngl_[0-9A-Za-z]{49}$/)
    expect(await signIn.byLink(link, BROWSER)).toMatchObject({
      ok: true,
      value: { accountId: 'me', by: 'link', to: '/' },
    })
    expect(await signIn.byLink(link, BROWSER)).toEqual({ ok: false, fault: 'link' })
  })

  test('names its account without being used up', async () => {
    const link = await linked()
    for (let n = 0; n < 2; n++) expect(await signIn.linkAccount(link)).toEqual({ ok: true, value: 'me' })
    expect((await signIn.byLink(link, BROWSER)).ok).toBe(true)
    expect(await signIn.linkAccount(link)).toEqual({ ok: false, fault: 'link' })
    expect(await signIn.linkAccount('x')).toEqual({ ok: false, fault: 'link' })
  })

  test('signs in one of those who come at once', async () => {
    const link = await linked()
    const entered = await Promise.all([1, 2, 3].map(() => signIn.byLink(link, BROWSER)))
    expect(entered.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('holds for an hour', async () => {
    const [kept, late] = [await linked(), await linked()]
    it.clock.now += 60 * MINUTE - 1
    expect((await signIn.byLink(kept, BROWSER)).ok).toBe(true)
    it.clock.now += 1
    expect(await signIn.byLink(late, BROWSER)).toEqual({ ok: false, fault: 'link' })
  })

  test.each(['', 'ngl_', `ngl_${'0'.repeat(49)}`, 'ngp_x'])('%j is none', async (link) => {
    expect(await signIn.byLink(link, BROWSER)).toEqual({ ok: false, fault: 'link' })
  })

  test('of an account that is gone opens nothing', async () => {
    const link = await linked()
    await it.operators.removeAccount('me')
    expect(await signIn.byLink(link, BROWSER)).toEqual({ ok: false, fault: 'link' })
  })
})

describe('[operations] a person who signed in a while ago', () => {
  const comesBack = async (provedAt: number | undefined, again = false) => {
    const provider: Provider = {
      ...trusting,
      finish: async () => ({
        ok: true,
        value: {
          issuer: 'https://id.example',
          subject: 'ada',
          ...(provedAt !== undefined && { authenticatedAt: provedAt }),
        },
      }),
    }
    signIn = signInService(it.store, () => it.clock.now, provider)
    return signIn.finish('', { ...TRANSACTION, ...(again && { again }) }, BROWSER)
  }
  const recent = async (provedAt: number | undefined): Promise<boolean> => {
    const entered = await comesBack(provedAt)
    if (!entered.ok) throw new Error(entered.fault)
    return (await visiting(entered.value.secret)).isRecent
  }

  test.each([
    [NOON, true],
    [NOON - 15 * MINUTE + 1, true],
    [NOON - 15 * MINUTE, false],
    [undefined, false],
  ])('at %s is recent: %s', async (provedAt, expected) => expect(await recent(provedAt)).toBe(expected))

  test('comes back from a provider that gives no time: an error, not an endless loop', async () => {
    expect(await comesBack(undefined, true)).toEqual({ ok: false, fault: 'undated' })
    expect((await comesBack(NOON, true)).ok).toBe(true)
  })

  test('is never asked where the operator says so', async () => {
    const secret = await enter()
    it.clock.now += DAY
    expect((await visiting(secret)).isRecent).toBe(false)
    signIn = signInService(it.store, () => it.clock.now, trusting, 0)
    expect((await visiting(secret)).isRecent).toBe(true)
  })
})

describe('a session of a browser', () => {
  test('identifies the visitor, and is stored as a hash', async () => {
    const secret = await enter()
    expect(secret).toMatch(/^ngb_[0-9A-Za-z]{49}$/)
    expect(await signIn.visitor(secret)).toEqual({
      account: await it.operators.account('me'),
      isRecent: true,
      plan: 'active',
      browserId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      signedInBy: 'link',
    })
    expect(JSON.stringify(await it.store.browsers.list('me'))).not.toContain(secret.slice(4))
  })

  test.each<[string, Partial<Account>]>([
    ['is not on the list', { allowed: false }],
    ['has no plan', { plan: 'none' }],
  ])('opens where the account %s, for the page to say so', async (_, change) => {
    const secret = await enter()
    await it.operators.setAccount('me', change)
    expect(await signIn.visitor(secret)).toMatchObject({ plan: change.plan ?? 'active', account: change })
  })

  test('[D9.8] is over after 30 days in which it was not used', async () => {
    const secret = await enter()
    it.clock.now += 30 * DAY - MINUTE
    expect(await signIn.visitor(secret)).toBeDefined()
    it.clock.now += 30 * DAY
    expect(await signIn.visitor(secret)).toBeUndefined()
  })

  test('is over after a year, however much it was used', async () => {
    const secret = await enter()
    for (let week = 0; week < 52; week++) {
      it.clock.now += 7 * DAY
      expect(await signIn.visitor(secret)).toBeDefined()
    }
    it.clock.now += DAY
    expect(await signIn.visitor(secret)).toBeUndefined()
  })

  test.each([undefined, '', 'ngb_', `ngb_${'0'.repeat(43)}000000`, 'x'.repeat(10_000)])(
    'is none by %j',
    async (secret) => expect(await signIn.visitor(secret)).toBeUndefined(),
  )

  test('is neither a token nor a device, nor the other way', async () => {
    const body = (await enter()).slice(4)
    const { token } = await it.operators.createToken('me', { name: 'T', scope: 'write' })
    const { session } = await it.operators.createSession('me', { device: 'D' })
    for (const secret of [token, session, `ngb_${token.slice(4)}`, `ngp_${body}`])
      expect(await signIn.visitor(secret)).toBeUndefined()
  })

  test('goes with its account', async () => {
    const secret = await enter()
    await it.operators.removeAccount('me')
    expect(await signIn.visitor(secret)).toBeUndefined()
    await it.operators.createAccount('me', {})
    expect(await signIn.visitor(secret)).toBeUndefined()
  })

  test('that somebody brings along ends when they sign in again', async () => {
    const before = await enter()
    const after = await enter(before)
    expect(await signIn.visitor(before)).toBeUndefined()
    expect(await signIn.visitor(after)).toBeDefined()
  })

  test('ends when it is signed out, for good', async () => {
    const secret = await enter()
    expect(await signIn.signOut(await visiting(secret))).toBeUndefined()
    expect(await signIn.visitor(secret)).toBeUndefined()
  })

  test('is listed under the name of its browser while it is open, the one used last first', async () => {
    const first = await enter()
    it.clock.now += DAY
    await enter()
    await signIn.signOut(await visiting(await enter()))
    it.clock.now += DAY
    const { browserId } = await visiting(first)
    const list = await signIn.list('me')
    expect(list).toMatchObject([{ id: browserId, name: 'Firefox on Linux', createdAt: NOON }, {}])
    expect(list).toHaveLength(2)
    it.clock.now += 30 * DAY
    expect(await signIn.list('me')).toEqual([])
  })

  test('is ended by its own account alone', async () => {
    await it.operators.createAccount('you', {})
    const secret = await enter()
    const { browserId } = await visiting(secret)
    expect(await signIn.end('you', browserId)).toBe(false)
    expect(await signIn.visitor(secret)).toBeDefined()
    expect(await signIn.end('me', browserId)).toBe(true)
    expect(await signIn.visitor(secret)).toBeUndefined()
  })
})

describe('somebody whom the provider knows', () => {
  const finish = async (subject: string) => {
    const done = await signIn.finish(subject, TRANSACTION, BROWSER)
    if (!done.ok) throw new Error(done.fault)
    return done.value
  }

  test('and nobody here does gets an account that opens nothing yet, and the same one ever after', async () => {
    const first = await finish('ada')
    expect(first).toMatchObject({ by: 'provider', to: '/settings/changes' })
    const visitor = await signIn.visitor(first.secret)
    expect(visitor).toMatchObject({ plan: 'none', account: { id: first.accountId, allowed: false } })
    expect((await finish('ada')).accountId).toBe(first.accountId)
    expect((await finish('grace')).accountId).not.toBe(first.accountId)
    expect(await it.operators.listAccounts()).toHaveLength(3)
  })

  test('comes into the account that the operator gave them', async () => {
    await it.store.identities.assign({ issuer: 'https://id.example', subject: 'ada' }, 'me', NOON)
    expect(await finish('ada')).toMatchObject({ accountId: 'me' })
  })

  test('is sent to sign out there too', async () => {
    const { secret } = await finish('ada')
    expect(await signIn.signOut(await visiting(secret))).toBe('https://id.example/out')
  })

  test.each(['//evil.example', 'https://evil.example/', '/api/sign-in'])(
    'is not sent to %s, whatever the cookie says',
    async (to) => {
      const done = await signIn.finish('ada', { ...TRANSACTION, to }, BROWSER)
      expect(done).toMatchObject({ value: { to: '/' } })
    },
  )

  test('is not signed in without what was kept in between', async () => {
    expect(await signIn.finish('ada', undefined, BROWSER)).toEqual({ ok: false, fault: 'expired' })
  })

  test('gets an error if there is no provider', async () => {
    const without = signInService(it.store, () => NOON, undefined)
    expect(without.issuer).toBeUndefined()
    expect(await without.start('/settings')).toMatchObject({ ok: false, fault: 'unreachable' })
    expect(await without.finish('ada', TRANSACTION, BROWSER)).toEqual({ ok: false, fault: 'expired' })
  })
})
