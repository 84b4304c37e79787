/** @module-tag both-stores */
import { compareNames } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

describe('[1] list pages', () => {
  test('most recently edited first, journals and boards among them', async () => {
    const { pages, total, next } = (await api.get('/pages')).body
    const edited = pages.map((page: { updatedAt: number }) => page.updatedAt)
    expect(edited).toEqual(edited.toSorted((a: number, b: number) => b - a))
    expect(ids(pages).slice(0, 3)).toEqual(['long', 'paper', 'board'])
    expect(ids(pages)).toContain('journal-20261120')
    expect({ total, next }).toEqual({ total: pages.length, next: null })
  })

  test.each([
    ['person', ['ada']],
    ['journal', ['journal-20261119', 'journal-20261120']],
    ['whiteboard', ['board']],
    ['pdf', ['paper']],
    ['tag', []],
    ['tv-show', []],
  ])('[D3.2] type=%s', async (type, expected) => {
    const { body } = await api.get(`/pages?type=${type}`)
    expect(ids(body['pages'])).toEqual(expected)
    expect(body['total']).toBe(expected.length)
  })

  test.each([
    ['q=ada', ['ada']],
    ['q=Countess', ['ada']],
    ['q=numbers%20enchantress', ['ada']],
    ['q=analytical', ['ada']], // a property
    ['q=nobody', []],
    ['tag=engines', ['ada']],
    ['tag=%23[[Engines]]', ['ada']],
    ['property=birthday', ['ada']],
    ['property=Works%20At=[[analytical%20society]]', ['ada']],
    ['property=works-at=society', []],
    ['namespace=notes', ['slash']],
    ['namespace=[[Notes/]]', ['slash']],
    ['namespace=%23Notes', ['slash']], // [A13.2]
    ['linked_to=%23Countess', ['plans']],
    ['linked_to=%23[[ada%20lovelace]]', ['plans']],
    ['linked_to=countess', ['plans']],
    ['linked_to=sunday', ['plans']], // [A6]
    ['property=birthday%3C[[1816-01-01]]', ['ada']], // [A13.2]
    ['linked_to=ada%20lovelace&type=person', []],
    ['type=person&sort=name', ['ada']],
  ])('[A4.1] %s finds %j', async (query, expected) => {
    const { status, body } = await api.get(`/pages?${query}`)
    expect(status).toBe(200)
    expect(ids(body['pages'])).toEqual(expect.arrayContaining(expected))
    expect(body['pages'][0]?.id).toBe(expected[0])
  })

  test.each([
    ['q=%20', 'q is empty. Set it to words, or leave it out.'],
    [`q=${'a%20'.repeat(25)}`, 'q takes at most 24 words, not 25.'],
    [`q=${'a'.repeat(1_001)}`, 'q takes at most 1000 characters, not 1001.'],
    ['tag=', 'tag is empty. Set a name, or leave the parameter out.'],
    ['property==x', 'property takes key or key=value, not "=x".'],
    ['property=key=', 'property takes key or key=value, not "key=".'],
    ['sort=size', 'sort takes updated, created, name or links, not "size".'],
  ])('[A4.1] 400 for %s', async (query, error) =>
    expect(await api.get(`/pages?${query}`)).toMatchObject({ status: 400, body: { error } }),
  )

  test('[A4.1] the names are in the order of names', async () => {
    const names = (await api.get('/pages?sort=name')).body['pages'].map(({ name }: { name: string }) => name)
    expect(names).toEqual(names.toSorted(compareNames))
  })

  test.each([
    'Person',
    'PERSON',
    'person ',
    'people',
    'shape',
    '',
    '%00',
    'person,book',
    '__proto__',
    'toString',
  ])('[D6.4] 400 for type=%j', async (type) => {
    const { status, body } = await api.get(`/pages?type=${type}`)
    expect(status).toBe(400)
    expect(body['error']).toMatch(/^type takes person, .* or page, not "/)
    expect(body).toMatchObject({ code: 'bad_request', hint: 'Fix the request.' })
  })

  test('400 for a type given twice', async () => {
    const { status, body } = await api.get('/pages?type=person&type=person')
    expect(status).toBe(400)
    expect(body['error']).toBe('type is repeated. Send it once.')
  })
})

describe('[2] read a page', () => {
  test('the page with its blocks in outline order', async () => {
    const { page, blocks, total, next } = (await api.get('/pages/Ada%20Lovelace')).body
    expect(page).toMatchObject({
      id: 'ada',
      name: 'Ada Lovelace',
      type: 'person',
      declaredType: 'person',
      fields: { Birthday: '1815-12-10', 'Works at': ['Analytical Society'] },
      aliases: ['Countess', 'Enchantress of Numbers'],
      tags: ['engines'],
      hasPicture: false,
      counts: { blocks: 3 },
    })
    expect(ids(blocks)).toEqual(['ada-1', 'ada-2', 'ada-3'])
    expect(blocks[1]).toMatchObject({ page: 'Ada Lovelace', pageId: 'ada', parentId: 'ada-1' })
    expect({ total, next }).toEqual({ total: 3, next: null })
  })

  test.each([
    ['ada lovelace', 'ada'],
    ['ADA%20LOVELACE', 'ada'],
    ['%20Ada Lovelace%20', 'ada'],
    ['countess', 'ada'],
    ['ENCHANTRESS%20OF%20NUMBERS', 'ada'],
    ['%41da%20%4covelace', 'ada'],
    ['HAUPTSTRASSE', 'street'],
    ['Hauptstra%C3%9Fe', 'street'],
    ['%E6%97%A5%E6%9C%AC%E3%81%AE%E6%97%85', 'japan'],
    ['%e6%97%a5%e6%9c%ac%e3%81%ae%e6%97%85', 'japan'],
    ['Caf%C3%A9', 'cafe'],
    ['Cafe%CC%81', 'cafe'],
    ['notes%2F2026', 'slash'],
    ['notes%2f2026', 'slash'],
    ['100%25%20sure', 'percent'],
    ['a+b', 'plus'],
    ['a%2Bb', 'plus'],
    ['who%3F%20%231%20%26%20co%3B%20%22x%22%20%3Cy%3E', 'marks'],
    ['back%5Cslash', 'back'],
    ['.', 'dot'],
    ['%2E', 'dot'],
    ['..', 'dots'],
    ['%2E%2E', 'dots'],
    ['%2e.', 'dots'],
    ['2026-11-20', 'journal-20261120'],
    ['2026_11_20', 'journal-20261120'],
    ['Nov%2020th,%202026', 'journal-20261120'],
    ['november%2020,%202026', 'journal-20261120'],
    ['2026-11-19', 'journal-20261119'],
  ])('[D1.1] %s finds %s', async (name, id) => {
    const { status, body } = await api.get(`/pages/${name}`)
    expect([status, body['page']?.id]).toEqual([200, id])
  })

  test.each([
    ['Nobody', 'Nobody'],
    ['Nov%2021st,%202026', 'Nov 21st, 2026'],
    ['Analytical%20Engine', 'Analytical Engine'], // linked but never created
    ['a%20b', 'a b'],
    ['notes%252F2026', 'notes%2F2026'],
    ['%20', ''],
    ['...', '...'],
    ['ada', 'ada'], // an id, not a name
  ])('404 for %s', async (name, shownName) => {
    const { status, body } = await api.get(`/pages/${name}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', hint: 'List pages or search for the name.' })
    expect(body['error']).toMatch(/^[^;]*(\.|; did you mean .*\?)$/)
    expect(body['error']).toContain(`No page is called "${shownName}"`)
  })

  test.each([
    ['today', 'today'],
    ['yesterday', 'yesterday'],
    ['2026-11-21', '2026-11-21'],
  ])('[A6] 404 for the day %s', async (name, shownName) => {
    const { status, body } = await api.get(`/pages/${name}`)
    expect(status).toBe(404)
    expect(body['error']).toContain(`No page is called "${shownName}"`)
    expect(body['hint']).toBe('This is a day. Use read_day, or over the API /api/v1/notes/days/{date}.')
  })

  test.each([
    ['Ada%20Lovelase', 'Ada Lovelace'],
    ['lovelace', 'Ada Lovelace'],
    ['countess%20of', 'Ada Lovelace'],
    ['Nobody', undefined],
  ])('404 for %s offers %s', async (name, near) => {
    const { body } = await api.get(`/pages/${name}`)
    expect(/did you mean "(.*)"/.exec(body['error'])?.[1]).toBe(near)
  })

  test.each(['%E2%80%AEx', '%00', '%1B%5B2J', 'x'.repeat(5_000)])(
    '404 for %s, in a short and harmless message',
    async (name) => {
      const { status, body } = await api.get(`/pages/${name}`)
      expect(status).toBe(404)
      expect(body['error']).toMatch(/^No page is called ".*".$/u)
      expect(body['error']).not.toMatch(/\p{Cc}/u)
      expect(body['error'].length).toBeLessThan(200)
    },
  )

  test.each([
    '%',
    '%f',
    '%zz',
    '%ff',
    '%C3',
    '%C3%28',
    '%ED%A0%80',
    '%F8%A1%A1%A1%A1',
    '%C0%AF',
    'Ada%',
    '%u0041',
  ])('[D6.1] 400 for %s, which is no percent-encoding of UTF-8', async (name) => {
    const { status, body } = await api.get(`/pages/${name}`)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'The page name in the path is not valid percent-encoding of UTF-8.',
      code: 'bad_request',
      hint: 'Percent-encode the value, for example with encodeURIComponent.',
    })
  })

  test.each([
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '0999-12-31',
    '2025-02-29',
    '%202026-02-30',
  ])('[D1.4] 400 for %s, which is no day', async (name) => {
    const { status, body } = await api.get(`/pages/${name}`)
    expect(status).toBe(400)
    expect(body['error']).toMatch(/^"\d{4}-\d\d-\d\d" is not a day/)
  })

  test.each(['Nobody?limit=0', '2026-02-30?offset=x'])(
    '[D6.1] parameters before the target: %s',
    async (target) => {
      expect((await api.get(`/pages/${target}`)).body['error']).toMatch(/^(limit|offset) takes/)
    },
  )
})
