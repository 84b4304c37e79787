/**
 * The settings of the digest, with a device session, and the links that work without one. @see events 3
 *
 * @module-tag both-stores
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMailServer, type MailServer } from './mail-server.ts'
import { smtpMail } from '../src/digest/smtp-mail.ts'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'
import { says } from './settings.ts'

const PATH = '/api/v1/settings/digest'
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const BROWSER = { endpoint: 'https://push.example/send/1', keys: KEYS, name: 'Firefox' }

let mails: MailServer
let api: Api
let session: string
beforeEach(async () => {
  mails = await openMailServer()
  api = await openApi({ mail: smtpMail({ url: mails.url, from: 'notes@notes.example' }) })
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

afterEach(async () => mails.close())

const read = () => api.call(PATH, { token: session })
const send = (method: string, path: string, body?: unknown) =>
  api.call(PATH + path, {
    method,
    token: session,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
const change = (body: object) => send('PATCH', '', body)
const add = (body: object = {}) => send('POST', '/browsers', { ...BROWSER, ...body })

/** A request without a token, and the page that answers. */
async function page(path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) {
  const response = await api.app.request(
    `http://notes.example${path}`,
    { method, headers },
    {
      incoming: { url: path, socket: { remoteAddress: '192.0.2.1' } },
    },
  )
  return { status: response.status, text: await response.text() }
}
const OWN_FORM = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
/** The request of a mail program, as in RFC 8058. */
const ONE_CLICK = { 'Content-Type': 'application/x-www-form-urlencoded' }

async function linkOf(address = 'ada@example.org') {
  await change({ email: address })
  return /https:\/\/notes\.example(\/digest\/confirm\/\S+)/.exec(mails.received.at(-1)!.body)![1]!
}

describe('[V3] the settings', () => {
  test('of an account that never changed them', async () => {
    expect((await read()).body).toEqual({
      on: true,
      hour: 7,
      zone: 'UTC',
      sendsEmail: true,
      email: null,
      browsers: [],
      pushKey: expect.stringMatching(/^B[\w-]{86}$/),
    })
    expect((await read()).body['pushKey']).toBe((await read()).body['pushKey'])
  })

  test('are changed one by one, and the zone is that of the account', async () => {
    await change({ hour: 22 })
    await change({ on: false })
    const { body } = await change({ zone: 'Asia/Tokyo' })
    expect(body).toMatchObject({ on: false, hour: 22, zone: 'Asia/Tokyo' })
    expect(await api.store.accounts.find('me')).toMatchObject({ zone: 'Asia/Tokyo' })
  })

  test.each([
    [{ hour: 24 }, 400, 'hour takes a whole number from 0 to 23.'],
    [{ hour: 6.5 }, 400, 'hour takes a whole number from 0 to 23.'],
    [{ zone: 'Mars' }, 400, '"Mars" is not a time zone.'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 400, 'email takes an address such as ada@example.org.'],
    [{ mail: 'ada@example.org' }, 400, 'mail'],
  ])('%j is %d', async (body, status, words) => {
    expect(says(await change(body))).toEqual([status, expect.stringContaining(words)])
    expect(mails.received).toEqual([])
  })

  test('without a mail server there is no e-mail', async () => {
    api = await openApi()
    ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
    expect((await read()).body['sendsEmail']).toBe(false)
    expect(says(await change({ email: 'ada@example.org' }))).toEqual([409, 'This server sends no e-mail.'])
  })
})

