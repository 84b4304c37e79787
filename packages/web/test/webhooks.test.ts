/**
 * The page Webhooks. @see events 2
 *
 * @module-tag both-stores
 */
import { webhookSender } from '@notegraph/service'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/webhooks'
const URL = 'https://hook.example/notes'
let web: Web

beforeEach(async () => {
  web = await openWeb()
  await web.store.graph('me').commits.commit({
    puts: [{ record: makePage({ id: 'boat', name: 'Boat', now: NOON }), from: 0 }],
  })
})

const make = (fields: Readonly<Record<string, string>> = {}) =>
  web.post(PATH, { url: URL, part: 'all', ...fields })
const only = async () => (await web.store.webhooks.list('me'))[0]!
const pathOf = async () => `${PATH}/${(await only()).id}`

/** One message for each status, and the sender that the server would run. */
async function send(...statuses: number[]) {
  for (const [i, status] of statuses.entries()) {
    const record = makeBlock({ id: `b${i}`, content: 'x', rev: `r${i}`, pageId: 'boat', parentId: null, order: i, now: NOON }) // prettier-ignore
    await web.store.graph('me').commits.commit({ puts: [{ record, from: 0 }] })
    const sender = webhookSender(web.store, { post: async () => ({ status }), clock: () => web.clock.now })
    await sender.look()
    await sender.stop()
  }
}

describe('[V2] a webhook is made', () => {
  test('and its secret is shown once, to be copied', async () => {
    const posted = await make({ part: 'tag', value: '#work', by: 'tokens', blocks: '1' })
    const { id, secret, ...made } = await only()
    expect(made).toMatchObject({ url: URL, filter: { tag: 'work', by: 'tokens' }, withBlocks: true })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `${PATH}/${id}`])
    const shown = await web.get(`${PATH}/${id}`, cookieOf(posted))
    expect(shown.html).toContain(`<code id="secret" class="secret">${secret}</code>`)
    expect((await web.get(`${PATH}/${id}`)).html).not.toContain('whsec_')
    for (const words of [
      'Webhook created.',
      '#work , written by: Tokens and connected apps',
      'No deliveries yet.',
    ])
      expect(shown.text).toContain(words)
    const list = await web.get(PATH)
    expect(list.text).toContain(`${URL} On`)
    expect(list.html).not.toContain(secret)
  })

  test('and gets a new secret, shown once, while the former one signs too', async () => {
    await make()
    const before = await only()
    const path = await pathOf()
    await web.get(path)
    expect((await web.get(path)).html).not.toContain('whsec_')
    expect((await web.post(`${path}/secret`, {})).status).toBe(303)
    const { secret, formerSecret } = await only()
    expect([formerSecret, secret === before.secret]).toEqual([before.secret, false])
    const { html, text } = await web.get(path)
    expect(html).toContain(`<code id="secret" class="secret">${secret}</code>`)
    expect(html).not.toContain(before.secret)
    expect(text).toContain('The former secret also signs messages until 21 Nov 2026, 12:00')
    expect((await web.get(path)).html).not.toContain('whsec_')
    expect((await web.post(`${PATH}/none/secret`, {})).status).toBe(404)
  })

  test.each([
    [{ url: 'http://hook.example' }, 'Address must begin with https.'],
    [{ part: 'page', value: 'Boats' }, 'No page is called'],
    [{ part: 'type', value: 'persn' }, 'The page type takes'],
    [{ part: 'query', value: '(' }, 'query'],
  ])('%j is refused in words, and nothing is made', async (fields, words) => {
    const shown = await make(fields)
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining(words)])
    expect(await web.store.webhooks.list('me')).toEqual([])
  })

  test('a filter that the list does not know is shown as sent', async () => {
    const { html } = await make({ url: 'http://hook.example', part: 'colour', by: 'robots' })
    for (const value of ['colour', 'robots']) expect(html).toMatch(new RegExp(`value="${value}" selected`))
  })

  test('after a recent sign-in, and not in grace', async () => {
    Object.assign(web.session, { isRecent: false })
    expect((await make()).status).toBe(403)
    expect((await web.get(PATH)).text).toContain('Confirm your identity')
    Object.assign(web.session, { isRecent: true })
    await make()
    await web.operators.setAccount('me', { plan: 'grace' })
    expect((await make()).text).toContain('you can read but not write')
    expect((await web.post(`${await pathOf()}/remove`, {})).status).toBe(303)
  })
})

