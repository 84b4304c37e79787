/** @module-tag both-stores */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '@notegraph/store'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000

let api: Api
/** Tokens by the access that they have. */
const tokens = new Map<string, string>()

beforeAll(async () => {
  api = await openApi()
  const { operators } = api
  const make = async (id: string, options: Parameters<typeof operators.createAccount>[1]) => {
    await operators.createAccount(id, options)
    const made = await operators.createToken(id, { name: id, scope: 'read' })
    tokens.set(id, made.token)
    return made.id
  }
  await make('active', {})
  await make('grace', { plan: 'grace', endedAt: NOON - 30 * DAY + 1 })
  await make('ended', { plan: 'grace', endedAt: NOON - 30 * DAY })
  await make('never', { plan: 'none' })
  await make('unlisted', { allowed: false })
  await make('unlisted-never', { allowed: false, plan: 'none' })
  await operators.revokeToken(await make('revoked', {}))
  await operators.revokeToken(await make('revoked-unlisted', { allowed: false, plan: 'none' }))
})

const ROUTES = ['/pages', '/pages/Nobody', '/days/today', '/blocks/none', '/search?q=x', '/tasks'] as const

describe.each(ROUTES)('%s', (target) => {
  test.each([
    ['active', 200],
    ['grace', 200], // reads still work
    ['ended', 402],
    ['never', 402],
    ['unlisted', 403],
    ['unlisted-never', 403], // the list before the plan
    ['revoked', 401],
    ['revoked-unlisted', 401], // the token before the list
  ])('[D6.1] a token of %s: %i', async (id, expected) => {
    const { status } = await api.get(target, { token: tokens.get(id)! })
    const found = /none|Nobody/.test(target) ? 404 : 200
    expect(status).toBe(expected === 200 ? found : expected)
  })

  test('[D6.1] the token goes before what is asked', async () => {
    const separator = target.includes('?') ? '&' : '?'
    const wrong = `${target}${separator}limit=0`
    expect((await api.get(wrong, { token: null })).status).toBe(401)
    expect((await api.get(wrong, { token: tokens.get('unlisted')! })).status).toBe(403)
    expect((await api.get(wrong, { token: tokens.get('never')! })).status).toBe(402)
  })
})

test.each([
  ['no header', undefined, 'The request has no token.'],
  ['an empty one', '', 'The request has no token.'],
  ['the scheme alone', 'Bearer', 'The Authorization header does not contain an API token.'],
  ['another scheme', 'Basic bWU6bWU=', 'The Authorization header does not contain an API token.'],
  ['the bare token', ':token', 'The Authorization header does not contain an API token.'],
  ['two tokens', 'Bearer :token :token', 'The Authorization header does not contain an API token.'],
  ['two headers', 'Bearer :token, Bearer :token', 'The Authorization header does not contain an API token.'],
  ['a wrong check', 'Bearer :mistyped', 'The Authorization header does not contain an API token.'],
  ['a token cut short', 'Bearer :short', 'The Authorization header does not contain an API token.'],
  ['the prefix alone', 'Bearer ngp_', 'The Authorization header does not contain an API token.'],
  ['bytes outside ASCII', 'Bearer \u00ff', 'The Authorization header does not contain an API token.'],
  ['a session token', 'Bearer ngs_abc', 'A device session does not give access to the notes API.'],
  ['a right form that nobody holds', 'Bearer :stranger', 'This token is not valid.'],
])('[D9.1] %s: 401', async (_, header, words) => {
  const { token } = api
  const stranger = 'ngp_0000000000000000000000000000000000000000000' // its checksum follows
  const forms: Record<string, string> = {
    ':token': token,
    ':mistyped': token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a'),
    ':short': token.slice(0, -1),
    ':stranger': `${stranger}${STRANGERS_CHECK}`,
  }
  const sent = header?.replaceAll(/:\w+/g, (form) => forms[form]!)
  const { status, body } = await api.get('/pages', {
    token: null,
    headers: sent === undefined ? {} : { Authorization: sent },
  })
  expect(status).toBe(401)
  expect(body).toEqual({
    error: words,
    code: 'unauthorized',
    hint: 'Send a token from Settings, Assistants.',
  })
})

/** The checksum of 43 zeros. */
const STRANGERS_CHECK = '2CZclj'

test.each(['Bearer :token', 'bearer :token', 'BEARER  :token '])('%j opens', async (form) => {
  const headers = { Authorization: form.replace(':token', api.token) }
  expect((await api.get('/pages', { token: null, headers })).status).toBe(200)
})

test('token: revoking acts on the next request', async () => {
  const made = await api.operators.createToken('active', { name: 'Brief', scope: 'read' })
  expect((await api.get('/pages', { token: made.token })).status).toBe(200)
  await api.operators.revokeToken(made.id)
  const { status, body } = await api.get('/pages', { token: made.token })
  expect([status, body['error']]).toEqual([401, 'This token is revoked.'])
})

test('[D9.3] a plan that is put right opens at once', async () => {
  await api.operators.createAccount('late-payer', { plan: 'none' })
  const { token } = await api.operators.createToken('late-payer', { name: 'T', scope: 'read' })
  const { body } = await api.get('/pages', { token })
  expect(body).toEqual({
    error: 'This account is not on the cloud sync plan, so there is nothing to read.',
    code: 'payment_required',
    hint: 'The account needs the cloud sync plan. In grace it reads and refuses writes.',
  })
  await api.operators.setAccount('late-payer', { plan: 'active' })
  expect((await api.get('/pages', { token })).status).toBe(200)
})

test('a failure inside is 500, in words that tell nothing of it', async () => {
  const broken = (store: Store): Store => ({
    ...store,
    graph: () => {
      throw new Error('disk 7 of the Ada archive is gone')
    },
  })
  const failing = await openApi({ wrap: broken })
  for (const target of ROUTES) {
    const { status, text } = await failing.get(target)
    expect(status).toBe(500)
    expect(JSON.parse(text)).toEqual({
      error: 'The server failed to complete this request.',
      code: 'internal',
      hint: 'Try again; report it if it keeps failing.',
    })
    expect((await failing.get(target, { method: 'HEAD' })).status).toBe(500)
  }
})
