/** Favorites: the button of a page, and where they are listed. */
import { propOf } from '@notegraph/graph'
import { syncService } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Web } from '../open.ts'
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

  test.each(['/graph', '/graph/day'])('%s lists them by name, and nothing without any', async (path) => {
    expect((await web.get(path)).html).not.toContain('class="favorites"')
    for (const name of ['night boat', 'ada'])
      await set('yes', (await web.store.graph('me').pages.findByName(name))!.id)
    expect((await web.get(path)).text).toContain('Favorites Ada Night boat')
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
    expect([refused.status, propOf(await record(), ':favorite')]).toEqual([409, undefined])
  })
})
