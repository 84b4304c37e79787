/**
 * Search over a published site, for its readers. @see sharing 2, 3
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage } from '@notegraph/graph'
import { SEARCH_CASES } from '@notegraph/store/testing'
import { describe, expect, test, vi } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { SECRET_BLOCK, SECRET_WORDS, THIRD_WORDS } from './shared-notes.ts'
import { staticFiles } from './static-files.ts'

const it = useSite()

const search = async (q: string) => {
  const { status, html } = await it.open(`/search?${new URLSearchParams({ q }).toString()}`)
  expect(status).toBe(200)
  const main = html.slice(html.indexOf('<main'))
  return { html, main, pages: [...main.matchAll(/href="\/p\/trip\/([^"]*)"/g)].map(([, id]) => id!) }
}

describe('[S3] search over a site', () => {
  test('finds pages with all words, in any case, and marks the words', async () => {
    await it.notes.addBoat(['oil the **red** oars', 'hull'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { pages, main, html } = await search('OARS  red')
    expect(pages).toEqual(['boat'])
    expect(html).toContain('value="OARS  red"')
    expect(main).toContain('oil the <mark>red</mark> <mark>oars</mark>')
    expect((await search('oars hull')).pages).toEqual([])
    expect((await search('oars keel')).main).toContain('No matches.')
  })

  test('[D5.1] finds texts as people type them, and marks what they mean', async () => {
    const texts = [...new Set(SEARCH_CASES.map(([text]) => text))]
    const puts = texts.flatMap((text, n) => [
      makePage({ id: `typed-${n}`, name: `Page ${n}`, props: [['tags', 'typed']], now: NOON }),
      makeBlock({ id: `b-${n}`, rev: 'r', content: text, pageId: `typed-${n}`, parentId: null, order: 1, now: NOON }), // prettier-ignore
    ])
    await it.api.graph.commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'typed' })
    for (const [text, q, expected] of SEARCH_CASES) {
      const { main } = await search(q)
      const line = main.split('<li>').find((one) => one.includes(`/page-${texts.indexOf(text)}"`)) ?? ''
      const marked = [...line.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, part]) =>
        part!.replaceAll('&#39;', "'"),
      )
      expect([text, q, marked]).toEqual([text, q, expected])
    }
  })

  test.each([true, false])('finds pages by the properties that readers see, follows: %s', async (follows) => {
    const props = [
      ['mood', 'very **glad** %%hush%%'],
      ['icon', 'iconword'],
      ['type', 'typeword'],
      ['long', `longword ${'x'.repeat(2_000)}`],
      ['ref', `((${SECRET_BLOCK}))`],
      ['one', 'o'.repeat(1_950)],
      ['two', 'o'.repeat(1_950)],
      ['late', `lateword ${'x'.repeat(200)}`],
    ] as const
    await it.notes.addBoat(['hull'], props)
    await it.publish({ pages: ['Boat', 'Third page'], follows })
    const { pages, main } = await search('glad VERY')
    expect(pages).toEqual(['boat'])
    expect(main).toContain('<mark>very</mark> <mark>glad</mark>')
    for (const q of [
      'hush',
      'iconword',
      'typeword',
      'longword',
      'lateword',
      SECRET_BLOCK.slice(0, 8),
      SECRET_WORDS,
      'glad hull',
    ])
      expect((await search(q)).pages).toEqual([])
    expect((await staticFiles(it.api)).files.get('search-index.js')).toContain(
      '["boat.html","Boat",["very glad"',
    )
  })

  test('finds pages by name, before those with the words in their notes', async () => {
    await it.notes.addBoat(['the third page of the log'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { pages, main } = await search('third page')
    expect(pages).toEqual(['third-page', 'boat'])
    expect(main).toContain('2 pages')
  })

  test.each(['', '   '])('without words (%j), the page says how to search', async (q) => {
    await it.publish({ pages: ['Third page'] })
    expect((await search(q)).main).toContain('Type words')
  })

  test.each(['(and', '"', '\0', '<b>', '[[', 'x'.repeat(5_000), '\u{1F600}'])(
    'takes %j as words',
    async (q) => {
      await it.notes.addBoat([`before ${q.slice(0, 300).replace('\0', '')} after`])
      await it.publish({ pages: ['Boat'] })
      const { html } = await search(q)
      expect(html).not.toContain('<b>')
    },
  )

  test('shows up to 50 pages, and says that there are more', async () => {
    const puts = Array.from({ length: 51 }, (_, n) => {
      const id = `port-${n}`
      return [
        makePage({ id, name: `Port ${n}`, props: [['tags', 'port']], now: NOON }),
        makeBlock({ id: `b-${id}`, rev: id, content: 'a quay', pageId: id, parentId: null, order: 1, now: NOON }), // prettier-ignore
      ]
    }).flat()
    await it.api.graph.commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'port' })
    const { pages, main } = await search('quay')
    expect(new Set(pages).size).toBe(50)
    expect(main).toContain('More than 50 pages.')
  })

  test('a site of many pages finds the words on its pages among those of others', async () => {
    const puts = Array.from({ length: 402 }, (_, n) => {
      const id = `port-${n}`
      return [
        makePage({ id, name: `Port ${n}`, props: [['tags', n % 2 === 0 ? 'port' : 'mine']], now: NOON }),
        makeBlock({ id: `b-${id}`, rev: id, content: n < 4 ? 'a quay' : 'a pier', pageId: id, parentId: null, order: 1, now: NOON }), // prettier-ignore
      ]
    }).flat()
    await it.api.graph.commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'port' })
    expect((await search('quay')).pages.toSorted()).toEqual(['port-0', 'port-2'])
  })

  test.each([
    ['few', 12],
    ['many', 210],
  ])('[S11] the order on a site of %s pages says nothing about other pages', async (_, size) => {
    const texts = (n: number) => ['alpha alpha beta', 'alpha beta beta'][n] ?? 'beta'
    const page = (id: string, content: string, tag: string) => [
      makePage({ id, name: id, props: [['tags', tag]], now: NOON }),
      makeBlock({ id: `b-${id}`, rev: id, content, pageId: id, parentId: null, order: 1, now: NOON }),
    ]
    const puts = [
      ...Array.from({ length: size }, (_, n) => page(`port-${n}`, n < 12 ? texts(n) : 'quay', 'port')),
      ...Array.from({ length: 30 }, (_, n) => page(`mine-${n}`, 'alpha', 'mine')),
    ].flat()
    await it.api.graph.commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'port' })
    expect((await search('alpha beta')).pages).toEqual(['port-0', 'port-1'])
  })

  test('[S11] a search, and a query of a page, look up the same in a graph that has more, and say the same', async () => {
    const page = (id: string, tag: string, content: string) => [
      makePage({ id, name: `Page ${id}`, props: [['tags', tag]], now: NOON }),
      makeBlock({ id: `b-${id}`, rev: id, content, pageId: id, parentId: null, order: 1, now: NOON }),
    ]
    const commit = async (records: ReturnType<typeof page>) =>
      it.api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    await commit([...page('a', 'port', 'TODO alpha beta'), ...page('b', 'port', 'see {{query alpha}}')])
    await it.publish({ tag: 'port' })
    const looks: string[] = []
    const graph = it.api.store.graph.bind(it.api.store)
    const seen = async () => {
      looks.length = 0
      const { html } = await it.open('/search?q=alpha')
      return { html, query: (await it.open('/page-b')).html, looks: looks.toSorted() }
    }
    const spy = vi.spyOn(it.api.store, 'graph').mockImplementation((id) => {
      const opened = graph(id)
      const find: typeof opened.search.find = async (...given) => {
        const found = await opened.search.find(...given)
        looks.push(JSON.stringify([given[0], found.blocks.map((one) => one.id)]))
        return found
      }
      return { ...opened, search: { ...opened.search, find } }
    })
    const alone = await seen()
    expect(alone.looks.length).toBeGreaterThan(1)
    await commit(Array.from({ length: 300 }, (_, n) => page(`x${n}`, 'mine', 'TODO alpha alpha beta')).flat())
    expect(await seen()).toEqual(alone)
    spy.mockRestore()
  })

  test('search engines are asked to leave out the results', async () => {
    await it.publish({ pages: ['Third page'] })
    const { html } = await search('third')
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(html).not.toContain('canonical')
  })
})

describe('[S2] a search reveals nothing that a page of the site does not show', () => {
  test.each<[what: string, q: string]>([
    ['the words of a private page', SECRET_WORDS],
    ['the name of a private page', 'Secret plan'],
    ['the id of a quoted block', SECRET_BLOCK.slice(0, 8)],
    ['a comment', 'unsaid'],
    ['the id of a file', 'pic9'],
    ['the id of a block', 'ownid'],
  ])('%s', async (_, q) => {
    await it.notes.addBoat([
      `((${SECRET_BLOCK})) <!-- unsaid --> hull`,
      '![](/api/files/pic9) hull',
      'hull\nid:: ownid',
    ])
    await it.publish({ pages: ['Boat', 'Third page'] })
    const { pages, main } = await search(q)
    expect(pages).toEqual([])
    expect(main).not.toContain('Secret')
    expect((await search('hull')).pages).toEqual(['boat'])
  })

  test('a query of the query language is words', async () => {
    await it.notes.addBoat(['to [[Secret plan]]'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    for (const q of ['[[Hush]]', '(page "Secret plan")', '(not zzz)'])
      expect((await search(q)).pages).toEqual([])
    expect((await search(THIRD_WORDS)).pages).toEqual(['third-page'])
  })

  test('a page that leaves the site is found no more', async () => {
    await it.publish({ pages: ['Third page', 'Secret plan'] })
    expect((await search(SECRET_WORDS)).pages).toEqual(['secret-plan'])
    await it.change({ pages: ['Third page'] })
    expect((await search(SECRET_WORDS)).pages).toEqual([])
  })
})
