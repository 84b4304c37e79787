/** The requirements of a logout token. Tokens of a real provider are in packages/server/test/sign-out.test.ts. */
import { generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openIssuer, type Issuer } from '../../test/issuer.ts'
import { logoutTokens, type LoggedOut, type LogoutTokens } from './logout-token.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const SECONDS = NOW / 1_000
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const CLAIMS = {
  iss: 'https://id.example',
  aud: 'notes',
  iat: SECONDS - 5,
  exp: SECONDS + 120,
  jti: 'one',
  sub: 'ada',
  sid: 's1',
  events: { [EVENT]: {} },
}

let issuer: Issuer
let tokens: LogoutTokens
beforeEach(async () => {
  issuer = await openIssuer()
  tokens = await logoutTokens('https://id.example', 'notes')
  end = async (who) => who
})
afterEach(() => issuer.close())

let end: (who: LoggedOut) => Promise<LoggedOut>
const verify = async (claims: object, header: Parameters<Issuer['sign']>[1] = {}) =>
  tokens.take(await issuer.sign({ ...CLAIMS, ...claims }, header), issuer.jwksUrl, NOW, end)

describe('[back-channel logout 2.6] a token', () => {
  test.each<[object, object]>([
    [{}, { subject: 'ada', sid: 's1' }],
    [{ sid: undefined }, { subject: 'ada' }],
    [{ sub: undefined }, { sid: 's1' }],
    [{ aud: ['others', 'notes'] }, { subject: 'ada', sid: 's1' }],
    [{ iat: SECONDS + 20 }, { subject: 'ada', sid: 's1' }],
  ])('with %j ends the sessions of %j', async (claims, value) => {
    expect(await verify(claims)).toEqual({ ok: true, value })
  })

  test.each<[string, object]>([
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'others' }],
    ['no audience', { aud: undefined }],
    ['a time that is over', { exp: SECONDS - 31 }],
    ['no end of its time', { exp: undefined }],
    ['a time to come', { iat: SECONDS + 60 }],
    ['a time of long ago', { iat: SECONDS - 400 }],
    ['no time', { iat: undefined }],
    ['no id', { jti: undefined }],
    ['neither person nor session', { sub: undefined, sid: undefined }],
    ['a person that is no text', { sub: 7 }],
    ['a session that is no text', { sid: {} }],
    ['an empty session', { sid: '' }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    ['an event that is no object', { events: { [EVENT]: true } }],
    ['events that are a list', { events: [EVENT] }],
    ['a nonce, as an ID token has', { nonce: 'n' }],
  ])('with %s ends nothing', async (_, claims) => {
    expect(await verify(claims)).toMatchObject({ ok: false, fault: 'provider' })
  })

  test.each([
    ['logout+jwt', true],
    ['JWT', true],
    ['at+jwt', false],
  ])('of the kind %s is believed: %s', async (typ, believed) => {
    expect((await verify({}, { typ })).ok).toBe(believed)
  })

  test('is taken once', async () => {
    expect((await verify({})).ok).toBe(true)
    expect(await verify({})).toEqual({ ok: false, fault: 'expired', reason: 'jti' })
    expect((await verify({ jti: 'two' })).ok).toBe(true)
  })

  test('whose sessions could not be ended is taken again', async () => {
    end = async () => Promise.reject(new Error('the store is away'))
    await expect(verify({})).rejects.toThrow('the store is away')
    end = async (who) => who
    expect((await verify({})).ok).toBe(true)
    expect(await verify({})).toMatchObject({ ok: false, reason: 'jti' })
  })

  test('signed with another key ends nothing', async () => {
    const { privateKey: key } = await generateKeyPair('ES256')
    expect(await verify({}, { key })).toMatchObject({ ok: false, fault: 'provider' })
    expect(await verify({}, { key, kid: 'mine' })).toMatchObject({ ok: false, fault: 'provider' })
  })

  test.each(['an error', 'no JSON'] as const)('is for later where the keys are %s', async (answers) => {
    issuer.answers = answers
    expect(await verify({})).toMatchObject({ ok: false, fault: 'unreachable' })
    issuer.answers = 'keys'
    expect((await verify({})).ok).toBe(true)
  })
})
