/**
 * [A12] Answers that save the next call, over the API.
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, reword, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const id = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
const block = (n: number, pageId: string, content: string, under: number | null = null, order = n) =>
  makeBlock({
    id: id(n),
    content,
    rev: `rev-${n}`,
    pageId,
    parentId: under === null ? null : id(under),
    order,
    now: NOON + n,
  })

async function opened(...records: readonly GraphRecord[]): Promise<Api> {
  const api = await openApi()
  await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  return api
}

describe('[A12.2] what is nested under the blocks of a list', () => {
  let api: Api
  beforeAll(async () => {
    api = await opened(
      makePage({ id: 'trip', name: 'Trip', now: NOON }),
      block(1, 'trip', 'TODO pack for the [[Ferry]]'),
      block(2, 'trip', 'ropes', 1),
      block(3, 'trip', 'two of them', 2),
      block(4, 'trip', 'tent', 1),
      block(5, 'trip', 'TODO buy tickets'),
    )
  })
  const nestedOf = (blocks: readonly { nestedCount?: number; nested?: { id: string }[] }[]) =>
    blocks.map(({ nestedCount, nested }) => [nestedCount, nested && ids(nested)])

  test.each([
    ['/search?q=pack&nested=2', 'blocks', [[3, [id(2), id(3)]]]],
    ['/search?q=pack&nested=0&snippets=true', 'blocks', [[3, []]]],
    ['/search?q=pack', 'blocks', [[undefined, undefined]]],
    ['/tasks?nested=20&page=Trip', 'tasks', [[3, [id(2), id(3), id(4)]], [0, []]]], // prettier-ignore
    ['/tasks?page=Trip', 'tasks', [[undefined, undefined], [undefined, undefined]]], // prettier-ignore
  ])('%s', async (target, member, expected) => {
    const { status, body } = await api.get(target)
    expect([status, nestedOf(body[member])]).toEqual([200, expected])
  })

  test('also under those that link a page', async () => {
    await api.graph.commits.commit({
      puts: [{ record: makePage({ id: 'ferry', name: 'Ferry', now: NOON }), from: 0 }],
    })
    const { body } = await api.get('/pages/Ferry/links?nested=1')
    expect(nestedOf(body['pages'][0].blocks)).toEqual([[3, [id(2)]]])
  })

  test('a nested block is a whole block', async () => {
    const { body } = await api.get('/tasks?nested=1&limit=1&page=Trip')
    const { block } = (await api.get(`/blocks/${id(2)}`)).body
    expect(body['tasks'][0].nested).toEqual([block])
    expect(body['next']).toBe(1)
  })

  test.each(['21', '-1', 'all', ''])('400 for nested=%s', async (nested) => {
    const { status, body } = await api.get(`/tasks?nested=${nested}`)
    expect([status, body['error']]).toEqual([
      400,
      `nested takes a whole number from 0 to 20, not "${nested}".`,
    ])
  })

  test('an answer ends where those that are nested no longer fit, and the next one goes on', async () => {
    const long = 'x'.repeat(400_000)
    const many = await opened(
      makePage({ id: 'p', name: 'Heap', now: NOON }),
      ...[1, 2, 3, 4].flatMap((n) => [
        block(n, 'p', `TODO ${n}`),
        ...[1, 2, 3].map((k) => block(10 * n + k, 'p', long, n)),
      ]),
    )
    const seen: string[] = []
    for (let next: number | null = 0; next !== null;) {
      const { body, text } = await many.get(`/tasks?nested=20&page=Heap&offset=${next}`, { unchecked: true })
      expect(Buffer.byteLength(text)).toBeLessThan(9_000_000)
      for (const task of body['tasks']) expect(task.nested).toHaveLength(3)
      seen.push(...ids(body['tasks']))
      next = body['next']
    }
    expect(seen).toEqual([1, 2, 3, 4].map(id))
  })
})

describe('[A12.2] the day on which a task was finished', () => {
  const set = async (api: Api, n: number, state: string): Promise<void> => {
    expect((await api.post(`/tasks/${id(n)}`, { state })).status).toBe(200)
  }
  const DAY = 86_400_000

  test('is known while the history has the states before', async () => {
    const api = await opened(
      makePage({ id: 'p', name: 'Work', now: NOON }),
      block(1, 'p', 'TODO sow rye'),
      block(2, 'p', 'TODO mow'),
      block(3, 'p', 'DONE reap'),
      block(4, 'p', 'TODO bind'),
    )
    await set(api, 1, 'done')
    await set(api, 2, 'canceled')
    api.clock.now = NOON + DAY
    // Words that change later do not move the day.
    await api.patch(`/blocks/${id(1)}`, { find: 'rye', replace: 'oats' })
    await set(api, 4, 'done')
    const { body } = await api.get('/tasks?status=all&page=Work')
    expect(body['tasks'].map((task: { id: string; finished?: number }) => [task.id, task.finished])).toEqual([
      [id(1), 20261120],
      [id(4), 20261121],
      [id(2), 20261120],
      [id(3), undefined],
    ])
  })

  test('is known also if the task was edited right after', async () => {
    const api = await opened(makePage({ id: 'p', name: 'Work', now: NOON }), block(1, 'p', 'TODO sow rye'))
    await api.patch(`/blocks/${id(1)}`, { find: 'rye', replace: 'oats' })
    await set(api, 1, 'done')
    await api.patch(`/blocks/${id(1)}`, { find: 'oats', replace: 'wheat' })
    expect((await api.get('/tasks?status=done&page=Work')).body['tasks'][0].finished).toBe(20261120)
  })
})

describe('[A12.1] properties beside the pages of a list', () => {
  let api: Api
  beforeAll(async () => {
    const book = (id: string, name: string, props: [string, string][]) =>
      makePage({ id, name, props: [['type', 'book'], ['tags', 'shelf'], ...props], now: NOON })
    api = await opened(
      book('a', 'Sketch', [
        ['rating', '5'],
        ['finished', '2026-11-19'],
        ['author', '[[Ada]]'],
      ]),
      book('b', 'Letters', [
        ['rating', '10'],
        ['finished', '[[2026-11-21]]'],
      ]),
      book('c', 'Notes', [['rating', 'good'], ['3', 'x']]), // prettier-ignore
      book('d', 'Plans', [['rating', '3..7']]),
    )
  })

  test('show adds the values of keys and labels, null where there is none', async () => {
    const { body } = await api.get('/pages?tag=shelf&sort=name&show=Rating,author,finished,3')
    expect(body['pages'].map(({ name, shown }: { name: string; shown: object }) => [name, shown])).toEqual([
      ['Letters', { Rating: '10', author: null, finished: '[[2026-11-21]]', 3: null }],
      ['Notes', { Rating: 'good', author: null, finished: null, 3: 'x' }],
      ['Plans', { Rating: '3..7', author: null, finished: null, 3: null }],
      ['Sketch', { Rating: '5', author: '[[Ada]]', finished: '2026-11-19', 3: null }],
    ])
    expect((await api.get('/pages?tag=shelf')).body['pages'][0]).not.toHaveProperty('shown')
  })

  test.each([
    ['rating<9', ['Sketch']],
    ['rating>9', ['Letters']],
    ['rating>=5', ['Letters', 'Sketch']],
    ['rating=5..10', ['Letters', 'Sketch']],
    ['rating=5', ['Sketch']],
    ['rating=3..7', ['Sketch']],
    ['finished<today', ['Sketch']],
    ['finished>-1d', ['Letters']],
    ['finished=2026-11-01..2026-11-30', ['Letters', 'Sketch']],
    ['Finished = 2026-11-01 .. +1d', ['Letters', 'Sketch']],
    // No day and no number: the text itself.
    ['rating<good', []],
    ['rating=g..h', []],
  ])('property %s', async (property, names) => {
    const { body } = await api.get(
      `/pages?tag=shelf&sort=name&limit=1&property=${encodeURIComponent(property)}`,
    )
    expect(body['total']).toBe(names.length)
    const all = await api.get(`/pages?tag=shelf&sort=name&property=${encodeURIComponent(property)}`)
    expect(all.body['pages'].map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test.each([
    ['show=', 'show is empty. Set it to names, or leave it out.'],
    ['show=a,b,c,d,e,f,g,h,i,j,k', 'show takes up to 10 names, not 11.'],
  ])('400 for %s', async (query, error) =>
    expect(await api.get(`/pages?${query}`)).toMatchObject({ status: 400, body: { error } }),
  )
})

describe('[A12.3] the author of the last edit of a block', () => {
  const MINUTES = 60_000

  test('is there where the history has it, and earlier texts for the token that replaced them', async () => {
    const api = await opened(makePage({ id: 'p', name: 'Work', now: NOON }), block(1, 'p', 'sow rye'))
    const read = async (query = '', token?: string) =>
      (await api.get(`/blocks/${id(1)}${query}`, token === undefined ? {} : { token })).body
    expect(await read()).not.toHaveProperty('by')
    expect(await read('?history=true')).toMatchObject({ history: [] })

    api.clock.now = NOON + 20 * MINUTES
    await api.patch(`/blocks/${id(1)}`, { text: 'sow oats' })
    api.clock.now = NOON + 40 * MINUTES
    const held = (await api.graph.records.find(id(1)))!
    const by = { kind: 'device', id: 'd1', name: 'Phone', at: api.clock.now } as const
    await api.graph.commits.commit({
      puts: [
        { record: reword(held.record as BlockRecord, 'sow barley', 'r9', api.clock.now), from: held.seq },
      ],
      by,
    })
    expect(await read()).toMatchObject({
      block: { content: 'sow barley' },
      by: { kind: 'device', name: 'Phone' },
    })
    expect((await read())['by']).toEqual({ kind: 'device', name: 'Phone' })

    api.clock.now = NOON + 60 * MINUTES
    await api.patch(`/blocks/${id(1)}`, { text: 'sow wheat' })
    const { block: now, by: last, history } = await read('?history=true')
    expect(last).toEqual({ kind: 'token', name: 'Test' })
    expect([now.createdAt, now.updatedAt]).toEqual([NOON + 1, NOON + 60 * MINUTES])
    expect(history).toEqual([
      { at: NOON + 40 * MINUTES, replacedAt: NOON + 60 * MINUTES, content: 'sow barley' },
      { at: NOON + 1, replacedAt: NOON + 20 * MINUTES, content: 'sow rye' },
    ])
    const other = await api.operators.createToken('me', { name: 'Other', scope: 'write' })
    expect(await read('?history=true', other.token)).toMatchObject({ by: last, history: [] })
    expect(await read('?history=false')).not.toHaveProperty('history')
  })

  test('400 for history=all', async () => {
    const api = await openApi()
    expect(await api.get('/blocks/late?history=all')).toMatchObject({ status: 400 })
  })
})

describe('[A12.4] the links of a block', () => {
  let api: Api
  beforeAll(async () => {
    api = await opened(
      makePage({ id: 'p', name: 'Work', now: NOON }),
      makePage({ id: 'q', name: 'Diary', now: NOON }),
      block(1, 'p', 'sow rye'),
      block(2, 'q', `see ((${id(1)}))`),
      block(3, 'q', 'soon', 2),
      block(4, 'p', `{{embed ((${id(1)}))}}`),
      block(5, 'p', `of itself ((${id(5)}))`),
    )
  })

  test('are the blocks that refer to it or embed it, by page, latest edit first', async () => {
    const { status, body } = await api.get(`/blocks/${id(1)}/links?nested=1`)
    expect([status, body['block'].id, body['total'], body['next']]).toEqual([200, id(1), 2, null])
    expect(
      body['pages'].map(
        ({ name, fields, blocks }: { name: string; fields: []; blocks: { id: string }[] }) => [
          name,
          fields,
          ids(blocks),
        ],
      ),
    ).toEqual([
      ['Work', [], [id(4)]],
      ['Diary', [], [id(2)]],
    ])
    expect(body['pages'][1].blocks[0]).toMatchObject({ nestedCount: 1, nested: [{ id: id(3) }] })
  })

  test('come in parts', async () => {
    const first = (await api.get(`/blocks/${id(1)}/links?limit=1`)).body
    expect([ids(first['pages'][0].blocks), first['total'], first['next']]).toEqual([[id(4)], 2, 1])
    const second = (await api.get(`/blocks/${id(1)}/links?limit=1&offset=1`)).body
    expect([ids(second['pages'][0].blocks), second['next']]).toEqual([[id(2)], null])
  })

  test('a block does not count itself, and 404 for an unknown one', async () => {
    expect((await api.get(`/blocks/${id(5)}/links`)).body).toMatchObject({ pages: [], total: 0 })
    expect(await api.get('/blocks/nothing/links')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('[A12.5] a search looks at the words around the bytes of a file, which stay as they are', async () => {
  const content = `before ![pic](data:image/png;base64,${'QUJD'.repeat(1_000)}) after`
  const api = await opened(makePage({ id: 'p', name: 'Work', now: NOON }), block(1, 'p', content))
  const found = async (q: string) => (await api.get(`/search?q=${q}`)).body['total']
  expect([await found('QUJD'), await found('before%20after'), await found('image/png')]).toEqual([0, 1, 1])
  expect((await api.get(`/blocks/${id(1)}`)).body['block'].content).toBe(content)
})

test('[A12.6] a search shows properties of its blocks', async () => {
  const api = await opened(
    makePage({ id: 'p', name: 'Work', now: NOON }),
    block(1, 'p', 'zebra one\neffort:: 2h'),
    block(2, 'p', 'zebra two'),
  )
  const { body } = await api.get('/search?q=zebra&show=effort,Due%20by')
  expect(body['blocks'].map(({ shown }: { shown: object }) => shown)).toEqual([
    { effort: null, 'Due by': null },
    { effort: '2h', 'Due by': null },
  ])
})
