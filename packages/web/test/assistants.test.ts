import { authenticate } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from './open.ts'

const PATH = '/settings/assistants'
let web: Web
beforeEach(async () => {
  web = await openWeb()
})

const make = (fields: Record<string, string> = {}) =>
  web.post(PATH, { name: 'Laptop script', scope: 'read', ...fields })

describe('[service, Authentication 1] a token is made on the page', () => {
  test.each([
    ['read', 'read'],
    ['write', 'write'],
    ['anything', 'read'],
  ])('with the scope %s it may %s', async (scope, may) => {
    const posted = await make({ scope, zone: 'Europe/Berlin' })
    expect(posted.status).toBe(303)
    expect(posted.headers.get('location')).toBe(PATH)
    const [token] = await web.store.tokens.list('me')
    expect(token).toMatchObject({ name: 'Laptop script', scope: may, zone: 'Europe/Berlin' })
  })

  test.each([
    [{ scope: 'write', may: 'publish' }, ['publish']],
    [{ scope: 'write' }, undefined],
    [{ scope: 'read', may: 'publish' }, undefined],
    [{ scope: 'write', may: 'everything' }, undefined],
  ])('[S8] %j gives the rights %j', async (fields, may) => {
    await make(fields)
    expect((await web.store.tokens.list('me'))[0]?.may).toEqual(may)
  })

  test('[S8] its rights are given and taken on a page of their own', async () => {
    await make({ scope: 'write' })
    const [token] = await web.store.tokens.list('me')
    const path = `${PATH}/${token!.id}/rights`
    expect((await web.get(PATH)).html).toContain(`href="${path}"`)
    expect((await web.get(path)).html).toContain('name="may"')
    expect((await web.post(path, { may: 'publish' })).status).toBe(303)
    expect((await web.get(PATH)).text).toContain('Read and write. May change published pages')
    expect((await web.post(path, {})).status).toBe(303)
    expect((await web.store.tokens.list('me'))[0]?.may).toBeUndefined()
    expect((await web.get(`${PATH}/none/rights`)).status).toBe(404)
    expect((await web.post(`${PATH}/none/rights`, {})).status).toBe(404)
  })

  test('[service, Authentication 2] and shown once, with lines that open the account', async () => {
    const posted = await make()
    expect([...posted.headers].join()).not.toMatch(/ngp_|cookie/)
    const shown = await web.get(PATH)
    const [secret] = /ngp_\w{49}/.exec(shown.text) ?? []
    const caller = await authenticate(web.store, `Bearer ${secret}`, web.clock.now)
    expect(caller).toMatchObject({ ok: true, value: { account: { id: 'me' }, scope: 'read' } })
    expect(shown.text).toContain(
      `curl -H 'Authorization: Bearer ${secret}' https://notes.example/api/v1/notes/days/today`,
    )
    expect(shown.text).toContain('"url": "https://notes.example/api/mcp"')
    expect((await web.get(PATH)).html).not.toContain('ngp_')
  })

  test.each([
    [{ name: ' ' }, 'The token has no name. Name the program or device that uses the token.'],
    [{ name: 'x'.repeat(101) }, 'The name of a token is one line of at most 100 characters.'],
    [{ name: 'a\nb' }, 'The name of a token is one line of at most 100 characters.'],
    [{ expires: '2026-11-19' }, 'Expiration date must be today or a later day, not 2026-11-19.'],
    [{ zone: 'Mars/Base' }, '"Mars/Base" is not a time zone. Use an IANA name such as Europe/Berlin.'],
  ])('%j is refused in words, and the form keeps what it held', async (fields, words) => {
    const shown = await make({ scope: 'write', ...fields })
    expect(shown.status).toBe(400)
    expect(shown.text).toContain(words)
    expect(shown.html).toMatch(/value="write"\s+checked/)
    expect(await web.store.tokens.list('me')).toEqual([])
  })

  test('not in grace, where a token can still be revoked', async () => {
    await make()
    const [token] = await web.store.tokens.list('me')
    await web.operators.setAccount('me', { plan: 'grace' })
    const refused = await make()
    expect([refused.status, await web.store.tokens.list('me')]).toEqual([400, [token]])
    expect(refused.text).toContain('The plan of this account has ended.')
    expect((await web.post(`${PATH}/${token!.id}/revoke`, {})).status).toBe(303)
  })

  test('the zone is that of the browser, as its cookie says', async () => {
    await web.app.request(`https://notes.example${PATH}`, {
      method: 'POST',
      headers: { cookie: 'notegraph_zone=Asia%2FTokyo' },
      body: new URLSearchParams({ name: 'x', scope: 'read', zone: '' }),
    })
    expect(await web.store.tokens.list('me')).toMatchObject([{ zone: 'Asia/Tokyo' }])
  })
})

