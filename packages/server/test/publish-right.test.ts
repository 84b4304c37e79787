/**
 * A program without the right `publish` changes nothing that a reader of a share or a site can fetch. @see sharing 8
 */
import { journalId, makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTES, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const JOURNAL = journalId(20261103)
const NAMES = ['Rose', 'Fern', 'Moss', 'Diary', 'Essay', 'Kept'] as const
const WORDS = ['Rosa', 'Bracken', 'essay', 'kept', 'Fern', '2026-11-03', 'New'] as const
/** References name a block by a UUID. */
const idOf = (n: number): string => `11111111-1111-4111-8111-11111111111${n}`
const IDS = Array.from({ length: 8 }, (_, n) => idOf(n))

const name = fc.constantFrom(...NAMES)
const word = fc.constantFrom(...WORDS)
const SNIPPETS = [
  'green words', 'TODO ', 'DONE ', '#essay', '[[Rosa]]', '[[Bracken]]', '[[New]]', '[[2026-11-03]]', `((${idOf(1)}))`, `((${idOf(6)}))`,
  `{{embed ((${idOf(2)}))}}`, '{{embed [[Diary]]}}', '![[Bracken]]', '{{embed [[New]]}}', `\`((${idOf(1)}))\``, '%%a comment%%', '\n',
  'key:: essay', 'public:: false', 'DEADLINE: <2026-11-25 Wed>',
] // prettier-ignore
const text = fc
  .array(fc.constantFrom(...SNIPPETS), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(' '))

const props = fc.record(
  {
    alias: word,
    tags: fc.constantFrom('essay', 'Rosa, kept', 'Bracken'),
    public: fc.constantFrom('false', 'true'),
    type: fc.constantFrom('book', 'person'),
    key: fc.constantFrom('essay', '[[Rosa]]', `((${idOf(1)}))`),
  },
  { requiredKeys: [] },
)

interface Wanted {
  readonly pages: readonly { readonly props: object }[]
  readonly blocks: readonly { readonly page: number; readonly under: number; readonly text: string }[]
}

const graph: fc.Arbitrary<Wanted> = fc.record({
  pages: fc.array(fc.record({ props }), { minLength: NAMES.length, maxLength: NAMES.length }),
  blocks: fc.array(fc.record({ page: fc.nat(NAMES.length), under: fc.nat(3), text }), {
    minLength: IDS.length,
    maxLength: IDS.length,
  }),
})

function recordsOf({ pages, blocks }: Wanted): GraphRecord[] {
  const now = NOON - DAY
  const made: GraphRecord[] = NAMES.map((one, i) => {
    const held = Object.entries(pages[i]!.props) as [string, string][]
    return makePage({ id: `p${i}`, name: one, props: held, createdAt: now + i, now: now + i })
  })
  made.push(makePage({ id: JOURNAL, name: 'Nov 3rd, 2026', kind: 'journal', now }))
  const pageOf = (i: number): string => (i === NAMES.length ? JOURNAL : `p${i}`)
  for (const [i, { page, under, text: content }] of blocks.entries()) {
    const parent = blocks.slice(0, i).findLastIndex((one) => one.page === page)
    const parentId = under > 0 && parent >= 0 ? IDS[parent]! : null
    const place = { pageId: pageOf(page), parentId, order: i + 1 }
    made.push(makeBlock({ id: IDS[i]!, content, rev: 'r', ...place, now: now + i }))
  }
  return made
}

const rule = fc.oneof(
  fc.record({ pages: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }) }),
  fc.record({ tag: word }),
  fc.record({ type: fc.constantFrom('book', 'tag', 'page') }),
  fc.record({
    query: fc.constantFrom(
      'green',
      '#essay',
      '[[Rosa]]',
      '(and TODO (page-property key [[Rosa]]))',
      '(page-tags essay)',
      '(not (todo DONE))',
      '(between deadline today +2d)',
      '(property key essay)',
    ),
  }),
)
const site = fc.tuple(
  rule,
  fc.record(
    { except: fc.constantFrom('kept', 'Bracken'), journals: fc.boolean(), follows: fc.boolean() },
    { requiredKeys: [] },
  ),
)
const share = fc.record({ page: name, quotes: fc.boolean() })

