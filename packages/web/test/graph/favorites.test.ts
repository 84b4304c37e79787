/** Favorites: the button of a page, and where they are listed. */
import { makePage, propOf } from '@notegraph/graph'
import { syncService } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { webPages } from '../../src/index.ts'
import { BASE_URL, NOON, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let ada: string
beforeEach(async () => {
  ;({ web } = await openNotes())
  ada = (await web.store.graph('me').pages.findByName('ada'))!.id
})

const set = (favorite: 'yes' | 'no', page = ada) => web.post('/graph/favorite', { page, favorite })
const record = async () => (await web.store.graph('me').records.find(ada))!.record

describe('favorites', () => {
  test('the button of a page makes it one, and takes that back', async () => {
    expect((await web.get('/graph/page?name=Ada')).text).toContain('☆ Add to favorites')
    const { status, headers } = await set('yes')
    expect([status, headers.get('location')]).toEqual([303, `/graph/page?id=${ada}`])
    expect((await web.get('/graph/page?name=Ada')).text).toContain('★ Remove from favorites')
    await set('no')
    expect((await web.get('/graph/page?name=Ada')).text).toContain('☆ Add to favorites')
  })

  test('is a property of the record, which devices get, and not a change to revert', async () => {
    const head = await web.store.graph('me').commits.head()
    await set('yes')
    expect(propOf(await record(), ':favorite')).toBe(true)
    expect(await web.store.graph('me').commits.head()).toBe(head + 1)
    await set('yes')
    expect(await web.store.graph('me').commits.head()).toBe(head + 1)
    const account = (await web.store.accounts.find('me'))!
    const caller = { account, plan: 'active', device: 'phone' } as const
    const pulled = await syncService(web.store, { clock: () => web.clock.now, newId: () => 'id' }).pull(
      caller,
      {},
    )
    if (!pulled.ok) throw new Error('no pull')
    const records = pulled.value.value().records as readonly { id: string; props?: object }[]
    expect(records.find(({ id }) => id === ada)).toMatchObject({ props: { ':favorite': { v: true } } })
    expect(await web.deps.changes.open('me')).toBe(5)
  })

  test('[H1] a star keeps the state that it replaces, and no earlier state is lost', async () => {
    const { commits, history } = web.store.graph('me')
    const head = await commits.head()
    await set('yes')
    expect(await history.isComplete(head)).toBe(true)
    expect((await history.recordAt(ada, head))?.by).toBeDefined()
    expect((await history.authorships([head + 1])).get(head + 1)).toMatchObject({ kind: 'person', id: 'me' })
  })

  test('Pages lists them by name, and nothing without any', async () => {
    expect((await web.get('/graph')).html).not.toContain('class="favorites"')
    for (const name of ['night boat', 'ada'])
      await set('yes', (await web.store.graph('me').pages.findByName(name))!.id)
    expect((await web.get('/graph')).text).toContain('Favorites Ada Night boat')
  })

  /** The links of the navigation to favorites: their words and addresses. */
  const inNavigation = async (path = '/graph/day') => {
    const { html } = await web.get(path)
    const list = /<ul aria-labelledby="nav-favorites">(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
    return Array.from(list.matchAll(/<a href="([^"]*)">(?:<bdi>)?([^<]*)/g), ([, to, words]) => [words, to])
  }

  test.each(['/graph/day', '/settings/devices'])('the navigation of %s has them by name', async (path) => {
    expect(await inNavigation(path)).toEqual([])
    await set('yes')
    expect(await inNavigation(path)).toEqual([['Ada', `/graph/page?id=${ada}`]])
  })

  test('the navigation has five, and leads to the others', async () => {
    const records = [1, 2, 3, 4, 5, 6].map((n) => makePage({ id: `f${n}`, name: `Fern ${n}`, now: NOON }))
    await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    for (let n = 1; n <= 5; n++) await set('yes', `f${n}`)
    const five = [1, 2, 3, 4, 5].map((n) => [`Fern ${n}`, `/graph/page?id=f${n}`])
    expect(await inNavigation()).toEqual(five)
    await set('yes', 'f6')
    expect(await inNavigation()).toEqual([...five, ['All favorites', '/graph#favorites']])
    expect((await web.get('/graph')).html).toContain('<h2 id="favorites">')
  })

  test('the navigation reads them once for a page, and not for a part of one', async () => {
    const { reader } = web.deps
    let reads = 0
    const graph: typeof reader.graph = (caller) => {
      const { pages, ...rest } = reader.graph(caller)
      const list: typeof pages.list = async (filter, window) => {
        reads += filter.favorite ? 1 : 0
        return pages.list(filter, window)
      }
      return { ...rest, pages: { ...pages, list } }
    }
    const counted = webPages({ ...web.deps, reader: { ...reader, graph } })
    await counted.request(`${BASE_URL}/settings/devices`)
    expect(reads).toBe(1)
    await counted.request(`${BASE_URL}/graph/keys`, { headers: { 'x-notegraph-part': '1' } })
    expect(reads).toBe(1)
  })

  test('are first in the quick switcher, each page once', async () => {
    await set('yes')
    const { text } = await web.get('/graph/go')
    expect(text).toMatch(/Favorites and recent pages Ada Person · favorite وصفات .* Night boat Page$/)
  })

  test('a page that is not there is 404, and an account in grace reads only', async () => {
    const missing = await set('yes', 'none')
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('Favorites not changed')])
    await web.operators.setAccount('me', { plan: 'grace' })
    const refused = await set('yes')
    expect([refused.status, propOf(await record(), ':favorite')]).toEqual([402, undefined])
  })
})