describe('a new token waits for its first call', () => {
  const waiting = async () => {
    await make()
    const { html } = await web.get(PATH)
    const [, path, id] =
      /<p role="status" data-waits>\s*<a href="(\/settings\/assistants\/([^/]+)\/waiting)"/.exec(html)!
    return { path: path!, id: id! }
  }

  test('until it is used', async () => {
    const { path, id } = await waiting()
    const before = await web.get(path)
    expect(before.text).toContain('Waiting for the first call…')
    expect(before.html).toContain('http-equiv="refresh"')
    await web.store.tokens.touch(id, web.clock.now)
    const after = await web.get(path)
    expect(after.text).toContain('Connected. The first call has arrived.')
    expect(after.html).not.toContain('http-equiv="refresh"')
  })

  test('nobody sees that of another account', async () => {
    const { path } = await waiting()
    await web.operators.createAccount('you', {})
    web.who.id = 'you'
    expect((await web.get(path)).status).toBe(404)
  })
})

describe('the list', () => {
  test('an account without tokens shows what to do', async () => {
    expect((await web.get(PATH)).text).toContain('No tokens yet. Create one above')
  })

  test('newest first, with when each was last used', async () => {
    const old = await web.operators.createToken('me', { name: 'Old', scope: 'write' })
    await web.store.tokens.touch(old.id, web.clock.now - 3 * 3_600_000)
    web.clock.now += 60_000
    await web.operators.createToken('me', { name: 'New', scope: 'read' })
    const { text } = await web.get(PATH)
    expect(text).toMatch(
      /New Read only 20 Nov 2026 never never Revoke.* Old Read and write Rights of Old 20 Nov 2026 never 3 hours ago/,
    )
  })

  test('[D9.8] the form proposes a year, and an empty date is no end', async () => {
    expect((await web.get(PATH)).html).toMatch(/name="expires"\s+value="2027-11-20"/)
    await make({})
    const [token] = await web.store.tokens.list('me')
    expect(token).not.toHaveProperty('expiresAt')
    expect((await make({ name: '', expires: '' })).html).toMatch(/name="expires"\s+value=""/)
  })

  test('a last day is asked for, shown, and over in the zone of the token', async () => {
    expect((await web.get(PATH)).html).toMatch(/<input[^>]* type="date"[^>]* name="expires"/)
    expect((await make({ zone: 'Asia/Tokyo', expires: '2026-11-21' })).status).toBe(303)
    expect((await web.get(PATH)).text).toContain(
      'Laptop script Read only 20 Nov 2026 21 Nov 2026 never Revoke',
    )
    web.clock.now = Date.UTC(2026, 10, 21, 15)
    expect((await web.get(PATH)).text).toContain('Read only 20 Nov 2026 expired 21 Nov 2026 never Revoke')
  })

  test('a last day of a zone that the runtime does not know is that of the browser', async () => {
    await make({ zone: 'Asia/Tokyo', expires: '2026-11-21' })
    const [token] = await web.store.tokens.list('me')
    await web.store.tokens.create({ ...token!, id: 't2', hash: 'h2', name: 'Rover', zone: 'Mars/Base' })
    const { status, text } = await web.get(PATH)
    expect([status, text]).toEqual([200, expect.stringContaining('Rover Read only 20 Nov 2026 21 Nov 2026')])
  })

  test('a name is shown as it is, whatever it holds', async () => {
    await make({ name: '<script>alert("1")</script> & שלום' })
    const { html, text } = await web.get(PATH)
    expect(html).not.toContain('<script>alert')
    expect(text).toContain('<script>alert("1")</script> & שלום')
  })
})