describe('[V2] a webhook is changed', () => {
  test('the form says what stays and what goes', async () => {
    await make({ part: 'tag', value: 'work', by: 'tokens' })
    expect((await web.get(await pathOf())).html).toMatch(/value="tag" selected[\s\S]*value="work"/)
    await web.post(await pathOf(), { url: `${URL}/2`, part: 'type', value: 'Person', by: '' })
    expect(await only()).toMatchObject({ url: `${URL}/2`, filter: { type: 'person' }, withBlocks: false })
    const wrong = await web.post(await pathOf(), { url: URL, part: 'page', value: 'Boats', by: '' })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('No page is called')])
    expect(wrong.html).toContain('value="Boats"')
  })

  test('one token is chosen by its name, stays while the form keeps it, and goes', async () => {
    const { id } = await web.operators.createToken('me', { name: 'Tide <bot>', scope: 'write' })
    const other = await web.operators.createToken('me', { name: 'Other bot', scope: 'read' })
    await web.operators.revokeToken(other.id)
    const fresh = await web.get(PATH)
    expect(fresh.html).toContain(`<option value="token:${id}" >Tide &lt;bot&gt;</option>`)
    expect(fresh.html).not.toContain('Other bot')
    await make({ by: `token:${id}` })
    expect((await only()).filter).toEqual({ by: { token: id } })
    expect((await web.get(PATH)).text).toContain('All changes , written by: Tide <bot>')
    await web.post(await pathOf(), { url: URL, part: 'page', value: 'Boat', by: `token:${id}` })
    expect((await only()).filter).toEqual({ page: 'boat', by: { token: id } })
    await web.post(await pathOf(), { url: URL, part: 'all', value: '', by: 'devices' })
    expect((await only()).filter).toEqual({ by: 'devices' })
  })

  test('a token that is gone stays until another writer is chosen', async () => {
    await make()
    await web.store.webhooks.update({ ...(await only()), filter: { by: { token: 't1' } } })
    const { html, text } = await web.get(await pathOf())
    expect(html).toContain('<option value="token:t1" selected>A token that no longer exists</option>')
    expect(text).toContain('written by: A token that no longer exists')
  })

  test('it is switched off, on again, and deleted once that is confirmed', async () => {
    await make()
    const path = await pathOf()
    const off = await web.post(`${path}/off`, {})
    expect((await web.get(path, cookieOf(off))).text).toMatch(/Webhook switched off.*Off since 20 Nov 2026/)
    await web.post(`${path}/on`, {})
    expect((await only()).offAt).toBeUndefined()
    expect((await web.get(`${path}/remove`)).text).toContain('This can’t be undone')
    const removed = await web.post(`${path}/remove`, {})
    expect((await web.get(PATH, cookieOf(removed))).text).toMatch(/ deleted\. .*No webhooks yet/)
  })

  test('a webhook of another account is missing', async () => {
    await make()
    const path = await pathOf()
    await web.operators.createAccount('other', {})
    web.who.id = 'other'
    for (const one of [path, `${path}/remove`]) expect((await web.get(one)).status).toBe(404)
    for (const one of [path, `${path}/on`, `${path}/off`, `${path}/remove`, `${path}/deliveries/m/send`])
      expect((await web.post(one, { url: URL })).status).toBe(404)
    expect(await web.store.webhooks.list('me')).toHaveLength(1)
  })
})

describe('[V2] deliveries', () => {
  test('are shown with their results', async () => {
    await make()
    await send(204, 500)
    const { text } = await web.get(await pathOf())
    expect(text).toContain('Failing since 20 Nov 2026')
    expect(text).toMatch(/3 Waiting 20 Nov 2026, 12:00 , 1 attempt The receiver answered with 500\./)
    expect(text).toMatch(/2 Delivered .* Answered with 204/)
  })

  test('are sent again', async () => {
    await make()
    await send(500)
    const { deliveries } = await web.store.webhooks.deliveries('me', (await only()).id, {
      limit: 1,
      offset: 0,
    })
    const path = `${await pathOf()}/deliveries/${deliveries[0]!.id}/send`
    expect((await web.get(await pathOf())).html).toContain(`action="${path}"`)
    const sent = await web.post(path, {})
    expect((await web.get(await pathOf(), cookieOf(sent))).text).toMatch(/Message delivered.*2 Delivered/)
  })

  test('an address that gave nothing for three days says so', async () => {
    await make()
    await send(500)
    web.clock.now += 3 * 86_400_000
    const sender = webhookSender(web.store, {
      post: async () => ({ status: 500 }),
      clock: () => web.clock.now,
    })
    await sender.look()
    await sender.stop()
    expect((await web.get(await pathOf())).text).toMatch(/accepted no messages for three days.*Failed/)
  })
})
