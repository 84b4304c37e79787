/** @module-tag both-stores */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NOON, setUp, type Setup } from '../test/notes.ts'
import { refused } from '../test/writes.ts'
import { authenticate, authenticateSession, devicesService, statusOf, toErrorBody } from './index.ts'
import { openSecrets } from './live/open-secrets.ts'

const DAY = 86_400_000

let it: Setup
let session: string
let id: string
beforeEach(async () => {
  it = await setUp()
  ;({ session, id } = await it.operators.createSession('me', { device: ' Phone ' }))
})

const opens = (authorization: string | undefined, now = NOON) =>
  authenticateSession(it.store, authorization, now)

describe("[D9.2] a device's session", () => {
  test('is shown once, and opens its account', async () => {
    expect(session).toMatch(/^ngs_[0-9A-Za-z]{49}$/)
    const caller = await opens(`Bearer ${session}`)
    expect(caller).toMatchObject({
      ok: true,
      value: { account: { id: 'me' }, plan: 'active', sessionId: id, device: 'Phone' },
    })
    expect(JSON.stringify(await it.store.sessions.list('me'))).not.toContain(session.slice(4))
  })

  test('is noted as used, to the minute', async () => {
    await opens(`Bearer ${session}`, NOON + 61_234)
    expect(await it.store.sessions.list('me')).toMatchObject([{ lastUsedAt: NOON + 60_000 }])
  })

  test('does not open the notes', async () => {
    expect(refused(await authenticate(it.store, `Bearer ${session}`, NOON))).toEqual({
      code: 'unauthorized',
      why: 'session',
    })
  })

  test('[D9.8] ends after 180 days without use, as long as it was used before', async () => {
    expect(await opens(`Bearer ${session}`, NOON + 180 * DAY - 1)).toMatchObject({ ok: true })
    const used = NOON + 180 * DAY - 60_000
    expect(await it.store.sessions.list('me')).toMatchObject([{ lastUsedAt: used }])
    expect(await opens(`Bearer ${session}`, used + 180 * DAY - 1)).toMatchObject({ ok: true })
    const over = await opens(`Bearer ${session}`, used + 2 * 180 * DAY)
    expect(refused(over)).toEqual({ code: 'unauthorized', why: 'no_session' })
  })

  test('[D9.8] that was never used ends as well, and the list of devices and live streams know', async () => {
    const end = NOON + 180 * DAY
    it.clock.now = end - 1
    expect(await devicesService(it.store, () => it.clock.now).list('me')).toHaveLength(1)
    expect(await openSecrets(it.store, 'me', it.clock.now)).toContain(id)
    it.clock.now = end
    expect(await devicesService(it.store, () => it.clock.now).list('me')).toEqual([])
    expect(await openSecrets(it.store, 'me', it.clock.now)).not.toContain(id)
    expect(refused(await opens(`Bearer ${session}`, end)).code).toBe('unauthorized')
  })

  test('[D9.8] is noted as used once a minute', async () => {
    const touch = vi.spyOn(it.store.sessions, 'touch')
    for (const seconds of [0, 1, 59, 60, 119]) await opens(`Bearer ${session}`, NOON + seconds * 1_000)
    expect(touch).toHaveBeenCalledTimes(2)
  })

  test('that ended opens nothing', async () => {
    await it.store.sessions.end(id, NOON)
    expect(refused(await opens(`Bearer ${session}`))).toEqual({ code: 'unauthorized', why: 'no_session' })
  })
})

const wrong = (secret: string) => secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')

describe('[D9.2] secrets that are no session', () => {
  test.each<[string, () => string | undefined]>([
    ['nothing', () => undefined],
    ['blanks', () => ' '],
    ['another scheme', () => `Basic ${session}`],
    ['no secret', () => 'Bearer'],
    ['a secret alone', () => session],
    ['a wrong check', () => `Bearer ${wrong(session)}`],
    ['more', () => `Bearer ${session} ${session}`],
    ['another prefix', () => `Bearer ngx_${session.slice(4)}`],
    ['a token with a wrong check', () => `Bearer ngp_${wrong(session).slice(4)}`],
  ])('%s is 401', async (_, authorization) => {
    const refusal = refused(await opens(authorization()))
    expect(refusal).toEqual({ code: 'unauthorized', why: 'no_session' })
    expect(toErrorBody(refusal).hint).toContain('Sign in')
  })

  test('an API token is 403, for any account', async () => {
    const { token } = await it.operators.createToken('me', { name: 'T', scope: 'write' })
    for (const secret of [token, `ngp_${session.slice(4)}`])
      expect(refused(await opens(`Bearer ${secret}`))).toEqual({ code: 'forbidden', why: 'token' })
    expect(toErrorBody({ code: 'forbidden', why: 'token' }).error).toContain('requires a device session')
  })
})

test.each([
  [{ allowed: false }, 403],
  [{ plan: 'none' }, 402],
  [{ plan: 'grace', endedAt: NOON - 31 * DAY }, 402],
  [{ allowed: false, plan: 'none' }, 403],
] as const)('[D6.1] an account with %j is %i', async (options, status) => {
  await it.operators.setAccount('me', options)
  expect(statusOf(refused(await opens(`Bearer ${session}`)))).toBe(status)
})

test('[D9.3] in grace a session opens, and says so', async () => {
  await it.operators.setAccount('me', { plan: 'grace', endedAt: NOON - DAY })
  expect(await opens(`Bearer ${session}`)).toMatchObject({ ok: true, value: { plan: 'grace' } })
})

test('a session is not made without a device, or for nobody', async () => {
  await expect(it.operators.createSession('me', { device: ' ' })).rejects.toThrow('has no name')
  await expect(it.operators.createSession('you', { device: 'x' })).rejects.toThrow('No account has the id')
})
