/** How a published site looks to its readers: navigation, outline, journals, queries and properties. @see sharing 10 */
import { journalId, makeBlock, makePage, type NewPage } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { SECRET_BLOCK } from './shared-notes.ts'
import { staticFiles } from './static-files.ts'

const it = useSite()

async function add(id: string, name: string, texts: readonly string[], props: NewPage['props'] = []) {
  const kind = id.startsWith('journal-') ? 'journal' : 'page'
  const page = makePage({ id, name, kind, props: [['tags', 'all'], ...props], now: NOON })
  const blocks = texts.map((content, n) => {
    const depth = /^\t*/.exec(content)![0].length
    const parentId = depth === 0 ? null : `${id}-${texts.findLastIndex((text, i) => i < n && !text.startsWith('\t'))}` // prettier-ignore
    return makeBlock({ id: `${id}-${n}`, rev: 'r', content: content.trim(), pageId: id, parentId, order: n, now: NOON }) // prettier-ignore
  })
  const puts = [page, ...blocks].map((record) => ({ record, from: 0 }))
  expect(await it.api.graph.commits.commit({ puts })).toMatchObject({ ok: true })
}

/** The addresses and words of the links in an element. */
const linksIn = (html: string, start: RegExp, end: string) => {
  const from = html.search(start)
  const part = from < 0 ? '' : html.slice(from, html.indexOf(end, from))
  return Array.from(part.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a/g), ([, to, words]) => [to, words!.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ').trim()]) // prettier-ignore
}
const navigation = (html: string) => linksIn(html, /<nav aria-label="Pages"/, '</nav>')
const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
/** The words of a page. */
const words = (html: string) =>
  main(html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('[S10] the navigation', () => {
  test('has the pages by namespace, folded but for the branch of the page, and the way to it', async () => {
    await add('p', 'Projects', [])
    await add('b', 'Projects/Boat', ['hull'])
    await add('k', 'Projects/Boat/Keel', ['lead'])
    await add('z', 'Zoo', [])
    await it.publish({ tag: 'all' })
    const { html } = await it.open('/projects-boat-keel')
    expect(navigation(html)).toEqual([
      ['/p/trip/projects', 'Projects'],
      ['/p/trip/projects-boat', 'Boat'],
      ['/p/trip/projects-boat-keel', 'Keel'],
      ['/p/trip/zoo', 'Zoo'],
    ])
    expect(html).toMatch(/href="\/p\/trip\/projects-boat-keel"\s+aria-current="page"/)
    expect(html.match(/<details open>/g)).toHaveLength(2)
    expect(linksIn(html, /aria-label="Breadcrumb"/, '</nav>')).toEqual([
      ['/p/trip/projects', 'Projects'],
      ['/p/trip/projects-boat', 'Boat'],
    ])
    expect((await it.open('/zoo')).html).not.toMatch(/<details open>|Breadcrumb/)
  })

  test('has the pages first that the person chose, in their order, and the others by name', async () => {
    for (const name of ['Projects', 'Projects/Boat', 'Projects/Ship', 'Atlas', 'Zoo'])
      await add(name.toLowerCase().replace('/', '-'), name, [])
    await it.publish({ tag: 'all', navigation: ['zoo', 'Projects/Ship', 'Zoo', 'Third page'] })
    const order = async () => navigation((await it.open('/index')).html).map(([, words]) => words)
    expect(await order()).toEqual(['Zoo', 'Projects', 'Ship', 'Boat', 'Atlas'])
    expect((await it.send('GET', '?limit=1'))['sites']).toMatchObject([{ navigation: ['zoo', 'projects-ship', 'third'] }]) // prettier-ignore
    expect(await it.change({ title: 'Trips' })).toMatchObject({
      navigation: ['zoo', 'projects-ship', 'third'],
    })
    expect(await it.change({ navigation: null })).not.toHaveProperty('navigation')
    expect(await order()).toEqual(['Atlas', 'Projects', 'Boat', 'Ship', 'Zoo'])
  })

  test('of more than 300 pages has the first level and the branch of the page', async () => {
    const many = Array.from({ length: 310 }, (_, n) => makePage({ id: `m${n}`, name: `${n % 2 === 0 ? 'A' : 'B'}/Page ${n}`, props: [['tags', 'all']], now: NOON })) // prettier-ignore
    await it.api.graph.commits.commit({ puts: many.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'all' })
    expect(navigation((await it.open('/index')).html)).toEqual([])
    expect(navigation((await it.open('/a-page-0')).html)).toHaveLength(155)
  })

  test('has the latest journals, and each journal leads to the one before and after', async () => {
    for (const day of [20261101, 20261103, 20261105]) await add(journalId(day), String(day), ['sailed'])
    await it.publish({ tag: 'all', journals: true })
    const { html } = await it.open('/2026-11-03')
    expect(main(html)).toContain('<h1 dir="auto">Tuesday, 3 November 2026</h1>')
    expect(navigation(html).map(([to]) => to)).toEqual(['05', '03', '01'].map((d) => `/p/trip/2026-11-${d}`))
    expect(linksIn(html, /aria-label="Journals"/, '</nav>')).toEqual([
      ['/p/trip/2026-11-01', 'Previous Sunday, 1 November 2026'],
      ['/p/trip/2026-11-05', 'Next Thursday, 5 November 2026'],
    ])
    await it.change({ lang: 'de' })
    expect((await it.open('/2026-11-03')).html).toContain('Dienstag, 3. November 2026')
  })
})

describe('[S10] a page', () => {
  test('has its icon before its title, and its properties in words behind its own', async () => {
    await add('b', 'Boat', ['hull'], [['icon', '⛵'], ['colour', 'red'], ['public', 'true'], ['cssclasses', 'wide'], ['permalink', 'the-boat']]) // prettier-ignore
    await it.publish({ tag: 'all' })
    const { html } = await it.open('/boat')
    expect(main(html)).toContain('<h1 dir="auto"><span class="icon" aria-hidden="true">⛵</span>Boat</h1>')
    expect(words(html)).toBe('⛵ Boat hull colour red Tags all')
    expect((await it.open('/index')).html).toContain('⛵')
  })

  test.each<[what: string, texts: string[], expected: string[]]>([
    ['its headings', ['# One', '## Two **bold**', 'words', '### Three'], ['One', 'Two bold', 'Three']],
    ['headings as readers see them', ['# {{renderer :x}} One', `# Two ((${SECRET_BLOCK}))`, '# {{query (todo TODO)}} Three'], ['One', 'Two …', 'Three']], // prettier-ignore
    ['its first blocks', ['One', '\ta', 'Two', '\tb', 'alone', 'Three', '\tc'], ['One', 'Two', 'Three']],
    ['nothing, if it is short', ['# One', 'words', '\ta'], []],
  ])('has an outline of %s', async (_, texts, expected) => {
    await add('b', 'Boat', texts)
    await it.publish({ tag: 'all' })
    const { html } = await it.open('/boat')
    const outline = linksIn(html, /aria-label="On this page"/, '</nav>')
    expect(outline.map(([, one]) => one)).toEqual(expected)
    for (const [to] of outline) expect(main(html)).toContain(`id="${to!.slice(1)}"`)
  })

  test('names a picture for programs that show links: its own, or the first among its words', async () => {
    await it.addFile('pic1', 'a boat.png', 'image/png', 'PNG')
    await it.addFile('pic2', 'oar.jpg', 'image/jpeg', 'JPG')
    await it.addFile('drawing', 'plan.svg', 'image/svg+xml', '<svg/>')
    await add('b', 'Boat', ['![](/api/files/drawing) ![](/api/files/pic1) ![](/api/files/pic2)'])
    await add('o', 'Oar', ['![](/api/files/pic1)'], [['cover', '![](/api/files/pic2)']])
    await add('w', 'Words', ['no picture'])
    await it.publish({ tag: 'all' })
    const { files } = await staticFiles(it.api, 'https://garden.example')
    for (const [page, name] of [
      ['boat', 'a-boat.png'],
      ['oar', 'oar.jpg'],
      ['words', undefined],
    ] as const) {
      // prettier-ignore
      const named = (base: string) => name && `<meta property="og:image" content="${base}/files/${name}" />`
      const found = (html: string) => /<meta property="og:image"[^>]*>/.exec(html)?.[0]
      expect([page, found((await it.open(`/${page}`)).html)]).toEqual([page, named('https://notes.example/p/trip')]) // prettier-ignore
      expect([page, found(files.get(`${page}.html`)!)]).toEqual([page, named('https://garden.example')])
    }
    for (const name of ['a-boat.png', 'oar.jpg']) expect(files.has(`files/${name}`)).toBe(true)
    expect((await staticFiles(it.api)).files.get('boat.html')).not.toContain('og:image')
  })

  test('has its first words for search engines and programs that show links', async () => {
    await add('b', 'Boat', [`the **red** "hull" ((${SECRET_BLOCK})) %%hidden%%`, '![](/api/files/none)', 'words '.repeat(100)]) // prettier-ignore
    await add('e', 'Empty', [''])
    await it.publish({ tag: 'all' })
    const found = (html: string) => /<meta name="description" property="og:description" content="([^"]*)"/.exec(html)?.[1] // prettier-ignore
    const described = found((await it.open('/boat')).html)!
    expect(described).toMatch(/^the red &quot;hull&quot; … (?!.*hidden).*words words.*…$/)
    expect(described.length).toBeLessThan(450)
    expect(found((await it.open('/index')).html)).toBeUndefined()
    expect(found((await it.open('/empty')).html)).toBe('Tags all')
  })

  test('has footnotes that lead to their words', async () => {
    await add('b', 'Boat', ['the hull[^1]', '[^1]: of oak'])
    await it.publish({ tag: 'all' })
    const { html } = await it.open('/boat')
    expect(html).toContain('<a class="note" href="#note-1">1</a>')
    expect(html).toContain('id="note-1"')
  })

  test.each([true, false])(
    'shows embeds and results as the pages that they are from, follows: %s',
    async (follows) => {
      const block = '11111111-1111-4111-8111-1111111111aa'
      const quoted = makeBlock({ id: block, rev: 'r', content: 'thewords', pageId: 'z', parentId: null, order: 9, now: NOON }) // prettier-ignore
      await add('z', 'Zoo', ['TODO feed'])
      await it.api.graph.commits.commit({ puts: [{ record: quoted, from: 0 }] })
      const inner = ['keel[^1] [[Zoo]] [[Secret plan]]', '[^1]: heavy', `((${block})) ((${SECRET_BLOCK}))`, '{{query (todo TODO)}}', '{{embed [[Zoo]]}}'] // prettier-ignore
      await add('k', 'Keel', inner)
      await add('b', 'Boat', ['{{embed [[Keel]]}}'])
      await add('c', 'Cat', ['{{query keel}}', `{{query "((${block}))"}}`])
      await it.publish({ tag: 'all', follows })
      const boat = main((await it.open('/boat')).html)
      const embed = boat.slice(boat.indexOf('<blockquote'), boat.lastIndexOf('</blockquote>'))
      expect(embed).toMatch(/keel<sup><a class="note" href="#embed\d+-1">1<\/a>/)
      expect(words(`<main${embed}</main>`)).toMatch(/thewords.* …/)
      expect(embed).toMatch(/feed/)
      expect(linksIn(embed, /^/, '$').filter(([to]) => to === '/p/trip/zoo')).toHaveLength(4)
      expect(embed).not.toMatch(/\[\^1|secret-plan|not shared/)
      const cat = words((await it.open('/cat')).html)
      expect(cat).toContain('keel[^1] Zoo Secret plan Keel')
      expect(cat).toContain('thewords … Keel')
    },
  )

  test.each([true, false])('shows the pictures of embeds and results, follows: %s', async (follows) => {
    await it.addFile('pic1', 'sail.png', 'image/png', 'PNG')
    await add('s', 'Sail', ['the sail ![](/api/files/pic1)'])
    await add('b', 'Boat', ['{{embed [[Sail]]}}'])
    await add('c', 'Cat', ['{{query sail}}'])
    await it.publish({ tag: 'all', follows })
    for (const path of ['/boat', '/cat'])
      expect(main((await it.open(path)).html)).toContain('<img src="/p/trip/files/sail.png"')
    expect(await it.open('/files/sail.png')).toMatchObject({ status: 200, html: 'PNG' })
    expect(words((await it.open('/search?q=sail')).html)).not.toContain('[picture')
    const { files } = await staticFiles(it.api)
    expect(files.get('boat.html')).toContain('files/sail.png')
    const { seq } = (await it.api.graph.records.find('s'))!
    const record = makePage({ id: 's', name: 'Sail', props: [['public', 'false'], ['tags', 'all']], now: NOON + 1 }) // prettier-ignore
    await it.api.graph.commits.commit({ puts: [{ record, from: seq }] })
    expect((await it.open('/boat')).html).not.toContain('sail.png')
    expect((await it.open('/files/sail.png')).status).toBe(410)
  })

  test('[S3] a search shows and finds journals by their days, in the language of the site', async () => {
    await add(journalId(20261101), '2026_11_01', ['feed the cat'])
    await it.publish({ tag: 'all', journals: true, lang: 'de' })
    for (const q of ['cat', 'November+2026', '2026_11'])
      expect(words((await it.open(`/search?q=${q}`)).html)).toContain('1 page Sonntag, 1. November 2026')
    const index = (await staticFiles(it.api)).files.get('search-index.js')
    expect(index).toContain('Sonntag, 1. November 2026')
  })

  test('marks English words on a site in another language', async () => {
    await add('b', 'Boat', ['hull'], [['alias', 'Ship']])
    await it.publish({ tag: 'all', lang: 'de' })
    const pages = ['/boat', '/index', '/graph'].map(async (path) => (await it.open(path)).html)
    const html = (await Promise.all(pages)).join('')
    for (const word of ['Pages', 'Aliases', 'Tags', '1 page', 'Pages and their links'])
      expect(html).toMatch(new RegExp(`lang="en"[^>]*>(?:<bdi>)?\\s*${word}`))
    expect(html).not.toMatch(/<(?:summary|dt><bdi)>(?:Pages|Aliases|Tags)</)
  })

  test('[S3] links to a part of a page lead to that part', async () => {
    await add('k', 'Keel', [])
    await add('c', 'C', [])
    await add('b', 'Boat', ['[[Keel#Lead]] [[keel#^4cc75e]] [[Secret plan#Part]] [[C# tips]] [[#Keel]]'])
    await it.publish({ tag: 'all' })
    const { html } = await it.open('/boat')
    const words = html.slice(html.indexOf('class="words"'))
    expect(linksIn(words, /^/, '</p>')).toEqual([
      ['/p/trip/keel#at-lead', 'Keel#Lead'],
      ['/p/trip/keel#at-4cc75e', 'keel#^4cc75e'],
      ['/p/trip/boat#at-keel', '#Keel'],
    ])
    const shared = await it.share({ page: 'Keel' })
    const other = await it.share({ page: 'Boat' })
    await it.send('POST', '/trip/end')
    expect(await (await it.reader.get(other)).text()).toContain(
      `<a class="ref" href="${shared}#at-lead">Keel#Lead</a>`,
    )
  })

  test('has each id once, with the footnotes of embeds and results', async () => {
    await add('b', 'Boat', [
      'hull[^1]',
      '[^1]: of oak',
      '{{embed [[Keel]]}}',
      '{{embed [[Keel]]}}',
      '{{query lead}}',
    ])
    await add('k', 'Keel', ['lead[^1]\n\n[^1]: heavy', '[^1]: again'])
    await it.publish({ tag: 'all' })
    const ids = Array.from((await it.open('/boat')).html.matchAll(/ id="([^"]*)"/g), ([, id]) => id!)
    expect(ids).toEqual([...new Set(ids)])
    const notes = ids.map((id) => id.replace(/\d+-/, '-')).filter((id) => /^(?:note|embed|result)-/.test(id))
    expect(notes.toSorted()).toEqual(['embed-1', 'embed-1', 'note-1', 'result-1'])
  })

  test('shows no block that is empty', async () => {
    await add('b', 'Boat', ['hull', '', '{{renderer :todomaster}}'])
    await it.publish({ tag: 'all' })
    expect(main((await it.open('/boat')).html).match(/class="block"/g)).toHaveLength(1)
  })
})

describe.each([true, false])('[S10] a query, on a site that follows the graph: %s', (follows) => {
  test('shows its results among what is published, and never itself', async () => {
    await add('b', 'Boat', ['{{query (todo TODO)}}', 'see {{query (todo TODO)}} there'])
    await add('z', 'Zoo', ['TODO feed the cat', 'DONE nothing'])
    await it.notes.addBoat(['TODO alphatodo'])
    await it.publish({ tag: 'all', follows })
    const { html } = await it.open('/boat')
    expect(words(html)).toContain('(todo TODO)')
    expect(words(html)).toMatch(/feed the cat\s+Zoo/)
    expect(words(html)).toContain('see Zoo there')
    expect(html).not.toMatch(/alphatodo|\{\{|DONE/)
  })

  test('[S8] means the same whatever aliases and tags other pages have', async () => {
    const queries = [
      '[[Unrelated]]',
      '(page-tags Unrelated)',
      '(property kind #Unrelated)',
      '(page-type tag)',
    ]
    await add(
      'b',
      'Boat',
      queries.map((one) => `{{query ${one}}}`),
    )
    await add('z', 'Zoo', ['lions of [[Zed]]', 'tigers\nkind:: #Zed'], [['tags', 'all, Zed']])
    const alias = makePage({ id: 'u', name: 'Unrelated', props: [['alias', 'Zed']], now: NOON })
    const tagged = makeBlock({ id: 'u1', rev: 'r', content: '#Zoo', pageId: 'u', parentId: null, order: 1, now: NOON }) // prettier-ignore
    await it.api.graph.commits.commit({ puts: [alias, tagged].map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'all', follows })
    expect(words((await it.open('/boat')).html)).not.toMatch(/lions|tigers/)
    expect(words((await it.open('/boat')).html).match(/No matches\./g)).toHaveLength(4)
    await add('u2', 'Zedpage', [], [['alias', 'Zeta']])
    await add('y', 'Yak', ['yaks of [[Zeta]]'])
    await add('c', 'Cat', ['{{query [[Zedpage]]}}'])
    await it.change({})
    expect(words((await it.open('/cat')).html)).toContain('yaks')
  })

  test('[S5] finds nothing by words and links that comments hide, and neither do backlinks and the graph', async () => {
    await add('b', 'Boat', ['{{query "unseen words"}}', '{{query [[Keel]]}}', '{{query (not Keel)}}'])
    await add('k', 'Keel', ['lead'])
    await add('s', 'Sail', ['cloth %% of the #Keel %% and #Keel', 'canvas'])
    await add('z', 'Zoo', ['lions %% unseen words of [[Keel]] %%', 'tigers <!-- unseen words -->'])
    await it.publish({ tag: 'all', follows })
    const boat = words((await it.open('/boat')).html)
    expect(boat).toContain('cloth')
    expect(boat).not.toMatch(/lions/)
    expect(boat.match(/tigers/g)).toHaveLength(1)
    const keel = (await it.open('/keel')).html
    expect(keel.slice(keel.indexOf('Linked from'))).toContain('Sail')
    expect(keel.slice(keel.indexOf('Linked from'))).not.toContain('Zoo')
    expect(words((await it.open('/graph')).html)).toContain('4 pages, 1 link ')
  })

  test('runs with up to 99 others, and says so when it does not run', async () => {
    const queries = Array.from({ length: 101 }, (_, n) => `{{query word${n}}}`)
    await add('b', 'Boat', queries)
    await it.publish({ tag: 'all', follows })
    const { html } = await it.open('/boat')
    expect(words(html).match(/No matches\./g)).toHaveLength(100)
    expect(words(html)).toContain('word100 This page has too many queries to run this one.')
  })

  test('[S10] and an embed show up to 100 times', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => n)
    for (const n of pages) await add(`e${n}`, `Embedded ${n}`, [`inner${n}.`])
    await add('b', 'Boat', pages.map((n) => `{{embed [[Embedded ${n}]]}}`)) // prettier-ignore
    await it.publish({ tag: 'all', follows })
    const { html } = await it.open('/boat')
    for (const n of pages) expect(html).toContain(`inner${n}.`)
  })

  test.each([
    ['{{query [:find (pull ?b [*])]}}', 'This query runs in Logseq only.'],
    ['#+BEGIN_QUERY\n{:title "All tasks" :query [:find (pull ?b [*])]}\n#+END_QUERY', 'All tasks This query runs in Logseq only.'], // prettier-ignore
    ['a {{renderer :todomaster}} b', 'a b'],
    ['a {{cloze hidden}} b', 'a hidden b'],
    ['{{query (todo NOW)}}', 'No matches.'],
  ])('%j is never raw', async (text, expected) => {
    await add('b', 'Boat', [text])
    await it.publish({ tag: 'all', follows })
    const { html } = await it.open('/boat')
    expect(words(html)).toContain(expected)
    expect(html).not.toMatch(/\{\{|BEGIN_QUERY/)
  })

  test('names journals by their days, in the language of the site', async () => {
    await add('b', 'Boat', ['see {{query (todo TODO)}} there', '{{query (todo TODO)}}'])
    await add(journalId(20261101), '2026_11_01', ['TODO feed the cat'])
    await it.publish({ tag: 'all', follows, journals: true, lang: 'de' })
    const shown = words((await it.open('/boat')).html)
    expect(shown).toContain('see Sonntag, 1. November 2026 there')
    expect(shown).toMatch(/feed the cat\s+Sonntag, 1. November 2026/)
  })

  test('loses the results of a page that leaves', async () => {
    await add('b', 'Boat', ['{{query (todo TODO)}}'])
    await add('z', 'Zoo', ['TODO feed the cat'])
    await it.publish({ tag: 'all', follows, except: 'mine' })
    expect((await it.open('/boat')).html).toContain('feed the cat')
    const { seq } = (await it.api.graph.records.find('z'))!
    const record = makePage({ id: 'z', name: 'Zoo', props: [['tags', 'all, mine']], now: NOON + 1 })
    await it.api.graph.commits.commit({ puts: [{ record, from: seq }] })
    expect((await it.open('/boat')).html).not.toContain('feed the cat')
  })
})

describe.each([true, false])('[S10] the graph of a site that follows the graph of notes: %s', (follows) => {
  test('has the pages around a page, as a picture and as lists', async () => {
    await add('b', 'Boat', ['to [[Keel]] and [[Secret plan]]', 'of [[Sail]] by [[Boat]]'])
    await add('k', 'Keel', ['of the [[Boat]]'])
    await add('s', 'Sail', [])
    await add('d', 'Dock', ['a [[Boat]]'])
    await add('z', 'Zoo', [])
    await it.publish({ tag: 'all', follows })
    const { html } = await it.open('/boat')
    const drawn = linksIn(html, /<svg/, '</svg>')
    expect(drawn.map(([to]) => to)).toEqual(['/p/trip/dock', '/p/trip/keel', '/p/trip/sail'])
    expect(linksIn(html, /lang="en">Links to/, '</aside>').map(([to]) => to)).toEqual(['/p/trip/keel', '/p/trip/sail']) // prettier-ignore
    expect((await it.open('/zoo')).html).not.toContain('<svg')
    const svg = html.slice(html.indexOf('<svg'), html.indexOf('</svg>'))
    expect(svg).toContain('aria-hidden="true"')
    expect(svg.match(/<a /g)).toHaveLength(svg.match(/tabindex="-1"/g)!.length)
    expect(svg).not.toMatch(/style=|<script|on\w+=/)
  })

  test('has a page of the site, with the links among its pages alone', async () => {
    await add('b', 'Boat', ['to [[Keel]] and [[Secret plan]]'])
    await add('k', 'Keel', ['of the [[Boat]] [[Keel]]'])
    await add(journalId(20261101), '20261101', ['[[Boat]]'])
    await it.publish({ tag: 'all', follows, journals: true })
    const { status, html } = await it.open('/graph')
    expect([status, words(html)]).toEqual([200, expect.stringContaining('Graph 2 pages, 2 links')])
    expect(linksIn(html, /<svg/, '</svg>').map(([to]) => to)).toEqual(['/p/trip/boat', '/p/trip/keel'])
    expect(linksIn(html, /id="links"/, '</section>').map(([to]) => to)).toEqual(['boat', 'keel', 'keel', 'boat'].map((page) => `/p/trip/${page}`)) // prettier-ignore
    expect((await it.open('/boat')).html).toContain('href="/p/trip/graph"')
  })
})

test('[S10] the graph of a large site has the first 300 pages', async () => {
  const many = Array.from({ length: 310 }, (_, n) => makePage({ id: `m${n}`, name: `Page ${String(n).padStart(3, '0')}`, props: [['tags', 'all']], now: NOON })) // prettier-ignore
  await it.api.graph.commits.commit({ puts: many.map((record) => ({ record, from: 0 })) })
  await it.publish({ tag: 'all', navigation: ['Page 309'] })
  const { html } = await it.open('/graph')
  expect(words(html)).toContain('The first 300 of 310 pages')
  const listed = linksIn(html, /id="links"/, '</section>')
  expect([listed.length, listed[0]]).toEqual([300, ['/p/trip/page-309', 'Page 309']])
  expect(html).not.toContain('<svg')
})
