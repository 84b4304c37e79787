/** The page Sites: what it shows before a site is published, and how a site changes and ends. @see sharing 3, 5 */
import { makeBlock, makePage, type GraphRecord, type NewPage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, cookieOf, NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/sites'
const OWN = `${PATH}/site/garden`
let web: Web

const page = (name: string, props: NonNullable<NewPage['props']> = []) =>
  makePage({ id: name.toLowerCase(), name, props, now: NOON })
const block = (pageId: string, content: string) =>
  makeBlock({ id: `b-${pageId}`, pageId, content, rev: `r-${pageId}`, parentId: null, order: 1, now: NOON })

async function add(...records: GraphRecord[]) {
  const done = await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) }) // prettier-ignore
  expect(done.ok).toBe(true)
}

beforeEach(async () => {
  web = await openWeb()
  await add(
    page('Rose', [['tags', 'plant']]),
    page('Fern', [['tags', 'plant']]),
    page('Diary', [['tags', 'plant, mine']]),
    page('Moss'),
  )
})

const FORM = { title: 'A garden', slug: 'garden', tag: 'plant', except: 'mine' }
const check = (fields: Readonly<Record<string, string>> = {}, path = `${PATH}/new`) =>
  web.post(path, { ...FORM, ...fields })
const publish = (fields: Readonly<Record<string, string>> = {}, path = `${PATH}/new`) =>
  check({ ...fields, checked: '1' }, path)
const stored = async () => (await web.store.sites.list('me'))[0]

/** The hidden fields of the form that publishes. */
const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]), // prettier-ignore
  )

