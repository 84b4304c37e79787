/** @module-tag both-stores */
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
const search = (q: string, rest = '') => api.get(`/search?q=${q}${rest}`)

test.each([
  ['program', ['ada-1']],
  ['PROGRAM%20first', ['ada-1']],
  ['first+program', ['ada-1']],
  ['first%09%0Aprogram', ['ada-1']],
  ['first%E3%80%80program', ['ada-1']], // an ideographic space
  ['rogra', ['ada-1']],
  ['hauptstra%C3%9Fe', ['yesterday-1']],
  ['%E6%9D%B1%E4%BA%AC', ['today-1']],
  ['%E4%BA%AC', ['today-1']],
  ['50%25', ['today-1']],
  ['%25', ['today-1']],
  ['source::', ['ada-3']],
  ['menabrea', ['ada-3']],
  ['ada-1', []], // ids are not searched
  ['program%20nothing', []],
  ['_', []],
  ['%00', []],
  ["'", []],
  ['*', []],
  ['-', ['linked', 'soon', 'late']],
])('[5] q=%s', async (q, expected) => {
  const { status, body } = await search(q)
  expect(status).toBe(200)
  expect(ids(body['blocks'])).toEqual(expected)
  expect(body).toMatchObject({ total: expected.length, next: null, truncated: false })
})

describe('[5] q that is missing', () => {
  test.each([
    '/search',
    '/search?',
    '/search?q',
    '/search?q=',
    '/search?q=%20%09',
    '/search?Q=x',
    '/search?q=+',
  ])('400 for %s', async (target) => {
    const { status, body } = await api.get(target)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'q is missing. Set it to words or a query, such as q=engine.',
      code: 'bad_request',
      hint: 'Fix the request.',
    })
  })
})

test.each([
  ['x'.repeat(1_001), 'q takes at most 1000 characters, not 1001.'],
  ['%F0%9F%90%8C'.repeat(501), 'q takes at most 1000 characters, not 1002.'],
  [Array.from({ length: 25 }, (_, i) => `w${i}`).join('+'), 'more than 24 words'],
  ['%ff', 'The value of q is not valid percent-encoding of UTF-8.'],
  ['%ED%A0%80', 'The value of q is not valid percent-encoding of UTF-8.'],
  ['a&q=a', 'q is repeated. Send it once.'],
])('[5] 400 for %s', async (q, words) => {
  const { status, body } = await search(q)
  expect(status).toBe(400)
  expect(body['code']).toBe('bad_request')
  expect(body['error']).toContain(words)
})

test.each([
  ['x'.repeat(1_000)],
  ['%F0%9F%90%8C'.repeat(500)],
  [Array.from({ length: 24 }, (_, i) => `w${i}`).join('+')],
])('[5] 200 at the edge: %s', async (q) => {
  expect((await search(q)).status).toBe(200)
})

test.each(['[[', '(', ')', '%22', 'a%20%5B', '(todo', '(('.repeat(400)])(
  '[5] %s does not parse: 400 with the reason',
  async (q) => {
    const { status, body } = await search(q)
    expect([status, body['code']]).toEqual([400, 'bad_request'])
  },
)

test.each([
  ['[[Ada Lovelace]]', ['soon']],
  ['(todo DOING WAITING)', ['someday', 'soon']],
  ['"first program"', ['ada-1']],
  ['(and (todo LATER) [[2026-11-22]])', ['linked']],
  ['(and [[Ada Lovelace]] (not (todo DOING)))', []],
])('[D5.2] %s is a query', async (q, expected) => {
  const { status, body } = await search(encodeURIComponent(q))
  expect(status).toBe(200)
  expect(ids(body['blocks'])).toEqual(expected)
})

test('[5] most recently edited first', async () => {
  const { blocks } = (await search('line')).body
  const lines = ['long-6', 'long-5', 'long-4', 'long-3', 'long-2', 'long-1', 'long-0']
  expect(ids(blocks)).toEqual([...lines, 'soon']) // its content contains DEADLINE
})
