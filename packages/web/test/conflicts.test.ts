/** @module-tag both-stores */
import { makeBlock, makePage, type Version } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/conflicts'
let web: Web
beforeEach(async () => {
  web = await openWeb()
})

const MINUTE = 60_000
const version = (text: string, device = 'Laptop'): Version => ({
  text,
  rev: `${device}~1`,
  at: NOON - 5 * MINUTE,
  device,
})

async function clash(text: string, ...versions: readonly Version[]): Promise<void> {
  const place = { pageId: 'p', parentId: null, order: 1, now: NOON }
  const records = [
    makePage({ id: 'p', name: 'Quay', now: NOON }),
    {
      ...makeBlock({ id: 'b', content: text, rev: 'Phone~1', ...place }),
      ...(versions.length > 0 && { versions }),
    },
  ]
  await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
}
const texts = async () => {
  const { blocks } = await web.store.graph('me').blocks.listByPage('p', { limit: 9, offset: 0 })
  return blocks.map(({ content }) => content)
}

describe('the list', () => {
  test('each version by its device and time, without a verdict', async () => {
    await clash('tea at nine', version('tea at ten'))
    const { text, html } = await web.get(PATH)
    expect(text).toContain('Quay Phone Shown now 20 Nov 2026, 12:00 tea at nine Use this version')
    expect(text).toContain('Laptop 20 Nov 2026, 11:55 tea at ten Use this version Keep both')
    expect(html).toContain('tea at <mark class="differs">nine</mark>')
    expect(html).toContain('tea at <mark class="differs">ten</mark>')
    expect(html).not.toMatch(/<(?:ins|del)>/)
  })

  test('words that differ far apart in a long text are all shown', async () => {
    const long = (first: string, last: string) =>
      `${first} ${'same words '.repeat(900)}${last} ${'and on '.repeat(900)}`
    await clash(long('nine', 'quay'), version(long('ten', 'pier')))
    const { html, text } = await web.get(PATH)
    for (const word of ['nine', 'quay', 'ten', 'pier'])
      expect(html).toContain(`<mark class="differs">${word}</mark>`)
    expect(text).not.toContain('More words differ')
    expect(text).toContain('Show the full text')
  })

  test('where more words differ than fit, the list says so', async () => {
    await clash('a '.repeat(3_000), version('b '.repeat(3_000)))
    expect((await web.get(PATH)).text).toContain('More words differ than are shown. Show the full text')
  })

  test('three versions, and all are kept by one button', async () => {
    await clash('tea', version('milk'), version('coffee', 'Tablet'))
    expect((await web.get(PATH)).text).toMatch(/Laptop .* milk .* Tablet .* coffee .* Keep all 3/)
  })

  test('the text before both changes, where a token replaced it', async () => {
    await clash('tea')
    web.clock.now += 10 * MINUTE
    const account = (await web.store.accounts.find('me'))!
    const caller = {
      account,
      plan: 'active',
      tokenId: 't',
      tokenName: 'Script',
      scope: 'write',
      zone: 'UTC',
    } as const
    await web.writes.updateBlock(caller, 'b', { text: 'tea at nine' })
    expect((await web.get(PATH)).text).not.toContain('Text before both changes')
    const graph = web.store.graph('me')
    const { record, seq } = (await graph.records.find('b'))!
    const versions = [{ ...version('tea at ten'), at: web.clock.now - MINUTE }]
    await graph.commits.commit({ puts: [{ record: { ...record, versions }, from: seq }] })
    const { text } = await web.get(PATH)
    expect(text).toContain('Text before both changes 20 Nov 2026, 12:00 tea')
    expect(text).toContain('Another device or program Shown now 20 Nov 2026, 12:10')
  })

  test('without a plan the versions can be read, and there is no form', async () => {
    await clash('tea', version('milk'))
    await web.operators.setAccount('me', { plan: 'grace', endedAt: NOON - 86_400_000 })
    const { text, html } = await web.get(PATH)
    expect(text).toContain('Your plan has ended.')
    expect(html).not.toMatch(/<form method="post" action="\/settings/)
  })
})

describe('a decision', () => {
  test('[sync, Routes] one version is used, and the others go', async () => {
    await clash('tea', version('milk'))
    const posted = await web.post(`${PATH}/b`, { rev: 'Laptop~1' })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, PATH])
    const { text, html } = await web.get(PATH, cookieOf(posted))
    expect(text).toContain('Version chosen. Every device receives it at its next sync. Undo')
    expect(await texts()).toEqual(['milk'])
    await web.post('/graph/undo', { id: /name="id" value="([^"]+)"/.exec(html)![1]! })
    expect(await texts()).toEqual(['tea'])
    expect((await web.get(PATH)).text).toMatch(/tea Use this version .* milk Use this version/)
  })

  test('the shown version is used, which Undo takes back', async () => {
    await clash('tea', version('milk'))
    const { text, html } = await web.get(PATH, cookieOf(await web.post(`${PATH}/b`, { rev: 'Phone~1' })))
    expect(text).toContain('No conflicts.')
    await web.post('/graph/undo', { id: /name="id" value="([^"]+)"/.exec(html)![1]! })
    expect((await web.get(PATH)).text).toContain('1 block has')
  })

  test('both are kept, with Undo beside it', async () => {
    await clash('tea', version('milk'))
    const posted = await web.post(`${PATH}/b/keep`, {})
    expect([posted.status, posted.headers.get('location')]).toEqual([303, PATH])
    const { text, html } = await web.get(PATH, cookieOf(posted))
    expect(text).toContain('Both versions are kept, one after the other.')
    expect(text).toContain('No conflicts.')
    expect(await texts()).toEqual(['tea', 'milk'])
    const [, id] = /action="\/graph\/undo".*?value="([^"]+)"/s.exec(html)!
    const undone = await web.post('/graph/undo', { id: id! }, { referer: `https://x${PATH}` })
    expect(undone.headers.get('location')).toBe(PATH)
    expect((await web.get(PATH, cookieOf(undone))).text).toContain('Undone.')
    expect(await texts()).toEqual(['tea'])
    expect((await web.get(PATH)).text).toContain('milk')
  })

  test.each([
    ['/b/keep', {}, 409, 'The block has no version with this revision.'],
    ['/none/keep', {}, 404, 'none'],
    ['/b', { rev: 'x' }, 409, 'The block has no version with this revision.'],
    ['/none', { rev: 'x' }, 404, 'none'],
  ])('%s with %j is %i', async (path, fields, status, words) => {
    await clash('tea')
    const posted = await web.post(PATH + path, fields)
    expect(posted.status).toBe(status)
    expect(posted.text).toContain(words)
  })

  test("nobody decides on another account's block", async () => {
    await clash('tea', version('milk'))
    await web.operators.createAccount('you', {})
    web.who.id = 'you'
    expect((await web.post(`${PATH}/b/keep`, {})).status).toBe(404)
    expect(await texts()).toEqual(['tea'])
  })
})
