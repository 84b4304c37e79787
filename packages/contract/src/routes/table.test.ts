import { parseBlock, visibleText } from '@notegraph/block-text'
import { findField, findType, storeValue } from '@notegraph/page-types'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { APP_ROUTES, checkBody, Page, readQuery, routeOf, ROUTES, SetProperties } from '../index.ts'
import { EXAMPLE_BLOCK, EXAMPLE_DAY, EXAMPLE_ENTRY, EXAMPLE_PAGE, EXAMPLE_TASK } from './examples.ts'

test.each([
  [1, 'GET', '/api/v1/notes/pages', 'token'],
  [2, 'GET', '/api/v1/notes/pages/{name}', 'token'],
  [3, 'GET', '/api/v1/notes/days/{date}', 'token'],
  [4, 'GET', '/api/v1/notes/blocks/{id}', 'token'],
  [5, 'GET', '/api/v1/notes/search', 'token'],
  [6, 'GET', '/api/v1/notes/tasks', 'token'],
  [7, 'GET', '/api/v1/notes/types', 'open'],
  [8, 'POST', '/api/v1/notes/pages/{name}/blocks', 'write'],
  [9, 'POST', '/api/v1/notes/pages', 'write'],
  [10, 'POST', '/api/v1/notes/tasks/{id}', 'write'],
  [11, 'PATCH', '/api/v1/notes/blocks/{id}', 'write'],
  [12, 'PATCH', '/api/v1/notes/pages/{name}/properties/{key}', 'write'],
  [13, 'PATCH', '/api/v1/notes/pages/{name}/properties', 'write'],
  [14, 'GET', '/api/v1/openapi.json', 'open'],
])('[%i] %s %s (%s)', (number, method, path, auth) => {
  expect(ROUTES[number - 1]).toMatchObject({ number, method, path, auth })
})

test.each([
  ['GET', '/api/v1/settings/tokens', 'session'],
  ['POST', '/api/v1/settings/tokens', 'session'],
  ['POST', '/api/v1/settings/tokens/{id}/revoke', 'session'],
  ['GET', '/api/v1/settings/changes', 'session'],
  ['POST', '/api/v1/settings/changes/{id}/revert', 'session'],
  ['POST', '/api/v1/settings/changes/revert', 'session'],
  ['GET', '/api/v1/settings/storage', 'session'],
  ['GET', '/api/v1/settings/storage/files', 'session'],
  ['POST', '/api/v1/settings/storage/files/remove', 'session'],
  ['GET', '/api/v1/settings/devices', 'session'],
  ['POST', '/api/v1/settings/devices/{id}/end', 'session'],
  ['GET', '/api/v1/settings/export', 'session'],
  ['GET', '/api/v1/settings/import', 'session'],
  ['POST', '/api/v1/settings/import', 'session'],
  ['POST', '/api/files', 'session'],
  ['GET', '/api/v1/settings/openapi.json', 'open'],
])('[D9.2] %s %s (%s) is of the app', (method, path, auth) => {
  const route = APP_ROUTES.find((route) => route.path === path && route.method === method)
  expect(route).toMatchObject({ auth })
  expect(route).not.toHaveProperty('number')
})

test('[A2.2] PATCH /api/v1/notes/blocks/{id}/properties (write)', () => {
  expect(ROUTES.find(({ number }) => number === 17)).toMatchObject({
    method: 'PATCH',
    path: '/api/v1/notes/blocks/{id}/properties',
    auth: 'write',
  })
})

test.each([
  ['moveBlock', '/api/v1/notes/blocks/{id}/move'],
  ['deleteBlock', '/api/v1/notes/blocks/{id}/delete'],
  ['renamePage', '/api/v1/notes/pages/{name}/rename'],
  ['deletePage', '/api/v1/notes/pages/{name}/delete'],
])('[A10] %s is POST %s (write), and may lack a right', (operationId, path) => {
  const route = ROUTES.find((one) => one.operationId === operationId)
  expect(route).toMatchObject({ method: 'POST', path, auth: 'write' })
  expect(route?.errors).toHaveProperty('missing_right')
})

test('[A1.1] POST /api/v1/notes/pages/{name}/outline (write)', () => {
  expect(ROUTES.find(({ number }) => number === 18)).toMatchObject({
    method: 'POST',
    path: '/api/v1/notes/pages/{name}/outline',
    auth: 'write',
  })
})

