/** A site as plain files, compared with what the server sends. @see sharing 2, 4, 5, 6 */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { makeBlock, makePage } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { entries, linkTo, readFeed, words } from './atom.ts'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { SECRET_BLOCK, SECRET_WORDS, THIRD_BLOCK } from './shared-notes.ts'
import { staticFiles, writtenSite } from './static-files.ts'

const it = useSite()
const written = (base?: string) => staticFiles(it.api, base)

const ADDRESS = /(\s(?:href|src|action)=")([^"]*)/g
/** All but those within the page. */
const addressesIn = (html: string) =>
  Array.from(html.matchAll(ADDRESS), ([, , address]) => address!).filter(
    (address) => !address.startsWith('#'),
  )
/** The page without its head, and without the feed, whose addresses have to be complete. */
const bodyOf = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<a [^>]*atom[^>]*>Feed<\/a>/, '')
    .replaceAll(/\s+/g, ' ')

/** Follows every link of the served site and of the files at once, but not the search. @returns the files that it met */
async function compareWithServer(files: ReadonlyMap<string, string>): Promise<Set<string>> {
  const met = new Map([['/p/trip', 'index.html']])
  for (const [path, file] of met) {
    const served = await it.reader.get(path)
    const html = await served.text()
    expect([path, served.status]).toEqual([path, 200])
    const plain = files.get(file)
    if (plain === undefined) throw new Error(`there is no ${file} for ${path}`)
    const isPage = served.headers.get('content-type')?.startsWith('text/html') === true
    const [sent, held] = isPage ? [bodyOf(html), bodyOf(plain)] : [html, plain]
    expect(held.replaceAll(ADDRESS, '$1')).toBe(sent.replaceAll(ADDRESS, '$1'))
    const here = addressesIn(held)
    const pairs = addressesIn(sent).map((there, n) => ({ there, here: here[n]! }))
    const [inside, outside] = [true, false].map((is) =>
      pairs.filter((one) => one.there.startsWith('/') === is),
    )
    expect(outside!.map((one) => one.here)).toEqual(outside!.map((one) => one.there))
    for (const one of inside!.filter(({ there }) => there !== '/p/trip/search'))
      met.set(one.there, decodeURIComponent(posix.join(posix.dirname(file), one.here)))
  }
  return new Set(met.values())
}

