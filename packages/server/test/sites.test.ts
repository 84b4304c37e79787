/** Published sites, made, listed, changed and ended with a device session. @see sharing 3, 5, 6, 7 */
import { journalId, makeBlock, makePage, type NewPage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from './api.ts'
import { NOON } from './notes.ts'
import { says, statusOf, useSettings } from './settings.ts'
import { signedIn } from './web-browser.ts'

const SITES = '/api/v1/settings/sites'

const it = useSettings(SITES)

const { list, send } = it
const publish = (body: object, call?: Call) =>
  send('POST', '', { slug: 'garden', title: 'Garden', ...body }, call)
const change = (body: unknown, call?: Call, slug = 'garden') => send('PATCH', `/${slug}`, body, call)
const end = (call?: Call, slug = 'garden') => it.post(`/${slug}/end`, call)
const published = async () => {
  const { body } = await it.api.call(`${SITES}/garden/pages`, { token: it.session })
  return (body as { pages: { name: string }[] }).pages.map(({ name }) => name)
}

type Props = NonNullable<NewPage['props']>

async function add(name: string, text: string, props: Props = [], kind: NewPage['kind'] = 'page') {
  const id = kind === 'journal' ? journalId(Number(name)) : `page-${name}`
  const page = makePage({ id, name, props, kind, now: NOON })
  const block = makeBlock({ id: `b-${id}`, content: text, rev: `r-${id}`, pageId: id, parentId: null, order: 1, now: NOON }) // prettier-ignore
  const done = await it.api.graph.commits.commit({
    puts: [
      { record: page, from: 0 },
      { record: block, from: 0 },
    ],
  })
  expect(done).toMatchObject({ ok: true })
}

describe('[S3] a rule selects the pages', () => {
  beforeEach(async () => {
    await add('Rose', 'a red flower', [['tags', 'plant']])
    await add('Fern', 'green #plant', [['alias', 'Bracken'], ['type', 'book']]) // prettier-ignore
    await add('Moss', 'green and low')
    await add('20200101', 'saw green moss', [['tags', 'plant']], 'journal')
  })

  test.each<[rule: object, names: string[]]>([
    [{ pages: ['moss', 'Bracken', 'page-Rose', 'Moss'] }, ['Fern', 'Moss', 'Rose']],
    [{ tag: 'plant' }, ['Rose']],
    [{ tag: '#[[Plant]]' }, ['Rose']],
    [{ type: 'book' }, ['Fern']],
    [{ query: 'green' }, ['Fern', 'Moss']],
    [{ query: '#plant', tag: 'plant', pages: ['Moss'] }, ['Fern', 'Moss', 'Rose']],
    [{ tag: 'plant', journals: true }, ['20200101', 'Rose']],
    [{ query: 'green', journals: true }, ['20200101', 'Fern', 'Moss']],
    [{ type: 'journal', tag: 'plant' }, ['Rose']],
  ])('%j', async (rule, names) => {
    const { body } = await publish(rule)
    expect(await published()).toEqual(names)
    expect(body['published']).toBe(names.length)
  })

  test('a site follows the graph', async () => {
    await publish({ tag: 'plant' })
    await add('Ivy', 'climbs', [['tags', 'plant']])
    expect(await published()).toEqual(['Ivy', 'Rose'])
  })

  test.each<[why: string, props: Props]>([
    ['public:: false', [['public', 'false']]],
    ['public:: False', [['public', 'False']]],
    ['publish: false', [['publish', 'false']]],
    ['public:: no', [['public', 'no']]],
    ['public:: "false"', [['public', '"false"']]],
    ["publish:: 'FALSE'", [['publish', "'FALSE'"]]],
    ['public:: “false”', [['public', '“false”']]],
    ['private:: true', [['private', 'true']]],
    ['private:: "Yes"', [['private', '"Yes"']]],
    ['the chosen tag', [['tags', 'plant, mine']]],
  ])('[S5] %s keeps a page out, however it is selected', async (_, props) => {
    await add('Secret', 'green #plant', [...(props[0]![0] === 'tags' ? [] : [['tags', 'plant'] as const]), ...props]) // prettier-ignore
    await publish({ pages: ['Secret', 'Moss'], tag: 'plant', query: 'green', except: '#Mine' })
    expect(await published()).toEqual(['Fern', 'Moss', 'Rose'])
  })

  test.each([
    'public:: false',
    'words\nprivate:: true',
    'publish:: "no"',
    'publish: false',
    '---\npublish: false\n---',
    'private: true',
    'private:: TRUE %% why %%',
    'Public: "No"',
  ])('[S5] %j in the first block of a page keeps it out', async (text) => {
    await add('Secret', text, [['tags', 'plant']])
    await publish({ tag: 'plant' })
    expect(await published()).toEqual(['Rose'])
  })

  test.each<[mark: string, props: Props]>([
    ['public:: true', [['public', 'true']]],
    ['private:: false', [['private', 'false']]],
    ['publish:: true', [['publish', 'true']]],
  ])('[S5] %s keeps no page out', async (_, props) => {
    await add('Open', 'words', [['tags', 'plant'], ...props])
    await publish({ tag: 'plant' })
    expect(await published()).toEqual(['Open', 'Rose'])
  })
})

describe('[S3] a site is published', () => {
  test('with its address and its rule', async () => {
    const { status, body } = await publish({
      pages: ['Plans'],
      tag: '#plant',
      start: 'PLANS',
      except: 'mine',
    })
    const site = {
      slug: 'garden',
      url: 'https://notes.example/p/garden',
      title: 'Garden',
      pages: [expect.any(String)],
      tag: 'plant',
      except: 'mine',
      start: expect.any(String),
      journals: false,
      follows: true,
      published: 1,
      createdAt: NOON,
    }
    expect([status, body]).toEqual([200, site])
    expect((await list()).body).toEqual({ sites: [site], total: 1, next: null })
    const { id } = (await it.api.call(`${SITES}/garden/pages`, { token: it.session })).body['pages'][0]
    expect(id).toBe(body['start'])
  })

  test.each<[body: object, status: number, error: unknown]>([
    [{ slug: 'My garden', tag: 'a' }, 400, 'slug takes lower-case letters and digits with single hyphens between them, up to 60 characters, not "My garden".'], // prettier-ignore
    [{ pages: [] }, 400, 'A site needs pages, a tag, a type or a query.'],
    [{ pages: ['Plants'] }, 404, 'No page is called "Plants"; did you mean "Plans"?'],
    [{ tag: 'a', start: 'Plants' }, 404, 'No page is called "Plants"; did you mean "Plans"?'],
    [{ tag: '#' }, 400, 'tag takes the name of a tag, up to 200 characters.'],
    [{ tag: 'a', except: '' }, 400, 'except takes the name of a tag, up to 200 characters.'],
    [
      { tag: 'a', except: 'b\nc' },
      400,
      'except must not contain control characters or half of a surrogate pair.',
    ],
    [{ tag: 'a', lang: 'x y' }, 400, 'lang takes a language tag such as en, de or pt-BR, not "x y".'],
    [{ tag: 'a', title: ' ' }, 400, 'title takes 1 to 200 characters, not 0.'],
    [{ type: 'wrong' }, 400, expect.stringContaining('type takes')],
    [{ query: '(and' }, 400, expect.stringContaining('query')],
  ])('%j is refused with %i', async (body, status, error) => {
    expect(says(await publish(body))).toEqual([status, error])
    expect((await list()).body['total']).toBe(0)
  })

  test.each([
    ['de', 'de'],
    ['PT-br', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
  ])('with the language %j as %j', async (lang, stored) => {
    expect((await publish({ tag: 'a', lang })).body['lang']).toBe(stored)
    expect((await change({ lang: null })).body).not.toHaveProperty('lang')
  })

  test.each(['a\0b', 'a\nb', 'a\u0085b', '\ud800'])('the title %j is refused', async (title) => {
    expect(says(await publish({ tag: 'a', title }))).toEqual([
      400,
      'title must not contain control characters or half of a surrogate pair.',
    ])
  })

  test('more than 1,000 chosen pages are refused', async () => {
    const pages = Array.from({ length: 1001 }, () => 'Plans')
    expect(says(await publish({ pages }))).toEqual([400, 'pages takes up to 1000 pages, not 1001.'])
  })

  test('a slug in use is refused', async () => {
    await publish({ tag: 'a' })
    expect(says(await publish({ tag: 'b' }))).toEqual([409, 'The slug "garden" is already in use.'])
  })
})

describe('[S3] a site changes and ends', () => {
  test('members that a change leaves out stay, and null removes', async () => {
    await publish({ tag: 'plant', query: 'green', start: 'Plans', except: 'mine' })
    const { body } = await change({ title: 'New', query: null, start: null, except: null, journals: true })
    expect(body).toMatchObject({ title: 'New', tag: 'plant', journals: true })
    for (const gone of ['query', 'start', 'except']) expect(body).not.toHaveProperty(gone)
    expect(says(await change({ tag: null }))).toEqual([400, 'A site needs pages, a tag, a type or a query.'])
    expect((await change({ pages: ['Plans'], tag: null })).body).not.toHaveProperty('tag')
    expect(await published()).toEqual(['Plans'])
  })

  test('it ends at once, once, and its slug serves its account again', async () => {
    await publish({ pages: ['Plans'] })
    expect((await end()).body).toMatchObject({ endedAt: NOON, published: 0 })
    it.api.clock.now += 5
    expect((await end()).body['endedAt']).toBe(NOON)
    expect(await published()).toEqual([])
    const ended = [409, 'This site has ended.']
    expect(says(await change({ title: 'New' }))).toEqual(ended)
    expect(says(await list('/garden/archive'))).toEqual(ended)
    expect((await publish({ pages: ['Plans'] })).body).not.toHaveProperty('endedAt')
  })
})

describe('[S7] access', () => {
  test.each<[what: string, token: () => string | null, status: number]>([
    ['a token', () => it.api.token, 403],
    ['a request without a token', () => null, 401],
  ])('%s opens none of the routes', async (_, token, status) => {
    await publish({ pages: ['Plans'] })
    const call = { token: token() }
    const replies = [list('', call), publish({ slug: 'b', tag: 'a' }, call), change({}, call), end(call), list('/garden/pages', call), list('/garden/archive', call)] // prettier-ignore
    for (const reply of await Promise.all(replies)) expect(reply.status).toBe(status)
    expect((await list()).body).toMatchObject({ total: 1, sites: [{ published: 1 }] })
  })

  test('an account has no part in the sites of another, nor in their slugs', async () => {
    await publish({ pages: ['Plans'] })
    await it.api.operators.createAccount('other', {})
    const other = { token: (await it.api.operators.createSession('other', { device: 'Mac' })).session }
    const missing = [404, 'No site of this account has this slug.']
    expect(says(await change({ title: 'Mine' }, other))).toEqual(missing)
    expect(says(await end(other))).toEqual(missing)
    expect(says(await list('/garden/pages', other))).toEqual(missing)
    expect(says(await list('/garden/archive', other))).toEqual(missing)
    expect((await list('/garden/archive', { ...other, method: 'HEAD' })).status).toBe(404)
    const browser = await signedIn(it.api, 'other')
    const own = '/settings/sites/site/garden'
    const pages = [browser.get(own), browser.get(`${own}/end`), browser.get(`${own}/archive`), browser.post(own, { title: 'Mine', tag: 'a', checked: '1' }), browser.post(`${own}/end`)] // prettier-ignore
    for (const { status } of await Promise.all(pages)) expect(status).toBe(404)
    const [site] = (await list()).body['sites']
    expect(site).toMatchObject({ title: 'Garden', published: 1 })
    expect(site).not.toHaveProperty('endedAt')
    expect((await list('', other)).body['total']).toBe(0)
    expect((await publish({ tag: 'a' }, other)).status).toBe(409)
    await end()
    expect((await publish({ tag: 'a' }, other)).status).toBe(409)
  })

  test('in grace a site can end, and none is published or changed', async () => {
    await publish({ pages: ['Plans'] })
    await it.api.operators.setAccount('me', { plan: 'grace' })
    expect((await publish({ slug: 'b', tag: 'a' })).status).toBe(402)
    expect((await change({ title: 'New' })).status).toBe(402)
    expect((await end()).status).toBe(200)
  })
})

test('[S6] an account has at most 10 sites', async () => {
  for (let n = 0; n < 10; n++) expect((await publish({ slug: `s${n}`, tag: 'a' })).status).toBe(200)
  const refusal = [409, 'This account already has 10 sites, which is the limit.']
  expect(says(await publish({ tag: 'a' }))).toEqual(refusal)
  await end({}, 's7')
  expect((await publish({ tag: 'a' })).status).toBe(200)
})

test('[S6] a site has at most 10,000 pages', async () => {
  const puts = Array.from({ length: 10_001 }, (_, n) => ({
    record: makePage({ id: `p${n}`, name: `Page ${n}`, props: [['tags', 'many']], now: NOON }),
    from: 0,
  }))
  await it.api.graph.commits.commit({ puts })
  expect((await publish({ tag: 'many' })).body['published']).toBe(10_000)
  expect((await list('/garden/pages?limit=1&offset=9999')).body).toMatchObject({ total: 10_000, next: null })
})

test('the security log has each site by its slug', async () => {
  await publish({ pages: ['Plans'] })
  await change({ title: 'New' })
  await end()
  const log = await it.api.call('/api/v1/settings/audit', { token: it.session })
  expect(log.body['events'].slice(0, 3)).toMatchObject([
    { event: 'site_ended', by: 'device', subject: 'garden' },
    { event: 'site_changed', by: 'device', subject: 'garden' },
    { event: 'site_published', by: 'device', subject: 'garden' },
  ])
})

describe('[D9.10] after a restore', () => {
  test('a closed site opens for nobody, until its owner opens it again', async () => {
    await publish({ pages: ['Plans'] })
    const seen = async () => statusOf(it.api, '/p/garden')
    expect(await seen()).toBe(200)
    await it.api.store.accounts.endAccess('me', NOON, { published: true })
    const { session: token } = await it.api.operators.createSession('me', { device: 'Phone' })
    expect(await seen()).toBe(410)
    expect((await list('', { token })).body['sites']).toMatchObject([{ slug: 'garden', closedAt: NOON, published: 0 }]) // prettier-ignore
    const opened = await it.post('/garden/open', { token })
    expect([opened.status, opened.body]).toEqual([200, expect.objectContaining({ slug: 'garden', published: 1 })]) // prettier-ignore
    expect(opened.body).not.toHaveProperty('endedAt')
    expect(await seen()).toBe(200)
    const { entries } = await it.api.store.audit.list('me', { limit: 100, offset: 0 })
    expect(entries.filter(({ event }) => event === 'site_reopened')).toHaveLength(1)
  })

  test('a site that its owner ended stays ended', async () => {
    await publish({ pages: ['Plans'] })
    await end()
    expect(says(await it.post('/garden/open'))).toEqual([409, 'This site has ended.'])
    expect(says(await it.post('/meadow/open'))[0]).toBe(404)
  })
})
