import { beforeAll, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'

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
])('[6] /tasks%s', async (query, expected) => {
  const { status, body } = await api.get(`/tasks${query}`)
  expect(status).toBe(200)
  expect(ids(body['tasks'])).toEqual(expected)
  expect(body).toMatchObject({ total: expected.length, next: null })
})

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
  '20261120',
  '2026_11_20',
  '2026-11-20T00:00',
  '%202026-11-20',
  'today',
  'yesterday',
  'Nov%2020th,%202026',
  '%00',
])('[6] 400 for due_by=%s', async (day) => {
  const { status, body } = await api.get(`/tasks?due_by=${day}`)
  expect(status).toBe(400)
  expect(body['error']).toMatch(/^due_by takes a day on the calendar such as 2026-11-20, not "/)
})

test.each(['status=open&status=done', 'due_by=2026-11-20&due_by=2026-11-20'])(
  '[6] 400 for %s',
  async (query) => {
    const { status, body } = await api.get(`/tasks?${query}`)
    expect(status).toBe(400)
    expect(body['error']).toContain('is given twice')
  },
)
