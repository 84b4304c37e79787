/** The Atom feeds of a published site. @see sharing 3 */
import { journalId, makeBlock, makePage, type NewPage } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { child, entries, linkTo, readFeed, words } from './atom.ts'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'

const it = useSite()
async function feed(path = '/feed.xml') {
  const { status, headers, html } = await it.open(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml'])
  return readFeed(html)
}

async function add(id: string, name: string, text: string, now: number, kind: NewPage['kind'] = 'page') {
  const page = makePage({ id, name, kind, props: [['tags', 'log']], now })
  const block = makeBlock({ id: `b-${id}`, rev: id, content: text, pageId: id, parentId: null, order: 1, now }) // prettier-ignore
  const done = await it.api.graph.commits.commit({
    puts: [page, block].map((record) => ({ record, from: 0 })),
  })
  expect(done.ok).toBe(true)
}
const journal = (day: number, text: string, now = NOON) =>
  add(journalId(day), String(day), text, now, 'journal')

describe('[S3] the feed of what was published last', () => {
  test('has what Atom asks of a feed, and no comment of a note', async () => {
    await add('port', 'Port & <quay>', 'a **long** <!-- unsaid --> quay', NOON + 5)
    await it.publish({ tag: 'log', title: 'Boats & "tides"' })
    const read = await feed()
    const address = 'https://notes.example/p/trip'
    expect([read.name, words(read, 'id'), words(read, 'title')]).toEqual(['feed', `${address}/feed.xml`, 'Boats & "tides"']) // prettier-ignore
    expect(words(child(read, 'author'), 'name')).not.toBe('')
    expect([linkTo(read, 'self'), linkTo(read, 'alternate')]).toEqual([`${address}/feed.xml`, address])
    expect(words(read, 'updated')).toBe(new Date(NOON + 5).toISOString())
    const [entry] = entries(read)
    expect(['id', 'title', 'updated', 'summary'].map((name) => words(entry!, name))).toEqual([
      `${address}/pages/port`,
      'Port & <quay>',
      new Date(NOON + 5).toISOString(),
      'a long quay',
    ])
    expect(linkTo(entry!, 'alternate')).toBe(`${address}/port-quay`)
  })

  test('has the latest edit first, and 30 pages at most', async () => {
    for (let n = 0; n < 31; n++) await add(`p${n}`, `Port ${n}`, 'quay', NOON + n)
    await it.publish({ tag: 'log' })
    const names = entries(await feed()).map((entry) => words(entry, 'title'))
    expect(names).toEqual(Array.from({ length: 30 }, (_, n) => `Port ${30 - n}`))
  })

  test('is empty, and still a feed, without pages', async () => {
    await it.publish({ tag: 'log' })
    const read = await feed()
    expect(entries(read)).toEqual([])
    expect(words(read, 'updated')).toBe(new Date(NOON).toISOString())
  })

  test('is well-formed, whatever a note holds', async () => {
    await add('port', 'Port', ']]> &bogus; \u0001\u000b\uffff <script>', NOON)
    await it.publish({ tag: 'log' })
    expect(words(entries(await feed())[0]!, 'summary')).toMatch(/^\]\]> &bogus; .*<script>$/)
  })

  test('shortens long words', async () => {
    await add('port', 'Port', 'x'.repeat(5_000), NOON)
    await it.publish({ tag: 'log' })
    expect(words(entries(await feed())[0]!, 'summary')).toBe(`${'x'.repeat(400)}…`)
  })

  test('has no names of pictures and files among its words', async () => {
    await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
    await add('port', 'Port', 'the boat ![](/api/files/pic1) at the quay', NOON)
    await it.publish({ tag: 'log' })
    expect(words(entries(await feed())[0]!, 'summary')).toBe('the boat at the quay')
  })

  test('has the language of the site', async () => {
    await it.publish({ pages: ['Third page'], lang: 'de' })
    expect((await it.open('/feed.xml')).html).toContain('xml:lang="de"')
  })
})

describe('[S3] the feed of journals', () => {
  test('has the latest day first, whenever it was edited, and no other page', async () => {
    await journal(20200102, 'second day')
    await journal(20200101, 'first day', NOON + 5)
    await add('port', 'Port', 'quay', NOON)
    await it.publish({ tag: 'log', journals: true })
    const read = await feed('/journals.xml')
    expect(entries(read).map((entry) => words(entry, 'summary'))).toEqual(['second day', 'first day'])
    expect((await it.open('')).html).toContain('href="/p/trip/journals.xml"')
  })

  test('is not on a site without journals', async () => {
    await journal(20200102, 'second day')
    await it.publish({ tag: 'log' })
    expect((await it.open('/journals.xml')).status).toBe(410)
    expect((await it.open('')).html).not.toContain('journals.xml')
  })
})
