import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openIssuer, type Issuer } from '../test/issuer.ts'
import { NOON, setUp, type Setup } from '../test/notes.ts'
import { authenticate, mayWrite, openAgent, type Agent } from './index.ts'

/** The claims of a token, valid or not. */
type Claims = Readonly<Record<string, unknown>>

const SECONDS = NOON / 1_000
const CLAIMS = {
  iss: 'https://sign-in.example',
  aud: 'notegraph',
  account_id: 'me',
  iat: SECONDS - 10,
  exp: SECONDS + 300,
}

/** A key that the issuer does not publish. */
const KEY = generateKeyPair('ES256')

let setup: Setup
let issuer: Issuer
let agent: Agent
beforeEach(async () => {
  setup = await setUp()
  issuer = await openIssuer()
  agent = await agentOf(issuer)
})
afterEach(() => issuer.close())

const agentOf = ({ jwksUrl }: Issuer, answerWithin?: number): Promise<Agent> =>
  openAgent({ issuer: 'https://sign-in.example', audience: 'notegraph', jwksUrl }, answerWithin)

const enter = (jwt: string) => authenticate(setup.store, `Bearer ${jwt}`, setup.clock.now, agent)
/** The result of a token: the plan of its account, or the reason of its refusal. */
async function comesTo(jwt: string): Promise<string> {
  const entered = await enter(jwt)
  if (entered.ok) return entered.value.plan
  return entered.refusal.code === 'unauthorized' ? entered.refusal.why : entered.refusal.code
}
const signed = (claims: Claims = {}) => issuer.sign({ ...CLAIMS, ...claims })

describe('[D9.4] the agent', () => {
  test('reads alone, gets lists whole, and has its today where the account has', async () => {
    await setup.operators.setAccount('me', { zone: 'Asia/Tokyo' })
    const entered = await enter(await signed())
    expect(entered).toEqual({
      ok: true,
      value: {
        account: await setup.operators.account('me'),
        plan: 'active',
        tokenId: 'agent',
        tokenName: 'Agent',
        scope: 'read',
        zone: 'Asia/Tokyo',
        listsWhole: true,
        expiresAt: CLAIMS.exp * 1_000,
      },
    })
    expect(entered.ok && mayWrite(entered.value)).toEqual({ ok: false, refusal: { code: 'read_only_token' } })
  })

  test.each(['RS256', 'PS512', 'ES384', 'EdDSA'])('is vouched for by %s', async (alg) => {
    const other = await openIssuer(alg)
    try {
      const jwt = await other.sign(CLAIMS)
      expect(await (await agentOf(other)).accountOf(jwt, NOON)).toMatchObject({
        ok: true,
        value: { id: 'me' },
      })
    } finally {
      await other.close()
    }
  })

  test.each<[string, Claims, string]>([
    ['another issuer', { iss: 'https://elsewhere.example' }, 'agent_claims'],
    ['no issuer', { iss: undefined }, 'agent_claims'],
    ['another audience', { aud: 'others' }, 'agent_claims'],
    ['one audience of several', { aud: ['others', 'notegraph'] }, 'active'],
    ['no audience', { aud: undefined }, 'agent_claims'],
    ['no account', { account_id: undefined }, 'agent_claims'],
    ['an account that is no text', { account_id: 7 }, 'agent_account'],
    ['an account of no form', { account_id: '../me' }, 'agent_account'],
    ['an account that is none', { account_id: 'nobody' }, 'agent_account'],
    ['a time that is over', { exp: SECONDS - 31 }, 'agent_expired'],
    ['a time just over, by another clock', { exp: SECONDS - 29 }, 'active'],
    ['no end of its time', { exp: undefined }, 'agent_claims'],
    ['a time to come', { nbf: SECONDS + 60 }, 'agent_claims'],
  ])('with %s', async (_, claims, expected) => {
    expect(await comesTo(await signed(claims))).toBe(expected)
  })

  test.each([
    ['not on the list', { allowed: false }, 'forbidden'],
    ['without a plan', { plan: 'none' }, 'payment_required'],
    ['in grace', { plan: 'grace' }, 'grace'],
  ] as const)('[D6.1] of an account %s', async (_, options, expected) => {
    await setup.operators.setAccount('me', options)
    expect(await comesTo(await signed())).toBe(expected)
  })
})