describe('[S4] a static site', () => {
  test('shows the same pages as the server, with the same links, pictures and files', async () => {
    await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
    await it.addFile('doc1', 'a plan: final?.pdf', 'application/pdf', 'PDF')
    await it.notes.addBoat(
      [
        'to [[Third page]], [[Secret plan]] and [web](https://example.org/a?b=1&c=2)',
        '![boat](/api/files/pic1) [plan](/api/files/doc1)',
        `{{embed ((${THIRD_BLOCK}))}} and ((${SECRET_BLOCK}))`,
      ],
      [['type', 'book'], ['author', '[[Third page]]']], // prettier-ignore
    )
    await it.publish({ pages: ['Boat', 'Third page'], start: 'Boat' })
    const { files, report } = await written()
    expect(report).toEqual({ pages: 2, files: 2, missing: [] })
    const met = await compareWithServer(files)
    const pages = [...files.keys()].filter((path) => !/^(?:assets\/|404|search|llms)|\.md$/.test(path))
    expect([...met].toSorted()).toEqual(pages.toSorted())
    expect(pages.filter((path) => path.endsWith('.html')).toSorted()).toEqual([
      'boat.html',
      'graph.html',
      'index.html',
      'pages/index.html',
      'third-page.html',
    ])
    expect(files.get('index.html')).toContain('class="picture"')
  })

  test('has a file for each part of a long page and of a long index', async () => {
    await it.notes.addBoat(
      Array.from({ length: 450 }, (_, n) => `plank ${n} ${'x'.repeat(n < 40 ? 15_000 : 1)}`),
    )
    const ports = Array.from({ length: 201 }, (_, n) =>
      makePage({ id: `p${n}`, name: `Port ${n}`, props: [['tags', 'port']], now: NOON }),
    )
    await it.api.graph.commits.commit({ puts: ports.map((record) => ({ record, from: 0 })) })
    await it.publish({ pages: ['Boat'], tag: 'port' })
    const { files } = await written()
    const parts = [...files.keys()].filter((path) => /^(?:boat|pages\/index)\//.test(path))
    expect(parts).toContain('pages/index/200.html')
    expect(parts.length).toBeGreaterThan(3)
    for (const [path, html] of files) {
      if (!path.endsWith('.html') || path === '404.html') continue
      for (const address of addressesIn(html))
        expect(files.has(posix.join(posix.dirname(path), address)), `${path} to ${address}`).toBe(true)
    }
    const text = [...files.values()].join('')
    for (const n of [0, 39, 40, 449]) expect(text).toContain(`plank ${n} `)
  })

  test('gives the same bytes again, and others after a change', async () => {
    await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
    await it.notes.addBoat(['![boat](/api/files/pic1) $a^2$', '```js\nlet x = 1\n```'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { files } = await written('https://garden.example')
    it.api.clock.now += 5 * 86_400_000
    expect([...(await written('https://garden.example')).files]).toEqual([...files])
    await it.api.post('/pages/Boat/blocks', { text: 'a new mast' })
    const changed = [...(await written('https://garden.example')).files]
    expect(changed.filter(([path, text]) => files.get(path) !== text).map(([path]) => path)).toEqual([
      'boat.html',
      'boat.md',
      'search-index.js',
      'feed.xml',
      'feed.json',
      'sitemap.xml',
    ])
  })

  test('reads each part of a page once, for its HTML and its Markdown', async () => {
    await it.notes.addBoat(Array.from({ length: 300 }, (_, n) => `plank ${n}`))
    await it.publish({ pages: ['Boat', 'Third page'] })
    const read: string[] = []
    await writtenSite(it.api, { write: async () => {} }, undefined, (part) => read.push(part))
    expect([read.length > 2, read]).toEqual([true, [...new Set(read)]])
  })

  test('has complete addresses only if its address on the web is known', async () => {
    await it.notes.addBoat(['hull'])
    await it.publish({ pages: ['Boat', 'Third page'], start: 'Boat' })
    const plain = (await written()).files
    expect(plain.has('sitemap.xml')).toBe(false)
    expect([...plain.values()].join('')).not.toContain('notes.example')
    const { files } = await written('https://garden.example/notes')
    expect(files.get('index.html')).toContain('<link rel="canonical" href="https://garden.example/notes/" />')
    expect(files.get('boat.html')).toContain('<link rel="canonical" href="https://garden.example/notes/" />')
    const url = 'https://garden.example/notes/third-page.html'
    expect(files.get('third-page.html')).toContain(`<meta property="og:url" content="${url}" />`)
    expect([...files.get('sitemap.xml')!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found]) => found)).toEqual([
      'https://garden.example/notes/',
      url,
    ])
  })

  test('leads to the headings of its pages', async () => {
    await it.notes.addBoat(['## Hull', '[[#Hull]] and [[Third page#Sails]]'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { files } = await written()
    expect(files.get('boat.html')).toContain(' id="at-hull"')
    for (const address of ['boat.html#at-hull', 'third-page.html#at-sails'])
      expect(files.get('boat.html')).toContain(`class="ref" href="${address}"`)
    expect(files.get('boat.md')).toContain('(boat.html#at-hull)')
  })

  test.each([
    ['https://garden.example/a&b', '/a&amp;b'],
    ['https://garden.example', ''],
  ])('at %s, 404.html leads to the files of the folder', async (base, path) => {
    await it.publish({ pages: ['Third page'] })
    const { files } = await written(base)
    const there = addressesIn(files.get('404.html')!)
    expect(there).toEqual(['feed.xml', 'feed.json', 'index.html', 'pages/index.html', 'graph.html', 'feed.xml', 'search.html', 'index.html'].map((file) => `${path}/${file}`)) // prettier-ignore
  })

  test('without an address, 404.html leads nowhere and has its style itself', async () => {
    await it.publish({ pages: ['Third page'] })
    const html = (await written()).files.get('404.html')!
    expect(addressesIn(html)).toEqual([])
    const style = /<style>(.*)<\/style>/s.exec(html)![1]!
    expect(html).toContain(
      `style-src &#39;sha256-${createHash('sha256').update(style).digest('base64')}&#39;`,
    )
  })

  test('[S6] runs nothing, and says so to the browser in each page', async () => {
    await it.addFile('page1', 'page.html', 'text/html', '<script>alert(1)</script>')
    await it.notes.addBoat([
      '<script>alert(1)</script> [x](/api/files/page1) ![p](https://other.example/p.png)',
    ])
    await it.publish({ pages: ['Boat'] })
    const { files } = await written()
    const pages = [...files].filter(([path]) => path.endsWith('.html'))
    const active = pages.flatMap(([path, html]) =>
      (html.match(/<script[^>]*>|<iframe|src="https?:/g) ?? []).map((found) => `${path} ${found}`),
    )
    const scripts = new Set([...files.keys()].filter((path) => path.endsWith('.js')))
    const ran = active.map((found) => /^(\S+) <script src="(?:\.\.\/)*([^"]+)" defer>$/.exec(found)!)
    expect(ran.filter(([, , script]) => !scripts.has(script!))).toEqual([])
    expect(ran.map(([, page]) => page)).not.toContain('404.html')
    expect(ran.filter(([, page]) => page === 'boat.html').map(([, , script]) => script)).toEqual([
      expect.stringMatching(/^assets\/site-[\w-]+\.js$/),
    ])
    const policy = 'http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;'
    expect(pages.filter(([, html]) => !html.includes(policy))).toEqual([])
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toEqual(['files/page.html.txt'])
  })

  test('[S9] leads from a former address of a page to the page, until another page takes it', async () => {
    await it.notes.addBoat(['hull'])
    await it.publish({ pages: ['Boat'] })
    await written()
    const { seq } = (await it.api.graph.records.find('boat'))!
    const record = makePage({ id: 'boat', name: 'Ship & <sail>', now: NOON })
    await it.api.graph.commits.commit({ puts: [{ record, from: seq }] })
    const { files } = await written('https://garden.example/notes')
    const moved = files.get('boat.html')!
    expect(moved).toContain('content="0; url=ship-sail.html"')
    expect(moved).toContain('<link rel="canonical" href="https://garden.example/notes/ship-sail.html" />')
    expect(moved).toContain('<a href="ship-sail.html">Ship &amp; &lt;sail&gt;</a>')
    expect(files.get('sitemap.xml')).not.toContain('boat.html')
  })

  test('has feeds if its address on the web is known, and entries keep their ids when pages are renamed', async () => {
    await it.notes.addBoat(['hull & mast'])
    await it.publish({ pages: ['Boat'], journals: true })
    const base = 'https://garden.example/notes'
    const plain = (await written()).files
    expect(plain.has('feed.xml')).toBe(false)
    expect(plain.get('boat.html')).not.toContain('application/atom+xml')
    const { files } = await written(base)
    const feed = readFeed(files.get('feed.xml')!)
    expect([words(feed, 'id'), linkTo(feed, 'self'), linkTo(feed, 'alternate')]).toEqual([`${base}/feed.xml`, `${base}/feed.xml`, `${base}/`]) // prettier-ignore
    const [entry] = entries(feed)
    expect([words(entry!, 'summary'), linkTo(entry!, 'alternate')]).toEqual(['hull & mast', `${base}/boat.html`]) // prettier-ignore
    expect(readFeed(files.get('journals.xml')!).name).toBe('feed')
    expect(files.get('boat.html')).toMatch(/type="application\/atom\+xml"[^>]*href="feed\.xml"/)
    const { seq } = (await it.api.graph.records.find('boat'))!
    const record = makePage({ id: 'boat', name: 'Ship', now: NOON })
    await it.api.graph.commits.commit({ puts: [{ record, from: seq }] })
    const [renamed] = entries(readFeed((await written(base)).files.get('feed.xml')!))
    expect([words(renamed!, 'title'), linkTo(renamed!, 'alternate'), words(renamed!, 'id')]).toEqual(['Ship', `${base}/ship.html`, words(entry!, 'id')]) // prettier-ignore
  })

  test('[S3] its search index has the words that readers see, and nothing else', async () => {
    await it.notes.addBoat([
      '**red** hull </script> \u2028 ((SECRET))'.replace('SECRET', SECRET_BLOCK),
      '<!-- unsaid --> ![boat](/api/files/pic1)',
    ])
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { files } = await written()
    const index = files.get('search-index.js')!
    const read = JSON.parse(index.slice(index.indexOf('{'))) as { pages: unknown[] }
    expect(read.pages[0]).toEqual(['boat.html', 'Boat', ['red hull </script> …', expect.any(String)]])
    for (const hidden of [SECRET_WORDS, SECRET_BLOCK, 'unsaid', 'pic1']) expect(index).not.toContain(hidden)
    expect(files.get('search.html')).not.toContain('This site is large')
  })

  test('one picture on two pages is one file, and none has the id of its file', async () => {
    await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
    await it.notes.addBoat(['![boat](/api/files/pic1)'])
    await it.api.post('/pages/Third%20page/blocks', { text: '![boat](/api/files/pic1)' })
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { files } = await written()
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(1)
    expect([...files].flat().join('')).not.toContain('pic1')
    await compareWithServer(files)
  })

  test('names the files whose bytes are lost', async () => {
    await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
    const { hash } = (await it.api.graph.files.find('pic1'))!
    await it.api.blobs.remove('me', hash, async () => false)
    await it.notes.addBoat(['![boat](/api/files/pic1)'])
    await it.publish({ pages: ['Boat'] })
    expect((await written()).report).toEqual({ pages: 1, files: 0, missing: ['boat.png'] })
  })
})

test('[S2] the picture of a page is shown, and a static site has its file', async () => {
  await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
  await it.notes.addBoat(['hull'], [['cover', '![](/api/files/pic1)']])
  await it.publish({ pages: ['Boat'], follows: false })
  const { html } = await it.open('/boat')
  expect(html).toContain('<img class="page-picture" src="/p/trip/files/boat.png"')
  expect((await it.open('/files/boat.png')).html).toBe('PNG')
  const page = (await staticFiles(it.api)).files.get('boat.html')
  expect(page).toMatch(/<img class="page-picture" src="files\/boat\.png"/)
})

test('[S5] a page that stays private is in no file, whatever keeps it out', async () => {
  const privates = [
    ['Boat', [['public', 'false']]],
    ['Canoe', [['tags', 'mine']]],
    ['Coracle', []],
  ] as const
  const puts = privates.flatMap(([name, props]) => {
    const id = name.toLowerCase()
    return [
      makePage({ id, name, props: [...props, ['route', '[[Third page]]']], now: NOON }),
      makeBlock({ id: `b-${id}`, rev: id, content: 'hull of [[Third page]]', pageId: id, parentId: null, order: 1, now: NOON }), // prettier-ignore
    ]
  })
  await it.api.graph.commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
  await it.publish({ pages: ['Boat', 'Canoe', 'Third page'], except: 'mine' })
  const { files } = await written('https://garden.example')
  expect([...files].flat().join(' ')).not.toMatch(/boat|canoe|coracle|hull/i)
  expect([...files.keys()]).toContain('third-page.html')
})
