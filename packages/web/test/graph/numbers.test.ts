/** Numbered blocks on the server's own pages, counted as in the outliner. @see outliner 3.1 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeAll, expect, test } from 'vitest'
import { NOON, openWeb, type Web } from '../open.ts'

const numbered = (words: string): string => `${words}\nlogseq.order-list-type:: number`

function page(id: string, blocks: readonly (readonly [id: string, content: string, parentId?: string])[]) {
  return [
    makePage({ id, name: id, now: NOON }),
    ...blocks.map(([block, content, parentId = null], order) =>
      makeBlock({ id: block, content, rev: `r-${block}`, pageId: id, parentId, order, now: NOON }),
    ),
  ]
}

let web: Web
beforeAll(async () => {
  web = await openWeb()
  const records: GraphRecord[] = [
    ...page('Steps', [
      ['cast', numbered('cast off')],
      ['rope', 'the rope', 'cast'],
      ['row', numbered('row')],
      ['left', numbered('left'), 'row'],
      ['right', numbered('right'), 'row'],
      ['rest', 'rest'],
      ['again', numbered('row again')],
    ]),
    ...page(
      'Long',
      Array.from({ length: 201 }, (_, n) => [`l${n}`, numbered(`step ${n}`)] as const),
    ),
  ]
  await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})

test('[O3.1] siblings count from 1, and again after one without a number; the property is not shown', async () => {
  const { html, text } = await web.get('/graph/page?id=Steps')
  const list = [
    ...html.matchAll(/(?:class="number">(\d+\.)<\/span>)?<div class="block"[^>]*>.*?<p>([^<]*)/gs),
  ]
  expect(list.map(([, number, words]) => [number, words])).toEqual([
    ['1.', 'cast off'],
    [undefined, 'the rope'],
    ['2.', 'row'],
    ['1.', 'left'],
    ['2.', 'right'],
    [undefined, 'rest'],
    ['1.', 'row again'],
  ])
  expect(text).not.toContain('order-list-type')
})

test.each([
  ['a later part of its page', '/graph/page?id=Long&offset=200', ['201.']],
  ['alone', '/graph/block?id=row', ['2.', '1.', '2.']],
  ['below a numbered parent', '/graph/block?id=right', ['2.', '2.']],
])('[O3.1] a numbered block has the same number in %s', async (_, address, numbers) => {
  const { html } = await web.get(address)
  expect([...html.matchAll(/class="number">(\d+\.)</g)].map(([, number]) => number)).toEqual(numbers)
})
