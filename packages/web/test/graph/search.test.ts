/** Search on the web. */
import type { Caller } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let caller: Caller
beforeAll(async () => {
  ;({ web, caller } = await openNotes())
})

describe('graph: search', () => {
  test.each([
    ['mast', '1 block'],
    ['(todo TODO)', '1 block'],
    ['[[Ada]]', '2 blocks'],
    ['nothing like it', 'No matches.'],
    ['', 'Search examples'],
  ])('%j', async (q, words) => {
    const { status, text } = await web.get(`/graph/search?q=${encodeURIComponent(q)}`)
    expect([status, text]).toEqual([200, expect.stringContaining(words)])
  })

  test('pages with the words in a name, an alias or a value come above the blocks, each with its reason', async () => {
    const byName = await web.get('/graph/search?q=night')
    expect(byName.text).toMatch(
      /2 pages, 0 blocks Pages Night boat Page · 4 blocks .* Ada Person .* mood: calm, see/,
    )
    expect(byName.html).toMatch(/<bdi><mark>Night<\/mark> boat<\/bdi>/)
    const byField = await web.get('/graph/search?q=london')
    expect(byField.text).toMatch(
      /1 page, 0 blocks Pages Ada Person .* Lives in: London Blocks No blocks match\./,
    )
    const byAlias = await web.get('/graph/search?q=bateau')
    expect(byAlias.text).toMatch(/Pages Night boat .* Also called Bateau de nuit/)
    const inBrackets = await web.get(`/graph/search?q=${encodeURIComponent('(or night london)')}`)
    expect(inBrackets.text).not.toContain('Night boat Page')
    expect((await web.get('/graph/search?q=night&offset=50')).text).not.toContain('Pages')
  })

  test('a short block has its words marked; of a long one the parts around them are shown, as words', async () => {
    expect((await web.get('/graph/search?q=MAST')).html).toContain('rig the <mark>mast</mark> with ')
    const long = await openWeb()
    const account = (await long.store.accounts.find('me'))!
    const blocks = [`${'**before** '.repeat(200)}needle <b> ${'[[after]] '.repeat(200)}`]
    const made = await long.writes.createPage({ ...caller, account }, { name: 'Long', blocks })
    expect(made.ok).toBe(true)
    const { html } = await long.get('/graph/search?q=needle')
    expect(html).toMatch(/snippet" dir="auto">…before .*<mark>needle<\/mark> &lt;b&gt; after .*…<\/div>/)
    expect(html.match(/before/g)!.length).toBeLessThan(60)
  })

  test('a snippet has the words of a referenced block, not its id', async () => {
    const own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    const me = { ...caller, account }
    const made = await own.writes.createPage(me, { name: 'Oar', blocks: ['a **long** oar'] })
    if (!made.ok) throw new Error('Oar')
    const [oar] = made.value.value().ids.blockIds
    await own.writes.createPage(me, { name: 'Long', blocks: [`needle ((${oar!})) ${'words '.repeat(100)}`] })
    expect((await own.get('/graph/search?q=needle')).text).toContain('needle a long oar words')
  })

  test('more pages than five are counted, with a way to all of them', async () => {
    const many = await openWeb()
    const account = (await many.store.accounts.find('me'))!
    for (let n = 1; n <= 6; n++) await many.writes.createPage({ ...caller, account }, { name: `Boat ${n}` })
    const { html, text } = await many.get('/graph/search?q=boat')
    expect(text).toMatch(/6 pages, 0 blocks .* All 6 pages/)
    expect(html).toContain('href="/graph?q=boat"')
  })

  test.each([
    ['(and x', 'at character 1'],
    ['(frobnicate x)', 'at character 2'],
    ['x'.repeat(1_001), 'at most 1,000 characters, not 1,001'],
  ])('%j is refused with the place, and what was asked stays', async (q, words) => {
    const { status, html, text } = await web.get(`/graph/search?q=${encodeURIComponent(q)}`)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(html).toContain('aria-invalid="true"')
  })
})
