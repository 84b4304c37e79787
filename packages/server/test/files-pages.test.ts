/**
 * Files on the pages of an account: shown to the person who signed in, by their place in a block.
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type NewPage } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { openBrowser, signedIn, type WebBrowser } from './web-browser.ts'
import { sessionOf, upload } from './uploads.ts'

let api: Api
let browser: WebBrowser
let ids: string[]
beforeAll(async () => {
  api = await openApi()
  browser = await signedIn(api)
  const session = await sessionOf(api)
  const add = async (words: string, name: string, type: string): Promise<string> => {
    const call = { headers: { 'Content-Type': type } }
    return String((await upload(api, session, words, call, `/api/files?name=${name}`)).body['id'])
  }
  ids = [await add('a picture', 'map.png', 'image/png'), await add('a plan', 'plan.pdf', 'application/pdf')]
  const now = api.clock.now
  const block = (id: string, content: string) =>
    makeBlock({ id, content, rev: id, pageId: 'trip', parentId: null, order: 1, now })
  const records = [
    makePage({ id: 'trip', name: 'Trip', now }),
    block(
      'shown',
      `see ![the map](/api/files/${ids[0]}) and [the plan](https://notes.example/api/files/${ids[1]})`,
    ),
    block('gone', `![a map](/api/files/nothing)`),
  ]
  await api.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})

const PAGE = '/graph/page?name=Trip'
const ADDRESS = /"(\/graph\/file\?[^"]+)"/g
const addresses = async (): Promise<string[]> => {
  const html = await (await browser.get(PAGE)).text()
  return [...new Set(Array.from(html.matchAll(ADDRESS), ([, address]) => address!.replaceAll('&amp;', '&')))]
}

test('[6] no page contains the id of a file', async () => {
  for (const path of [PAGE, '/graph/block?id=shown', '/graph/search?q=map']) {
    const html = await (await browser.get(path)).text()
    expect(html).toContain('alt="the map"')
    for (const id of ids) expect(html).not.toContain(id)
  }
})

test('a picture is shown, another file is a link that downloads it, and a missing one is words', async () => {
  const html = await (await browser.get(PAGE)).text()
  expect(html).toMatch(
    /<a class="picture" href="\/graph\/file\?block=shown&amp;n=0"><img src="[^"]+" alt="the map" loading="lazy"><\/a>/,
  )
  expect(html).toMatch(
    /<a class="file" href="\/graph\/file\?block=shown&amp;n=1" download="plan.pdf">the plan<\/a>/,
  )
  expect(html).toContain('[file: unknown]')
})

test('the person who signed in opens both, and nothing in them runs', async () => {
  const [picture, plan] = await addresses()
  const shown = await browser.get(picture!)
  expect([shown.status, await shown.text()]).toEqual([200, 'a picture'])
  expect(shown.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(shown.headers.get('content-disposition')).toBe('inline; filename=map.png')
  const part = await browser.get(plan!, { Range: 'bytes=2-5' })
  expect([part.status, await part.text()]).toEqual([206, 'plan'])
  expect(part.headers.get('content-disposition')).toBe('attachment; filename=plan.pdf')
})

test('[S1] the preview of a link shows the files that readers get, and no others', async () => {
  const preview = await (await browser.get('/settings/sharing/new?page=trip')).text()
  expect(preview).toContain('alt="the map"')
  for (const id of ids) expect(preview).not.toContain(id)
  const found = [...new Set(Array.from(preview.matchAll(ADDRESS), ([, address]) => address!.replaceAll('&amp;', '&')))] // prettier-ignore
  expect(found.every((address) => /^\/graph\/file\?page=trip&n=[1-3]$/.test(address))).toBe(true)
  const texts = await Promise.all(found.map(async (address) => (await browser.get(address)).text()))
  expect(texts.toSorted()).toEqual(['a picture', 'a plan'])
  for (const other of ['n=0', 'n=4', 'n=x', 'n=-1'])
    expect((await browser.get(`/graph/file?page=trip&${other}`)).status).toBe(404)
  const stranger = await openBrowser(api).get(found[0]!)
  expect(stranger.status).toBe(303)
})

describe('nobody else opens them', () => {
  test.each([
    ['nobody', async () => openBrowser(api), 303],
    [
      'another account',
      async () => {
        await api.operators.createAccount('other', {})
        return signedIn(api, 'other')
      },
      404,
    ],
  ])('%s', async (_, open, status) => {
    const [picture] = await addresses()
    const response = await (await open()).get(picture!)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('a picture')
  })

  test('a browser that signed out', async () => {
    const [picture] = await addresses()
    const leaving = await signedIn(api)
    expect((await leaving.get(picture!)).status).toBe(200)
    await leaving.post('/api/sign-out')
    const { status, headers } = await leaving.get(picture!)
    expect([status, headers.get('location')]).toEqual([303, `/sign-in?to=${encodeURIComponent(picture!)}`])
  })

  test.each([
    [{ allowed: false }, 403],
    [{ plan: 'none' }, 402],
  ] as const)('an account that is %j', async (change, status) => {
    const [picture] = await addresses()
    await api.operators.setAccount('me', change)
    expect((await browser.get(picture!)).status).toBe(status)
    await api.operators.setAccount('me', { allowed: true, plan: 'active' })
  })
})

describe('the picture of a page', () => {
  const add = (id: string, props: NonNullable<NewPage['props']>) =>
    api.store.graph('me').commits.commit({
      puts: [{ record: makePage({ id, name: id, props, now: api.clock.now }), from: 0 }],
    })
  const shown = async (id: string) => (await browser.get(`/graph/page?id=${id}`)).text()

  test.each(['image', 'cover', 'banner'])('in %s is shown, without the id of the file', async (key) => {
    await add(`own-${key}`, [[key, `![x](/api/files/${ids[0]})`]])
    const html = await shown(`own-${key}`)
    expect(html).toContain(`<img class="page-picture" src="/graph/file?page=own-${key}" alt="" />`)
    expect(html).not.toContain(ids[0])
    const picture = await browser.get(`/graph/file?page=own-${key}`)
    expect([picture.status, await picture.text()]).toEqual([200, 'a picture'])
    expect((await openBrowser(api).get(`/graph/file?page=own-${key}`)).status).toBe(303)
  })

  test.each([
    ['elsewhere', '![x](https://evil.example/x.png)'],
    ['that is another file', () => `![x](/api/files/${ids[1]})`],
    ['that is missing', '![x](/api/files/nothing)'],
  ])('%s is not shown', async (name, value) => {
    const id = `not-${name.length}`
    await add(id, [['image', typeof value === 'string' ? value : value()]])
    expect(await shown(id)).not.toContain('page-picture')
  })

  test('an icon of text shows before the title', async () => {
    await add('iconic', [['icon', '⛵']])
    expect(await shown('iconic')).toMatch(
      /<h1[^>]*>\s*<span class="icon" aria-hidden="true">⛵<\/span>iconic/,
    )
    await add('named', [['icon', 'anchor']])
    expect(await shown('named')).not.toContain('class="icon"')
  })
})

test.each([
  'page=none',
  'page=trip',
  'block=shown&n=2',
  'block=shown',
  'block=shown&n=-1',
  'block=shown&n=0x0',
  'block=none&n=0',
  'block=gone&n=0',
  '',
])('the place %j is 404', async (query) =>
  expect((await browser.get(`/graph/file?${query}`)).status).toBe(404),
)

test('the file of a deleted block or page is gone', async () => {
  const { store, clock } = api
  const { record, seq } = (await store.graph('me').records.find('trip'))!
  await store.graph('me').commits.commit({ puts: [{ record: { ...record, deleted: clock.now }, from: seq }] })
  expect((await browser.get('/graph/file?block=shown&n=0')).status).toBe(404)
})
