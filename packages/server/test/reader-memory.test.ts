/**
 * Pages of readers in memory. A second reader costs a few look-ups, and each change of a page shows at once.
 * @see sharing 1, 2, 3, 5
 */
import { useCheapPasswords } from './cheap-passwords.ts'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { observedStore } from '../src/observed-store.ts'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'
import { blockId, sharedNotes, THIRD_BLOCK } from './shared-notes.ts'
import { openBrowser, type WebBrowser } from './web-browser.ts'

useCheapPasswords()

const DAY = 86_400_000

let api: Api
let reader: WebBrowser
let session: string
/** The calls of the store since the last look. */
let calls: string[]
/** Comes after the next call of this name. */
let after: { readonly operation: string; readonly act: () => Promise<unknown> } | undefined
/** The path of the shared page. */
let share: string

beforeEach(async () => {
  calls = []
  after = undefined
  api = await openApi({
    wrap: (store) =>
      observedStore(store, async (operation, call) => {
        calls.push(operation)
        const result = await call()
        if (after?.operation !== operation) return result
        const { act } = after
        after = undefined
        await act()
        return result
      }),
  })
  reader = openBrowser(api)
  session = (await api.operators.createSession('me', { device: 'Phone' })).session
  await (await sharedNotes(api.graph)).addBoat(['hull [[Third page]]', 'rope', 'plank '.repeat(200)])
  share = `/s/${String((await settings('POST', '/shares', { page: 'Boat' }))['id'])}`
  await settings('POST', '/sites', { slug: 'trip', title: 'Our trip', pages: ['Boat'] })
  await settings('POST', '/sites', { slug: 'book', title: 'Our book', pages: ['Boat'], follows: false })
})

