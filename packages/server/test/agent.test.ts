/** The server's own agent over HTTP: an issuer with a key server signs its tokens. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAgent } from '@notegraph/service'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

/** More than any list returns at once. */
const MANY = 1_100

let issuer: Server
let up = true
let api: Api
let sign: (claims?: object) => Promise<string>
let agent: string

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'a', alg: 'ES256' }] })
  issuer = createServer((_, answer) => void (up ? answer.end(keys) : answer.writeHead(502).end()))
  await new Promise<void>((resolve) => {
    issuer.listen(0, '127.0.0.1', resolve)
  })
  const jwksUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  sign = async (claims) =>
    new SignJWT({ iss: 'i', aud: 'a', account_id: 'me', exp: NOON / 1_000 + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'a' })
      .sign(privateKey)
  agent = await sign()
  api = await openApi({ agent: await openAgent({ issuer: 'i', audience: 'a', jwksUrl }) })
  const records: GraphRecord[] = [makePage({ id: 'journal-20261110', name: '2026-11-10', now: NOON })]
  for (let n = 0; n < MANY; n++) {
    records.push(makePage({ id: `many-${n}`, name: `Many ${n}`, now: NOON }))
    const content = n % 2 === 0 ? `TODO countless ${n}` : `DONE countless ${n}`
    const place = { pageId: 'journal-20261110', parentId: null, order: n }
    records.push(makeBlock({ id: `count-${n}`, content, rev: `r${n}`, ...place, now: NOON }))
  }
  records.push(makePage({ id: 'bulky', name: 'Bulky', now: NOON }))
  for (let n = 0; n < 5; n++) {
    const place = { pageId: 'bulky', parentId: null, order: n }
    records.push(
      makeBlock({ id: `bulky-${n}`, content: 'x'.repeat(900_000), rev: `b${n}`, ...place, now: NOON }),
    )
  }
  await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})
afterAll(async () => {
  issuer.closeAllConnections()
  await new Promise((resolve) => issuer.close(resolve))
})

const LISTS = [
  [1, '/pages?', 'pages'],
  [2, '/pages/2026-11-10?', 'blocks'],
  [3, '/days/2026-11-10?', 'blocks'],
  [5, '/search?q=countless&', 'blocks'],
  [6, '/tasks?status=all&', 'tasks'],
] as const

test('[D6.1] [D9.4] a whole list ends where an answer has no more room, and `next` leads on', async () => {
  const read = async (query: string) => {
    const { body } = await api.get(`/pages/Bulky${query}`, { token: agent })
    return [body['blocks'].map(({ id }: { id: string }) => id), body['total'], body['next']]
  }
  expect(await read('')).toEqual([['bulky-0', 'bulky-1'], 5, 2])
  expect(await read('?offset=4')).toEqual([['bulky-4'], 5, null])
})

describe.each(LISTS)('[D9.4] [%i] %s', (_, target, list) => {
  const ask = async (query: string, token: string) => {
    const { status, body } = await api.get(target + query, { token })
    expect(status).toBe(200)
    return { count: body[list].length, total: body['total'], next: body['next'], first: body[list][0]?.id }
  }

  test('comes whole to the agent', async () => {
    const { count, total, next } = await ask('', agent)
    expect(count).toBeGreaterThanOrEqual(MANY)
    expect([total, next]).toEqual([count, null])
  })

  test('comes from an offset on', async () => {
    const whole = await ask('', agent)
    const rest = await ask('offset=1000', agent)
    expect(rest).toMatchObject({ count: whole.total - 1_000, total: whole.total, next: null })
  })

  test('comes in parts where it asks for a limit, and to anybody else', async () => {
    const { total } = await ask('', agent)
    expect(await ask('limit=7', agent)).toMatchObject({ count: 7, total, next: 7 })
    const { count, next } = await ask('', api.token)
    expect(count).toBeLessThanOrEqual(1_000)
    expect(next).toBe(count)
    expect((await api.get(`${target}limit=1001`, { token: agent })).status).toBe(400)
  })
})

test('[D9.4] it reads: a block, a day that is today, a file, and no list of changes', async () => {
  expect((await api.get('/blocks/today-1', { token: agent })).status).toBe(200)
  expect((await api.get('/days/today', { token: agent })).body['date']).toBe('2026-11-20')
  await api.operators.setAccount('me', { zone: 'Pacific/Kiritimati' })
  expect((await api.get('/days/today', { token: agent })).body['date']).toBe('2026-11-21')
  const { session } = await api.operators.createSession('me', { device: 'phone' })
  const call = { method: 'POST', token: session, body: 'x' }
  const { body: file } = await api.call('/api/files?name=a.txt', call)
  expect((await api.call(`/api/files/${file['id']}`, { token: agent })).text).toBe('x')
  expect((await api.call('/api/v1/settings/changes', { token: agent })).status).toBe(401)
  expect((await api.call('/api/files?name=a.txt', { ...call, token: agent })).status).toBe(401)
})

test('[D9.4] it writes nothing: 403 read_only_token', async () => {
  for (const [method, target, body] of [
    ['post', '/pages/Plans/blocks', { text: 'x' }],
    ['post', '/pages', { name: 'X' }],
    ['post', '/tasks/late', { state: 'done' }],
    ['patch', '/blocks/late', { text: 'x' }],
    ['patch', '/pages/Plans/properties/a', { value: 'b' }],
    ['patch', '/pages/Plans/properties', { properties: { a: 'b' } }],
  ] as const) {
    const { status, body: error } = await api[method](target, body, { token: agent })
    expect([status, error['code']]).toEqual([403, 'read_only_token'])
  }
})

test('[D9.4] an account that is none, another issuer, a time that is over: 401, in words', async () => {
  for (const [claims, words] of [
    [{ account_id: 'nobody' }, "The agent's token names no account of this service."],
    [{ iss: 'other' }, "The agent's token is not meant for this service."],
    [{ exp: NOON / 1_000 - 60 }, "The agent's token has expired."],
  ] as const) {
    const { status, body } = await api.get('/tasks', { token: await sign(claims) })
    expect([status, body['error']]).toEqual([401, words])
  }
})

test("[D9.4] another account's file is none of its own", async () => {
  await api.operators.createAccount('other', {})
  const { session } = await api.operators.createSession('other', { device: 'phone' })
  const { body } = await api.call('/api/files?name=a', { method: 'POST', token: session, body: 'other' })
  expect((await api.call(`/api/files/${body['id']}`, { token: agent })).status).toBe(404)
})

test('[D9.4] keys that cannot be had are 503, for the agent alone', async () => {
  const jwksUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  const fresh = await openApi({ agent: await openAgent({ issuer: 'i', audience: 'a', jwksUrl }) })
  up = false
  for (const target of ['/api/v1/notes/tasks', '/api/files/none']) {
    const { status, body } = await fresh.call(target, { token: agent })
    expect(status).toBe(503)
    expect(body).toEqual({
      error: 'The sign-in service did not answer.',
      code: 'unavailable',
      hint: 'Try again in a minute.',
    })
  }
  expect((await fresh.get('/tasks')).status).toBe(200)
  up = true
  expect((await fresh.get('/tasks', { token: agent })).status).toBe(200)
})
