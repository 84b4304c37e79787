/** @module-tag both-stores */
import type { Store } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, setUp, type Setup } from '../test/notes.ts'
import { authenticate, type AccountOptions } from './index.ts'
import { makeSecret, SESSION_PREFIX, TOKEN_PREFIX } from './token.ts'

const DAY = 86_400_000

let setup: Setup
beforeEach(async () => {
  setup = await setUp()
})

const enter = (header: string | undefined, store: Store = setup.store) =>
  authenticate(store, header, setup.clock.now)

/** The access that a token of a new account has. */
async function entering(options: AccountOptions, revoked = false) {
  await setup.operators.createAccount('it', options)
  const { token, id } = await setup.operators.createToken('it', { name: 'T', scope: 'read' })
  if (revoked) await setup.operators.revokeToken(id)
  const result = await enter(`Bearer ${token}`)
  return result.ok ? result.value.plan : result.refusal.code
}

test.each<[AccountOptions, boolean, string]>([
  [{}, false, 'active'],
  [{ plan: 'grace', endedAt: NOON - 30 * DAY + 1 }, false, 'grace'],
  [{ plan: 'grace', endedAt: NOON - 30 * DAY }, false, 'payment_required'],
  [{ plan: 'none' }, false, 'payment_required'],
  [{ allowed: false }, false, 'forbidden'],
  [{ allowed: false, plan: 'none' }, false, 'forbidden'],
  [{}, true, 'unauthorized'],
  [{ allowed: false }, true, 'unauthorized'],
  [{ plan: 'none' }, true, 'unauthorized'],
])('[D6.1] an account with %j, token revoked: %j, is %s', async (options, revoked, expected) => {
  expect(await entering(options, revoked)).toBe(expected)
})

describe('[D9.1] the header', () => {
  test.each([
    [undefined, 'missing'],
    ['', 'missing'],
    [' ', 'missing'],
    ['Bearer', 'malformed'],
    ['Bearer ', 'malformed'],
    ['Basic abc', 'malformed'],
    [`Bearer${makeSecret(TOKEN_PREFIX)}`, 'malformed'],
    [makeSecret(TOKEN_PREFIX), 'malformed'],
    ['Bearer ngp_x', 'malformed'],
    ['Bearer ghp_0123456789', 'malformed'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.', 'malformed'],
    [`Bearer ${makeSecret(SESSION_PREFIX)}`, 'session'],
    ['Bearer ngs_', 'session'],
    [`Bearer ${makeSecret(TOKEN_PREFIX)}`, 'unknown'],
    [`bearer   ${makeSecret(TOKEN_PREFIX)}  `, 'unknown'],
  ])('%j: 401, %s', async (header, why) => {
    expect(await enter(header)).toEqual({ ok: false, refusal: { code: 'unauthorized', why } })
  })

  test('a token with a wrong check is never looked up', async () => {
    const unread: Store = {
      ...setup.store,
      tokens: { ...setup.store.tokens, findByHash: async () => Promise.reject(new Error('looked up')) },
    }
    const token = makeSecret(TOKEN_PREFIX)
    const mistyped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    expect(await enter(`Bearer ${mistyped}`, unread)).toMatchObject({ refusal: { why: 'malformed' } })
    await expect(enter(`Bearer ${token}`, unread)).rejects.toThrow('looked up')
  })

  test('a long one costs no more than its length', async () => {
    for (const header of [
      `Bearer${' '.repeat(60_000)}`,
      `Bearer ${'a '.repeat(30_000)}`,
      'Bearer '.repeat(9_000),
    ])
      expect(await enter(header)).toMatchObject({ refusal: { why: 'malformed' } })
  })
})

test('the caller is the account, with what the token may', async () => {
  const { token, id } = await setup.operators.createToken('me', { name: ' Laptop ', scope: 'write' })
  expect(await enter(`Bearer ${token}`)).toEqual({
    ok: true,
    value: {
      account: await setup.operators.account('me'),
      plan: 'active',
      tokenId: id,
      tokenName: 'Laptop',
      scope: 'write',
      zone: 'UTC',
    },
  })
})

describe('[D1.6] the zone', () => {
  test.each([
    [undefined, undefined, 'UTC'],
    [undefined, 'Europe/Berlin', 'Europe/Berlin'],
    ['Asia/Tokyo', undefined, 'Asia/Tokyo'],
    ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Tokyo'],
  ])('token %s, account %s: %s', async (token, account, expected) => {
    await setup.operators.createAccount('it', account === undefined ? {} : { zone: account })
    const made = await setup.operators.createToken('it', {
      name: 'T',
      scope: 'read',
      ...(token !== undefined && { zone: token }),
    })
    expect(await enter(`Bearer ${made.token}`)).toMatchObject({ value: { zone: expected } })
  })

  test('one that this server does not know goes for none', async () => {
    const { token } = await setup.operators.createToken('me', {
      name: 'T',
      scope: 'read',
      zone: 'Asia/Tokyo',
    })
    const elsewhere = (tokenZone: string, zone: string): Store => ({
      ...setup.store,
      tokens: {
        ...setup.store.tokens,
        findByHash: async (hash) => {
          const holder = await setup.store.tokens.findByHash(hash)
          return (
            holder && { token: { ...holder.token, zone: tokenZone }, account: { ...holder.account, zone } }
          )
        },
      },
    })
    const zone = async (store: Store) => {
      const entered = await enter(`Bearer ${token}`, store)
      return entered.ok && entered.value.zone
    }
    expect(await zone(elsewhere('Mars/Olympus', 'Europe/Berlin'))).toBe('Europe/Berlin')
    expect(await zone(elsewhere('Mars/Olympus', 'Mars/Olympus'))).toBe('UTC')
  })
})

describe('[D9.1] last used', () => {
  test('is kept to the minute, and written once a minute', async () => {
    const { token } = await setup.operators.createToken('me', { name: 'T', scope: 'read' })
    const touched: number[] = []
    const watched: Store = {
      ...setup.store,
      tokens: {
        ...setup.store.tokens,
        touch: async (id, at) => {
          touched.push(at)
          await setup.store.tokens.touch(id, at)
        },
      },
    }
    for (const later of [0, 1, 59_999, 60_000, 60_001, 300_000]) {
      setup.clock.now = NOON + later
      await enter(`Bearer ${token}`, watched)
    }
    expect(touched).toEqual([NOON, NOON + 60_000, NOON + 300_000])
    expect(await setup.operators.listTokens('me')).toMatchObject([{ lastUsedAt: NOON + 300_000 }])
  })

  test('a token that opens nothing is not used', async () => {
    const { token } = await setup.operators.createToken('me', { name: 'T', scope: 'read' })
    await setup.operators.setAccount('me', { allowed: false })
    await enter(`Bearer ${token}`)
    expect((await setup.operators.listTokens('me'))[0]).not.toHaveProperty('lastUsedAt')
  })
})