describe('[S5] before a site is published', () => {
  test('the page lists what readers will see, and publishes nothing', async () => {
    const { status, text } = await check()
    expect(status).toBe(200)
    expect(text).toContain('Preview 2 pages, 2 new pages New Fern Rose')
    expect(text).not.toContain('Comments.')
    expect(await stored()).toBeUndefined()
  })

  test('the button publishes what was listed', async () => {
    const { html } = await check({
      pages: 'Moss\r\n\r\n rose ',
      journals: '1',
      start: 'Moss',
      navigation: 'Rose\r\nmoss',
      lang: 'de',
    })
    const posted = await web.post(`${PATH}/new`, hidden(html))
    expect([posted.status, posted.headers.get('location')]).toEqual([303, OWN])
    expect(await stored()).toMatchObject({
      slug: 'garden',
      title: 'A garden',
      rule: {
        pages: ['moss', 'rose'],
        tag: 'plant',
        except: 'mine',
        journals: true,
        start: 'moss',
        navigation: ['rose', 'moss'],
        lang: 'de',
      },
    })
    const shown = await web.get(OWN, cookieOf(posted))
    expect(shown.text).toContain('Site published.')
    expect(shown.html).toContain('<code id="address">https://notes.example/p/garden</code>')
  })

  test('the page warns of contact details in fields, properties and words, of no page that stays private', async () => {
    expect((await check()).text).not.toContain('Contact details')
    const added = (name: string, props: [string, string][], ...texts: string[]) => [
      page(name, [['tags', 'plant'], ...props]),
      ...texts.map((text) => block(name.toLowerCase(), text)),
    ]
    await add(
      ...added('Ada', [['type', 'person'], ['email', 'a@b.example']], '030 1234567'), // prettier-ignore
      ...added('Bob', [['phone', '12345'], ['address', 'Here 1']]), // prettier-ignore
      ...added('Cyd', [], 'home\nmobile:: 12345'),
      ...added('Dot', [], 'write to ada@b.example'),
      page('Zed', [['tags', 'plant, mine'], ['email', 'a@b.example']]), // prettier-ignore
      block('zed', 'zed@b.example'),
    )
    const { text } = await check()
    expect(text).toContain('Contact details. Everyone will be able to read the contact details on 4 pages:')
    for (const words of [
      'Ada : email, a phone number in the text',
      'Bob : phone, address',
      'Cyd : mobile',
      'Dot : an e-mail address in the text',
    ])
      // prettier-ignore
      expect(text).toContain(words)
    expect(text.slice(0, text.indexOf('Kept private'))).not.toContain('Zed')
  })

  test('the page lists the pages that a mark keeps private, with each mark', async () => {
    const marked = (name: string, mark: [string, string], tags = 'plant') =>
      page(name, [['tags', tags], mark])
    await add(
      marked('Alder', ['public', 'No']),
      marked('Birch', ['publish', '"false"']),
      marked('Cedar', ['private', 'true'], 'plant, mine'),
      marked('Elm', ['private', 'false']),
      marked('Fir', ['public', 'false'], 'other'),
      page('Gorse', [['tags', 'plant']]),
      block('gorse', 'private:: yes'),
      makePage({ id: 'journal-20261120', name: '2026-11-20', props: [['tags', 'plant'], ['public', 'false']], now: NOON }), // prettier-ignore
    )
    const { text } = await check()
    expect(text).toContain('Preview 3 pages, 3 new pages New Elm Fern Rose Kept private')
    expect(text).toContain('Alder : public:: no Birch : publish:: false Cedar : private:: true, #mine Diary : #mine Gorse : private:: yes') // prettier-ignore
    expect(text).not.toMatch(/Fir\b|2026/)
    await publish()
    expect((await web.get(OWN)).text).toContain('Kept private')
    expect((await check({ except: '', tag: '', pages: 'Moss' }, OWN)).text).not.toContain('Kept private')
  })

  test('the page names the pages with comments that readers do not see', async () => {
    await add(block('rose', 'red %%not for readers%%'), block('fern', '`%%` in code'), block('moss', '%%a%%'))
    const { text } = await check()
    expect(text).toContain('Comments. Readers will not see the comments between %% signs on 1 page: Rose New')
  })

  test('the page shows the pictures of new pages first, and the page that readers see first, as they see it', async () => {
    await publish()
    const file = (id: string, name: string, type: string) => ({ id, name, type, hash: id.repeat(32), size: 3, createdAt: NOON }) // prettier-ignore
    await add(
      block('fern', '![](/api/files/aa)'),
      block(
        'moss',
        'green ![](/api/files/bb) <!-- ![](/api/files/aa) --> and [the plan](/api/files/cc), see [[Rose]]',
      ),
      makeBlock({
        id: 'b2',
        pageId: 'moss',
        content: '{{embed [[Diary]]}}',
        rev: 'r',
        parentId: null,
        order: 2,
        now: NOON,
      }), // prettier-ignore // prettier-ignore
      block('diary', 'secret ![](/api/files/dd)'),
    )
    const files = [file('aa', 'fern.png', 'image/png'), file('bb', 'moss.png', 'image/png'), file('cc', 'plan.pdf', 'application/pdf'), file('dd', 'secret.png', 'image/png')] // prettier-ignore
    await web.store.graph('me').commits.commit({ puts: [], files })
    const { html, text } = await check({ pages: 'Moss', start: 'Moss' }, OWN)
    expect(text).toContain('Pictures and files Readers will see 3 files. moss.png on Moss fern.png on Fern plan.pdf on Moss') // prettier-ignore
    expect(html).toContain('<img src="/graph/file?page=moss&amp;n=1" alt="moss.png" loading="lazy" />')
    expect(text).toContain('As readers see it Words that readers can’t see read as “…”. Moss green and the plan , see Rose …') // prettier-ignore
    expect(html).toContain('href="/graph/page?name=Rose"')
    expect(html).not.toMatch(/secret|\/p\/garden\//)
    // An edit of the options alone shows the pages that readers see already.
    expect((await web.get(OWN)).text).not.toContain('As readers see it')
  })

  test('the page of a site with many files says that there are more', async () => {
    const files = Array.from({ length: 61 }, (_, n) => ({ id: `f${n}`, name: `${n}.png`, type: 'image/png', hash: String(n).padStart(64, '0'), size: 3, createdAt: NOON })) // prettier-ignore
    await add(block('fern', files.map(({ id }) => `![](/api/files/${id})`).join(' ')))
    await web.store.graph('me').commits.commit({ puts: [], files })
    const { html, text } = await check()
    expect(text).toContain('Readers will see more than 60 files.')
    expect(html.match(/loading="lazy" \/>/g)).toHaveLength(60)
  })

  test('a change lists what is new and what leaves', async () => {
    await publish()
    const { html, text } = await check({ tag: '', pages: 'Rose\nMoss' }, OWN)
    expect(text).toContain('2 pages, 1 new page New Moss No longer published Fern Published Rose')
    expect((await stored())?.rule).toMatchObject({ tag: 'plant' })
    await web.post(OWN, hidden(html))
    expect((await stored())?.rule).toEqual({ pages: ['rose', 'moss'], except: 'mine', journals: false })
  })
})

describe('[S3] the page of a site', () => {
  test('has what readers see now, and the form as it was sent', async () => {
    await publish({
      pages: 'Moss',
      query: 'green',
      start: 'Fern',
      navigation: 'Rose\nFern',
      lang: 'pt-BR',
      journals: '1',
      type: 'book',
    })
    const { text, html } = await web.get(OWN)
    expect(text).toContain('Published pages 3 pages Published Fern Moss Rose')
    for (const value of ['A garden', 'plant', 'green', 'mine', 'Fern', 'pt-BR'])
      expect(html).toContain(`value="${value}"`)
    expect(html).toMatch(/<textarea[^>]*>\s*Moss<\/textarea/)
    expect(html).toMatch(/<textarea id="navigation"[^>]*>\s*Rose\nFern<\/textarea/)
    expect(html).toMatch(/<option value="book"\s+selected/)
    expect(html).toMatch(/name="journals" value="1"\s+checked/)
  })

  test('an empty field removes a part of the rule, and an empty box has the site follow the graph', async () => {
    await publish({ query: 'green', start: 'Fern', lang: 'de', manual: '1' })
    await publish({ query: '', start: '', lang: '', except: '' }, OWN)
    expect((await stored())?.rule).toEqual({ pages: [], tag: 'plant', journals: false })
    expect(await stored()).not.toHaveProperty('publishedAt')
    expect((await web.get(OWN)).html).not.toContain('Publish now</button>')
  })

  test('the list has each site, and the navigation leads to it', async () => {
    await publish()
    expect((await web.get(PATH)).text).toMatch(/A garden garden Published, 2 pages/)
    expect((await web.get('/settings/sharing')).html).toContain(`href="${PATH}"`)
  })

  test('it ends once that is confirmed', async () => {
    await publish()
    expect((await web.get(`${OWN}/end`)).text).toContain('Unpublish this site?')
    const ended = await web.post(`${OWN}/end`, {})
    expect((await web.get(PATH, cookieOf(ended))).text).toMatch(/A garden is no longer published.*A garden garden Unpublished/) // prettier-ignore
    expect((await web.get(OWN)).text).not.toMatch(/Edit site|View as a reader/)
  })

  test('HEAD of the download answers as GET would', async () => {
    await publish()
    const head = async (slug: string) => {
      const url = `${BASE_URL}${PATH}/site/${slug}/archive`
      const { status, headers } = await web.app.request(url, { method: 'HEAD' })
      return [status, headers.get('content-type')]
    }
    expect(await head('garden')).toEqual([200, 'application/zip'])
    expect(await head('none')).toEqual([404, expect.stringContaining('text/html')])
  })

  test('a site with the address new has a page too', async () => {
    await publish({ slug: 'new' })
    expect((await web.get(`${PATH}/site/new`)).text).toContain('https://notes.example/p/new')
    expect((await web.get(`${PATH}/new`)).text).toContain('Chosen pages')
  })
})

describe('[S3] a site that changes only when its owner publishes it', () => {
  const EDITED = NOON + 60_000
  async function edit() {
    const { record, seq } = (await web.store.graph('me').records.find('rose'))!
    const done = await web.store.graph('me').commits.commit({
      puts: [
        { record: { ...record, updatedAt: EDITED }, from: seq },
        { record: page('Ivy', [['tags', 'plant']]), from: 0 },
      ],
    })
    if (!done.ok) throw new Error(done.why)
  }

  test('its page lists what is new and what changed since, and publishes it', async () => {
    await publish({ manual: '1' })
    expect((await stored())?.publishedAt).toBe(NOON)
    const before = await web.get(OWN)
    expect(before.text).toContain('Preview 2 pages Published Fern Rose')
    expect(before.html).toMatch(/name="manual" value="1"\s+checked/)
    await edit()
    const { html, text } = await web.get(OWN)
    expect(text).toContain('3 pages, 1 new page, 1 changed page New Ivy Changed Rose Published Fern')
    expect(html).toContain('Publish now</button>')
    web.clock.now += 1
    expect((await web.post(OWN, hidden(html))).status).toBe(303)
    expect((await stored())?.publishedAt).toBe(NOON + 1)
    expect((await web.get(OWN)).text).toContain('3 pages Published Fern Ivy Rose')
  })
})

describe('a form is refused in words, and keeps what was typed', () => {
  test.each<[fields: Record<string, string>, words: string]>([
    [{ type: 'wrong' }, 'Type takes'],
    [{ title: ' ' }, 'Title takes 1 to 200 characters, not 0.'],
    [{ pages: 'Rosa' }, 'No page is called "Rosa"'],
  ])('%j', async (fields, words) => {
    for (const sent of [await check(fields), await publish(fields)]) {
      expect([sent.status, sent.text]).toEqual([400, expect.stringContaining(words)])
      expect(sent.html).toContain('value="mine"')
    }
    expect(await stored()).toBeUndefined()
  })

  test('in grace, where a site can still end', async () => {
    await publish()
    await web.operators.setAccount('me', { plan: 'grace' })
    expect((await publish({ slug: 'b' })).text).toContain('you can read but not write')
    expect((await publish({ title: 'New' }, OWN)).status).toBe(400)
    expect((await web.post(`${OWN}/end`, {})).status).toBe(303)
    expect((await stored())?.endedAt).toBe(NOON)
  })
})

test('[D9.10] a site that a restore closed is opened again by its owner, with a recent sign-in', async () => {
  await publish()
  await web.store.accounts.endAccess('me', NOON, { published: true })
  expect((await web.get(PATH)).text).toContain('garden Closed')
  const shown = await web.get(OWN)
  for (const words of ['restored from a backup', 'Open site']) expect(shown.text).toContain(words)
  expect(shown.html).not.toContain('Edit site')
  Object.assign(web.session, { isRecent: false })
  expect((await web.post(`${OWN}/open`, {})).status).toBe(403)
  expect((await stored())?.endedAt).toBe(NOON)
  Object.assign(web.session, { isRecent: true })
  const opened = await web.post(`${OWN}/open`, {})
  expect([opened.status, opened.headers.get('location')]).toEqual([303, OWN])
  expect((await web.get(OWN, cookieOf(opened))).text).toContain('Site opened again')
  expect(await stored()).not.toHaveProperty('endedAt')
  await web.post(`${OWN}/end`, {})
  const refused = await web.post(`${OWN}/open`, {})
  expect([refused.status, (await stored())?.endedAt]).toEqual([400, NOON])
})