test('[A4.3] GET /api/v1/notes/pages/{name}/links (token)', () => {
  expect(ROUTES.find(({ number }) => number === 22)).toMatchObject({
    method: 'GET',
    path: '/api/v1/notes/pages/{name}/links',
    auth: 'token',
  })
})

test.each([
  [20, 'GET', '/api/v1/notes/changes'],
  [21, 'POST', '/api/v1/notes/changes/{id}/revert'],
])('[A7] %i is %s %s (token)', (number, method, path) => {
  const route = ROUTES.find((one) => one.number === number)
  expect(route).toMatchObject({ method, path, auth: 'token' })
  expect(route?.errors).toHaveProperty('read_only_token')
})

test('[V1] GET /api/v1/notes/live (token) answers with events that can be resumed', () => {
  expect(ROUTES.find(({ number }) => number === 19)).toMatchObject({
    method: 'GET',
    path: '/api/v1/notes/live',
    auth: 'token',
    bytes: 'events',
    resumable: true,
  })
})

test('[16] GET /api/files/{id} (holder)', () => {
  expect(ROUTES.at(-1)).toMatchObject({
    number: 16,
    path: '/api/files/{id}',
    auth: 'holder',
    bytes: 'answer',
  })
})

test('[sync] GET /api/sync/live (session) answers with events, never as gzip', () => {
  const route = APP_ROUTES.find(({ path }) => path === '/api/sync/live')
  expect(route).toMatchObject({ method: 'GET', auth: 'session', bytes: 'events', rate: 'devices' })
  expect(route).not.toHaveProperty('gzip')
})

test('[H7] GET /api/sync/archive (session) answers with lines, as gzip', () => {
  const route = APP_ROUTES.find(({ path }) => path === '/api/sync/archive')
  expect(route).toMatchObject({ method: 'GET', auth: 'session', bytes: 'lines', gzip: true, rate: 'devices' })
})

test.each([
  ['GET', '/api/sync'],
  ['GET', '/api/sync/pages/{id}'],
  ['POST', '/api/sync'],
  ['GET', '/api/sync/conflicts'],
  ['POST', '/api/sync/conflicts/{id}'],
])('[sync] %s %s (session)', (method, path) => {
  const route = APP_ROUTES.find((route) => route.method === method && route.path === path)
  expect(route).toMatchObject({ auth: 'session', gzip: true })
})

/** The app's routes that take JSON. */
const SENDING = new Set([
  'restore',
  'makeSnapshot',
  'changeToken',
  'makeToken',
  'sharePage',
  'changeShare',
  'publishSite',
  'changeSite',
  'revertChanges',
  'removeUnlinkedFiles',
  'push',
  'pickVersion',
  'lookAtPlugin',
  'installPlugin',
  'makeWebhook',
  'changeWebhook',
  'changeDigest',
  'addDigestBrowser',
  'keepChanges',
  'seeChanges',
  'signOutEverywhere',
  'closeAccount',
  'makePerson',
  'changePerson',
  'invitePerson',
  'signOutPerson',
  'removePerson',
  'forget',
])

const ALL = [...ROUTES, ...APP_ROUTES]

/** The routes of devices that do more than read and leave no event, and why. */
const WITHOUT_EVENT = {
  addFile: 'notes',
  push: 'notes',
  pickVersion: 'notes',
  lookAtChanges: 'looks',
  lookAtPlugin: 'looks',
  seeChanges: 'looks',
  sendAgain: 'repeats',
}

test('[D9.9] each route of a device that does more than read names its event in the audit log', () => {
  const writing = APP_ROUTES.filter(({ auth, method }) => auth === 'session' && method !== 'GET')
  const silent = writing.filter(({ audit = 'nothing' }) => audit === 'nothing')
  expect(silent.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(WITHOUT_EVENT).toSorted(),
  )
  for (const whole of ['exportGraph', 'pullArchive'])
    expect(routeOf(whole).audit).toMatch(/^(?:export|graph_pulled)$/)
})

test('each route has a name of its own, and there are no others', () => {
  expect([ROUTES.length, APP_ROUTES.length]).toEqual([27, 79])
  expect(new Set(ALL.map(({ operationId }) => operationId)).size).toBe(ALL.length)
})

