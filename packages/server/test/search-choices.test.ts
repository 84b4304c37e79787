/** Search over the API: whole words, orders, and snippets of long blocks. */
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const LONG = `${'the mill stood by the water. '.repeat(30)}A zither played. ${'Then nothing more. '.repeat(30)}`

/** Blocks with their pages, in the order of their last edit. */
const BLOCKS = [
  ['part', 'p1', 'zithers and zithering'],
  ['long', 'p1', LONG],
  ['old', 'journal-20240101', 'a zither in the new year'],
  ['new', 'journal-20261119', 'one zither of old'],
  ['two', 'p1', 'a zither, a quince'],
  ['cjk', 'p1', '東京都の琴'],
] as const

let api: Api
beforeEach(async () => {
  api = await openApi()
  const pages = [
    makePage({ id: 'p1', name: 'Music', now: NOON }),
    makePage({ id: 'journal-20240101', name: '2024-01-01', now: NOON }),
    makePage({ id: 'journal-20261119', name: '2026-11-19', now: NOON }),
  ]
  const blocks = BLOCKS.map(([id, pageId, content], i) =>
    makeBlock({ id, content, rev: `r${id}`, pageId, parentId: null, order: i, now: NOON + i }),
  )
  const put = async (record: (typeof pages)[number] | (typeof blocks)[number]) => ({
    record,
    from: (await api.graph.records.find(record.id))?.seq ?? 0,
  })
  const committed = await api.graph.commits.commit({
    puts: await Promise.all([...pages, ...blocks].map(put)),
  })
  if (!committed.ok) throw new Error(committed.why)
})

const found = async (query: string): Promise<string[]> =>
  (await api.get(`/search?${query}`)).body['blocks'].map(({ id }: { id: string }) => id)

describe('[A5.1] match', () => {
  test.each([
    ['q=zither', ['two', 'new', 'old', 'long', 'part']],
    ['q=zither&match=part', ['two', 'new', 'old', 'long', 'part']],
    ['q=zither&match=word', ['two', 'new', 'old', 'long']],
    ['q=ZITHER%20quince&match=word', ['two']],
    ['q=%22a%20zither%22&match=word', ['two', 'old', 'long']],
    ['q=(or%20zithers%20quince)&match=word', ['two', 'part']],
    ['q=zither%20(not%20zithering)%20(page%20music)&match=word', ['two', 'long']],
    ['q=京都&match=word', ['cjk']],
    ['q=q&match=word', []],
  ])('%s finds %j', async (query, ids) => expect(await found(query)).toEqual(ids))
})

describe('[A5.1] order', () => {
  test.each([
    ['updated', ['two', 'new', 'old', 'long', 'part']],
    ['day', ['old', 'new', 'two', 'long', 'part']],
    ['-day', ['new', 'old', 'two', 'long', 'part']],
    // Whole words first, the shortest block of them first; equal ones by the latest edit
    ['relevance', ['new', 'two', 'old', 'long', 'part']],
  ])('%s: %j', async (order, ids) => {
    const q = `q=zither&order=${order}`
    expect((await found(q)).toSorted()).toEqual(ids.toSorted())
    expect(await found(q)).toEqual(ids)
    const paged = [
      await found(`${q}&limit=2`),
      await found(`${q}&limit=2&offset=2`),
      await found(`${q}&offset=4`),
    ]
    expect(paged.flat()).toEqual(ids)
  })

  test('a rarer word counts more', async () => {
    expect((await found('q=(or%20zither%20quince)&order=relevance'))[0]).toBe('two')
  })

  test('an answer by relevance says how many blocks are ranked', async () => {
    expect((await api.get('/search?q=zither&order=relevance')).body).toMatchObject({
      total: 5,
      truncated: false,
      ranked: 5,
    })
    expect((await api.get('/search?q=zither')).body).not.toHaveProperty('ranked')
  })
})

describe('[A5.2] snippets', () => {
  test('long blocks have one around the words, beside the whole block', async () => {
    const { body } = await api.get('/search?q=zither&snippets=true')
    expect(body['blocks']).toHaveLength(5)
    const [snippet, ...others] = body['snippets']
    expect(others).toEqual([])
    expect(snippet).toMatchObject({ id: 'long', text: expect.stringContaining('A zither played.') })
    expect(snippet.text.length).toBeLessThan(410)
    const [[from, to]] = snippet.matches
    expect(snippet.text.slice(from, to)).toBe('zither')
  })

  test('no answer has them unasked', async () => {
    expect((await api.get('/search?q=zither')).body).not.toHaveProperty('snippets')
    expect((await api.get('/search?q=zither&snippets=false')).body).not.toHaveProperty('snippets')
    expect((await api.get('/search?q=quince&snippets=true')).body['snippets']).toEqual([])
  })
})

test.each([
  ['match=words', 'match takes part or word, not "words".'],
  ['order=latest', 'order takes updated, day, -day or relevance, not "latest".'],
  ['snippets=yes', 'snippets takes true or false, not "yes".'],
])('[A5.1] [A5.2] %s is 400', async (query, error) => {
  const reply = await api.get(`/search?q=x&${query}`)
  expect([reply.status, reply.body['error']]).toEqual([400, error])
})
