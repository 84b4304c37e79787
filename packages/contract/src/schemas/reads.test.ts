import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WindowQuery, ListPagesQuery, readQuery, RESOLVED_TYPES, SearchQuery, TasksQuery } from '../index.ts'

const matching = (words: string | RegExp): unknown =>
  typeof words === 'string' ? words : expect.stringMatching(words)

const schemas = { ListPagesQuery, WindowQuery, SearchQuery, TasksQuery }

const query = (text: string): URLSearchParams => new URLSearchParams(text)

describe('an absent parameter has its default', () => {
  test.each([
    ['[1] pages', 'ListPagesQuery', '', { limit: 1000, offset: 0 }],
    ['[2] blocks', 'WindowQuery', '', { limit: 1000, offset: 0 }],
    ['[5] search', 'SearchQuery', 'q=tea', { q: 'tea', limit: 200, offset: 0 }],
    ['[6] tasks', 'TasksQuery', '', { limit: 100, offset: 0 }],
  ] as const)('%s: %s', (_, name, sent, value) =>
    expect(readQuery(schemas[name], query(sent))).toEqual({ ok: true, value }),
  )
})

describe('accepted parameters', () => {
  test.each([
    ['[1] limit', 'ListPagesQuery', 'limit=1', { limit: 1 }],
    ['[1] limit', 'ListPagesQuery', 'limit=1000', { limit: 1000 }],
    ['[1] offset', 'ListPagesQuery', 'offset=9007199254740991', { offset: 9007199254740991 }],
    [
      '[1] both',
      'ListPagesQuery',
      'offset=20&limit=10&type=tv-show',
      { limit: 10, offset: 20, type: 'tv-show' },
    ],
    ['[5] one character', 'SearchQuery', 'q=%E8%8C%B6', { q: '茶' }],
    ['[5] 1000 characters', 'SearchQuery', `q=${'x'.repeat(1000)}`, { q: 'x'.repeat(1000) }],
    ['[6] status', 'TasksQuery', 'status=all', { status: 'all' }],
    ['[6] due_by', 'TasksQuery', 'due_by=2024-02-29', { due_by: { kind: 'day', day: 20240229 } }],
    ['[A6] due_by', 'TasksQuery', 'due_by=friday', { due_by: { kind: 'weekday', name: 'friday' } }],
    [
      '[D6.4] unknown parameters are passed over',
      'WindowQuery',
      'limit=7&colour=red&colour=blue&toString=1',
      { limit: 7 },
    ],
  ] as const)('%s: %s', (_, name, sent, value) => {
    expect(readQuery(schemas[name], query(sent))).toMatchObject({ ok: true, value })
  })

  test.each(RESOLVED_TYPES)('[D3.2] type=%s', (type) => {
    expect(readQuery(ListPagesQuery, query(`type=${type}`))).toMatchObject({ ok: true, value: { type } })
  })
})

test('[D3.2] there are sixteen types to ask for', () => expect(new Set(RESOLVED_TYPES).size).toBe(16))

describe('refused parameters, and the messages', () => {
  const LIMIT = 'limit takes a whole number from 1 to 1000, not'
  const OFFSET = 'offset takes a whole number from 0 to 9007199254740991, not'
  const NO_QUERY = 'q is missing. Set it to words or a query, such as q=engine.'
  test.each([
    ['ListPagesQuery', 'limit=abc', `${LIMIT} "abc".`],
    ['ListPagesQuery', 'limit=0', `${LIMIT} "0".`],
    ['ListPagesQuery', 'limit=1001', `${LIMIT} "1001".`],
    ['ListPagesQuery', 'limit=-1', `${LIMIT} "-1".`],
    ['ListPagesQuery', 'limit=1.5', `${LIMIT} "1.5".`],
    ['ListPagesQuery', 'limit=1e2', `${LIMIT} "1e2".`],
    ['ListPagesQuery', 'limit=%2B5', `${LIMIT} "+5".`],
    ['ListPagesQuery', 'limit=%205', `${LIMIT} " 5".`],
    ['ListPagesQuery', 'limit=%D9%A1', `${LIMIT} "١".`],
    ['ListPagesQuery', 'limit=', `${LIMIT} "".`],
    ['ListPagesQuery', `limit=${'9'.repeat(400)}`, `${LIMIT} "${'9'.repeat(40)}…".`],
    ['WindowQuery', 'offset=-1', `${OFFSET} "-1".`],
    ['WindowQuery', 'offset=', `${OFFSET} "".`],
    ['WindowQuery', 'offset=9007199254740992', `${OFFSET} "9007199254740992".`],
    ['ListPagesQuery', 'type=Person', /^type takes person, location, .*pdf or page, not "Person"\.$/],
    ['ListPagesQuery', 'type=', /^type takes .*, not ""\.$/],
    ['SearchQuery', '', NO_QUERY],
    ['SearchQuery', 'q=', NO_QUERY],
    ['SearchQuery', 'q=%20%09', NO_QUERY],
    ['SearchQuery', `q=${'x'.repeat(1001)}`, 'q takes at most 1000 characters, not 1001.'],
    ['TasksQuery', 'status=OPEN', 'status takes open, done or all, not "OPEN".'],
    ['TasksQuery', 'status=', 'status takes open, done or all, not "".'],
    [
      'TasksQuery',
      'due_by=2026-02-30',
      'due_by takes a day on the calendar such as 2026-11-20, today, friday or +3d, not "2026-02-30".',
    ],
    ['TasksQuery', 'due_by=Todays', /^due_by takes a day/],
    ['TasksQuery', 'due_by=20260230', /^due_by takes a day/],
    ['TasksQuery', 'due_by=', /^due_by takes a day/],
    ['ListPagesQuery', 'limit=5&limit=5', 'limit is repeated. Send it once.'],
    ['SearchQuery', 'q=a&q=b', 'q is repeated. Send it once.'],
  ] as const)('[D6.4] %s ?%s', (name, sent, words) => {
    expect(readQuery(schemas[name], query(sent))).toEqual({ ok: false, error: matching(words) })
  })
})

test('[D6.4] any query gives a value in bounds or a message of one line', () => {
  const name = fc.constantFrom('limit', 'offset', 'status', 'due_by', 'other', '__proto__')
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer().map(String),
    fc.constantFrom('open', '2026-11-20'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (entries) => {
      const read = readQuery(TasksQuery, entries)
      const fine = read.ok
        ? read.value.limit >= 1 && read.value.limit <= 1000 && Number.isSafeInteger(read.value.offset)
        : /^[a-z_]+ (takes|is repeated).*\.$/.test(read.error)
      expect(fine).toBe(true)
    }),
  )
})