describe('[D9.4] a token that nobody vouches for is 401', () => {
  test('signed with another key, under a name that is known', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    expect(await comesTo(await issuer.sign(CLAIMS, { key: privateKey }))).toBe('agent_signature')
  })

  test('signed with another key, under a name of its own', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    expect(await comesTo(await issuer.sign(CLAIMS, { key: privateKey, kid: 'mine' }))).toBe('agent_signature')
  })

  test('changed after it was signed', async () => {
    const [head, , signature] = (await signed()).split('.')
    const body = Buffer.from(JSON.stringify({ ...CLAIMS, account_id: 'you' })).toString('base64url')
    expect(await comesTo(`${head}.${body}.${signature}`)).toBe('agent_signature')
  })

  test.each(['HS256', 'HS512'])('with a shared secret, by %s', async (alg) => {
    const secret = new TextEncoder().encode(issuer.jwksUrl.padEnd(64, '.'))
    const jwt = await new SignJWT(CLAIMS).setProtectedHeader({ alg, kid: 'key-1' }).sign(secret)
    expect(await comesTo(jwt)).toBe('agent_signature')
    expect(issuer.asked).toBe(0)
  })

  test('not signed at all', async () => {
    const jwt = new UnsecuredJWT(CLAIMS).encode()
    expect(await comesTo(jwt)).toBe('malformed')
    expect(await comesTo(`${jwt}x`)).toBe('agent_signature')
  })

  test.each(['a.b.c', 'eyJh.eyJh.x', `${'a'.repeat(9_000)}.b.c`, 'e30.e30.e30'])('%s', async (jwt) => {
    expect(await comesTo(jwt)).toBe('agent_signature')
  })

  test.each(['a.b', 'a.b.c.d', 'a.b.c=', 'a.b.', '..', 'a b.c.d'])('%j is no such token', async (jwt) => {
    expect(await comesTo(jwt)).toBe('malformed')
  })

  test('without an agent, its tokens are as any other word', async () => {
    const entered = await authenticate(setup.store, `Bearer ${await signed()}`, NOON)
    expect(entered).toEqual({ ok: false, refusal: { code: 'unauthorized', why: 'malformed' } })
  })
})

describe('[D9.4] the keys', () => {
  test('are asked for once', async () => {
    for (let n = 0; n < 5; n++) expect(await comesTo(await signed())).toBe('active')
    expect(issuer.asked).toBe(1)
  })

  test('are asked for once by many at the same time', async () => {
    const jwt = await signed()
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => comesTo(jwt))))).toEqual(
      new Set(['active']),
    )
    expect(issuer.asked).toBe(1)
  })

  test.each([undefined, 'key-1'])('are rotated, to the name %s, and old ones open nothing', async (name) => {
    const before = await signed()
    expect(await comesTo(before)).toBe('active')
    await issuer.rotate(name)
    expect(await comesTo(await signed())).toBe('active')
    expect(await comesTo(before)).toBe('agent_signature')
  })

  const stray = async (kid: string, claims: Claims = {}): Promise<string> => {
    const { privateKey } = await KEY
    return issuer.sign({ ...CLAIMS, ...claims }, { key: privateKey, kid })
  }

  test('are not fetched at will: ten times, even if anybody sends requests', async () => {
    expect(await comesTo(await signed())).toBe('active')
    for (let n = 0; n < 30; n++) expect(await comesTo(await stray(`x${n}`))).toBe('agent_signature')
    expect(issuer.asked).toBe(11)
    expect(await comesTo(await signed())).toBe('active')
  })

  test('that are new are found though tokens of unknown keys never stop coming', async () => {
    expect(await comesTo(await signed())).toBe('active')
    const flood = async (): Promise<void> => {
      for (let n = 0; n < 3; n++) await comesTo(await stray(`x${n}`))
    }
    for (let second = 0; second < 20; second++) {
      await flood()
      setup.clock.now += 1_000
    }
    await issuer.rotate()
    const rotated = await signed()
    let waited = 0
    for (; (await comesTo(rotated)) !== 'active' && waited < 60; waited++) {
      await flood()
      setup.clock.now += 1_000
    }
    expect(waited).toBeLessThanOrEqual(6)
    expect(issuer.asked).toBeLessThanOrEqual(1 + 10 + 26 / 6)
  })

  test.each<[string, Claims]>([
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'others' }],
    ['a time that is over', { exp: SECONDS - 31 }],
    ['no end of its time', { exp: undefined }],
  ])('are not asked for by a stray token with %s', async (_, claims) => {
    expect(await comesTo(await signed())).toBe('active')
    expect(await comesTo(await stray('x', claims))).toBe('agent_signature')
    expect(issuer.asked).toBe(1)
  })

  describe('that cannot be had are 503', () => {
    test.each(['an error', 'no JSON', 'no keys'] as const)(
      'if the issuer answers with %s',
      async (answers) => {
        issuer.answers = answers
        expect(await comesTo(await signed())).toBe('unavailable')
        issuer.answers = 'keys'
        expect(await comesTo(await signed())).toBe('active')
      },
    )

    test('if nothing listens', async () => {
      const jwt = await signed()
      await issuer.close()
      expect(await comesTo(jwt)).toBe('unavailable')
    })

    test('if the issuer does not answer in time', async () => {
      issuer.answers = 'silence'
      agent = await agentOf(issuer, 50)
      expect(await comesTo(await signed())).toBe('unavailable')
    })

    test('for a token of a key that may be new', async () => {
      expect(await comesTo(await signed())).toBe('active')
      issuer.answers = 'an error'
      await issuer.rotate()
      expect(await comesTo(await signed())).toBe('unavailable')
    })

    test('for the agent alone, and not for tokens of keys that are held', async () => {
      const jwt = await signed()
      expect(await comesTo(jwt)).toBe('active')
      issuer.answers = 'an error'
      expect(await comesTo(jwt)).toBe('active')
      const { privateKey } = await generateKeyPair('ES256')
      expect(await comesTo(await issuer.sign(CLAIMS, { key: privateKey }))).toBe('agent_signature')
      const { token } = await setup.operators.createToken('me', { name: 'T', scope: 'read' })
      expect(await comesTo(token)).toBe('active')
    })
  })
})
