/**
 * Random graphs and random rules: readers see the pages that the rule selects, and nothing of others. It is the same at each
 * address of a site, in the static folder, and after the graph and the rule changed under warm caches.
 * @see sharing 3, 4, 5
 *
 * @module-tag both-stores
 */
import { journalId, makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { areEmbedded } from '@notegraph/store/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApi } from './api.ts'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { staticFiles } from './static-files.ts'
import { openBrowser } from './web-browser.ts'

const it = useSite()
const COUNT = 6
/** The last pages are journals. */
const JOURNALS = 2
const NUMBERS = Array.from({ length: COUNT }, (_, n) => n)
const isJournal = (n: number): boolean => n >= COUNT - JOURNALS
const day = (n: number): number => 20_261_101 + n
const idOf = (n: number): string => (isJournal(n) ? journalId(day(n)) : `page-${n}`)
const nameOf = (n: number): string => (isJournal(n) ? `2026-11-0${1 + n}` : `Note ${n}`)
const addressOf = (n: number): string => (isJournal(n) ? `2026-11-0${1 + n}` : `note-${n}`)
const blockOf = (n: number, of: string): string => `0000000${n}-${of}000-4000-8000-000000000000`
/** The words and the picture that only this page has. */
const wordOf = (n: number): string => `wordof${'abcdef'[n]}`
const pictureOf = (n: number): string => `picture-${n}.png`

interface Note {
  readonly tags: readonly string[]
  readonly isBook: boolean
  readonly hasSail: boolean
  /** A property of the page, or of its first block. */
  readonly mark: readonly [key: string, value: string] | undefined
  readonly isMarkInBlock: boolean
  /** Pages and blocks that the page quotes. */
  readonly embeds: readonly number[]
  readonly quotes: readonly number[]
}

const PRIVATE = [['public', 'false'], ['publish', '"No"'], ['private', 'TRUE'], ['private', "'yes'"], ['Public', 'FALSE']] as const // prettier-ignore
const SEEN = [['public', 'true'], ['private', 'false'], ['publish', 'perhaps'], ['privately', 'true']] as const // prettier-ignore

const number = fc.nat(COUNT - 1)
const note: fc.Arbitrary<Note> = fc.record({
  tags: fc.subarray(['a', 'b']),
  isBook: fc.boolean(),
  hasSail: fc.boolean(),
  mark: fc.option(fc.constantFrom(...PRIVATE, ...SEEN), { nil: undefined }),
  isMarkInBlock: fc.boolean(),
  embeds: fc.array(number, { maxLength: 2 }),
  quotes: fc.array(number, { maxLength: 2 }),
})
const notes = fc.array(note, { minLength: COUNT, maxLength: COUNT })

interface Rule {
  readonly pages: readonly number[]
  readonly tag: string | null
  readonly type: 'book' | null
  readonly query: string | null
  readonly journals: boolean
  readonly except: string | null
}
const rule: fc.Arbitrary<Rule> = fc.record({
  pages: fc.subarray(NUMBERS, { minLength: 1 }),
  tag: fc.constantFrom('a', null),
  type: fc.constantFrom('book', null),
  query: fc.constantFrom('sail', null),
  journals: fc.boolean(),
  except: fc.constantFrom('b', null),
})

/** The rule, as the specification says it. */
function isSeen(
  { pages, tag, type, query, journals, except }: Rule,
  all: readonly Note[],
  n: number,
): boolean {
  const { tags, isBook, hasSail, mark } = all[n]!
  const isChosen =
    pages.includes(n) ||
    (tag !== null && tags.includes(tag)) ||
    (type !== null && isBook) ||
    (query !== null && hasSail)
  const isPrivate = PRIVATE.some((one) => one === mark) || (except !== null && tags.includes(except))
  return isChosen && !isPrivate && (journals || !isJournal(n))
}

const recordsOf = (all: readonly Note[], version: string): readonly GraphRecord[] =>
  all.flatMap(({ tags, isBook, hasSail, mark, isMarkInBlock, embeds, quotes }, n) => {
    const props: [string, string][] = [
      ...(tags.length > 0 ? [['tags', tags.join(', ')] as [string, string]] : []),
      ...(isBook ? [['type', 'book'] as [string, string]] : []),
      ...(mark && !isMarkInBlock ? [[mark[0], mark[1]] as [string, string]] : []),
    ]
    const [id, now] = [idOf(n), NOON]
    const texts = [
      `${wordOf(n)} ![](/api/files/file-${n})${mark && isMarkInBlock ? `\n${mark[0]}:: ${mark[1]}` : ''}`,
      `see ${embeds.map((one) => `{{embed [[${nameOf(one)}]]}}`).join(' ')} ${quotes.map((one) => `((${blockOf(one, '0')}))`).join(' ')}\nprivate:: true`,
      hasSail ? 'they sail' : 'they row',
    ]
    return [
      makePage({ id, name: nameOf(n), kind: isJournal(n) ? 'journal' : 'page', props, now }),
      ...texts.map((content, at) => makeBlock({ id: blockOf(n, String(at)), content, rev: version, pageId: id, parentId: null, order: at, now })), // prettier-ignore
    ]
  })

async function put(records: readonly GraphRecord[]): Promise<void> {
  const { graph } = it.api
  const puts = await Promise.all(records.map(async (record) => ({ record, from: (await graph.records.find(record.id))?.seq ?? 0 }))) // prettier-ignore
  expect(await graph.commits.commit({ puts })).toMatchObject({ ok: true })
}

const LISTS = ['/index', '/sitemap.xml', '/llms.txt', '/feed.xml', '/feed.json', '/graph', '/search?q=wordof']

/** Fetches all that a site could have of its pages. @returns the ETags of pages */
async function check(seen: readonly number[], left: readonly number[], tags: ReadonlyMap<number, string>) {
  const etags = new Map<number, string>()
  const texts: string[] = []
  for (const n of NUMBERS) {
    const isThere = seen.includes(n)
    const page = await it.open(`/${addressOf(n)}`)
    const markdown = await it.open(`/${addressOf(n)}.md`)
    const picture = await it.open(`/files/${pictureOf(n)}`)
    const statuses = [page, markdown, picture].map(({ status }) => status)
    const gone = left.includes(n) ? 410 : 404
    expect([n, statuses]).toEqual([n, isThere ? [200, 200, 200] : [gone, gone, gone]])
    if (isThere) etags.set(n, page.headers.get('etag')!)
    // A copy that a cache kept is not good any more.
    const copy = await it.open(`/${addressOf(n)}`, { 'If-None-Match': tags.get(n) ?? '""' })
    expect([n, copy.status === 200 || copy.status === 304]).toEqual([n, isThere])
    texts.push(page.html, markdown.html, (await it.open(`/search?q=${wordOf(n)}`)).html.replaceAll(/value="[^"]*"/g, '')) // prettier-ignore
  }
  for (const path of LISTS) {
    const { html } = await it.open(path)
    texts.push(html)
    const listed = NUMBERS.filter((n) => html.includes(`/p/trip/${addressOf(n)}`))
    expect([path, listed]).toEqual([path, seen])
  }
  const { files } = await staticFiles(it.api, 'https://trip.example')
  expect(NUMBERS.filter((n) => files.has(`${addressOf(n)}.html`))).toEqual(seen)
  expect(NUMBERS.filter((n) => files.has(`${addressOf(n)}.md`))).toEqual(seen)
  expect(NUMBERS.filter((n) => files.has(`files/${pictureOf(n)}`))).toEqual(seen)
  const all = [...texts, ...files.values()].join('\n')
  expect(NUMBERS.filter((n) => all.includes(wordOf(n)))).toEqual(seen)
  return etags
}

test('[S3, S4, S5] readers fetch the pages of the rule, their words and pictures, and nothing of others', async () => {
  await fc.assert(
    fc.asyncProperty(notes, rule, notes, rule, async (before, first, after, second) => {
      it.api = await openApi()
      it.reader = openBrowser(it.api)
      await put(recordsOf(before, 'r1'))
      for (const n of NUMBERS) await it.addFile(`file-${n}`, pictureOf(n), 'image/png', `png ${n}`)
      const named = ({ pages, ...more }: Rule) => ({ ...more, pages: pages.map(idOf) })
      await it.publish(Object.fromEntries(Object.entries(named(first)).filter(([, value]) => value !== null)))
      const seen = NUMBERS.filter((n) => isSeen(first, before, n))
      const etags = await check(seen, [], new Map())
      await put(recordsOf(after, 'r2'))
      const between = NUMBERS.filter((n) => isSeen(first, after, n))
      const later = await check(between, seen, etags)
      await it.change(named(second))
      await check(NUMBERS.filter((n) => isSeen(second, after, n)), [...seen, ...between], later) // prettier-ignore
    }),
    { numRuns: areEmbedded() ? 20 : 4 },
  )
})
