/** Shared pages as readers see them, and what holds for readers of sites too. @see sharing 1, 2, 6 */
import { makeBlock, makePage, type NewPage } from '@notegraph/graph'
import { makeLog } from '@notegraph/host'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'
import { addresses, openPage, sharePage, type NewLink } from './shared-link.ts'
import { blockId, SECRET_BLOCK, sharedNotes, type SharedNotes } from './shared-notes.ts'
import { openBrowser, type WebBrowser } from './web-browser.ts'

let api: Api
let notes: SharedNotes
let reader: WebBrowser

beforeEach(async () => {
  api = await openApi()
  notes = await sharedNotes(api.graph)
  reader = openBrowser(api)
})

const DAY = 86_400_000
const DIARY_BLOCK = '44444444-4444-4444-8444-444444444444'

const share = async (body: NewLink = {}, page = 'Boat', of: Api = api) => sharePage(of, body, page)
const open = async (path: string, headers?: Readonly<Record<string, string>>) =>
  openPage(reader, path, headers)

const labelsIn = (html: string) => [...html.matchAll(/<dt[^>]*><bdi>(.*?)<\/bdi>/g)].map(([, label]) => label)

describe('[S1] a link shows the page', () => {
  test('with its fields and its outline, as they are now', async () => {
    await notes.addBoat(['hull\ncolour:: green', 'TODO oil the oars'], [['type', 'book'], ['pages', '12']]) // prettier-ignore
    const { path } = await share()
    const { status, html } = await open(path)
    expect(status).toBe(200)
    for (const words of ['<h1 dir="auto">Boat</h1>', 'hull', 'green', 'oil the oars', '12'])
      expect(html).toContain(words)
    const block = (await api.graph.records.find(blockId(0)))!
    const record = { ...block.record, words: { text: 'keel', rev: 'r2', at: NOON + 1 }, updatedAt: NOON + 1 }
    await api.graph.commits.commit({ puts: [{ record: record, from: block.seq }] })
    const later = await open(path)
    expect(later.html).toContain('keel')
    expect(later.html).not.toContain('hull')
  })

  test('with a property of its own that has the value of a field, and each field once', async () => {
    const props = {
      type: 'person',
      country: 'Norway',
      birthplace: 'Norway',
      knows: '[[Ada]]',
      mentor: '[[Ada]]',
    }
    await notes.addBoat([], Object.entries(props))
    const { html } = await open((await share()).path)
    expect(labelsIn(html)).toEqual(['Knows', 'Country', 'birthplace', 'mentor'])
  })

  test('with the words beside the links of a field', async () => {
    const props = { type: 'person', knows: '[[Ada]], Mira', 'works-at': '[[Mill]] until 2020', tags: '#sea' }
    await notes.addBoat([], Object.entries(props))
    const { html } = await open((await share()).path)
    expect(labelsIn(html)).toEqual(['Works at', 'Knows', 'works-at', 'Tags'])
    expect(html).toContain('until 2020')
  })

  test('[S10] with footnotes that lead to their words', async () => {
    await notes.addBoat(['the hull[^1]', '[^1]: of oak'])
    const { html } = await open((await share()).path)
    expect(html).toContain('<a class="note" href="#note-1">1</a>')
    expect(html).toContain('id="note-1"')
  })

  test('to people without an account, whose browsers keep nothing and search engines no page', async () => {
    await notes.addBoat(['hull'])
    const { path } = await share()
    const { headers, html } = await open(path)
    expect(reader.cookies.size).toBe(0)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  test('a long page comes in parts, each with the blocks that it hangs on', async () => {
    await notes.addBoat(Array.from({ length: 201 }, (_, n) => `plank ${n} of the hull`))
    const { path } = await share()
    const { html } = await open(path)
    expect(html).toContain('plank 199 of')
    expect(html).not.toContain('plank 200 of')
    expect(addresses(html)).toEqual([`${path}?offset=200`])
    expect((await open(`${path}?offset=200`)).html).toContain('plank 200 of')
  })

  test('[O3.1] a later part goes on with the numbers of its list, and of the blocks that it hangs on', async () => {
    const block = (id: string, order: number, parentId: string | null = null) => {
      const content = `${id}\nlogseq.order-list-type:: number`
      return makeBlock({ id, content, rev: id, pageId: 'steps', parentId, order, now: NOON })
    }
    const records = [
      makePage({ id: 'steps', name: 'Steps', now: NOON }),
      ...['cast', 'row', 'rest'].map((id, n) => block(id, n)),
      ...Array.from({ length: 200 }, (_, n) => block(`stroke-${n}`, n, 'row')),
    ]
    await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    const { path } = await share({}, 'Steps')
    const { html } = await open(`${path}?offset=200`)
    const numbers = html.matchAll(/class="number">(\d+\.)</g)
    expect(Array.from(numbers, ([, number]) => number)).toEqual(['2.', '199.', '200.', '3.'])
  })

  test('below a base path, its addresses have that path', async () => {
    const based = await openApi({ baseUrl: 'https://notes.example/notes' })
    await (await sharedNotes(based.graph)).addBoat(['hull'])
    const { path } = await share({ password: 'low river' }, 'Boat', based)
    const browser = openBrowser(based)
    expect(await (await browser.get(path)).text()).toContain(`action="/notes${path}"`)
    const { headers } = await browser.post(path, { password: 'low river' })
    expect(headers.get('location')).toBe(`/notes${path}`)
    expect(headers.getSetCookie()[0]).toContain(`Path=/notes${path};`)
  })

  test('a page that did not change is not sent again', async () => {
    await notes.addBoat(['hull'])
    const { path, change } = await share()
    const etag = (await open(path)).headers.get('etag')!
    expect(await open(path, { 'If-None-Match': etag })).toMatchObject({ status: 304, html: '' })
    expect((await change({ quotes: true })).status).toBe(200)
    expect((await open(path, { 'If-None-Match': etag })).status).toBe(304)
  })
})

describe('[S1] a link that does not open', () => {
  const cases: readonly [string, number, (made: Awaited<ReturnType<typeof share>>) => unknown][] = [
    ['ended', 410, (made) => made.end()],
    ['after its last day', 410, () => (api.clock.now = NOON + DAY)],
    ['of an account without a plan', 410, () => api.operators.setAccount('me', { plan: 'none' })],
    [
      'after the grace of the plan',
      410,
      async () => {
        await api.operators.setAccount('me', { plan: 'grace' })
        api.clock.now += 31 * DAY
      },
    ],
    ["of an account off the server's list", 410, () => api.operators.setAccount('me', { allowed: false })],
    [
      'of a deleted page',
      410,
      async () => {
        const page = (await api.graph.records.find('boat'))!
        await api.graph.commits.commit({
          puts: [{ record: { ...page.record, deleted: NOON }, from: page.seq }],
        })
      },
    ],
    ['of a removed account', 404, () => api.operators.removeAccount('me')],
  ]
  test.each(cases)('%s answers %i at once, as every other such link', async (_, status, withdraw) => {
    await notes.addBoat(['hull ![](/api/files/f1)'])
    const made = await share({ expires: '2026-11-20' })
    const before = await open(made.path)
    await withdraw(made)
    const after = await open(made.path, { 'If-None-Match': before.headers.get('etag')! })
    expect([before.status, after.status]).toEqual([200, status])
    expect(after.html).toBe((await open('/s/AAAAAAAAAAAAAAAAAAAAAA')).html)
    expect(after.html).not.toMatch(/hull|Boat/)
    expect(after.headers.get('cache-control')).toBe('no-store')
    expect((await open(`${made.path}/files/1`)).status).toBe(404)
  })

  test.each(['/s/AAAAAAAAAAAAAAAAAAAAAA', '/s/x', '/s/%00', '/s/%F0'])('%s never was: 404', async (path) => {
    expect((await open(path)).status).toBe(404)
  })

  test('in grace a page can still be read, as its owner can', async () => {
    await notes.addBoat(['hull'])
    const { path } = await share()
    await api.operators.setAccount('me', { plan: 'grace' })
    expect((await open(path)).status).toBe(200)
  })

  test('a link of one account shows nothing of another with the same pages', async () => {
    await notes.addBoat(['hull [[Plans]]'])
    const { path } = await share()
    await api.operators.createAccount('other', {})
    const theirs = await sharedNotes(api.store.graph('other'))
    await theirs.addBoat(['their hull'])
    const [page] = await api.store.graph('other').records.listPages(undefined, 1)
    await api.store.shares.create({ id: 'B'.repeat(22), accountId: 'other', pageId: page!.record.id, quotes: true, createdAt: NOON }, { open: 1, closed: 1 }) // prettier-ignore
    const { html } = await open(path)
    expect(html).not.toContain('their hull')
    expect(addresses(html)).toEqual([])
  })
})

describe('[S2] the references of a page', () => {
  test('the properties and fields of the page lead nowhere either', async () => {
    await notes.addBoat([], [['type', 'book'], ['author', '[[Hush]]'], ['note', `((${SECRET_BLOCK})) #Hush`]]) // prettier-ignore
    const { html } = await open((await share()).path)
    expect(html).toContain('Hush')
    expect(html).not.toMatch(/alphasecret|Secret plan/)
    expect(addresses(html)).toEqual([])
  })

  test('a block of the page itself reads as its words, and hides what it quotes', async () => {
    await notes.addBoat([`oars ((${SECRET_BLOCK}))`, `see ((${blockId(0)}))`])
    const { html } = await open((await share({ quotes: true })).path)
    expect(html).toContain('see <span class="block-ref">oars …</span>')
  })

  test.each(['hull <!-- paid 500 -->', '<!-- paid 500 -->hull', '<!-- paid\n500 -->\nhull'])(
    'a reference to %j has no comment either',
    async (content) => {
      await notes.addBoat([content, `see ((${blockId(0)}))`])
      const { html } = await open((await share()).path)
      expect(html).toMatch(/see <span class="block-ref">hull *<\/span>/)
      expect(html).not.toContain('500')
    },
  )

  test.each([
    ['[[Hush]]', undefined],
    ['#hush', undefined],
    ['[[Secret plan]]', 'locked page'],
  ])('%s is a link if its page is shared too, also with a password (%s)', async (content, password) => {
    await notes.addBoat([content])
    const boat = await share()
    const secret = await share(password === undefined ? {} : { password }, 'Secret plan')
    expect(addresses((await open(boat.path)).html)).toEqual([secret.path])
    await secret.end()
    expect(addresses((await open(boat.path)).html)).toEqual([])
  })

  test('a day is a link if its journal page is shared too', async () => {
    await notes.addBoat(['see [[2026-11-20]] and [[2026-11-19]]'])
    const day = await share({}, '2026-11-20')
    expect(addresses((await open((await share()).path)).html)).toEqual([day.path])
  })

  test('a link without a password comes first', async () => {
    await notes.addBoat(['[[Hush]]'])
    const boat = await share()
    const plain = await share({}, 'Secret plan')
    await share({ password: 'low river' }, 'Secret plan')
    expect(addresses((await open(boat.path)).html)).toEqual([plain.path])
  })
})

describe('[S2] pictures and files', () => {
  const file = (id: string, name: string, type: string) => ({ id, name, type, hash: `hash-${id}` })

  async function addFiles(...files: ReturnType<typeof file>[]): Promise<void> {
    for (const { id, name, type } of files) {
      const chunks = (async function* () {
        yield Buffer.from(`bytes of ${id}`)
      })()
      const received = (await api.blobs.receive('me', chunks, 1_000))!
      await received.keep()
      await received.drop()
      const entry = { id, name, type, hash: received.hash, size: 11 + id.length, createdAt: NOON }
      await api.graph.commits.commit({ puts: [], files: [entry] })
    }
  }

  test('those of the page open through the link, never by their id', async () => {
    await addFiles(file('pic1', 'boat.png', 'image/png'), file('doc1', 'plan.pdf', 'application/pdf'))
    await notes.addBoat(['![the boat](/api/files/pic1)', '[plan](/api/files/doc1)', '![](/api/files/pic1)'])
    const { path } = await share()
    const { html } = await open(path)
    expect(html).not.toMatch(/pic1|doc1|\/api\//)
    expect(new Set(addresses(html))).toEqual(new Set([`${path}/files/1`, `${path}/files/2`]))
    const picture = await reader.get(`${path}/files/2`)
    expect(await picture.text()).toBe('bytes of pic1')
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect((await reader.get(`${path}/files/1`, { Range: 'bytes=0-4' })).status).toBe(206)
  })

  test('a picture that did not change is not sent again, until the link ends', async () => {
    await addFiles(file('pic1', 'boat.png', 'image/png'))
    await notes.addBoat(['![the boat](/api/files/pic1)'])
    const { path, change } = await share({ password: 'low river' })
    const picture = `${path}/files/1`
    expect((await open(picture)).status).toBe(404)
    await reader.post(path, { password: 'low river' })
    const etag = (await open(picture)).headers.get('etag')!
    expect(await open(picture, { 'If-None-Match': etag })).toMatchObject({ status: 304, html: '' })
    expect((await change({ password: 'high river' })).status).toBe(200)
    const locked = await open(picture, { 'If-None-Match': etag })
    expect([locked.status, locked.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test.each([0, 2, 99, '01', 'pic1', 'x'])('there is no file %s', async (n) => {
    await addFiles(file('pic1', 'boat.png', 'image/png'), file('doc1', 'plan.pdf', 'application/pdf'))
    await notes.addBoat(['![](/api/files/pic1)', '<!-- not yet: [plan](/api/files/doc1) -->'])
    expect((await reader.get(`${(await share()).path}/files/${n}`)).status).toBe(404)
  })

  test.each([
    '#+BEGIN_COMMENT\n![x](/api/files/doc1)\n#+END_COMMENT',
    'oars\n:LOGBOOK:\n![x](/api/files/doc1)\n:END:',
  ])('a file in %j is not served', async (content) => {
    await addFiles(file('doc1', 'plan.pdf', 'application/pdf'))
    await notes.addBoat([content])
    const { path } = await share()
    expect(addresses((await open(path)).html)).toEqual([])
    expect((await reader.get(`${path}/files/1`)).status).toBe(404)
  })

  test('the picture of the page itself is shown', async () => {
    await addFiles(file('pic1', 'boat.png', 'image/png'))
    await notes.addBoat(['hull'], [['cover', '![](/api/files/pic1)']])
    const { path } = await share()
    const { html } = await open(path)
    expect(html).toContain(`<img class="page-picture" src="${path}/files/1"`)
    expect(html).not.toMatch(/pic1|\/api\//)
    expect(await (await reader.get(`${path}/files/1`)).text()).toBe('bytes of pic1')
  })

  test.each(['/s/AAAAAAAAAAAAAAAAAAAAAA/files/1', '/p/trip/pages/boat/files/1'])(
    '%s is only read',
    async (path) => {
      const response = await reader.post(path)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    },
  )

  test.each([
    ['POST', '/s/AAAAAAAAAAAAAAAAAAAAAA/files/1', 'GET, HEAD'],
    ['PUT', '/s/AAAAAAAAAAAAAAAAAAAAAA', 'GET, HEAD, POST'],
    ['POST', '/s/a/b', 'GET, HEAD'],
    ['POST', '/p/trip', 'GET, HEAD'],
    ['DELETE', '/p/trip/index', 'GET, HEAD'],
    ['POST', '/p/trip/pages/boat/files/1', 'GET, HEAD'],
    ['POST', '/p', 'GET, HEAD'],
  ])(
    '[S3] a browser that sends %s to %s gets a page of readers, without the way to a sign-in',
    async (method, path, allow) => {
      const response = await api.app.request(`https://notes.example${path}`, {
        method,
        headers: { Accept: 'text/html,*/*;q=0.8' },
      })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const html = await response.text()
      expect(html).toContain(`This path does not accept ${method}.`)
      expect(addresses(html)).toEqual([])
    },
  )

  test('[S5] comments in percent signs are not shown, and neither are their files', async () => {
    await addFiles(file('pic1', 'map.png', 'image/png'))
    const secret = (await api.graph.records.find(SECRET_BLOCK))!
    const record = { ...secret.record, words: { text: 'quoted %% unsaid %%', rev: 'r2', at: NOON + 1 } }
    await api.graph.commits.commit({ puts: [{ record, from: secret.seq }] })
    await notes.addBoat(
      [
        'oars %%unsaid ![](/api/files/pic1)%% tiller',
        '%%\nunsaid',
        `((${SECRET_BLOCK}))`,
        `{{embed ((${SECRET_BLOCK}))}}`,
      ],
      [['about', 'river %%unsaid%%']],
    )
    const { path } = await share({ quotes: true })
    const { html } = await open(path)
    expect(html.match(/oars {2}tiller|river|quoted/g)).toEqual(['oars  tiller', 'quoted', 'quoted', 'river'])
    expect(html).not.toMatch(/unsaid|%%/)
    expect((await reader.get(`${path}/files/1`)).status).toBe(404)
  })

  test.each<[mark: string, props: NonNullable<NewPage['props']>]>([
    ['private:: true', [['private', 'true']]],
    ['the private tag of a site', [['tags', 'mine']]],
  ])('[S5] a page with %s is quoted nowhere, and opens by its own link', async (_, props) => {
    const diary = 'Diary of the boat'
    await api.graph.commits.commit({
      puts: [
        { record: makePage({ id: 'diary', name: diary, props, now: NOON }), from: 0 },
        { record: makeBlock({ id: DIARY_BLOCK, content: 'diarywords', rev: 'r', pageId: 'diary', parentId: null, order: 1, now: NOON }), from: 0 }, // prettier-ignore
      ],
    })
    const site = { slug: 'trip', accountId: 'me', title: 'Trip', rule: { pages: ['third'], journals: false, except: 'mine' }, createdAt: NOON } // prettier-ignore
    await api.store.sites.create(site, { open: 1, closed: 1 })
    await notes.addBoat([`((${DIARY_BLOCK}))`, `{{embed [[${diary}]]}}`, `{{embed ((${DIARY_BLOCK}))}}`])
    const { html } = await open((await share({ quotes: true })).path)
    expect(html).not.toContain('diarywords')
    expect((await open((await share({}, diary)).path)).html).toContain('diarywords')
  })

  test('[S5] only the quoted pages are looked at for marks', async () => {
    const looked: (readonly string[] | undefined)[] = []
    api = await openApi({
      wrap: (store) => ({
        ...store,
        graph(accountId) {
          const graph = store.graph(accountId)
          const list: typeof graph.pages.list = async (filter, window) => {
            if (filter.markedBy) looked.push(filter.ids)
            return graph.pages.list(filter, window)
          }
          return { ...graph, pages: { ...graph.pages, list } }
        },
      }),
    })
    reader = openBrowser(api)
    await (await sharedNotes(api.graph)).addBoat([`((${SECRET_BLOCK}))`, '{{embed [[Third page]]}}'])
    await open((await share({ quotes: true })).path)
    expect(looked).toEqual([['secret', 'third']])
    await open((await share({ quotes: true }, 'Third page')).path)
    expect(looked).toHaveLength(1)
  })

  test('a picture of a quoted page is its name', async () => {
    await addFiles(file('pic1', 'map.png', 'image/png'))
    const secret = (await api.graph.records.find(SECRET_BLOCK))!
    const record = { ...secret.record, words: { text: '![](/api/files/pic1)', rev: 'r2', at: NOON + 1 } }
    await api.graph.commits.commit({ puts: [{ record: record, from: secret.seq }] })
    await notes.addBoat([`{{embed ((${SECRET_BLOCK}))}}`, `((${SECRET_BLOCK}))`])
    const { path } = await share({ quotes: true })
    const { html } = await open(path)
    expect(html).toContain('map.png')
    expect(addresses(html)).toEqual([])
    expect((await reader.get(`${path}/files/1`)).status).toBe(404)
  })
})

describe('[S6] the rights of a page', () => {
  test('nothing runs, and nothing loads from another host', async () => {
    await notes.addBoat([
      '<script>alert(1)</script> <img src=x onerror=alert(1)>',
      '[x](javascript:alert(1)) ![p](https://other.example/p.png) {{iframe https://other.example}}',
      'a\nkey:: "><script>alert(1)</script>',
    ])
    const { headers, html } = await open((await share()).path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'self'; form-action 'self'; img-src 'self'",
    )
    expect(html).not.toMatch(/<script|<iframe|<img(?! src="\/)| on\w+="|javascript:/i)
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  test('readers have a rate of their own, for shared pages, sites and files together', async () => {
    const limited = await openApi({ rates: { requestsPerAddress: 1 } })
    const one = openBrowser(limited)
    const paths = ['/s/x', '/s/x/files/1', '/p/x', '/p/x/pages/boat/files/1']
    const statuses = new Set<number>()
    for (let n = 0; n < 75; n++) for (const path of paths) statuses.add((await one.get(path)).status)
    expect([...statuses]).toEqual([404])
    for (const path of paths) {
      const { status, headers } = await one.get(path)
      expect([path, status, headers.get('retry-after')]).toEqual([path, 429, '60'])
    }
    expect((await one.get('/sign-in')).status).toBe(200)
  })

  test('its address is in no line of the log', async () => {
    const lines: string[] = []
    const logged = await openApi({ log: makeLog('info', { write: (line: string) => void lines.push(line) }) })
    await (await openBrowser(logged).get('/s/k3JvQ0x7TzW2mYb9Rf1LcA')).text()
    expect(lines.join('')).toContain('"/s/{id}"')
    expect(lines.join('')).not.toContain('k3JvQ0x7TzW2mYb9Rf1LcA')
  })
})
