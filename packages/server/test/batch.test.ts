/**
 * Several writes at once, over the API and MCP. @see assistants 11.1
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { call } from './mcp.ts'
import { NOON } from './notes.ts'

const DAY = 86_400_000
const ID = {
  one: '11111111-1111-4111-8111-111111111111',
  two: '22222222-2222-4222-8222-222222222222',
  task: '33333333-3333-4333-8333-333333333333',
} as const
const NOWHERE = '99999999-9999-4999-8999-999999999999'

const block = (id: string, content: string, order: number): GraphRecord =>
  makeBlock({ id, content, rev: `r-${order}`, pageId: 'kit', parentId: null, order, now: NOON - DAY })

const RECORDS: readonly GraphRecord[] = [
  makePage({ id: 'kit', name: 'Kit', now: NOON - DAY }),
  block(ID.one, 'rope for [[Kit]]', 1),
  block(ID.two, 'second words', 2),
  block(ID.task, 'TODO pack', 3),
]

let api: Api
beforeEach(async () => {
  api = await openApi()
  const puts = RECORDS.map((record) => ({ record, from: 0 }))
  await api.graph.commits.commit({ puts })
})

type Operation = Readonly<Record<string, unknown>> & { readonly op: string }

const batch = async (operations: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  api.post('/batch', { operations }, { headers })

const textsOf = async (page: string): Promise<string[]> =>
  ((await api.get(`/pages/${encodeURIComponent(page)}`)).body['blocks'] as { content: string }[]).map(
    ({ content }) => content,
  )
const changes = async () => (await api.get('/changes')).body['changes'] as { id: string; action: string }[]

describe('[A11.1] writes of a batch', () => {
  test('are one change, which one revert undoes', async () => {
    const before = await textsOf('Kit')
    const { status, body } = await batch([
      { op: 'set_task', block_id: ID.task, state: 'done' },
      { op: 'add_block', page: 'Kit', text: 'water' },
      { op: 'update_block', block_id: ID.two, text: 'other words' },
      { op: 'set_property', page: 'Kit', key: 'mood', value: 'calm' },
    ])
    expect([status, body['ok'], body['changed'], body['results'].length]).toEqual([200, true, true, 4])
    expect(body['results'][0].block).toMatchObject({ id: ID.task, marker: 'DONE' })
    expect(body['results'][1]).toMatchObject({ ok: true, changed: true, ids: { pageId: 'kit' } })
    expect(await textsOf('Kit')).toEqual(['rope for [[Kit]]', 'other words', 'DONE pack', 'water'])
    const [change, ...others] = await changes()
    expect([change!.action, others]).toEqual(['batch_write', []])
    expect((await api.post(`/changes/${change!.id}/revert`, {})).status).toBe(200)
    expect(await textsOf('Kit')).toEqual(before)
    expect((await api.get('/pages/Kit')).body['page'].props).not.toHaveProperty('mood')
  })

  test('see what the earlier ones wrote', async () => {
    const { status, body } = await batch([
      { op: 'add_block', page: 'Kit', text: 'see [[Kit]] again' },
      { op: 'rename_page', name: 'Kit', to: 'Gear' },
      { op: 'update_block', block_id: ID.one, find: '[[Gear]]', replace: 'all' },
      { op: 'move_blocks', block_ids: [ID.task], before: ID.one },
    ])
    expect(status).toBe(200)
    expect(body['results'][1]).toMatchObject({ references: 2 })
    expect(await textsOf('Gear')).toEqual(['TODO pack', 'rope for all', 'second words', 'see [[Gear]] again'])
  })

  test('name by $n and $n.m what an earlier one made', async () => {
    const { status, body } = await batch([
      { op: 'create_page', name: 'Trip', blocks: ['day one', 'day two'] },
      { op: 'add_block', page: '$1', text: 'pack', parent_id: '$1.2' },
      { op: 'add_outline', page: 'Trip', text: '- a\n  - b' },
      { op: 'set_task', block_id: '$2', state: 'todo' },
      { op: 'delete_blocks', block_ids: ['$3.2', '$1.1'] },
    ])
    expect([status, body['error']]).toEqual([200, undefined])
    expect(await textsOf('Trip')).toEqual(['day two', 'TODO pack', 'a'])
    const [{ id } = { id: '' }] = await changes()
    await api.post(`/changes/${id}/revert`, {})
    expect((await api.get('/pages/Trip')).status).toBe(404)
  })

  test('name by $n the page that one made, whatever it is called meanwhile', async () => {
    const { status, body } = await batch([
      { op: 'create_page', name: 'Trip' },
      { op: 'rename_page', name: '$1', to: 'Tour' },
      { op: 'add_block', page: '$1', text: 'pack' },
      { op: 'rename_page', name: '$1', to: 'Kit', merge: true },
      { op: 'add_block', page: '$1', text: 'last' },
    ])
    expect([status, body['error']]).toEqual([200, undefined])
    expect((await textsOf('Kit')).slice(-2)).toEqual(['pack', 'last'])
  })

  test('[A3.1] over the API, null removes the parts of a task', async () => {
    const set = { op: 'set_task', block_id: ID.task, priority: 'A', deadline: '2026-11-25 +1w' }
    await batch([set, { op: 'set_task', block_id: ID.task, priority: null, repeater: null }])
    expect((await textsOf('Kit')).at(-1)).toBe('TODO pack\nDEADLINE: <2026-11-25 Wed>')
    await batch([{ op: 'set_task', block_id: ID.task, deadline: null }])
    expect((await textsOf('Kit')).at(-1)).toBe('TODO pack')
  })

  test.each([
    ['a property', { op: 'set_property', page: '$1', key: 'mood', value: 'calm' }],
    ['an alias', { op: 'set_property', page: '$1', key: 'alias', value: { add: ['Tour'] } }],
    ['another name', { op: 'rename_page', name: '$1', to: 'Tour' }],
    ['the names of a merged page', { op: 'rename_page', name: 'Kit', to: 'Trip', merge: true }],
  ])('that make a page and give it %s are undone whole', async (_, operation) => {
    const before = (await api.get('/pages')).body
    expect((await batch([{ op: 'create_page', name: 'Trip' }, operation])).status).toBe(200)
    const [{ id } = { id: '' }] = await changes()
    expect((await api.post(`/changes/${id}/revert`, {})).body).toMatchObject({ ok: true, left: [] })
    expect((await api.get('/pages')).body['total']).toBe(before['total'])
  })

  test.each([
    ['a property', { op: 'set_property', page: 'Kit', key: 'mood', value: 'calm' }, 'Kit'],
    ['another name', { op: 'rename_page', name: 'Kit', to: 'Gear' }, 'Gear'],
  ])('that give a page %s and delete it are undone whole', async (_, operation, name) => {
    const before = (await api.get('/pages/Kit')).body['page'].props
    expect((await batch([operation, { op: 'delete_page', name }])).status).toBe(200)
    const [{ id } = { id: '' }] = await changes()
    expect((await api.post(`/changes/${id}/revert`, {})).body).toMatchObject({ ok: true, left: [] })
    expect((await api.get('/pages/Kit')).body['page'].props).toEqual(before)
  })

  test('that put a page in place of another are undone whole, but not over what was edited since', async () => {
    const before = await textsOf('Kit')
    const replace = [
      { op: 'delete_page', name: 'Kit' },
      { op: 'create_page', name: 'Kit', blocks: ['all new'] },
    ]
    const replaced = await batch(replace)
    const [first] = await changes()
    expect(await textsOf('Kit')).toEqual(['all new'])
    expect((await api.post(`/changes/${first!.id}/revert`, {})).body).toMatchObject({ left: [] })
    expect([replaced.status, await textsOf('Kit')]).toEqual([200, before])

    await batch(replace)
    const [second] = await changes()
    await api.post('/pages/Kit/blocks', { text: 'since' })
    const { left } = (await api.post(`/changes/${second!.id}/revert`, {})).body
    expect(left).toContainEqual({ kind: 'page', id: 'kit', why: 'Another page has the name now.' })
    expect((await api.get('/pages?q=Kit')).body['total']).toBe(1)
    expect(new Set(await textsOf('Kit'))).toEqual(new Set([...before, 'since']))
  })

  const refused: [what: string, operations: Operation[], status: number, error: RegExp][] = [
    ['an unknown block', [{ op: 'add_block', page: 'Kit', text: 'x' }, { op: 'set_task', block_id: NOWHERE, state: 'done' }], 404, /^Operation 2 \(set_task\): No block/],
    ['an unknown page', [{ op: 'add_block', page: 'Nowhere', text: 'x' }], 404, /^Operation 1 \(add_block\): No page/],
    ['a missing argument', [{ op: 'add_block', page: 'Kit' }], 400, /^Operation 1 \(add_block\): text is missing/],
    ['an unknown argument', [{ op: 'set_task', block_id: ID.task, colour: 'red' }], 400, /^Operation 1 \(set_task\): set_task has no argument "colour"/],
    ['a later write', [{ op: 'add_block', page: '$2', text: 'x' }, { op: 'create_page', name: 'New' }], 400, /^Operation 1 \(add_block\): \$2 names no earlier write/],
    ['a block for a page', [{ op: 'add_block', page: 'Kit', text: 'x' }, { op: 'add_block', page: '$1', text: 'y' }], 400, /^Operation 2 .*\$1 is no page/],
    ['a block that was not made', [{ op: 'create_page', name: 'New' }, { op: 'set_task', block_id: '$1.1', state: 'done' }], 400, /^Operation 2 .*\$1\.1 is no block: that write made 0 blocks/],
    ['a read', [{ op: 'add_block', page: 'Kit', text: 'x' }, { op: 'read_page', name: 'Kit' }], 400, /^Operation 2 \(read_page\): op takes add_block, .*, not "read_page"\.$/],
    ['a write without op', [{ page: 'Kit', text: 'x' } as unknown as Operation], 400, /^An operation has op, the name of a writing tool/],
    ['a taken name', [{ op: 'create_page', name: 'New' }, { op: 'rename_page', name: 'Kit', to: 'New' }], 409, /^Operation 2 \(rename_page\): /],
  ] // prettier-ignore
  test.each(refused)(
    'are all refused for %s, and nothing is written',
    async (_, operations, status, error) => {
      const head = await api.graph.commits.head()
      const answer = await batch([{ op: 'add_block', page: 'Kit', text: 'first' }, ...operations].slice(1))
      expect([answer.status, answer.body['error']]).toEqual([status, expect.stringMatching(error)])
      expect(await api.graph.commits.head()).toBe(head)
      expect(await changes()).toEqual([])
    },
  )

  test.each([
    ['none', [], /^operations takes 1 to 50 writes, not 0\.$/],
    ['51', Array.from({ length: 51 }, () => ({ op: 'add_block', page: 'Kit', text: 'x' })), /^operations takes 1 to 50 writes, not 51\.$/],
    ['a read', [{ op: 'read_page', name: 'Kit' }], /^Operation 1 \(read_page\): op takes add_block, .*, not "read_page"/],
    ['a revert', [{ op: 'revert_change', change_id: 'x' }], /^Operation 1 .*: op takes/],
    ['a batch', [{ op: 'batch_write', operations: [] }], /^Operation 1 .*: op takes/],
    ['no list', 'x', /^operations takes a list of writes/],
  ] as const)('with %s are 400', async (_, operations, error) => {
    const { status, body } = await batch(operations)
    expect([status, body['error']]).toEqual([400, expect.stringMatching(error)])
  }) // prettier-ignore

  test('that change nothing are listed nowhere', async () => {
    const { body } = await batch([{ op: 'set_task', block_id: ID.task, state: 'todo' }])
    expect(body).toMatchObject({ ok: true, changed: false, results: [{ changed: false }] })
    expect(await changes()).toEqual([])
  })

  test('that make a block and delete it again leave nothing', async () => {
    const head = await api.graph.commits.head()
    const { body } = await batch([
      { op: 'add_block', page: 'Kit', text: 'x' },
      { op: 'delete_blocks', block_ids: ['$1'] },
    ])
    expect([body['changed'], await api.graph.commits.head()]).toEqual([false, head])
  })

  test('need the right to organize only if one of them does, and are refused before anything is looked at', async () => {
    const plain = await openApi({ may: [] })
    const answer = await plain.post('/batch', {
      operations: [
        { op: 'add_block', page: 'Nowhere', text: 'x' },
        { op: 'delete_page', name: 'Kit' },
      ],
    })
    expect([answer.status, answer.body['code'], answer.body['error']]).toEqual([
      403,
      'missing_right',
      expect.stringMatching(/^Operation 2 \(delete_page\): /),
    ])
  })

  test('if_unchanged compares with the state before the batch', async () => {
    const { body } = await api.get(`/blocks/${ID.two}`)
    const version = String((await api.call(`/api/v1/notes/blocks/${ID.two}`)).headers.get('etag')).slice(1, 9)
    const twice = await batch([
      { op: 'update_block', block_id: ID.two, text: 'once' },
      { op: 'update_block', block_id: ID.two, text: 'twice', if_unchanged: version },
    ])
    expect([body['block'].content, twice.status]).toEqual(['second words', 200])
    const stale = await batch([
      { op: 'add_block', page: 'Kit', text: 'x' },
      { op: 'update_block', block_id: ID.two, text: 'thrice', if_unchanged: version },
    ])
    expect([stale.status, stale.body['error']]).toEqual([409, expect.stringMatching(/^Operation 2 /)])
  })

  test('If-Match is 400', async () => {
    const { status, body } = await batch([{ op: 'add_block', page: 'Kit', text: 'x' }], { 'If-Match': '*' })
    expect([status, body['error']]).toEqual([400, expect.stringContaining('If-Match')])
  })

  test('a key writes once', async () => {
    const operations = [{ op: 'add_block', page: 'Kit', text: 'once' }]
    const first = await batch(operations, { 'Idempotency-Key': 'k1' })
    const again = await batch(operations, { 'Idempotency-Key': 'k1' })
    expect(again.body).toEqual(first.body)
    expect(await textsOf('Kit')).toHaveLength(4)
  })

  test('ten count as one write of the minute, all or none', async () => {
    const few = await openApi({ rates: { writesPerToken: 3 } })
    const puts = RECORDS.map((record) => ({ record, from: 0 }))
    await few.graph.commits.commit({ puts })
    const send = async (count: number) =>
      (await few.post('/batch', { operations: Array.from({ length: count }, (_, n) => ({ op: 'add_block', page: 'Kit', text: `w${n}` })) })).status // prettier-ignore
    expect([await send(11), await send(11), await send(10), await send(1)]).toEqual([200, 429, 200, 429])
  })
})

test('[A11.1] over MCP, with short ids, and the change to undo', async () => {
  const { body } = await call(api, 'batch_write', {
    operations: JSON.stringify([
      { op: 'set_task', block_id: ID.task.slice(0, 8), state: 'done', priority: null },
      { op: 'add_block', page: '[[Kit]]', text: 'under it', parent_id: ID.task.slice(0, 8) },
      { op: 'set_task', block_id: '$2', state: 'todo' },
    ]),
  })
  const { text } = body.result.content[0]
  expect(text).toMatch(/^Done: 3 writes\.\n1\. set_task: "DONE pack" \^33333333\n2\. add_block: "under it" \^[0-9a-f]{8}\n3\. set_task: "TODO under it" /)
  expect(text).toMatch(/\n\nUndo: revert_change \{"change_id":"[0-9a-f]{8}"\}$/)
  expect(await textsOf('Kit')).toContain('TODO under it')
  const refused = await call(api, 'batch_write', { operations: [{ op: 'set_task', block_id: '33333333', state: 'gone' }] })
  expect(JSON.stringify(refused.body)).toContain('Operation 1 (set_task): state takes')
}) // prettier-ignore

test('[A11.1] over MCP, the first refusal is the answer, whatever the ids of later operations are', async () => {
  const twins = ['1', '2'].map((n) =>
    block(`aaaaaaaa-${n}111-4111-8111-111111111111`, `twin ${n}`, 4 + Number(n)),
  )
  await api.graph.commits.commit({ puts: twins.map((record) => ({ record, from: 0 })) })
  const refusalOf = async (operations: readonly Operation[]) => {
    const { body } = await call(api, 'batch_write', { operations })
    return JSON.stringify(body.error ?? body.result)
  }
  const ambiguous = { op: 'set_task', block_id: 'aaaaaaaa', state: 'done' }
  expect(await refusalOf([{ op: 'add_block', page: 'Nowhere', text: 'x' }, ambiguous])).toContain(
    'Operation 1 (add_block): ',
  )
  expect(await refusalOf([{ op: 'add_block', page: 'Kit', text: 'x' }, ambiguous])).toContain(
    'Operation 2 (set_task): ',
  )
  expect(await textsOf('Kit')).not.toContain('x')
  const list = JSON.stringify(['$1', ID.two.slice(0, 8)])
  const moved = await call(api, 'batch_write', {
    operations: [
      { op: 'add_block', page: 'Kit', text: 'new' },
      { op: 'move_blocks', block_ids: list, page: 'Kit', position: 'start' },
    ],
  })
  expect(moved.body.result.isError).not.toBe(true)
  expect((await textsOf('Kit')).slice(0, 2)).toEqual(['new', 'second words'])
})

test('[S8] a batch that changes a shared page needs the right to publish, and writes nothing without it', async () => {
  const plain = await openApi({ may: [] })
  await plain.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  const share = {
    id: 'x'.repeat(22),
    accountId: 'me',
    pageId: 'kit',
    quotes: false,
    createdAt: plain.clock.now,
  }
  await plain.store.shares.create(share, { open: 9, closed: 9 })
  const head = await plain.graph.commits.head()
  const operations = [
    { op: 'add_block', page: 'today', text: 'for me' },
    { op: 'add_block', page: 'Kit', text: 'for all' },
  ]
  const { status, body } = await plain.post('/batch', { operations })
  expect([status, body['code'], await plain.graph.commits.head()]).toEqual([403, 'missing_right', head])
})