describe('[V3] confirmation e-mails in a day', () => {
  const DAY = 86_400_000
  const asked = async (email: string, token = session) => {
    for (const account of ['me', 'other'])
      for (const { id } of await api.store.sessions.list(account))
        await api.store.sessions.confirm(account, id, api.clock.now)
    const reply = await api.call(PATH, {
      method: 'PATCH',
      token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    return [reply.status, reply.body['code'], reply.headers.get('retry-after')]
  }

  test('an account gets five', async () => {
    for (let n = 0; n < 5; n++) expect((await asked(`a${n}@b.example`))[0]).toBe(200)
    expect(await asked('a5@b.example')).toEqual([429, 'rate_limited', String(DAY / 1_000)])
    expect(mails.received).toHaveLength(5)
    expect((await read()).body['email']).toMatchObject({ address: 'a4@b.example', state: 'unconfirmed' })
    expect((await change({ email: null })).body['email']).toBeNull()
    api.clock.now += DAY
    expect((await asked('a5@b.example'))[0]).toBe(200)
  })

  test('an address gets three, from all accounts, however it is written', async () => {
    await api.operators.createAccount('other', {})
    const { session: token } = await api.operators.createSession('other', { device: 'x' })
    for (const email of ['x@b.example', 'X@b.example', 'x@B.example'])
      expect((await asked(email))[0]).toBe(200)
    expect(await asked('x@b.example', token)).toEqual([
      429,
      'rate_limited',
      expect.stringMatching(/^86\d{3}$/),
    ])
    expect((await asked('y@b.example', token))[0]).toBe(200)
    expect(mails.received).toHaveLength(4)
  })
})

describe('[V3] browsers', () => {
  test('are added, replaced and removed', async () => {
    await add()
    const { body } = await add({ name: 'Firefox again' })
    const [browser] = body['browsers']
    expect(body['browsers']).toEqual([
      {
        id: expect.any(String),
        name: 'Firefox again',
        state: 'on',
        createdAt: NOON,
        dueAt: Date.UTC(2026, 10, 21, 7),
      },
    ])
    expect((await send('POST', `/browsers/${browser.id}/remove`)).body['browsers']).toEqual([])
    expect(says(await send('POST', `/browsers/${browser.id}/remove`))).toEqual([
      404,
      'No browser with a digest has this id.',
    ])
  })

  test.each([
    [{ endpoint: 'http://push.example/1' }, 400, 'endpoint must begin with https.'],
    [{ endpoint: 'x' }, 400, 'endpoint takes an address'],
    [{ endpoint: 'https://push.example/\0' }, 400, 'endpoint must not contain control characters'],
    [
      { endpoint: `https://push.example/${'木'.repeat(700)}` },
      400,
      'endpoint takes at most 2000 bytes, not 2121.',
    ],
    [{ name: 'a\0b' }, 400, 'name must not contain control characters or half of a surrogate pair.'],
    [{ name: 'a\uD83D' }, 400, 'name must not contain control characters or half of a surrogate pair.'],
    [
      { keys: { ...KEYS, p256dh: `${KEYS.p256dh.slice(1)}!` } },
      400,
      'keys.p256dh takes 65 bytes in base64url',
    ],
    [{ keys: { ...KEYS, auth: 'short' } }, 400, 'keys.auth takes 16 bytes in base64url, 22 characters.'],
    [{ name: 'x'.repeat(101) }, 400, 'name'],
  ])('%j is %d', async (body, status, words) => {
    expect(says(await add(body))).toEqual([status, expect.stringContaining(words)])
  })

  test('an account has ten', async () => {
    for (let n = 0; n < 10; n++) await add({ endpoint: `https://push.example/${n}` })
    expect(says(await add({ endpoint: 'https://push.example/10' }))).toEqual([
      409,
      'This account already has 10 browsers with a digest, which is the limit.',
    ])
  })

  test('of another account are missing', async () => {
    const { id } = (await add()).body['browsers'][0]
    await api.operators.createAccount('other', {})
    ;({ session } = await api.operators.createSession('other', { device: 'Phone' }))
    expect((await send('POST', `/browsers/${id}/remove`)).status).toBe(404)
    expect((await read()).body['browsers']).toEqual([])
    expect(await api.store.digests.ways('me')).toHaveLength(1)
  })
})

describe('[V3] the link that confirms an address', () => {
  test('asks first, then confirms, and works once', async () => {
    const link = await linkOf()
    const asked = await page(link)
    expect(asked.text).toContain('<bdi>ada@example.org</bdi>')
    expect(asked.text).toContain(`action="${link}"`)
    expect((await read()).body['email']).toMatchObject({ state: 'unconfirmed' })
    expect(await page(link, 'POST', ONE_CLICK)).toMatchObject({ status: 403 })
    expect((await page(link, 'POST', OWN_FORM)).text).toContain('Address confirmed')
    expect((await read()).body['email']).toMatchObject({ state: 'on', address: 'ada@example.org' })
    expect((await page(link, 'POST', OWN_FORM)).status).toBe(404)
    expect((await page(link)).status).toBe(404)
  })

  test('confirms until its time is over', async () => {
    const link = await linkOf()
    const until = (await api.store.digests.ways('me'))[0]!.confirmUntil!
    api.clock.now = until - 1
    expect((await page(link)).status).toBe(200)
    api.clock.now = until
    expect([(await page(link)).status, (await page(link, 'POST', OWN_FORM)).status]).toEqual([404, 404])
    expect((await read()).body['email']).toMatchObject({ state: 'unconfirmed' })
  })

  test('of an address that was replaced confirms nothing', async () => {
    const link = await linkOf()
    await linkOf('bob@example.org')
    expect((await page(link, 'POST', OWN_FORM)).status).toBe(404)
    expect((await read()).body['email']).toMatchObject({ address: 'bob@example.org', state: 'unconfirmed' })
  })
})

describe('[V3] the link that ends a digest', () => {
  const end = async () => `/digest/end/${(await api.store.digests.ways('me'))[0]!.endKey}`

  test.each([
    ['a form', OWN_FORM],
    ['a mail program', ONE_CLICK],
    ['a service worker', {}],
  ])('asks a person, and takes one request of %s', async (_, headers) => {
    await add()
    const link = await end()
    expect((await page(link)).text).toContain('Stop the digest')
    expect((await read()).body['browsers']).toMatchObject([{ state: 'on' }])
    expect(await page(link, 'POST', headers)).toMatchObject({ status: 200 })
    expect((await read()).body['browsers']).toMatchObject([{ state: 'off', offAt: NOON, offWhy: 'ended' }])
    expect((await page(link)).text).toContain('Digest stopped')
    expect((await page(link, 'POST', headers)).status).toBe(200)
  })

  test.each(['x', 'nge_x', 'ngm_x', '%00'])('%j ends nothing', async (secret) => {
    await add()
    expect((await page(`/digest/end/${secret}`)).status).toBe(404)
    expect((await page(`/digest/end/${secret}`, 'POST')).status).toBe(404)
    expect((await page(`/digest/confirm/${secret}`)).status).toBe(404)
    expect((await read()).body['browsers']).toMatchObject([{ state: 'on' }])
  })
})

test('[V4] a digest that the server switched off is a notice', async () => {
  await add()
  const [way] = await api.store.digests.ways('me')
  await api.store.digests.updateWay({ ...way!, offAt: NOON, offWhy: 'failed', fault: 'No.' })
  const { body } = await api.call('/api/v1/settings/notices', { token: session })
  expect(body['notices']).toEqual([{ kind: 'digest_off', way: 'push', at: NOON }])
})

test('[V3] the security log has who gets the digest, without the address', async () => {
  const { id } = (await add()).body['browsers'][0]
  await send('POST', `/browsers/${id}/remove`)
  await change({ email: 'ada@example.org' })
  const { body, text } = await api.call('/api/v1/settings/audit', { token: session })
  expect(body['events'].slice(0, 3)).toMatchObject([
    { event: 'digest_added', detail: 'email' },
    { event: 'digest_removed', subject: id },
    { event: 'digest_added', subject: id, detail: 'push' },
  ])
  expect(text).not.toContain('example')
})
