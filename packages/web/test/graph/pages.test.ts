/** The list of pages: filters, orders, counts. */
import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
beforeAll(async () => {
  ;({ web } = await openNotes())
})

describe('graph: pages', () => {
  test('by type, latest edit first, each with what it is', async () => {
    const { text } = await web.get('/graph')
    expect(text).not.toContain('2026-11-20')
    expect(text).toMatch(/All 4 Plain pages 2 Journal days 1 People 1/)
    expect(text).toMatch(
      /وصفات .* Friday, 20 November 2026 Journal day · 1 block .* Night boat Page · 4 blocks .* Ada Person · 0 blocks/,
    )
    const people = await web.get('/graph?type=person')
    expect(people.html.match(/class="name"/g)).toHaveLength(1)
    expect((await web.get('/graph?type=movie')).text).toContain('No pages of this type.')
  })

  const names = async (query: string) =>
    Array.from(
      (await web.get(`/graph${query}`)).html.matchAll(/class="name"\s*><a[^>]*><bdi>(.*?)<\/bdi>/g),
      ([, name]) => name!.replaceAll(/<\/?mark>/g, ''),
    )

  test.each<[string, string[]]>([
    ['?q=boat', ['Night boat', 'Ada']],
    ['?q=London', ['Ada']],
    ['?q=bateau', ['Night boat']],
    ['?sort=name', ['Friday, 20 November 2026', 'Ada', 'Night boat', 'وصفات']],
    ['?sort=links&type=page', ['Night boat', 'وصفات']],
    ['?sort=created&type=page', ['وصفات', 'Night boat']],
    ['?property=mood', ['Ada']],
    ['?property=lives-in%3DLondon', ['Ada']],
    ['?namespace=Night%20boat', []],
    ['?tag=Ada', []],
    ['?sort=none&type=none&q=', ['وصفات', 'Friday, 20 November 2026', 'Night boat', 'Ada']],
  ])('[A4.1] filtered and sorted by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('a filter stays in its fields, its types and its parts, and one that finds nothing leads back', async () => {
    const { html } = await web.get('/graph?q=a&sort=name')
    expect(html).toMatch(/name="q"[^>]*value="a"/)
    expect(html).toMatch(/<option value="name" selected>/)
    expect(html).toContain('href="/graph?q=a&amp;sort=name&amp;type=person"')
    expect((await web.get('/graph?type=page&q=zzz')).html).toMatch(
      /<input type="hidden" name="type" value="page"/,
    )
    expect((await web.get('/graph?q=zzz')).text).toMatch(/0 pages No pages match\. Show all pages$/)
  })

  test.each([
    ['', false],
    ['?type=page', false],
    ['?q=boat', true],
    ['?sort=name', true],
    ['?property=%3Dx', true],
  ])('the filters of /graph%s open: %s', async (query, isOpen) => {
    const { html } = await web.get(`/graph${query}`)
    const [, open] = /<details\s+class="folded"\s+(open)?\s*>\s*<summary>Filter and sort/.exec(html)!
    expect(open === 'open').toBe(isOpen)
  })

  test('[A4.1] a filter with a fault says which', async () => {
    const { status, text, html } = await web.get('/graph?property=%3Dx')
    expect([status, text]).toEqual([400, expect.stringContaining('property takes key or key=value')])
    expect(html).toMatch(/role="alert"/)
    expect((await web.get(`/graph?q=${'a+'.repeat(101)}`)).status).toBe(400)
  })

  test('an account without pages sees what to do', async () => {
    expect((await (await openWeb()).get('/graph')).text).toContain('No pages yet.')
  })
})
