/** The page Snapshots. @see history 2, 4, 5 */
import { LIMITS } from '@notegraph/contract'
import type { Caller } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, NOON, type Web } from './open.ts'

const PATH = '/settings/snapshots'
let web: Web
let caller: Caller
beforeEach(async () => {
  web = await openWeb()
  const account = (await web.store.accounts.find('me'))!
  caller = { account, plan: 'active', tokenId: 't', tokenName: 'Script', scope: 'write', zone: 'UTC' }
  await web.writes.createPage(caller, { name: 'Boats', blocks: ['rig the mast'] })
})

const history = () => web.store.graph('me').history
const names = async () => (await history().snapshots()).map(({ name }) => name)
/** The path of a new snapshot. */
async function made(name = 'Before <it>'): Promise<string> {
  await web.post(PATH, { name })
  return `${PATH}/${(await history().snapshots())[0]!.id}`
}
const pages = async () => {
  const { pages } = await web.store.graph('me').pages.list({ sort: 'name' }, { limit: 10, offset: 0 })
  return pages.map(({ name }) => name)
}

describe('[H5] snapshots', () => {
  test('are created with a name, and listed', async () => {
    expect((await web.get(PATH)).text).toContain('No snapshots yet.')
    const posted = await web.post(PATH, { name: ' Before <it> ' })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, PATH])
    const { text, html } = await web.get(PATH, cookieOf(posted))
    expect(text).toMatch(/Snapshot created\..*Before <it> 20 Nov 2026, 12:00 Until you remove it/)
    expect(html).not.toContain('<it>')
    expect(await names()).toEqual(['Before <it>'])
  })

  test('of days are named after them', async () => {
    await history().addSnapshot({ id: 'daily', at: NOON }, 50)
    expect((await web.get(PATH)).text).toContain('Daily, 20 Nov 2026 20 Nov 2026, 12:00 30 days')
    expect((await web.get(`${PATH}/daily`)).html).not.toContain(`${PATH}/daily/remove`)
  })

  test.each([
    ['', 'A snapshot needs a name.'],
    ['x'.repeat(201), 'at most 200 characters'],
  ])('named "%s" are refused in words', async (name, words) => {
    const refused = await web.post(PATH, { name })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)])
    expect(refused.html).toContain(`value="${name}"`)
    expect(await names()).toEqual([])
  })

  test('are 50 at most', async () => {
    for (let n = 0; n < 50; n++) await history().addSnapshot({ id: `s${n}`, name: `${n}`, at: NOON }, 50)
    expect((await web.post(PATH, { name: 'more' })).text).toContain('already has 50 snapshots')
    expect(await names()).toHaveLength(50)
  })

  test('are removed once that is confirmed', async () => {
    const path = await made()
    expect((await web.get(`${path}/remove`)).text).toContain('Before <it> . This can’t be undone.')
    expect(await names()).toHaveLength(1)
    const removed = await web.post(`${path}/remove`, {})
    expect((await web.get(PATH, cookieOf(removed))).text).toMatch(/Snapshot removed\..*No snapshots yet\./)
    expect((await web.post(`${path}/remove`, {})).status).toBe(404)
  })

  test('of another account are missing', async () => {
    const path = await made()
    await web.operators.createAccount('you', {})
    web.who.id = 'you'
    for (const one of [path, `${path}/remove`]) expect((await web.get(one)).status).toBe(404)
    for (const one of [`${path}/restore`, `${path}/remove`])
      expect((await web.post(one, {})).status).toBe(404)
    expect((await web.get(PATH)).text).not.toContain('Before')
    expect(await names()).toHaveLength(1)
  })
})

describe('[H5] the graph is restored', () => {
  test('after a preview with counts, and undone', async () => {
    const path = await made()
    expect((await web.get(path)).text).toContain('Nothing is different now.')
    web.clock.now += 3_600_000
    await web.writes.createPage(caller, { name: 'Harbours', blocks: ['a', 'b'] })
    expect((await web.get(path)).text).toContain('Deleted: 1 page and 2 blocks Restore the graph')
    expect(await pages()).toEqual(['Boats', 'Harbours'])
    const done = await web.post(`${path}/restore`, {})
    const shown = await web.get(PATH, cookieOf(done))
    expect(shown.text).toContain('Restored. Deleted: 1 page and 2 blocks. Undo')
    expect(await pages()).toEqual(['Boats'])
    const [, id] = /name="id" value="([^"]+)"/.exec(shown.html)!
    await web.post('/graph/undo', { id: id! })
    expect(await pages()).toEqual(['Boats', 'Harbours'])
  })

  test('in the background if much changes, with its progress, and undone', async () => {
    const path = await made()
    const text = Array.from({ length: LIMITS.outlineBlocks }, (_, i) => `- block ${i}`).join('\n')
    web.clock.now += 3_600_000
    for (const name of ['Harbours', 'Canals', 'Locks']) {
      await web.writes.createPage(caller, { name })
      await web.writes.addOutline(caller, name, { text })
    }
    expect((await web.get(path)).text).toContain('Deleted: 3 pages and 1,500 blocks')
    expect((await web.post(`${path}/restore`, {})).status).toBe(303)
    const running = await web.get(PATH)
    expect(running.text).toMatch(/Restored [\d,]+ of 1,503 pages and blocks\. You can leave this page\./)
    expect((await web.post(`${path}/restore`, {})).text).toContain(
      'A restore of this graph is still running.',
    )
    const shown = async () => (await web.get(PATH)).text
    await expect.poll(shown, { interval: 1 }).toContain('The graph is restored. Undo')
    expect(await pages()).toEqual(['Boats'])
    const [, id] = /name="id" value="([^"]+)"/.exec((await web.get(PATH)).html)!
    await web.post('/graph/undo', { id: id! })
    expect(await pages()).toEqual(['Boats', 'Canals', 'Harbours', 'Locks'])
    expect(await shown()).not.toContain('Undo')
  })

  test('not while the plan has ended', async () => {
    const path = await made()
    await web.writes.createPage(caller, { name: 'Harbours' })
    await web.operators.setAccount('me', { plan: 'grace' })
    expect((await web.get(path)).html).not.toContain(`${path}/restore`)
    expect((await web.get(PATH)).text).not.toContain('New snapshot')
    expect((await web.post(`${path}/restore`, {})).status).toBe(402)
    expect((await web.post(PATH, { name: 'x' })).text).toContain('you can read but not write')
    expect(await pages()).toEqual(['Boats', 'Harbours'])
  })
})
