/** @module-tag both-stores */
import type { Block } from '@notegraph/contract'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const OPEN = ['late', 'linked', 'soon', 'someday']

test.each([
  ['', OPEN],
  ['?status=open', OPEN],
  ['?status=done', ['dropped', 'done']],
  ['?status=all', [...OPEN, 'dropped', 'done']],
  ['?due_by=2026-11-17', []],
  ['?due_by=2026-11-18', ['late']],
  ['?due_by=2026-11-21', ['late']],
  ['?due_by=2026-11-22', ['late', 'linked']],
  ['?due_by=2026-11-25', ['late', 'linked', 'soon']],
  ['?due_by=9999-12-31', ['late', 'linked', 'soon']],
  ['?status=done&due_by=2026-11-25', []],
  ['?due_by=20261122', ['late', 'linked']],
  ['?due_by=-2d', ['late']],
  ['?due_by=today', ['late']],
  ['?due_by=+2d', ['late', 'linked']], // the plus sign arrives as a space
  ['?due_by=%2B1w', ['late', 'linked', 'soon']],
  ['?due_by=wednesday', ['late', 'linked', 'soon']],
])('[6, A6] /tasks%s', async (query, expected) => {
  const { status, body } = await api.get(`/tasks${query}`)
  expect(status).toBe(200)
  expect(ids(body['tasks'])).toEqual(expected)
  expect(body).toMatchObject({ total: expected.length, next: null })
})

test.each([
  ['?due_from=2026-11-18', ['late', 'linked', 'soon']], // one without a day is not from a day on
  ['?due_from=2026-11-19', ['linked', 'soon']],
  ['?due_from=today&due_by=wednesday', ['linked', 'soon']],
  ['?due_from=2026-11-26', []],
  ['?undated=true', ['someday']],
  ['?undated=true&due_by=9999-12-31', []], // one without a day is not due by a day
  ['?undated=true&due_from=1000-01-01', []],
  ['?q=nowhere', []],
  ['?marker=TODO&q=-', ['late']],
  ['?status=all&marker=DONE', ['done']],
  ['?marker=DONE', ['done']],
])('[A3.4] /tasks%s', async (query, expected) => {
  const { status, body } = await api.get(`/tasks${query}`)
  expect(status).toBe(200)
  expect(ids(body['tasks'])).toEqual(expected)
  expect(body).toMatchObject({ total: expected.length, next: null })
})

test.each(['Plans', '[[plans]]', '#Plans', ' Plans '])('[A13.2] tasks on the page %j', async (name) => {
  const { body } = await api.get(`/tasks?page=${encodeURIComponent(name)}`)
  expect(ids(body['tasks'])).toEqual(OPEN)
})

test('[A3.4] 404 for a page that no name finds', async () => {
  const reply = await api.get('/tasks?page=nothing%20like%20it')
  expect(reply).toMatchObject({ status: 404, body: { error: 'No page is called "nothing like it".' } })
})

test('[A3.4] page, priority, marker and q of a task each find it', async () => {
  for (const task of (await api.get('/tasks?status=all')).body['tasks'] as Block[]) {
    const { id, page, marker, priority, text } = task
    const word = text.split(' ')[0]!
    for (const filter of [{ page }, { marker }, { q: word }, ...(priority ? [{ priority }] : [])]) {
      const query = new URLSearchParams({ status: 'all', ...filter } as Record<string, string>)
      const found = (await api.get(`/tasks?${query.toString()}`)).body
      expect(ids(found['tasks'])).toContain(id)
      for (const one of found['tasks']) expect(one).toMatchObject('q' in filter ? {} : filter)
    }
  }
})

test.each([
  ['priority=D', 'priority takes A, B or C, not "D".'],
  ['marker=todo', 'marker takes TODO, DOING, NOW, LATER, WAITING, DONE or CANCELED, not "todo".'],
  ['q=%20', 'q is empty. Set it to words or a query, or leave it out.'],
  ['page=', 'page is empty. Set a name, or leave the parameter out.'],
  ['q=(todo', expect.stringContaining('q does not parse: nothing closes the bracket')],
  ['page=2026-02-30', expect.stringContaining('2026-02-30')],
  ['due_from=soon', expect.stringMatching(/^due_from takes a day on the calendar/)],
])('[A3.4] 400 for %s', async (query, error) =>
  expect(await api.get(`/tasks?${query}`)).toMatchObject({ status: 400, body: { error } }),
)

