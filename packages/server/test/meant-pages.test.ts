/**
 * The rules of sites and webhooks keep the pages that they name when these get other names. @see assistants 10.3
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { call } from './mcp.ts'
import { NOON } from './notes.ts'

let api: Api
let session: string

const noted = (id: string, name: string, text: string, tags?: string): GraphRecord[] => [
  makePage({ id, name, props: tags === undefined ? [] : [['tags', tags]], now: NOON }),
  makeBlock({
    id: `b-${id}`,
    content: text,
    rev: `r-${id}`,
    pageId: id,
    parentId: null,
    order: 1,
    now: NOON,
  }),
]

beforeEach(async () => {
  api = await openApi()
  session = (await api.operators.createSession('me', { device: 'Phone' })).session
  const records = [
    ...noted('plant', 'Plant', 'what grows'),
    ...noted('draft', 'Draft', 'what is not done'),
    ...noted('rose', 'Rose', 'red [[Plant]]'),
    ...noted('fern', 'Fern', 'green #plant', 'plant'),
    ...noted('moss', 'Moss', 'green #plant', 'plant, draft'),
  ]
  await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})

const settings = async (method: string, path: string, body?: object): Promise<Reply> =>
  api.call(`/api/v1/settings${path}`, {
    method,
    token: session,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
const publish = async (rule: object): Promise<void> => {
  expect((await settings('POST', '/sites', { slug: 'garden', title: 'Garden', ...rule })).status).toBe(200)
}
const site = async (): Promise<Record<string, unknown>> => (await settings('GET', '/sites')).body['sites'][0]
const shown = async (): Promise<string[]> =>
  (await settings('GET', '/sites/garden/pages')).body['pages'].map(({ name }: { name: string }) => name)
const rename = async (page: string, to: string, more = {}): Promise<Reply> =>
  api.post(`/pages/${page}/rename`, { to, ...more })
const revert = async (): Promise<Reply> => {
  const [{ id }] = (await api.get('/changes')).body['changes']
  return api.post(`/changes/${id}/revert`, {})
}

describe('[A10.3] the rule of a site', () => {
  test.each<[rule: object, after: object, pages: string[]]>([
    [{ query: '(or [[Plant]] x)' }, { query: '(or [[Green things]] x)' }, ['Fern', 'Moss', 'Rose']],
    [{ query: '(not #plant)' }, { query: '(not #[[Green things]])' }, ['Draft', 'Green things']],
    [{ query: '(page plant)' }, { query: '(page "Green things")' }, ['Green things']],
    [{ tag: 'plant' }, { tag: 'Green things' }, ['Fern', 'Moss']],
  ])('%j has the new name, and the old one after a revert', async (rule, after, pages) => {
    await publish(rule)
    const before = await shown()
    expect((await rename('Plant', 'Green things')).status).toBe(200)
    expect(await site()).toMatchObject(after)
    expect(await site()).not.toHaveProperty('meant')
    expect((await shown()).filter((name) => pages.includes(name))).toEqual(pages)
    expect((await revert()).body).toMatchObject({ ok: true, left: [] })
    expect(await site()).toMatchObject(rule)
    expect(await shown()).toEqual(before)
  })

  test('keeps pages private by a tag that gets another name, and then goes', async () => {
    await publish({ tag: 'plant', except: 'draft' })
    expect(await shown()).toEqual(['Fern'])
    await rename('Draft', 'Unfinished')
    expect([await shown(), await site()]).toMatchObject([['Fern'], { except: 'Unfinished' }])
    await rename('Unfinished', 'Half done')
    expect((await api.post('/pages/Half%20done/delete', {})).status).toBe(200)
    expect([await shown(), await site()]).toMatchObject([['Fern'], { except: 'Half done' }])
    await api.post('/pages', { name: 'Draft' })
    expect(await site()).toMatchObject({ except: 'Half done' })
  })

  test('follows pages that swap their names in one batch, and a page that begins after it', async () => {
    await publish({ query: '(or [[Later]] (page Rose))' })
    await api.post('/pages', { name: 'Later' })
    const operations = [
      ['Later', 'Between'],
      ['Rose', 'Later'],
      ['Between', 'Rose'],
    ].map(([name, to]) => ({ op: 'rename_page', name, to }))
    expect((await api.post('/batch', { operations })).status).toBe(200)
    expect(await site()).toMatchObject({ query: '(or [[Rose]] (page Later))' })
  })

  test('of an earlier release learns its pages before the first rename', async () => {
    await publish({ tag: 'plant' })
    const stored = (await api.store.sites.find('garden'))!.site
    const { meant: _, ...plain } = stored.rule
    await api.store.sites.update({ ...stored, rule: plain })
    await rename('Plant', 'Green things')
    expect(await site()).toMatchObject({ tag: 'Green things' })
  })

  test('stays as it is where only case changes, or where another page takes the blocks', async () => {
    await publish({ tag: 'plant', query: '#Draft' })
    await rename('Plant', 'PLANT')
    await rename('Draft', 'Rose', { merge: true })
    expect(await site()).toMatchObject({ tag: 'plant', query: '#Draft' })
    expect(await shown()).toEqual(['Fern', 'Moss'])
  })

  test('a member that the owner changes is as sent, and the others keep their pages', async () => {
    await publish({ tag: 'plant', query: '(page Rose)' })
    await rename('Plant', 'Green things')
    expect((await settings('PATCH', '/sites/garden', { query: '(page Fern)' })).body).toMatchObject({
      tag: 'Green things',
      query: '(page Fern)',
    })
    await rename('Green%20things', 'Plants')
    await rename('Fern', 'Bracken')
    expect(await site()).toMatchObject({ tag: 'Plants', query: '(page Bracken)' })
  })

  test('[S8] a program without the right to publish renames what no reader sees', async () => {
    await publish({ query: '(and green (not [[Draft]]))', except: 'draft' })
    for (const { id } of await api.store.tokens.list('me'))
      await api.store.tokens.setRights(id, 'me', ['organize'])
    expect((await rename('Draft', 'Unfinished')).status).toBe(200)
    expect(await site()).toMatchObject({ query: '(and green (not [[Unfinished]]))', except: 'Unfinished' })
    expect(await shown()).toEqual(['Fern'])
  })

  test('has the new name after the tool', async () => {
    await publish({ tag: 'plant' })
    const done = await call(api, 'rename_page', { name: 'Plant', to: 'Greens' })
    expect(done.status).toBe(200)
    expect(await site()).toMatchObject({ tag: 'Greens' })
  })
})

describe('[A10.3] the filter of a webhook', () => {
  const hooks = async (): Promise<Record<string, unknown>[]> =>
    (await settings('GET', '/webhooks')).body['webhooks']
  test.each([
    [{ query: '(and #plant (todo TODO))' }, { query: '(and #Greens (todo TODO))' }],
    [{ tag: 'plant' }, { tag: 'Greens' }],
  ])('%j has the new name, and the old one after a revert', async (filter, after) => {
    const made = await settings('POST', '/webhooks', { url: 'https://hook.example/', ...filter })
    expect(made.status).toBe(200)
    await rename('Plant', 'Greens')
    expect(await hooks()).toMatchObject([after])
    expect((await hooks())[0]).not.toHaveProperty('meant')
    await revert()
    expect(await hooks()).toMatchObject([filter])
  })
})
