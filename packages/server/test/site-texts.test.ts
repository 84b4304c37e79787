/** A published site for programs: Markdown, `llms.txt` and feeds with whole pages. @see sharing 2, 3, 9 */
import { LIMITS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import { entries, readFeed, words } from './atom.ts'
import { useSite } from './published-site.ts'
import { SECRET_BLOCK, SECRET_WORDS } from './shared-notes.ts'
import { staticFiles } from './static-files.ts'

const it = useSite()

const publish = async (rule: object = {}) => {
  await it.addFile('pic1', 'boat.png', 'image/png', 'bytes')
  await it.notes.addBoat([
    `**red** hull to [[Third page]] and [[Secret plan]] ((${SECRET_BLOCK}))`,
    '<!-- unsaid --> ![boat](/api/files/pic1) {{renderer :x}}',
  ])
  await it.publish({ pages: ['Boat', 'Third page'], ...rule })
}
const HIDDEN = new RegExp(`${SECRET_WORDS}|${SECRET_BLOCK}|unsaid|pic1|renderer`)

describe.each([true, false])('[S9] a site that follows the graph: %s', (follows) => {
  test('has each page as Markdown, with what readers see and complete addresses', async () => {
    await publish({ follows })
    const { status, headers, html } = await it.open('/boat.md')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/markdown; charset=UTF-8', 'public, no-cache']) // prettier-ignore
    expect(html).toContain('# Boat\n\n- **red** hull to [Third page](https://notes.example/p/trip/third-page) and Secret plan …\n') // prettier-ignore
    expect(html).toContain('![boat](https://notes.example/p/trip/files/boat.png)')
    expect(html).not.toMatch(HIDDEN)
    expect((await it.open('/boat.md', { 'If-None-Match': headers.get('etag')! })).status).toBe(304)
    expect((await it.open('/boat')).html).toContain(
      '<link rel="alternate" type="text/markdown" href="/p/trip/boat.md"',
    )
  })

  test('has feeds with whole pages, in Atom and JSON', async () => {
    await publish({ follows })
    const atom = readFeed((await it.open('/feed.xml')).html)
    const boat = entries(atom).find((entry) => words(entry, 'title') === 'Boat')!
    const { headers, html } = await it.open('/feed.json')
    expect(headers.get('content-type')).toBe('application/feed+json')
    const feed = JSON.parse(html) as { items: { title: string }[] }
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: 'Our trip', home_page_url: 'https://notes.example/p/trip', feed_url: 'https://notes.example/p/trip/feed.json' }) // prettier-ignore
    const item = feed.items.find(({ title }) => title === 'Boat')!
    expect(item).toMatchObject({
      url: 'https://notes.example/p/trip/boat',
      id: 'https://notes.example/p/trip/pages/boat',
    })
    for (const content of [words(boat, 'content'), JSON.stringify(item)]) {
      expect(content).toContain('<strong>red</strong> hull')
      expect(content).toContain('https://notes.example/p/trip/files/boat.png')
      expect(content).not.toMatch(HIDDEN)
    }
  })
})

test('[S9] the Markdown of a page has its properties, numbers, languages of code and kinds of callouts', async () => {
  const number = '\nlogseq.order-list-type:: number'
  await it.notes.addBoat(
    [`hoist${number}`, `heave\nagain${number}`, '```js\nlet ho\n```', '> [!tip] Rest\n> now'],
    [
      ['crew', 'Ada and [[Secret plan]]'],
      ['ship-yard', 'Third <page>'],
    ],
  )
  await it.publish({ pages: ['Boat'] })
  expect((await it.open('/boat.md')).html).toBe(
    [
      '# Boat',
      '',
      'crew: Ada and Secret plan  ',
      'ship-yard: Third \\<page>',
      '',
      '1. hoist',
      '2. heave',
      '   again',
      '- ```js',
      '  let ho',
      '  ```',
      '- > [!tip] Rest',
      '  > now',
      '',
    ].join('\n'),
  )
})