test.each(['', 'Open', 'DONE', 'todo', 'open ', 'open,done', '__proto__', '%00', '%F0%9F%90%8C'])(
  '[6] 400 for status=%s',
  async (status) => {
    const reply = await api.get(`/tasks?status=${encodeURI(decodeURIComponent(status))}`)
    expect(reply.status).toBe(400)
    expect(reply.body['error']).toMatch(/^status takes open, done or all, not "/)
  },
)

test.each([
  '',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '0999-12-31',
  '10000-01-01',
  '2026-1-1',
  '20260230',
  '2026_11_20',
  '2026-11-20T00:00',
  '%202026-11-20',
  'Todays',
  'soon',
  'Nov%2020th,%202026',
  '%00',
])('[6] 400 for due_by=%s', async (day) => {
  const { status, body } = await api.get(`/tasks?due_by=${day}`)
  expect(status).toBe(400)
  expect(body['error']).toMatch(
    /^due_by takes a day on the calendar such as 2026-11-20, today, friday or \+3d, not "/,
  )
})

test.each([
  ['2026-11-22', undefined],
  ['20261122', undefined],
  ['sunday', { due_by: '2026-11-22', zone: 'UTC' }],
  ['+2d', { due_by: '2026-11-22', zone: 'UTC' }],
  ['2026-11-22&due_from=today', { due_from: '2026-11-20', zone: 'UTC' }],
  ['+2d&due_from=-1w', { due_by: '2026-11-22', due_from: '2026-11-13', zone: 'UTC' }],
])('[A6] due_by=%s answers the days %j', async (day, days) => {
  const { body } = await api.get(`/tasks?due_by=${day}`)
  expect(body['days']).toEqual(days)
})

test.each(['status=open&status=done', 'due_by=2026-11-20&due_by=2026-11-20'])(
  '[6] 400 for %s',
  async (query) => {
    const { status, body } = await api.get(`/tasks?${query}`)
    expect(status).toBe(400)
    expect(body['error']).toContain('is repeated')
  },
)

/** In the order of `status=all`, each with the minutes of its creation and change. */
const ORDERED: readonly [id: string, content: string, made?: number, changed?: number][] = [
  ['linked-first', 'NOW of [[2026-12-24]] and [[Nov 10th, 2026]]'], // the earliest of its days
  ['tagged', 'TODO #2026-11-11'],
  ['property', 'TODO x\nabout:: [[2026_11_12]]'],
  ['scheduled', 'LATER [[2026-01-01]]\nSCHEDULED: <2026-11-13 Fri>'], // a date counts before a link
  ['deadline', 'DOING\nSCHEDULED: <2026-01-01 Thu>\nDEADLINE: <2026-11-14 Sat>'],
  ['a-younger', 'TODO [#A] x [[2026-11-15]]', 9],
  ['b-older', 'WAITING [#B] x\nSCHEDULED: <2026-11-15 Sun>', 1],
  ['b-younger', 'NOW [#B] x\nDEADLINE: <2026-11-15 Sun>', 2],
  ['c', 'TODO [#C] x\nSCHEDULED: <2026-11-15 Sun>', 1],
  ['none-1', 'TODO x\nSCHEDULED: <2026-11-15 Sun>', 1],
  ['none-2', 'TODO x\nSCHEDULED: <2026-11-15 Sun>', 1], // by id if all else is equal
  ['undated-a', 'TODO [#A] `[[2026-11-01]]`', 5], // no link
  ['undated-old', 'LATER [[2026-02-30]]', 1], // no day
  ['undated-new', 'TODO x', 2, 9],
  ['done-last', 'DONE x', 1, 8],
  ['done-first', 'CANCELED [#A] x\nDEADLINE: <2026-11-01 Sun>', 2, 7],
]

describe('[D5.5] [D5.6] order and days', () => {
  const all = ORDERED.map(([id]) => id)
  const before = (id: string) => all.slice(0, all.indexOf(id))

  let other: Api
  let token: string
  beforeAll(async () => {
    other = await openApi()
    await other.operators.createAccount('other', {})
    const at = (minute: number) => NOON + minute * 60_000
    const blocks = ORDERED.map(([id, content, made = 1, changed = made], order) => ({
      ...makeBlock({ id, content, rev: id, pageId: 'p', parentId: null, order, now: at(made) }),
      updatedAt: at(changed),
    }))
    // In another order than that of the answer
    const records = [makePage({ id: 'p', name: 'P', now: NOON }), ...blocks.toReversed()]
    const puts = records.map((record) => ({ record, from: 0 }))
    const committed = await other.store.graph('other').commits.commit({ puts })
    if (!committed.ok) throw new Error(committed.why)
    token = (await other.operators.createToken('other', { name: 'Test', scope: 'read' })).token
  })

  test.each([
    ['?status=all', all],
    ['?status=open', before('done-last')],
    ['', before('done-last')],
    ['?status=done', ['done-last', 'done-first']],
    ['?due_by=2026-11-09', []],
    ['?due_by=2026-11-10', before('tagged')],
    ['?due_by=2026-11-11', before('property')],
    ['?due_by=2026-11-12', before('scheduled')],
    ['?due_by=2026-11-13', before('deadline')],
    ['?due_by=2026-11-14', before('a-younger')],
    ['?due_by=2026-11-15', before('undated-a')],
    ['?due_by=2026-11-01&status=done', ['done-first']],
    ['?due_by=2026-11-10&status=all', ['linked-first', 'done-first']],
  ])('[6] /tasks%s', async (query, expected) => {
    const { body } = await other.get(`/tasks${query}`, { token })
    expect(ids(body['tasks'])).toEqual(expected)
    expect(body).toMatchObject({ total: expected.length, next: null })
  })

  test('[6] a window may take from both kinds', async () => {
    const { body } = await other.get('/tasks?status=all&offset=13&limit=2', { token })
    expect([ids(body['tasks']), body['total'], body['next']]).toEqual([['undated-new', 'done-last'], 16, 15])
  })
})