describe.each(ALL.map((route) => [route.number ?? route.tag, route.operationId, route] as const))(
  '[%s] %s',
  (_n, _id, route) => {
    test('says each parameter of its path', () => {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(route.parameters.map(({ name }) => name)).toEqual(inPath)
    })

    test('has an example request that it takes', () => {
      const { pathname, searchParams } = new URL(route.example.request, 'https://notes.example')
      expect(pathname).toMatch(new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
      expect(route.query ? readQuery(route.query, searchParams).ok : searchParams.size === 0).toBe(true)
      expect(route.body !== undefined).toBe(route.auth === 'write' || SENDING.has(route.operationId))
      const body = route.body && checkBody(route.body, route.example.body)
      expect(body).toEqual(route.body && { ok: true, value: route.example.body })
    })

    test('has an example answer as its schema says', () => {
      expect(v.parse(route.answer, route.example.answer)).toEqual(route.example.answer)
    })
  },
)

const errorsOf = (route: (typeof ROUTES)[number] | undefined): string =>
  Object.keys(route?.errors ?? {})
    .toSorted()
    .join(' ')
const able = (number: number): string => errorsOf(ROUTES[number - 1])
const appAble = (id: string): string => errorsOf(APP_ROUTES.find(({ operationId }) => operationId === id))

describe('[errors] the errors of the routes', () => {
  const read =
    'bad_request forbidden internal method_not_allowed payment_required rate_limited unauthorized unavailable'
  test.each([1, 3, 5])('[%i] has no target to miss', (number) => expect(able(number)).toBe(read))
  test.each([2, 4, 6])('[%i] may find nothing', (number) =>
    expect(able(number).split(' ')).toContain('not_found'),
  )
  test('[D8] the list of changes', () =>
    expect(appAble('listChanges')).toBe(read.replace('payment_required', 'other_account payment_required')))
  test('[D8] a revert', () =>
    expect(appAble('revertChange').split(' ')).toEqual(
      expect.arrayContaining(['not_found', 'conflict', 'forbidden']),
    ))
  test.each([7, 14])('[%i] is open', (number) => expect(able(number)).toBe('internal method_not_allowed'))
  test.each([8, 9, 10, 11, 12, 13])('[%i] may be refused as a write', (number) => {
    expect(able(number).split(' ')).toEqual(
      expect.arrayContaining(['read_only_token', 'conflict', 'too_large', 'trail_full', 'quota_full']),
    )
  })
})

describe('the examples say what the service would', () => {
  test.each([EXAMPLE_BLOCK, EXAMPLE_TASK, EXAMPLE_ENTRY])('a block: $text', (block) => {
    const read = parseBlock(block.content)
    expect(visibleText(read).text).toBe(block.text)
    expect({ refs: read.refs, tags: read.tags }).toEqual({ refs: block.refs, tags: block.tags })
    expect([read.marker, read.scheduled]).toEqual([block.marker, block.scheduled])
  })

  test('a page: fields are the properties of its type', () => {
    const type = findType(EXAMPLE_PAGE.props['type'] ?? '')
    expect(type?.type).toBe(EXAMPLE_PAGE.declaredType)
    for (const [label, shown] of Object.entries(EXAMPLE_PAGE.fields)) {
      const field = findField(type!, label)!
      const stored = storeValue(field, [shown].flat().join(', '))
      expect(stored).toEqual({ ok: true, value: EXAMPLE_PAGE.props[field.key] })
    }
  })

  test.each([
    [EXAMPLE_PAGE, [EXAMPLE_BLOCK, EXAMPLE_TASK]],
    [EXAMPLE_DAY, [EXAMPLE_ENTRY]],
  ])('a page: counts are those of its blocks', (page, blocks) => {
    const texts = blocks.map(({ text }) => text.replace(/^TODO /, ''))
    const count = (granularity: 'word' | 'sentence' | 'grapheme'): number =>
      texts
        .flatMap((text) => Array.from(new Intl.Segmenter('und', { granularity }).segment(text)))
        .filter(({ isWordLike }) => granularity !== 'word' || isWordLike).length
    expect(page.counts).toEqual({
      blocks: blocks.length,
      words: count('word'),
      sentences: count('sentence'),
      paragraphs: blocks.length,
      characters: count('grapheme'),
    })
  })
})

test('an answer with a member that the contract does not name is none', () => {
  expect(v.is(Page, EXAMPLE_PAGE)).toBe(true)
  expect(v.is(Page, { ...EXAMPLE_PAGE, nameLower: 'ada lovelace' })).toBe(false)
  const { hasPicture: _, ...without } = EXAMPLE_PAGE
  expect(v.is(Page, without)).toBe(false)
  expect(v.is(SetProperties, { properties: { a: 'b' } })).toBe(true)
})
