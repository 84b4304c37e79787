/** Quick capture: a note for a day or a page from its page, and from a page of its own. */
import { LIMITS } from '@notegraph/contract'
import type { Caller } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from '../open.ts'

const PATH = '/graph/capture'
const PART = { 'X-Notegraph-Part': '1' }

let web: Web
beforeEach(async () => {
  web = await openWeb()
})

async function textsOf(date: string): Promise<string[]> {
  const graph = web.store.graph('me')
  const page = await graph.pages.findByName(date)
  const { blocks } = await graph.blocks.listByPage(page?.id ?? '', { limit: 100, offset: 0 })
  return blocks.map(({ content }) => content)
}

async function caller(): Promise<Caller> {
  const account = (await web.store.accounts.find('me'))!
  return { account, plan: 'active', tokenId: 't', tokenName: 'Test', scope: 'write', zone: 'UTC' }
}

const add = (text: string, more: Readonly<Record<string, string>> = {}, headers = {}) =>
  web.post(PATH, { text, ...more }, headers)

describe('a captured note', () => {
  test('is a block at the end of today, which starts if it is new; the field has the focus again', async () => {
    const referer = 'https://notes.example/graph/day'
    for (const text of ['buy milk', '- TODO call Ada']) {
      const { status, headers } = await add(text, {}, { referer })
      expect([status, headers.get('location')]).toEqual([303, '/graph/day#capture'])
    }
    expect(await textsOf('2026-11-20')).toEqual(['buy milk', 'TODO call Ada'])
    const { html } = await web.get('/graph/day')
    expect(html).toMatch(/<input\s+id="capture"/)
  })

  test('is added to the day of the page, and to that of the time zone of the person', async () => {
    await add('later', { date: '2026-12-24' })
    expect(await textsOf('2026-12-24')).toEqual(['later'])
    await add('there', {}, { cookie: 'notegraph_zone=Pacific%2FKiritimati' })
    expect(await textsOf('2026-11-21')).toEqual(['there'])
  })

  test('[D8.2] is undone, with the day that it started', async () => {
    const sent = await add('a mistake', {}, { referer: 'https://notes.example/graph/day' })
    const { html, text } = await web.get('/graph/day', cookieOf(sent))
    expect(text).toContain('Note added.')
    const id = /action="\/graph\/undo".*?value="([^"]+)"/s.exec(html)![1]!
    await web.post('/graph/undo', { id })
    expect(await web.store.graph('me').pages.findByName('2026-11-20')).toBeUndefined()
  })

  test('is a block at the end of the page that the field is on', async () => {
    await web.writes.createPage(await caller(), { name: 'Boats', blocks: ['mast'] })
    const { html } = await web.get('/graph/page?name=Boats')
    expect(html).toContain('name="page" value="Boats"')
    const referer = 'https://notes.example/graph/page?name=Boats'
    const { status, headers } = await add('rope', { page: 'Boats' }, { referer })
    expect([status, headers.get('location')]).toEqual([303, '/graph/page?name=Boats#capture'])
    expect(await textsOf('boats')).toEqual(['mast', 'rope'])
    expect(await textsOf('2026-11-20')).toEqual([])
  })

  test('creates the page of a link that no page has, and Undo removes the page', async () => {
    const { status, text, html } = await web.get('/graph/page?name=New%20quay')
    expect([status, text]).toEqual([404, expect.stringContaining('The first note creates the page.')])
    expect(html).toContain('name="page" value="New quay"')
    const referer = 'https://notes.example/graph/page?name=New%20quay'
    const sent = await add('planks', { page: 'New quay' }, { referer })
    expect(await textsOf('new quay')).toEqual(['planks'])
    const written = await web.get('/graph/page?name=New%20quay', cookieOf(sent))
    const id = /action="\/graph\/undo".*?value="([^"]+)"/s.exec(written.html)![1]!
    await web.post('/graph/undo', { id })
    expect(await web.store.graph('me').pages.findByName('new quay')).toBeUndefined()
  })

  test('for a script, the answer has the new block alone', async () => {
    const { status, html } = await add('<b>bold</b>', {}, PART)
    expect([status, html.includes('<html')]).toEqual([200, false])
    expect(html).toMatch(/<ul data-added>\s*<li><div class="block".*<b>bold<\/b>/s)
  })
})

describe('a refused note comes back with its text', () => {
  test.each([
    ['white space alone', '   ', 400],
    ['a control character', 'a\u0001b', 400],
    ['a day that is not on the calendar', 'words\nSCHEDULED: 2026-02-30', 400],
    ['a text that is too long', `${'海'.repeat(LIMITS.blockText)}!`, 400],
  ])('%s', async (_, text, status) => {
    const answer = await add(text)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('Note not added')
    // A text of several lines needs a field of several lines.
    expect(answer.html).toContain(text.includes('\n') ? `\n${text}</textarea>` : `value="${text}"`)
    expect(await textsOf('2026-11-20')).toEqual([])
  })

  test('for a page whose name cannot be one', async () => {
    const { status, html } = await add('words', { page: 'x'.repeat(300) })
    expect([status, html.includes('value="words"'), html.includes('name="page"')]).toEqual([400, true, true])
  })

  test('an unknown day', async () => {
    const { status, html } = await add('words', { date: '2026-02-30' })
    expect([status, html.includes('value="words"')]).toEqual([400, true])
  })

  test('in grace', async () => {
    await web.operators.setAccount('me', { plan: 'grace' })
    const grace = await add('words')
    expect([grace.status, grace.html.includes('value="words"')]).toEqual([402, true])
    for (const path of ['/graph/day', '/graph/page?name=Boats'])
      expect((await web.get(path)).html).not.toContain('id="capture"')
  })

  test.each([
    ['no plan', { plan: 'none' } as const, 402],
    ['the list', { allowed: false } as const, 403],
  ])('without %s', async (_, settings, status) => {
    await web.operators.setAccount('me', settings)
    const answer = await add('words <&>')
    expect([answer.status, answer.html.includes('words &lt;&amp;&gt;</textarea>')]).toEqual([status, true])
  })

  test('signed out: the form can be sent again after signing in', async () => {
    web.who.id = undefined
    const out = await add('\nwords "so"', { date: '2026-11-21' })
    expect([out.status, out.text]).toEqual([401, expect.stringContaining('Sign in in a new tab')])
    expect(out.html).toContain('\n\nwords &quot;so&quot;</textarea>')
    expect(out.html).toContain('name="date" value="2026-11-21"')
    expect(out.html).toContain(`action="${PATH}"`)
    web.who.id = 'me'
    await add('\nwords "so"', { date: '2026-11-21' })
    expect(await textsOf('2026-11-21')).toEqual(['words "so"'])
  })
})

test('the page of its own adds to today; /capture leads there', async () => {
  const short = await web.get('/capture')
  expect([short.status, short.headers.get('location')]).toEqual([303, PATH])
  const { html, text } = await web.get(PATH)
  expect(text).toMatch(/^Add a note to today/)
  expect(html).not.toContain('name="date"')
})

test('a form of more than 1 MB is refused before it is read', async () => {
  expect((await add('x'.repeat(LIMITS.webFormBytes))).status).toBe(413)
})