describe('[service, Authentication 4] a token is revoked', () => {
  test('after a page that asks', async () => {
    const { id, token } = await web.operators.createToken('me', { name: 'Old', scope: 'write' })
    expect((await web.get(PATH)).html).toContain(`href="${PATH}/${id}/revoke"`)
    const asked = await web.get(`${PATH}/${id}/revoke`)
    expect(asked.text).toContain('Old (Read and write) stops working at once')
    const posted = await web.post(`${PATH}/${id}/revoke`, {})
    expect([posted.status, posted.headers.get('location')]).toEqual([303, PATH])
    expect(await authenticate(web.store, `Bearer ${token}`, web.clock.now)).toMatchObject({
      refusal: { code: 'unauthorized', why: 'revoked' },
    })
    const { text } = await web.get(PATH, cookieOf(posted))
    expect(text).toContain('Old is revoked.')
    expect(text).toContain('Revoked (1)')
  })

  test('the latest 20 are listed with it, and all on a page of their own, a part at a time', async () => {
    for (let i = 1; i <= 121; i++) {
      const { id } = await web.operators.createToken('me', { name: `Token ${i}.`, scope: 'read' })
      web.clock.now += 60_000
      await web.store.tokens.revoke(id, web.clock.now)
    }
    const { text, html } = await web.get(PATH)
    expect(text).toMatch(
      /Revoked \(121\) Token 121\. .* Token 102\. revoked 20 Nov 2026 Show all 121 revoked tokens$/,
    )
    expect(html).toContain(`href="${PATH}/revoked"`)
    const first = await web.get(`${PATH}/revoked`)
    expect(first.text).toMatch(/ Token 121\. .* Token 22\. .* 1 to 100 of 121 Next$/)
    const rest = await web.get(`${PATH}/revoked?offset=100`)
    expect(rest.text).toMatch(/ Token 21\. .* Token 1\. revoked 20 Nov 2026 Previous 101 to 121 of 121$/)
  })

  test('nobody revokes the token of another account, or one that is not there', async () => {
    await web.operators.createAccount('you', {})
    const { id } = await web.operators.createToken('you', { name: 'Yours', scope: 'read' })
    for (const other of [id, 'nothing']) {
      expect((await web.get(`${PATH}/${other}/revoke`)).status).toBe(404)
      expect((await web.post(`${PATH}/${other}/revoke`, {})).status).toBe(404)
    }
    const [yours] = await web.store.tokens.list('you')
    expect(yours).not.toHaveProperty('revokedAt')
  })
})

const saying = (said: unknown): string => Buffer.from(JSON.stringify(said)).toString('base64url')

describe('flash messages', () => {
  const NAME = '__Host-notegraph_flash'
  const done = { revoked: 'The trap' }

  test('a message is shown once, in a cookie that no script and no other site can use', async () => {
    const { id } = await web.operators.createToken('me', { name: 'Old', scope: 'read' })
    const posted = await web.post(`${PATH}/${id}/revoke`, {})
    expect(posted.headers.get('set-cookie')).toMatch(
      /^__Host-notegraph_flash=\S+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const flash = await web.get(PATH, `${NAME}=${saying({ to: PATH, value: done })}`)
    expect(flash.html).toContain('The trap')
    expect(flash.headers.get('set-cookie')).toMatch(/^__Host-notegraph_flash=; Max-Age=0; Path=\/; /)
  })

  test.each([
    ['not JSON', `${NAME}=bm90IGpzb24`],
    ['null', `${NAME}=${saying(null)}`],
    ['of another kind', `${NAME}=${saying({ to: PATH, value: { revoked: [] } })}`],
    ['nothing', `${NAME}=${saying({ to: PATH, value: null })}`],
    ['for another page', `${NAME}=${saying({ to: '/settings/devices', value: done })}`],
    ['a secret', `${NAME}=${saying({ to: PATH, value: { made: 'ngp_elsewhere', name: 'The trap' } })}`],
    // A neighbour of this host can set any other name.
    ['under a name that is not bound to this host', `notegraph_flash=${saying({ to: PATH, value: done })}`],
  ])('is nothing by a cookie that is %s', async (_, cookie) => {
    const { status, html } = await web.get(PATH, cookie)
    expect(status).toBe(200)
    expect(html).not.toMatch(/The trap|is revoked/)
  })
})