test('[S9] the Markdown and the feeds of a very long page end with a link to the rest', async () => {
  await it.notes.addBoat(Array.from({ length: 20 * LIMITS.webBlocks + 1 }, (_, n) => `w${n}`))
  await it.publish({ pages: ['Boat'] })
  const at = (part: number) => `https://notes.example/p/trip/boat?offset=${part * LIMITS.webBlocks}`
  expect((await it.open('/boat.md')).html).toMatch(new RegExp(`- w\\d+\\n\\n\\[The rest of the page\\]\\(${at(20).replaceAll(/[.?]/g, '.')}\\)\\n$`)) // prettier-ignore
  const [boat] = entries(readFeed((await it.open('/feed.xml')).html))
  expect(words(boat!, 'content')).toContain(`href="${at(1)}"`)
  expect((await staticFiles(it.api)).files.get('boat.md')).toContain('[The rest of the page](boat.html)')
})

test('[S9] llms.txt lists the Markdown of each page', async () => {
  await publish()
  const { headers, html } = await it.open('/llms.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=UTF-8')
  expect(html).toBe(
    `# Our trip

> https://notes.example/p/trip

## Pages

- [Boat](https://notes.example/p/trip/boat.md)
- [Third page](https://notes.example/p/trip/third-page.md)
`,
  )
})

test.each([
  ['/nothing.md', 404],
  ['/boat.md', 410],
])('[S5] %s answers %i', async (path, status) => {
  await publish()
  await it.change({ pages: ['Third page'] })
  expect((await it.open(path)).status).toBe(status)
})

test('[S9] a former address with .md leads to the address of now', async () => {
  await publish()
  for (const path of ['/BOAT.md', '/Third%20page.md']) {
    const { status, headers } = await it.open(path)
    const to = path === '/BOAT.md' ? '/p/trip/boat.md' : '/p/trip/third-page.md'
    expect([status, headers.get('location')]).toEqual([308, to])
  }
})

describe('[S9] a site of plain files', () => {
  test('has each page as Markdown and a list of them, from the folder or complete', async () => {
    await publish()
    const { files } = await staticFiles(it.api)
    expect(files.get('boat.md')).toContain('to [Third page](third-page.html) and Secret plan …\n')
    expect(files.get('boat.md')).toContain('![boat](files/boat.png)')
    expect(files.get('llms.txt')).toContain('- [Boat](boat.md)\n')
    expect(files.get('boat.html')).toContain('<link rel="alternate" type="text/markdown" href="boat.md"')
    const { files: placed } = await staticFiles(it.api, 'https://garden.example/notes')
    expect(placed.get('boat.md')).toContain('![boat](https://garden.example/notes/files/boat.png)')
    expect(placed.get('llms.txt')).toContain('- [Boat](https://garden.example/notes/boat.md)\n')
    const notes = [...files, ...placed].filter(([path]) => !/^(?:assets\/|404)/.test(path))
    expect(notes.flat().join('\n')).not.toMatch(HIDDEN)
  })

  test('has feeds with whole pages, in Atom and JSON', async () => {
    await publish()
    const { files } = await staticFiles(it.api, 'https://garden.example')
    const atom = entries(readFeed(files.get('feed.xml')!)).map((entry) => words(entry, 'content'))
    const feed = JSON.parse(files.get('feed.json')!) as { items: { content_html: string }[] }
    expect(feed).toMatchObject({ home_page_url: 'https://garden.example/', feed_url: 'https://garden.example/feed.json' }) // prettier-ignore
    for (const content of [atom.join(''), feed.items.map((item) => item.content_html).join('')]) {
      expect(content).toContain('<strong>red</strong> hull')
      expect(content).toContain('"https://garden.example/files/boat.png"')
      expect(content).toContain('"https://garden.example/third-page.html"')
    }
  })
})
