/**
 * Plug-ins, looked at, installed, changed and stopped with a device session. @see events 5
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { NOON } from './notes.ts'
import { MANIFEST, MANIFEST_URL, NOTEGRAPH, RECIPE, TERMS, usePlugins } from './plugins.ts'
import { says } from './settings.ts'

const it = usePlugins()
const types = (...page_types: object[]) => ({ notegraph: { ...NOTEGRAPH, page_types } })
const typed = (more: object) => types({ ...RECIPE, ...more })
const events = (more: object) => ({ notegraph: { ...NOTEGRAPH, events: { ...NOTEGRAPH.events, ...more } } })
const webhookIds = async () => (await it.api.store.webhooks.list('me')).map(({ id }) => id)

describe('[V5] a look at a manifest', () => {
  test('shows what the program may do, and installs nothing', async () => {
    const { status, body } = await it.look()
    expect([status, body]).toEqual([200, { ...TERMS, version: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect((await it.call('')).body).toEqual({ plugins: [], total: 0, next: null })
    expect(await webhookIds()).toEqual([])
  })

  test('is fetched again each time', async () => {
    for (const _ of [1, 2]) await it.look()
    expect(it.api.fetched).toEqual([MANIFEST_URL, MANIFEST_URL])
  })

  test.each<[object, string]>([
    [{ notegraph: undefined }, 'notegraph is missing.'],
    [{ client_name: undefined }, 'Its host'],
    [{ scope: undefined }, 'scope is missing.'],
    [{ scope: 'email' }, 'scope takes notes:read or notes:write, or both.'],
    [{ client_secret: 'x' }, 'It contains a client_secret.'],
    [{ redirect_uris: [] }, 'It has no redirect_uris.'],
    [{ client_id: 'https://other.example/' }, 'Its client_id is not its own address.'],
    [{ client_name: 'Reci\u202Epes' }, 'client_name has characters that people cannot see.'],
    [{ client_uri: 'http://recipes.example' }, 'client_uri must begin with https.'],
    [{ initiate_login_uri: 'https://evil.example/' }, 'initiate_login_uri is not on the host recipes.example.'],
    [events({ url: 'https://evil.example/' }), 'notegraph.events.url is not on the host recipes.example.'],
    [events({ url: 'https://recipes.example:8443/' }), 'notegraph.events.url is not on the host recipes.example.'],
    [events({ by: 'nobody' }), 'notegraph.events.by takes'],
    [events({ page: 'p' }), 'notegraph.events has no key "page".'],
    [typed({ type: 'Re cipe' }), 'The id of a page type takes letters, digits and "-", in lower case, not "Re cipe".'],
    [typed({ type: 'book' }), '"book" is a page type of every account.'],
    [typed({ label: 'TV show' }), '"TV show" is a page type of every account.'],
    [typed({ label: '2026-11-20' }), 'No page can be called "2026-11-20", the label of a type.'],
    [typed({ fields: [{ key: 'a', label: 'A', kind: 'number' }] }), 'notegraph.page_types[0].fields[0].kind takes'],
    [typed({ fields: [{ key: 'type', label: 'A', kind: 'text' }] }), 'The field "type" of the page type "recipe" cannot be used.'],
    [typed({ fields: [{ key: 'a', label: 'A\nB', kind: 'text' }] }), 'The field "a" of the page type "recipe" cannot be used.'],
    [typed({ fields: [{ key: 'a', label: 'A', kind: 'select', options: ['x, y'] }] }), 'The field "a" of the page type "recipe" cannot be used.'],
    [typed({ fields: [{ key: 'a', label: 'A', kind: 'text' }, { key: 'b', label: 'a', kind: 'text' }] }), 'Two fields of the page type "recipe" are called "a".'],
    [typed({ fields: Array.from({ length: 31 }, (_, i) => ({ key: `k${i}`, label: `K${i}`, kind: 'text' })) }), 'The page type "recipe" has 31 fields, and the most is 30.'],
    [types(RECIPE, { ...RECIPE, type: 'dish' }), 'Two of its page types are called "recipe".'],
    [types(...Array.from({ length: 11 }, (_, i) => ({ ...RECIPE, type: `t${i}`, label: `T${i}` }))), 'notegraph.page_types has 11 types, and the most is 10.'],
  ])('refuses %j in words', async (more, error) => {
    it.publish(more, MANIFEST_URL)
    if ('client_id' in more) it.api.documents.set(MANIFEST_URL, { ...MANIFEST, ...more })
    const words = error === 'Its host' ? 'The manifest cannot be used. It has no client_name.' : `The manifest cannot be used. ${error}`
    expect(says(await it.look())).toEqual([400, expect.stringContaining(words)])
  }) // prettier-ignore

  test.each([
    ['http://recipes.example/', 'url must begin with https.'],
    ['recipes', 'url takes an address such as https://hook.example/notes.'],
    ['https://nowhere.example/', 'The manifest cannot be used. Its host cannot be reached.'],
  ])('at %s is refused: %s', async (url, error) => {
    expect(says(await it.look(url))).toEqual([400, error])
  })
})

describe('[V5] events that no webhook can have', () => {
  test.each([
    [{ query: '(and' }, 'query'],
    [{ tag: 'food', type: 'book' }, 'one of page, tag, type and query'],
  ])('%j are refused before anything is written', async (more, words) => {
    it.publish(events(more))
    for (const reply of [await it.look(), await it.send('', { url: MANIFEST_URL, version: '0'.repeat(32) })])
      expect(says(reply)).toEqual([400, expect.stringContaining(words)])
    expect((await it.api.get('/pages/Recipe')).status).toBe(404)
    expect(await webhookIds()).toEqual([])
  })
})

describe('[V5] an installation', () => {
  test('stores the terms, with a webhook and pages for the types', async () => {
    const { status, body } = await it.install()
    const [webhook] = await it.api.store.webhooks.list('me')
    const plugin = { ...TERMS, webhook: webhook?.id, connected: false, createdAt: NOON, agreedAt: NOON }
    expect([status, body]).toEqual([200, { ...plugin, id: expect.any(String) }])
    expect(webhook).toMatchObject({ url: NOTEGRAPH.events?.url, filter: { by: 'devices' } })
    expect((await it.api.graph.outbox.read(0, 1)).isOpen).toBe(true)
    expect((await it.call('')).body).toEqual({ plugins: [body], total: 1, next: null })
    expect((await it.call(`/${body['id']}`)).body).toEqual(body)
    const page = await it.api.get('/pages/Recipe')
    expect(page.body['page'].props).toEqual({ 'page-type': 'recipe', plural: 'Recipes' })
    expect(page.body['blocks'].map(({ content }: { content: string }) => content)).toEqual([
      '`serves` Serves (`text`)',
      '`cook` Cook (`ref` of person)',
      '`course` Course (`select`: Starter, Main)',
    ])
  })

  test('makes its types ready for pages', async () => {
    await it.install()
    const made = await it.api.post('/pages', {
      name: 'Pancakes',
      type: 'recipe',
      properties: { Cook: 'Ada', course: 'main' },
    })
    expect(made.body['page'].props).toEqual({ type: 'recipe', cook: '[[Ada]]', course: 'Main' })
    const wrong = await it.api.patch('/pages/Pancakes/properties/type', { value: 'stew' })
    expect(wrong.status).toBe(400)
  })

  test('[D8.5] is an edit of the owner, which history keeps and the list of changes leaves out', async () => {
    await it.install()
    const { body } = await it.api.get('/pages/Recipe')
    const settings = async (path: string) =>
      (await it.api.call(`/api/v1/settings/${path}`, { token: it.session })).body
    expect(await settings('changes')).toMatchObject({ changes: [], total: 0 })
    expect(await settings(`pages/${body['page'].id}/history`)).toMatchObject({ total: 1 })
  })

  test('of a manifest that changed since the look is refused', async () => {
    const { version } = (await it.look()).body
    it.publish({ scope: 'notes:read' })
    expect(says(await it.send('', { url: MANIFEST_URL, version }))).toEqual([
      409,
      'The manifest has changed since you looked at it.',
    ])
    expect([(await it.call('')).body['total'], await webhookIds()]).toEqual([0, []])
  })

  test('without events and types has neither a webhook nor pages', async () => {
    it.publish({ notegraph: {}, initiate_login_uri: undefined, scope: 'notes:read' })
    const { body } = await it.install()
    expect(body).toMatchObject({ scope: 'read', pageTypes: [] })
    expect([body['webhook'], body['setUp'], await webhookIds()]).toEqual([undefined, undefined, []])
  })

  test('refuses a type whose name another page has, before anything is written', async () => {
    await it.api.post('/pages', { name: 'recipe' })
    expect(says(await it.install())).toEqual([
      409,
      'The plug-in brings a page type of the same name as the page "recipe".',
    ])
    expect([(await it.call('')).body['total'], await webhookIds()]).toEqual([0, []])
  })

  test('refuses a type of another plug-in', async () => {
    await it.install()
    const url = 'https://recipes.example/other.json'
    it.publish(typed({ label: 'Dish', type: 'recipe' }), url)
    expect(says(await it.install(url))).toEqual([409, 'Another plug-in has a page type called "Dish".'])
  })

  test('takes the page of a type that an earlier plug-in left, and adds what it lacks', async () => {
    const { body } = await it.install()
    await it.call(`/${body['id']}/stop`, { method: 'POST' })
    const more = { key: 'minutes', label: 'Minutes', kind: 'text' }
    it.publish(typed({ fields: [RECIPE.fields[0], more] }))
    expect((await it.install()).status).toBe(200)
    const { blocks } = (await it.api.get('/pages/Recipe')).body
    expect(blocks.at(-1).content).toBe('`minutes` Minutes (`text`)')
    expect(blocks.length).toBe(4)
  })

  test('up to twenty times, and with room for the webhook', async () => {
    const urls = Array.from({ length: 21 }, (_, i) => `https://p${i}.example/`)
    for (const url of urls)
      it.publish({ notegraph: {}, client_uri: undefined, initiate_login_uri: undefined }, url)
    for (const url of urls.slice(0, 20)) expect((await it.install(url)).status).toBe(200)
    expect(says(await it.install(urls[20]))).toEqual([
      409,
      'This account already has 20 plug-ins, which is the limit.',
    ])
    const session = { token: it.session, method: 'POST', headers: { 'Content-Type': 'application/json' } }
    await it.call(`/${(await it.call('?limit=1')).body['plugins'][0].id}/stop`, { method: 'POST' })
    for (let n = 0; n < 10; n++)
      await it.api.call('/api/v1/settings/webhooks', { ...session, body: '{"url":"https://hook.example/"}' })
    expect(says(await it.install())).toEqual([
      409,
      'This account already has 10 webhooks, which is the limit.',
    ])
    expect((await it.api.get('/pages/Recipe')).status).toBe(404)
  })

  test('takes a session, a plan, and a server where apps can connect', async () => {
    expect((await it.send('/look', { url: MANIFEST_URL }, { token: it.api.token })).status).toBe(403)
    const { body } = await it.install()
    await it.api.operators.setAccount('me', { plan: 'grace' })
    expect((await it.install()).status).toBe(402)
    expect((await it.call(`/${body['id']}/stop`, { method: 'POST' })).status).toBe(200)
    const off = await openApi()
    const { session: token } = await off.operators.createSession('me', { device: 'Phone' })
    const call = async (path: string, more: object) =>
      off.call(`/api/v1/settings/plugins${path}`, { token, ...more })
    const headers = { 'Content-Type': 'application/json' }
    const refused = await call('/look', {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: MANIFEST_URL }),
    })
    expect(says(refused)).toEqual([
      409,
      'This server has no plug-ins, because its setting NOTEGRAPH_OAUTH is off.',
    ])
    expect((await call('', {})).body['total']).toBe(0)
  })

  test('is a line of the audit log, without its address', async () => {
    const { body } = await it.install()
    it.api.clock.now += 1
    it.publish({ scope: 'notes:read' })
    await it.install()
    await it.call(`/${body['id']}/stop`, { method: 'POST' })
    const audit = await it.api.call('/api/v1/settings/audit', { token: it.session })
    const noted = audit.body['events'].filter(({ event }: { event: string }) => event.startsWith('plugin'))
    expect(noted.map(({ event, subject }: Record<string, string>) => [event, subject])).toEqual(
      ['plugin_stopped', 'plugin_changed', 'plugin_installed'].map((event) => [event, body['id']]),
    )
    expect(audit.text).not.toContain('recipes.example')
  })
})

describe('[V5] a changed manifest', () => {
  beforeEach(async () => {
    await it.install()
  })

  test.each<[object, string[]]>([
    [{}, []],
    [{ redirect_uris: ['https://recipes.example/other'] }, []],
    [{ scope: 'notes:read' }, ['scope']],
    [{ client_name: 'Better recipes', client_uri: undefined }, ['name', 'site']],
    [events({ by: 'owner' }), ['events']],
    [{ notegraph: {} }, ['description', 'events', 'pageTypes']],
  ])('with %j shows %j', async (more, changes) => {
    it.publish(more)
    const { plugins } = (await it.call('')).body
    expect((await it.look()).body).toMatchObject({ installed: plugins[0].id, changes })
    expect((await it.call('')).body['plugins']).toEqual(plugins)
  })

  test('has an effect when the owner agrees; the webhook keeps its secret and its place', async () => {
    const [before] = await it.api.store.webhooks.list('me')
    it.api.clock.now += 5
    const field = { key: 'minutes', label: 'Minutes', kind: 'text' } as const
    const page_types = [{ ...RECIPE, fields: [field] }]
    const { description: _, ...own } = NOTEGRAPH
    it.publish({ notegraph: { ...own, events: { url: `${NOTEGRAPH.events?.url}/2` }, page_types } })
    const { body } = await it.install()
    expect(body).toMatchObject({
      createdAt: NOON,
      agreedAt: NOON + 5,
      webhook: before?.id,
      pageTypes: page_types,
    })
    const [after] = await it.api.store.webhooks.list('me')
    expect(after).toEqual({ ...before, url: `${NOTEGRAPH.events?.url}/2`, filter: {} })
    const { blocks } = (await it.api.get('/pages/Recipe')).body
    expect(blocks.map(({ content }: { content: string }) => content.slice(0, 9))).toEqual([
      '`serves` ',
      '`cook` Co',
      '`course` ',
      '`minutes`',
    ])
  })

  test('without events ends the webhook, and with them creates one again', async () => {
    it.publish({ notegraph: {} })
    await it.install()
    expect([await webhookIds(), (await it.api.graph.outbox.read(0, 1)).isOpen]).toEqual([[], false])
    it.publish()
    expect((await it.install()).body['webhook']).toBe((await webhookIds())[0])
  })

  test('brings a deleted webhook back', async () => {
    const [id] = await webhookIds()
    await it.api.call(`/api/v1/settings/webhooks/${id}/remove`, { method: 'POST', token: it.session })
    expect((await it.call('')).body['plugins'][0]).not.toHaveProperty('webhook')
    expect((await it.install()).body['webhook']).toBe((await webhookIds())[0])
  })
})

describe('[V5] a stopped plug-in', () => {
  test('goes with its webhook; the pages of its types stay', async () => {
    const { body } = await it.install()
    await it.api.post('/pages', { name: 'Pancakes', type: 'recipe' })
    const stopped = await it.call(`/${body['id']}/stop`, { method: 'POST' })
    const { webhook: _, ...rest } = body
    expect([stopped.status, stopped.body]).toEqual([200, rest])
    expect([(await it.call('')).body['total'], await webhookIds()]).toEqual([0, []])
    expect((await it.api.graph.outbox.read(0, 1)).isOpen).toBe(false)
    expect((await it.api.get('/pages/Recipe')).status).toBe(200)
    const set = await it.api.patch('/pages/Pancakes/properties/Cook', { value: 'Ada' })
    expect(set.body['page'].props).toMatchObject({ cook: '[[Ada]]' })
  })

  test('of another account is treated as missing', async () => {
    const { body } = await it.install()
    await it.api.operators.createAccount('other', {})
    const { session: token } = await it.api.operators.createSession('other', { device: 'Phone' })
    const NONE = [404, 'No plug-in of this account has this id.']
    expect(says(await it.call(`/${body['id']}`, { token }))).toEqual(NONE)
    expect(says(await it.call(`/${body['id']}/stop`, { method: 'POST', token }))).toEqual(NONE)
    expect((await it.call(`/${body['id']}`)).status).toBe(200)
  })
})
