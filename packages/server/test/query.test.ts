/** @module-tag both-stores */
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api, type Call } from './api.ts'
import { openHay } from './hay.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
const search = (q: string, rest = '', call: Call = {}) =>
  api.get(`/search?q=${encodeURIComponent(q)}${rest}`, call)

test.each([
  ['"first program"', ['ada-1']],
  ['"program first"', []],
  ['[[analytical ENGINE]]', ['ada-1']],
  ['[[Countess]]', ['soon']], // linked by an alias
  ['[[Nov 22nd, 2026]]', ['linked']],
  ['#[[Engines]]', ['ada-1']],
  ['(todo TODO doing)', ['soon', 'late']],
  ['(priority a)', ['late']],
  ['(between -1d today)', ['yesterday-1', 'today-1']],
  ['(between due today +5d)', ['linked', 'soon']],
  ['(between scheduled -7d today)', ['late']],
  ['(property source menabrea)', ['ada-3']],
  ['(page-property works-at [[analytical society]])', ['ada-3', 'ada-2', 'ada-1']],
  ['(page-type person) (not [[analytical engine]])', ['ada-3', 'ada-2']],
  ['(page-tags engines) program', ['ada-1']],
  ['(and (page Plans) (not (or (todo done canceled) oil)))', ['someday', 'linked', 'soon']],
  ['(page "enchantress of numbers") (or "table" #engines)', ['ada-2', 'ada-1']],
  ['(namespace notes)', []],
])('[5] q=%s', async (q, expected) => {
  const { status, body } = await search(q)
  expect(status).toBe(200)
  expect(ids(body['blocks'])).toEqual(expected)
  expect(body).toMatchObject({ total: expected.length, next: null, truncated: false })
})

test("[D1.6] today is the token's", async () => {
  const zone = 'Pacific/Kiritimati' // a zone in which it is the 21st
  const { token } = await api.operators.createToken('me', { name: 'Far', scope: 'read', zone })
  expect((await search('(between today today)', '', { token })).body['blocks']).toEqual([])
  expect(ids((await search('(between yesterday today)', '', { token })).body['blocks'])).toEqual(['today-1'])
})

const times = (count: number, one: string): string => Array.from({ length: count }, () => one).join(' ')
const nested = (depth: number): string => '[[a '.repeat(depth) + ']]'.repeat(depth)

describe('[D5.3] limits', () => {
  test.each([
    ['24 plain words', times(24, 'w')],
    ['24 words in a string', `"${times(24, 'w')}"`],
    ['24 words in two strings', `(page "${times(12, 'w')}") "${times(12, 'w')}"`],
    ['25 words that are parts', `(or ${times(25, 'w')})`],
    ['26 parts in the row', times(26, '[[a]]')],
    ['26 parts in an operator', `(and ${times(25, '#a')})`],
    ['26 parts in one another', `${'(not '.repeat(25)}rye${')'.repeat(25)}`],
    ['200 arguments', `(page-tags ${times(200, 't')})`],
    ['brackets 26 deep', nested(26)],
    ['1000 characters', `"${'x'.repeat(998)}"`],
  ])('200 for %s', async (_, q) => expect((await search(q)).status).toBe(200))

  test.each([
    ['25 plain words', times(25, 'w'), 'there are more than 24 words at character 49'],
    ['25 words in a string', `"${times(25, 'w')}"`, 'there are more than 24 words at character 50'],
    [
      '25 words in two strings',
      `(page "${times(12, 'w')}") "${times(13, 'w')}"`,
      'there are more than 24 words at character 59',
    ],
    ['27 parts in the row', times(27, '[[a]]'), 'there are more than 26 parts at character 157'],
    ['27 parts in an operator', `(and ${times(26, '#a')})`, 'there are more than 26 parts at character 81'],
    [
      '27 parts in one another',
      `${'(not '.repeat(26)}rye${')'.repeat(26)}`,
      'there are more than 26 parts at character 131',
    ],
    ['brackets 27 deep', nested(27), 'brackets nest more than 26 levels deep at character 105'],
    [
      'operators 27 deep',
      `${'(not '.repeat(26)}(and rye)${')'.repeat(26)}`,
      'brackets nest more than 26 levels deep at character 131',
    ],
  ])('400 for %s', async (_, q, words) => {
    const { status, body } = await search(q)
    expect(status).toBe(400)
    expect(body['error']).toBe(`q does not parse: ${words}.`)
  })

  test('400 for 1001 characters', async () => {
    const { status, body } = await search(`"${'x'.repeat(999)}"`)
    expect(status).toBe(400)
    expect(body['error']).toBe('q takes at most 1000 characters, not 1001.')
  })
})

describe('[D5.4] more than 10,000 matches', () => {
  let many: Api
  beforeAll(async () => {
    many = await openHay()
  })

  test.each([
    ['"hay"', '', { count: 200, total: 10_000, next: 200, truncated: true }],
    ['hay', '&limit=1000&offset=8999', { count: 1_000, total: 10_000, next: 9_999, truncated: true }],
    ['hay', '&limit=1000&offset=9000', { count: 1_000, total: 10_000, next: null, truncated: true }],
    ['hay', '&limit=1000&offset=9999', { count: 1, total: 10_000, next: null, truncated: true }],
    ['hay', '&offset=10000', { count: 0, total: 10_000, next: null, truncated: true }],
    ['(not nothing)', '&limit=1', { count: 1, total: 10_000, next: 1, truncated: true }],
    ['hay (not needle)', '', { count: 200, total: 10_000, next: 200, truncated: false }],
    ['hay (not needle)', '&offset=9800', { count: 200, total: 10_000, next: null, truncated: false }],
    ['(and needle)', '', { count: 1, total: 1, next: null, truncated: false }],
  ])('%s%s', async (q, rest, expected) => {
    const { status, body } = await many.get(`/search?q=${encodeURIComponent(q)}${rest}`)
    const { blocks, ...counted } = body
    expect([status, { count: blocks.length, ...counted }]).toEqual([200, expected])
  })
})

test.each([
  '(between -9999999999y +9999999999d)',
  '(not (between created -9999y 9999y))',
  '(between updated 9999-12-31 1000-01-01)',
  '(or (between created 1000-01-01 1000-01-01) (between due 9999-12-31 9999-12-31))',
  '(page "\0") (namespace "%")',
  '(or (property __proto__) (page-property constructor toString))',
  "(page-tags ['; --, % _ \\])",
  `(page-tags ${times(490, 'x')})`,
  `(todo ${times(190, 'todo')})`,
])('200 at the edge of the language: %j', async (q) => {
  expect((await search(q)).status).toBe(200)
})