type Write = readonly [method: string, path: string, body: object]
const properties = fc.dictionary(fc.constantFrom('alias', 'tags', 'public', 'type', 'key'), fc.oneof(word, fc.constantFrom('false', 'book', null)), { minKeys: 1, maxKeys: 2 }) // prettier-ignore
const block = fc.constantFrom(...IDS)
const write: fc.Arbitrary<Write | 'revert'> = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES, ...WORDS, 'Other'), props, text).map(([one, held, words]): Write => ['POST', '/pages', { name: one, properties: held, blocks: [words] }]), // prettier-ignore
  fc.tuple(fc.constantFrom(...NAMES, 'today'), text).map(([one, words]): Write => ['POST', `/pages/${one}/blocks`, { text: words }]), // prettier-ignore
  fc.tuple(block, text).map(([id, words]): Write => ['PATCH', `/blocks/${id}`, { text: words }]),
  fc.tuple(name, properties).map(([one, held]): Write => ['PATCH', `/pages/${one}/properties`, { properties: held }]), // prettier-ignore
  fc.tuple(block, properties).map(([id, held]): Write => ['PATCH', `/blocks/${id}/properties`, { properties: held }]), // prettier-ignore
  fc.tuple(block, fc.constantFrom('todo', 'done')).map(([id, state]): Write => ['POST', `/tasks/${id}`, { state }]), // prettier-ignore
  fc.constant('revert' as const),
)

/** A server with the notes, shared and published, and a token that may write. */
async function serve(
  wanted: Wanted,
  sites: readonly (readonly [object, object])[],
  shares: readonly object[],
) {
  const api = await openApi({ may: [] })
  const records = recordsOf(wanted)
  expect(
    await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) }),
  ).toMatchObject({ ok: true })
  const { session } = await api.operators.createSession('me', { device: 'Phone' })
  const make = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await api.call(`/api/v1/settings${path}`, {
      method: 'POST',
      token: session,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      unchecked: true,
    })
    expect([reply.status, reply.text]).toEqual([200, expect.anything()])
    return reply.body
  }
  const slugs: string[] = []
  for (const [i, [one, more]] of sites.entries()) {
    await make('/sites', { slug: `s${i}`, title: 'Site', ...one, ...more })
    slugs.push(`s${i}`)
  }
  const links: string[] = []
  for (const one of shares) links.push(String((await make('/shares', one))['id']))
  return { api, slugs, links }
}

type Served = Awaited<ReturnType<typeof serve>>

let readers = 0
async function fetched({ app }: Api, path: string): Promise<string> {
  const address = `10.${(readers >> 16) & 255}.${(readers >> 8) & 255}.${readers++ & 255}`
  const answer = await app.request(
    'http://notes.example/',
    {},
    { incoming: { url: path, socket: { remoteAddress: address } } },
  )
  return `${path} ${answer.status} ${await answer.text()}`
}

/** Reverts the latest change that can be. */
async function reverting({ api }: Served): Promise<Write> {
  const { body } = await api.call(`${NOTES}/changes?limit=20`, { unchecked: true })
  const changes = body['changes'] as { id: string; state: string }[]
  const open = changes.find(({ state }) => state !== 'reverted')
  return ['POST', `/changes/${open?.id ?? 'none'}/revert`, {}]
}

/** All that readers can fetch. */
async function everything({ api, slugs, links }: Served): Promise<string[]> {
  const ids = [...NAMES.map((_, i) => `p${i}`), JOURNAL]
  const searches = ['/search?q=green', '/search?q=words']
  const below = ['', '/index', '/sitemap.xml', '/feed.xml', '/journals.xml', ...searches, ...ids.map((id) => `/pages/${id}`)] // prettier-ignore
  const paths = slugs.flatMap((slug) => below.map((path) => `/p/${slug}${path}`))
  const all: string[] = []
  for (const path of [...paths, ...links.map((id) => `/s/${id}`)]) all.push(await fetched(api, path))
  return all
}