async function settings(method: string, path: string, body: object = {}): Promise<Record<string, unknown>> {
  const reply = await api.call(`/api/v1/settings${path}`, {
    method,
    token: session,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([reply.status, reply.body]).toEqual([200, expect.anything()])
  return reply.body
}

const get = async (path: string, headers?: Readonly<Record<string, string>>) => {
  const response = await reader.get(path, headers)
  const bytes = Buffer.from(await response.arrayBuffer())
  const html = (response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString()
  return { status: response.status, headers: response.headers, html }
}

async function write(id: string, text: string) {
  const { status } = await api.call(`/api/v1/notes/blocks/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  expect(status).toBe(200)
}

async function remove(id: string) {
  const { record, seq } = (await api.graph.records.find(id))!
  await api.graph.commits.commit({ puts: [{ record: { ...record, deleted: NOON }, from: seq }] })
}

const OF_A_SHARE = ['shares.find', 'feed.state', 'shares.listOpen', 'sites.list']
const OF_A_SITE = ['sites.find', 'feed.state']

describe('a second reader costs these look-ups alone', () => {
  test.each<[what: string, path: () => string, looks: readonly string[]]>([
    ['a shared page', () => share, OF_A_SHARE],
    ['the start of a site', () => '/p/trip', OF_A_SITE],
    ['the index of a site', () => '/p/trip/index', OF_A_SITE],
    ['a page of a site', () => '/p/trip/boat', OF_A_SITE],
    ['a page of a site that does not follow the graph', () => '/p/book/boat', OF_A_SITE],
    ['its index', () => '/p/book/index', OF_A_SITE],
  ])('%s', async (_, path, looks) => {
    const first = await get(path())
    expect(first.status).toBe(200)
    calls = []
    expect((await get(path())).html).toBe(first.html)
    expect(calls.toSorted()).toEqual(looks.toSorted())
    calls = []
    const zipped = await get(path(), { 'Accept-Encoding': 'gzip' })
    expect([zipped.headers.get('content-encoding'), zipped.html]).toEqual(['gzip', first.html])
    expect(calls.toSorted()).toEqual(looks.toSorted())
  })
})

describe('[S1] [S2] [S3] [S5] a page in memory is not sent after', () => {
  const page = () => share
  const site = () => '/p/trip/boat'
  const frozen = () => '/p/book/boat'

  test.each<[what: string, path: () => string, change: () => unknown, status: number, fresh: string]>([
    ['another text', page, () => write(blockId(0), 'keel'), 200, 'keel'],
    ['the end of its link', page, () => settings('POST', `/shares/${share.slice(3)}/end`), 410, 'not found'],
    ['a password', page, () => settings('PATCH', `/shares/${share.slice(3)}`, { password: 'low river' }), 200, 'protected'], // prettier-ignore
    ['its last day', page, async () => {
      await settings('PATCH', `/shares/${share.slice(3)}`, { expires: '2026-11-20' })
      expect((await get(share)).status).toBe(200)
      api.clock.now += DAY
    }, 410, 'not found'], // prettier-ignore
    ['its deletion', page, () => remove('boat'), 410, 'not found'],
    [
      'a link to another page',
      page,
      () => settings('POST', '/shares', { page: 'Third page' }),
      200,
      'href="/s/',
    ],
    ['a site with another page', page, () => settings('POST', '/sites', { slug: 'more', title: 'More', pages: ['Third page'] }), 200, 'href="/p/more/'], // prettier-ignore
    ['the end of the plan', page, () => api.operators.setAccount('me', { plan: 'none' }), 410, 'not found'],
    ['another text', site, () => write(blockId(0), 'keel'), 200, 'keel'],
    ['another title', site, () => settings('PATCH', '/sites/trip', { title: 'A voyage' }), 200, 'A voyage'],
    ['another rule', site, () => settings('PATCH', '/sites/trip', { pages: ['Third page'] }), 410, 'not found'], // prettier-ignore
    ['its deletion', site, () => remove('boat'), 410, 'not found'],
    ['the end of the site', site, () => settings('POST', '/sites/trip/end'), 410, 'not found'],
    ['the end of the plan', site, () => api.operators.setAccount('me', { plan: 'none' }), 410, 'not found'],
    ['"Publish now"', frozen, async () => {
      await write(blockId(0), 'keel')
      expect((await get(frozen())).html).toContain('hull')
      await settings('PATCH', '/sites/book')
    }, 200, 'keel'], // prettier-ignore
    ['its deletion', frozen, () => remove('boat'), 410, 'not found'],
  ])('%s: %o', async (_, path, change, status, fresh) => {
    const before = (await get(path())).html
    expect(before).toContain('hull')
    expect((await get(path(), { 'Accept-Encoding': 'gzip' })).html).toBe(before)
    await change()
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) {
      const after = await get(path(), headers)
      expect([after.status, after.html]).toEqual([status, expect.stringContaining(fresh)])
      expect(after.html).not.toBe(before)
    }
  })

  test('[S1] a reader without the proof gets no page that another reader has unlocked', async () => {
    await settings('PATCH', `/shares/${share.slice(3)}`, { password: 'low river' })
    await reader.post(share, { password: 'low river' })
    expect((await get(share)).html).toContain('hull')
    expect(await (await openBrowser(api).get(share)).text()).not.toContain('hull')
    expect((await get(share)).html).toContain('hull')
  })

  test.each([
    ['a shared page', () => share],
    ['a page of a site', () => '/p/trip/boat'],
  ])('[S1] [S5] a change that comes while %s is rendered', async (_, path) => {
    after = { operation: 'blocks.listByPage', act: async () => write(blockId(0), 'keel') }
    await get(path())
    expect(after).toBeUndefined()
    expect((await get(path())).html).toContain('keel')
  })

  test('[S3] a rule that depends on the day is followed the next day', async () => {
    await settings('PATCH', '/sites/trip', { pages: [], query: '(between scheduled today today)' })
    await write(blockId(0), 'TODO hull\nSCHEDULED: <2026-11-21 Sat>')
    expect((await get('/p/trip/boat')).status).toBe(410)
    api.clock.now += DAY
    expect((await get('/p/trip/boat')).status).toBe(200)
    api.clock.now += DAY
    expect((await get('/p/trip/boat')).status).toBe(410)
  })

  test('[S3] links to the pages that a site selects by the day, from the hour at which the day begins in the zone', async () => {
    await api.operators.setAccount('me', { zone: 'Asia/Tokyo' })
    await settings('PATCH', '/sites/trip', { pages: [], query: '(between scheduled today today)' })
    await write(THIRD_BLOCK, 'TODO hull\nSCHEDULED: <2026-11-21 Sat>')
    expect((await get(share)).html).not.toContain('href="/p/trip/')
    api.clock.now = Date.UTC(2026, 10, 20, 15)
    expect((await get(share)).html).toContain('href="/p/trip/')
  })
})
