/** @module-tag both-stores */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { NOTES, openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/** Bytes that a request target may contain: literal, or percent-encoded, valid or not. */
const piece = fc.oneof(
  fc.constantFrom(
    '%',
    '%f',
    '%ff',
    '%C3',
    '%2F',
    '%2e',
    '%00',
    '%0a',
    '%ED%A0%80',
    '..',
    '.',
    ';',
    '+',
    '[',
    '"',
  ),
  fc.constantFrom('today', 'Plans', 'late', 'line', '2026-02-30', '__proto__', '*', ':name', '{name}'),
  fc.string({
    unit: fc.constantFrom(...Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i))),
    maxLength: 6,
  }),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
)
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))

const path = fc.oneof(
  text.map((rest) => `/${rest}`).filter((path) => !/^\/(?:\?|$|[ps]\/)/.test(path)), // pages for people
  fc
    .tuple(
      fc.constantFrom('/pages/', '/days/', '/blocks/', '/pages', '/tasks', '/search', '/types', '/'),
      text,
    )
    .map(([route, rest]) => NOTES + route + rest),
)
const parameter = fc
  .tuple(
    fc.oneof(fc.constantFrom('limit', 'offset', 'type', 'status', 'due_by', 'q'), text),
    fc.constantFrom('=', ''),
    text,
  )
  .map((parts) => parts.join(''))
const target = fc
  .tuple(path, fc.array(parameter, { maxLength: 4 }))
  .map(([path, query]) => (query.length === 0 ? path : `${path}?${query.join('&')}`))

/** Any value of a header. */
const value = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 224 }, (_, i) => String.fromCodePoint(i + 32)), '\t'),
  maxLength: 40,
})
const headers = fc.dictionary(
  fc.constantFrom(
    'Authorization',
    'X-Forwarded-For',
    'Content-Type',
    'Origin',
    'Accept',
    'Range',
    'If-None-Match',
  ),
  value,
)
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS')

test('any request gets an answer that the contract knows, and never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(target, method, headers, fc.boolean(), async (target, method, headers, authorized) => {
      const { Authorization = '', ...others } = headers
      const sent = authorized ? others : { ...others, Authorization }
      const { status } = await api.call(target, {
        method,
        headers: sent,
        ...(!authorized && { token: null }),
      })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 1_500 },
  )
})

test('a name that is encoded as it should be is found, or is not there; nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (name) => {
      fc.pre(!/^\s*\d{4}-\d\d-\d\d\s*$/.test(name))
      expect([200, 404]).toContain(
        (await api.get(`/pages/${encodeURIComponent(name.toWellFormed())}`)).status,
      )
    }),
    { numRuns: 300 },
  )
})

test('plain words of any script are searched for', async () => {
  const words = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .map((text) => text.toWellFormed().replaceAll(/[()[\]"]/g, ''))
  await fc.assert(
    fc.asyncProperty(words, async (words) => {
      fc.pre(words.trim() !== '')
      const { status, body } = await api.get(`/search?q=${encodeURIComponent(words)}`)
      expect(status).toBe(200)
      expect(body['truncated']).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('any text between brackets and quotes is a query, or does not parse', async () => {
  const word = fc.oneof(
    fc.constantFrom(
      '(',
      ')',
      '[[',
      ']]',
      '"',
      '(and',
      '(or',
      '(not',
      '(todo',
      '(between',
      '(page-property',
      '-7d',
      'today',
    ),
    fc.constantFrom(
      '(task',
      '(priority',
      '(property',
      '(sample',
      '#tag',
      'key',
      '99999999999d',
      '2026-02-30',
      'DOING',
      '\\',
      '\0',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }).map((text) => text.toWellFormed()),
  )
  const query = fc.tuple(fc.array(word, { maxLength: 14, size: 'max' }), fc.constantFrom(' ', ''))
  await fc.assert(
    fc.asyncProperty(query, async ([words, between]) => {
      const { status } = await api.get(`/search?q=${encodeURIComponent(words.join(between))}`)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: 500 },
  )
})