/** The pages of all sites on a day to come. */
async function later({ api, slugs }: Served): Promise<string[]> {
  api.clock.now = NOON + 4 * DAY
  const found: string[] = []
  for (const slug of slugs)
    for (const [link] of (await fetched(api, `/p/${slug}/index`)).matchAll(/\/p\/s\d\/pages\/[^"]+/g))
      found.push(link)
  api.clock.now = NOON
  return found
}

test('[S8] what a reader can fetch is the same, byte for byte, before and after a write without the right', async () => {
  const seen = { refused: 0, written: 0 }
  await fc.assert(
    fc.asyncProperty(
      graph,
      fc.array(site, { maxLength: 2 }),
      fc.array(share, { minLength: 1, maxLength: 3 }),
      fc.array(write, { minLength: 1, maxLength: 8 }),
      async (wanted, sites, shares, writes) => {
        const served = await serve(wanted, sites, shares)
        let before = await everything(served)
        let beforeLater = await later(served)
        for (const one of writes) {
          const [method, path, body] = one === 'revert' ? await reverting(served) : one
          const reply = await served.api.call(NOTES + path, {
            method,
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
            unchecked: true,
          })
          const code: unknown = reply.body['code']
          if (code === 'missing_right') seen.refused++
          if (reply.status === 200) seen.written++
          const after = await everything(served)
          expect({ one, code, seen: after }).toEqual({ one, code, seen: before })
          before = after
          const afterLater = await later(served)
          expect({ one, new: afterLater.filter((link) => !beforeLater.includes(link)) }).toEqual({
            one,
            new: [],
          })
          beforeLater = afterLater
        }
      },
    ),
    { numRuns: 30 },
  )
  expect(seen.refused).toBeGreaterThan(10)
  expect(seen.written).toBeGreaterThan(10)
})

/** Rose is tagged `essay`, Fern is shared with what it quotes, and Diary is private. */
const EXAMPLE: Wanted = {
  pages: [
    { props: { tags: 'essay' } },
    { props: {} },
    { props: {} },
    { props: { public: 'false', tags: 'essay' } },
    { props: {} },
    { props: {} },
  ],
  blocks: [
    { page: 0, under: 0, text: 'a rose' },
    { page: 1, under: 0, text: `((${idOf(2)})) {{embed [[Kept]]}} {{embed [[New]]}}` },
    { page: 2, under: 0, text: 'a quoted moss' },
    { page: 2, under: 1, text: 'under it' },
    { page: 2, under: 0, text: 'another moss' },
    { page: 3, under: 0, text: 'dear diary #secret' },
    { page: 4, under: 0, text: 'TODO an essay' },
    { page: 5, under: 0, text: 'kept words' },
  ],
}
const SHARED = [{ page: 'Fern', quotes: true }]
const SITE = 'the site "s0"'
const LINK = 'the shared page "Fern"'

describe('[S8] without the right', () => {
  test.each<[what: string, write: Write, where: string | undefined, rule?: object]>([
    ['a word on a published page', ['PATCH', `/blocks/${idOf(0)}`, { text: 'a red rose' }], SITE],
    ['a block on a published page', ['POST', '/pages/Rose/blocks', { text: 'more' }], SITE],
    ['a page that enters by its tag', ['PATCH', '/pages/Moss/properties', { properties: { tags: 'essay' } }], SITE],
    ['a page that is created with it', ['POST', '/pages', { name: 'Ivy', properties: { tags: 'essay' } }], SITE],
    ['a page that leaves', ['PATCH', '/pages/Rose/properties', { properties: { tags: null } }], SITE],
    ['a cleared public:: false', ['PATCH', '/pages/Diary/properties', { properties: { public: null } }], SITE],
    ['a mark that keeps a page out', ['PATCH', '/pages/Rose/properties', { properties: { private: 'true' } }], SITE],
    ['an alias that is the tag of the site', ['PATCH', '/pages/Moss/properties', { properties: { alias: 'essay' } }], undefined],
    ['an alias that joins two tags', ['PATCH', '/pages/Essay/properties', { properties: { alias: 'secret' } }], undefined],
    ['a block that a query selects', ['POST', '/pages/Moss/blocks', { text: 'green' }], SITE, { query: 'green' }],
    ['a type that the site has', ['PATCH', '/pages/Moss/properties', { properties: { type: 'book' } }], SITE, { type: 'book' }],
    ['a day on which the page would enter', ['PATCH', `/blocks/${idOf(4)}`, { text: 'DEADLINE: <2026-12-24 Thu>' }], SITE, { query: '(between deadline today +2d)' }],
    ['a day that is over', ['PATCH', `/blocks/${idOf(4)}`, { text: 'DEADLINE: <2026-11-01 Sun>' }], undefined, { query: '(between deadline today +2d)' }],
    ['words on a private page', ['PATCH', `/blocks/${idOf(5)}`, { text: 'dear, dear diary' }], undefined],
    ['words on another page', ['PATCH', `/blocks/${idOf(6)}`, { text: 'TODO two essays' }], undefined],
    ['a word on a shared page', ['POST', '/pages/Fern/blocks', { text: 'more' }], LINK],
    ['a block that a share quotes', ['PATCH', `/blocks/${idOf(2)}`, { text: 'other words' }], LINK],
    ['a block under it', ['PATCH', `/blocks/${idOf(3)}`, { text: 'other words' }], LINK],
    ['another block of that page', ['PATCH', `/blocks/${idOf(4)}`, { text: 'other words' }], undefined],
    ['a page that a share embeds', ['POST', '/pages/Kept/blocks', { text: 'more' }], LINK],
    ['a page that a share would embed', ['POST', '/pages', { name: 'New' }], LINK],
    ['an alias that a share would embed', ['PATCH', '/pages/Diary/properties', { properties: { alias: 'New' } }], undefined],
    ['an alias of a page that is not private', ['PATCH', '/pages/Essay/properties', { properties: { alias: 'New' } }], LINK],
    ['a mark on a quoted page', ['PATCH', '/pages/Moss/properties', { properties: { private: 'yes' } }], LINK],
  ])('%s', async (_, [method, path, body], where, rule: object = { tag: 'essay' }) => {
    const served = await serve(EXAMPLE, [[rule, {}]], SHARED)
    const before = await everything(served)
    const head = await served.api.graph.commits.head()
    const sent = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const reply = await served.api.call(NOTES + path, sent)
    const error = `This token lacks the right publish (“May change published pages”), and readers of ${where} would see this change.`
    const { status, body: answer } = reply
    const outcome = [status, answer['code'], answer['error'], await served.api.graph.commits.head()]
    const refused = [403, 'missing_right', error, head]
    expect(outcome).toEqual(where === undefined ? [200, undefined, undefined, head + 1] : refused)
    expect(await everything(served)).toEqual(before)
  }) // prettier-ignore

  const SECOND: Write = ['PATCH', `/blocks/${idOf(0)}`, { text: 'a red rose' }]
  const ask = ({ api }: Served, [method, path, body]: Write) =>
    api.call(NOTES + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('a site that does not follow the graph takes words for its next publication, and loses no page', async () => {
    const served = await serve(EXAMPLE, [[{ tag: 'essay' }, { follows: false }]], [])
    const before = await everything(served)
    expect((await ask(served, SECOND)).status).toBe(200)
    expect(
      (await ask(served, ['POST', '/pages', { name: 'Ivy', properties: { tags: 'essay' } }])).status,
    ).toBe(200)
    expect((await ask(served, ['PATCH', '/pages/Rose/properties', { properties: { tags: null } }])).body['code']).toBe('missing_right') // prettier-ignore
    expect(await everything(served)).toEqual(before)
  })

  test('a revert by a token is a write of it', async () => {
    const served = await serve(EXAMPLE, [], [])
    expect((await ask(served, SECOND)).status).toBe(200)
    const { session } = await served.api.operators.createSession('me', { device: 'Phone' })
    const settings = { token: session, headers: { 'Content-Type': 'application/json' } }
    const site = { slug: 's0', title: 'Site', tag: 'essay' }
    await served.api.call('/api/v1/settings/sites', {
      ...settings,
      method: 'POST',
      body: JSON.stringify(site),
    })
    expect((await ask(served, await reverting(served))).body['code']).toBe('missing_right')
    await served.api.call('/api/v1/settings/sites/s0/end', { token: session, method: 'POST' })
    expect((await ask(served, await reverting(served))).status).toBe(200)
  })
})
