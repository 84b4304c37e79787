/** Lists in parts: what a later part shows, and an address beyond the end. */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import type { OutlinedBlock } from '@notegraph/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { outlineHtml } from '../src/components/outline.ts'
import { LIMIT } from '../src/pages/graph/page.ts'
import { NOON, openWeb, type Web } from './open.ts'

const COUNTED = 10_000

let web: Web
beforeAll(async () => {
  web = await openWeb()
  const block = (id: string, parentId: string | null, order: number, content = id) =>
    makeBlock({ id, content, rev: id, pageId: 'long', parentId, order, now: NOON })
  const records: GraphRecord[] = [
    makePage({ id: 'long', name: 'Long', now: NOON }),
    block('top', null, 1, 'TODO top'),
    block('parent', 'top', 1),
    ...Array.from({ length: LIMIT }, (_, n) => block(`child-${n}`, 'parent', n)),
    block('last', null, 2),
  ]
  await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})

/** The lists of an outline, each as an array. */
function listsOf(html: string): string {
  const body = /<div class="outline">(.*)<\/div>/s.exec(html)![1]!
  return body
    .replaceAll(/<summary>.*?<\/summary>/g, '')
    .replaceAll(/<form.*?<\/form>/gs, '')
    .replaceAll(/\s*<\/?(?:div|p)[^>]*>\s*/g, '')
    .replaceAll(/<(?!\/?(?:ul|li))[^>]*>/g, '')
    .replaceAll('<li class="context">', '<li>^')
    .replaceAll('<ul>', '(')
    .replaceAll('</ul>', ')')
    .replaceAll('<li>', ' ')
    .replaceAll('</li>', '')
}

describe('an outline nests each block under its parent', () => {
  const at = (...depths: readonly number[]) =>
    depths.map((depth, i) => ({ id: `${i}`, content: `b${i}`, depth })) as unknown as OutlinedBlock[]
  test.each([
    [[0, 1, 2, 1, 0], '( b0( b1( b2) b3) b4)'],
    [[2, 2, 1, 2, 0], '( b0 b1 b2( b3) b4)'],
    [[0, 2, 2, 1], '( b0( b1 b2)( b3))'],
    [[3, 3, 3], '( b0 b1 b2)'],
  ])('%j', (depths, lists) => {
    const html = outlineHtml(at(...depths), new Map(depths.map((_, i) => [`${i}`, `b${i}`])))
    expect(listsOf(html)).toBe(lists)
  })
})

test('a later part of a page opens with the parents of its first block, muted', async () => {
  const { html } = await web.get(`/graph/page?name=Long&offset=${LIMIT}`)
  expect(listsOf(html)).toBe(`( ^TODO top( ^parent( child-${LIMIT - 2} child-${LIMIT - 1})) last)`)
})

describe('an address beyond the end of a list leads to its first part', () => {
  test.each([
    ['pages', '/graph?offset=9000', '/graph'],
    ['a page', '/graph/page?name=Long&offset=9000', '/graph/page?name=Long'],
    ['tasks', '/graph/tasks?offset=9000', '/graph/tasks'],
    ['a search', '/graph/search?q=child&offset=9000', '/graph/search?q=child'],
  ])('%s', async (_, address, first) => {
    const { text, html } = await web.get(address)
    expect(text).toContain('The list ends before this part.')
    expect(html).toContain(`href="${first.replaceAll('&', '&amp;')}">Go to the first part</a>`)
  })

  test('while an empty list says so', async () => {
    expect((await (await openWeb()).get('/graph/tasks?offset=9000')).text).toContain('No open tasks.')
  })
})

test('more links than are counted show as a number with a plus', async () => {
  const many = await openWeb()
  const puts = Array.from({ length: COUNTED + 1 }, (_, n) =>
    makeBlock({
      id: `b${n}`,
      content: '[[Hub]]',
      rev: `r${n}`,
      pageId: 'p',
      parentId: null,
      order: n,
      now: NOON,
    }),
  ).map((record) => ({ record, from: 0 }))
  const page = { record: makePage({ id: 'p', name: 'From', now: NOON }), from: 0 }
  await many.store.graph('me').commits.commit({ puts: [page, ...puts] })
  const { text } = await many.get('/graph/page?name=Hub')
  expect(text).toContain('Linked from 10,000+')
  expect(text).toContain('All 10,000+')
})
