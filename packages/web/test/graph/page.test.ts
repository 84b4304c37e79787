/** The view of a page: its facts, its outline, and what its properties lead to. */
import { makeBlock, makePage } from '@notegraph/graph'
import type { Caller } from '@notegraph/service'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { NOON, openWeb, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let boat: readonly string[]
let caller: Caller
beforeAll(async () => {
  ;({ web, boat, caller } = await openNotes())
})

describe('graph: a page', () => {
  test('shows what it is, its outline, and what leads to it', async () => {
    const { text, html } = await web.get('/graph/page?name=night%20BOAT')
    expect(text).toMatch(/^Night boat Page · 4 blocks/)
    expect(html).toMatch(/<h1[^>]*>\s*Night boat/)
    expect(html).toMatch(/<bdi class="marker todo">TODO<\/bdi> <bdi class="priority a">/)
    expect(html).toContain('Due <time datetime="2026-11-22">2026-11-22 Sun</time>')
    expect(html).toContain('<a class="ref" href="/graph/page?name=Ada">Ada</a>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so&quot;')
    expect(html).toMatch(/mast with.*<ul><li><div class="block" dir="auto"[^>]*>.*at \(\(x\)\)/s)
  })

  test.each([
    ['a page', 'Night boat', /Linked from properties 1 Ada Person Show unlinked mentions$/],
    ['a name that no page has', 'London', /Linked from properties 1 Ada Person$/],
  ])('%s lists the pages that name it in their properties', async (_, name, words) => {
    const { text, html } = await web.get(`/graph/page?name=${encodeURIComponent(name)}`)
    expect(text).toMatch(words)
    expect(html).toMatch(/<h2 id="naming">.*<a href="\/graph\/page\?id=[^"]+"><bdi>Ada<\/bdi><\/a>/s)
    expect((await web.get('/graph/page?name=Ada')).text).not.toContain('Linked from properties')
  })

  test('of a type shows its fields, relations as links, and its other properties', async () => {
    const { text, html } = await web.get('/graph/page?name=Ada')
    expect(text).toMatch(/Birthday 1815-12-10 Lives in London mood calm, see Night boat/)
    expect(html).toContain('<a href="/graph/page?name=London"><bdi>London</bdi></a>')
    expect(text).toMatch(/Linked from 2 /)
    expect(text).toMatch(
      /Linked from 2 Friday, 20 November 2026 see .* Show in context Night boat TODO .* Show in context/,
    )
  })

  test('that is named only is 404, with what leads to it; one that nobody names too', async () => {
    const named = await web.get('/graph/page?name=London')
    expect([named.status, named.text]).toEqual([404, expect.stringContaining('No page is called "London"')])
    expect(named.html).toMatch(/href="\/graph\/search\?q=London">.*<a href="\/graph">All pages<\/a>/s)
    for (const query of ['', '?name=', '?name=%20', '?id=none', '?name=..'])
      expect([query, (await web.get(`/graph/page${query}`)).status]).toEqual([query, 404])
  })

  test('all references and all tasks of a page are read at once', async () => {
    const graph = web.store.graph('me')
    const page = await web.writes.createPage(caller, {
      name: 'Index',
      blocks: boat.map((id) => `((${id})) and {{embed ((${id}))}}`),
    })
    expect(page.ok).toBe(true)
    vi.spyOn(web.store, 'graph').mockReturnValue(graph) // a store may return another object each time
    const reads = [vi.spyOn(graph.blocks, 'findMany'), vi.spyOn(graph.blocks, 'find')]
    const { text } = await web.get('/graph/page?name=Index')
    expect(text).toContain('rig the mast with Ada and rig the mast with Ada')
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([2, 0])
    vi.restoreAllMocks()
  })

  test('an outline and what links to the page come from memory until the graph changes', async () => {
    const own = await openWeb()
    const me = { ...caller, account: (await own.store.accounts.find('me'))! }
    await own.writes.createPage(me, { name: 'Boat', blocks: ['TODO rig the mast'] })
    await own.writes.createPage(me, { name: 'Log', blocks: ['on [[Boat]]'] })
    const graph = own.store.graph('me')
    vi.spyOn(own.store, 'graph').mockReturnValue(graph)
    const links = vi.spyOn(own.deps.reader, 'linksTo')
    const tasks = vi.spyOn(graph.blocks, 'findMany')
    const counts = () => [links.mock.calls.length, tasks.mock.calls.length]
    const first = await own.get('/graph/page?name=Boat')
    const rendered = counts()
    const again = await own.get('/graph/page?name=Boat')
    expect([again.html, counts()]).toEqual([first.html, rendered])
    vi.restoreAllMocks()
    await own.writes.addBlock(me, 'Log', { text: 'again on [[Boat]]' })
    await own.writes.addBlock(me, 'Boat', { text: 'TODO mend the sail' })
    const { text } = await own.get('/graph/page?name=Boat')
    expect(text).toMatch(/TODO rig the mast TODO mend the sail .* Linked from 2 Log .*again on Boat/)
  })
})

describe('graph: long blocks', () => {
  test('a page of 512 of them is a bounded part, each cut, with the whole of it on a page of its own', async () => {
    const long = await openWeb()
    const content = `#a #b ${'#c '.repeat(6_500)}end`
    const blocks = Array.from({ length: 512 }, (_, n) =>
      makeBlock({ id: `long-${n}`, content, rev: `r${n}`, pageId: 'p', parentId: null, order: n, now: NOON }),
    )
    const puts = [makePage({ id: 'p', name: 'Long', now: NOON }), ...blocks]
    await long.store.graph('me').commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    const { html } = await long.get('/graph/page?name=Long')
    expect(html.length).toBeLessThan(5_000_000)
    expect(html).not.toContain('end</div>')
    const shown = html.match(/Show the whole block/g)!.length
    expect(html).toContain(`href="/graph/page?name=Long&amp;offset=${shown}"`)
    for (const path of ['/graph/search?q=end', '/graph/page?name=c'])
      expect((await long.get(path)).html.length).toBeLessThan(5_000_000)
    const whole = await long.get('/graph/block?id=long-7')
    expect(whole.text).toContain('#c end ')
  })

  test.each([
    ['{{query [:find (pull ?b [*])]}}', 'This query runs in Logseq only.'],
    ['{{query (and x}}', 'at character'],
  ])('%s, which cannot run, is shown as code with a sentence', async (query, words) => {
    const name = `Query ${query.length}`
    const made = await web.writes.createPage(caller, { name, blocks: [query] })
    expect(made.ok).toBe(true)
    const { html, text } = await web.get(`/graph/page?name=${encodeURIComponent(name)}`)
    expect(html).toContain(`<code>${query.slice(8, -2)}</code>`)
    expect(text).toContain(words)
  })
})
