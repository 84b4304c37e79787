/**
 * [limits] Every limit of writes and answers, at n and at n + 1. Limits of rates, bodies, keys, searches and the age of
 * changes are tested with their subjects.
 */
import { DEFAULT_RATES, LIMITS } from '@notegraph/contract'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

let api: Api
beforeEach(async () => {
  api = await openApi()
})

const x = (length: number): string => 'x'.repeat(length)
const some = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))

const addBlock = (text: string) => api.post('/pages/Long/blocks', { text })
const createPage = (more: object) => api.post('/pages', { name: 'New', ...more })
const setProperty = (key: string, value: string | null) =>
  api.patch(`/pages/Long/properties/${encodeURIComponent(key)}`, { value })
const properties = (count: number) => Object.fromEntries(some(count, (n) => [`key-${n}`, 'value']))

describe('text of a block: 20,000 characters', () => {
  test.each([
    ['a new block', (text: string) => addBlock(text)],
    ['a block of a new page', (text: string) => createPage({ blocks: [text] })],
    ['a rewrite', (text: string) => api.patch('/blocks/long-1', { text })],
  ])('%s', async (_, write) => {
    const { status, body } = await write(x(20_001))
    expect([status, body['code']]).toEqual([400, 'bad_request'])
    expect(body['error']).toMatch(/20000 characters, not 20001\.$/)
    expect((await write(x(20_000))).body).toMatchObject({ changed: true })
  })

  test('as JavaScript counts them, which takes up to three bytes each', async () => {
    expect((await addBlock('語'.repeat(20_000))).status).toBe(200)
    expect((await addBlock('😀'.repeat(10_000))).status).toBe(200)
    expect((await addBlock('😀'.repeat(10_000) + 'x')).status).toBe(400)
  })

  test('the stored text is measured: with the lines that a rewrite keeps', async () => {
    expect((await addBlock(`  ${x(20_000)}\n\n`)).status).toBe(200)
    const kept = 'TODO [#A] \nSCHEDULED: <2026-11-18 Wed>'.length
    expect((await api.patch('/blocks/late', { text: x(20_001 - kept) })).status).toBe(400)
    expect((await api.patch('/blocks/late', { text: x(20_000 - kept) })).status).toBe(200)
  })

  test('control characters are line breaks and tabs alone', async () => {
    for (const text of ['a\nb', 'a\tb', 'a\r\nb']) expect((await addBlock(text)).status).toBe(200)
    for (const code of [0, 1, 7, 8, 0xb, 0xc, 0x1b, 0x7f, 0x80, 0x9f])
      expect((await addBlock(`a${String.fromCharCode(code)}b`)).status).toBe(400)
  })
})

test('name of a page: 200 characters', async () => {
  expect((await api.post('/pages', { name: x(200) })).body).toMatchObject({ existed: false })
  expect((await api.post('/pages', { name: ` ${'y'.repeat(200)} ` })).status).toBe(200)
  expect((await api.post('/pages', { name: x(201) })).status).toBe(400)
})

describe('key of a property: 64 characters', () => {
  test.each([
    ['set one', (key: string) => setProperty(key, 'v')],
    ['set several', (key: string) => api.patch('/pages/Long/properties', { properties: { [key]: 'v' } })],
    ['a new page', (key: string) => createPage({ properties: { [key]: 'v' } })],
  ])('%s', async (_, write) => {
    expect((await write(x(65))).status).toBe(400)
    expect((await write(x(64))).body).toMatchObject({ changed: true })
  })
})

describe('value of a property: 2,000 characters', () => {
  test.each([
    ['set one', (value: string) => setProperty('k', value)],
    ['set several', (value: string) => api.patch('/pages/Long/properties', { properties: { k: value } })],
    ['a new page', (value: string) => createPage({ properties: { k: value } })],
  ])('%s', async (_, write) => {
    expect((await write(x(2_001))).status).toBe(400)
    expect((await write(x(2_000))).body).toMatchObject({ changed: true })
  })

  test('the stored text is measured', async () => {
    expect((await setProperty('k', ` ${x(2_000)} `)).status).toBe(200)
    const set = (value: string) => api.patch('/pages/Countess/properties/Knows', { value })
    expect((await set(x(1_996))).body['page'].props.knows).toHaveLength(2_000)
    expect((await set(x(1_997))).status).toBe(400)
  })
})

describe('properties of a page: 65,536 characters in all', () => {
  /** Fills the page up to a number of characters, with keys of three characters and values of 1,997. */
  async function fillTo(characters: number): Promise<void> {
    const key = (n: number) => `k${String(n).padStart(2, '0')}`
    const whole = Math.floor(characters / 2_000)
    for (let n = 0; n < whole; n += 30) {
      const part = some(Math.min(30, whole - n), (i) => [key(n + i), x(1_997)])
      const { status } = await api.patch('/pages/Long/properties', { properties: Object.fromEntries(part) })
      expect(status).toBe(200)
    }
    expect((await setProperty('end', x(characters - whole * 2_000 - 3))).status).toBe(200)
  }

  test('at n and at n + 1', async () => {
    await fillTo(65_536)
    const { status, body } = await setProperty('end', x(65_536 - 32 * 2_000 - 2))
    expect([status, body['code']]).toEqual([400, 'bad_request'])
    expect((await setProperty('a', 'b')).status).toBe(400)
    expect((await setProperty('end', 'short')).status).toBe(200)
  })

  test('a key that was cleared counts, its value does not', async () => {
    await fillTo(65_536)
    expect((await setProperty('k00', null)).status).toBe(200)
    expect((await setProperty('new', x(1_995))).status).toBe(400)
    expect((await setProperty('new', x(1_994))).status).toBe(200)
  })

  test('a page that is past it already may shrink, never grow', async () => {
    const props = some(40, (n) => [`k${n + 10}`, x(1_997)] as [string, string])
    await api.graph.commits.commit({
      puts: [{ record: makePage({ id: 'full', name: 'Full', props, now: NOON }), from: 0 }],
    })
    const set = (key: string, value: string) => api.patch(`/pages/Full/properties/${key}`, { value })
    expect((await set('k10', x(1_998))).status).toBe(400)
    expect((await set('new', 'v')).status).toBe(400)
    expect((await set('k10', x(1_996))).status).toBe(200)
  })
})

describe('a new page: 30 properties and 100 blocks', () => {
  test.each([
    ['properties', properties],
    ['blocks', (count: number) => some(count, (n) => `block ${n}`)],
  ])('%s', async (member, make) => {
    const most = member === 'blocks' ? 100 : 30
    expect((await createPage({ [member]: make(most + 1) })).status).toBe(400)
    const { body } = await createPage({ [member]: make(most) })
    expect(body).toMatchObject({ changed: true })
    expect(body['page'].counts.blocks).toBe(member === 'blocks' ? 100 : 0)
  })
})

test('several properties: 30 in a call', async () => {
  expect((await api.patch('/pages/Long/properties', { properties: properties(30) })).status).toBe(200)
  expect((await api.patch('/pages/Long/properties', { properties: properties(31) })).status).toBe(400)
  expect((await api.patch('/pages/Long/properties', { properties: {} })).status).toBe(400)
})

describe('changes that can be reverted', () => {
  test('500: the 501st is refused, until one is reverted or 30 days old', async () => {
    api = await openApi({ rates: { revertibleChanges: DEFAULT_RATES.revertibleChanges } })
    const { session } = await api.operators.createSession('me', { device: 'Phone' })
    for (let n = 0; n < 500; n++) expect((await addBlock(`${n}`)).status).toBe(200)
    const { status, headers, body } = await addBlock('one more')
    expect([status, headers.get('retry-after')]).toEqual([429, null])
    expect(body).toEqual({
      error: 'The list of changes is full: 500 changes can still be reverted.',
      code: 'trail_full',
      hint: 'Keep or revert some changes in Settings, or wait for them to pass 30 days.',
    })
    const changes = '/api/v1/settings/changes'
    const { body: listed } = await api.call(`${changes}?limit=1000`, { token: session })
    expect(listed).toMatchObject({ total: 500, next: null })
    const { id } = listed['changes'][499]
    await api.call(`${changes}/${id}/revert`, { method: 'POST', token: session })
    expect((await addBlock('one more')).status).toBe(200)
    expect((await addBlock('and one more')).status).toBe(429)
    api.clock.now += LIMITS.changeDays * 86_400_000 + 1
    expect((await addBlock('and one more')).status).toBe(200)
    expect((await api.call(changes, { token: session })).body['total']).toBe(1)
  })

  test('0 is no limit', async () => {
    for (let n = 0; n < 502; n++) expect((await addBlock(`${n}`)).status).toBe(200)
  })
})

describe('a list: 1,000 items in an answer', () => {
  const COUNT = 1_001
  beforeEach(async () => {
    const now = NOON - 1
    const pages = some(COUNT, (n) => makePage({ id: `many-${n}`, name: `Many ${n}`, now }))
    const blocks = some(COUNT, (n) =>
      makeBlock({
        id: `many-b-${n}`,
        content: 'TODO many',
        rev: 'r',
        pageId: 'many-0',
        parentId: null,
        order: n,
        now,
      }),
    )
    await api.graph.commits.commit({ puts: [...pages, ...blocks].map((record) => ({ record, from: 0 })) })
  })

  test.each([
    ['/pages', 'pages', 1_000],
    ['/pages/Many%200', 'blocks', 1_000],
    ['/search?q=many', 'blocks', 200],
    ['/tasks', 'tasks', 100],
  ])('%s gives %s, %i of them where nothing is said', async (target, member, fallback) => {
    const withLimit = (limit: number) => `${target}${target.includes('?') ? '&' : '?'}limit=${limit}`
    const plain = (await api.get(target)).body
    expect(plain[member]).toHaveLength(fallback)
    expect(plain['next']).toBe(fallback)
    expect(plain['total']).toBeGreaterThanOrEqual(COUNT)
    const most = (await api.get(withLimit(1_000))).body
    expect([most[member].length, most['next']]).toEqual([1_000, 1_000])
    expect((await api.get(withLimit(1_001))).status).toBe(400)
  })
})

describe('after the plan ends: 30 days of reading', () => {
  const DAY = 86_400_000
  test.each([
    [0, 200, 402],
    [30 * DAY - 1, 200, 402],
    [30 * DAY, 402, 402],
  ])('%i ms after it, a read is %i and a write %i', async (after, read, write) => {
    await api.operators.setAccount('me', { plan: 'grace', endedAt: NOON })
    api.clock.now += after
    expect((await api.get('/tasks')).status).toBe(read)
    const refused = await addBlock('x')
    expect(refused.status).toBe(write)
    expect(refused.body['error']).toMatch(
      read === 200 ? /you can read but not write\.$/ : /nothing to read\.$/,
    )
  })
})

describe('storage', () => {
  const withLongLine = async (): Promise<Api> => {
    const one = await openApi()
    await one.patch('/blocks/long-1', { text: x(1_000) })
    return one
  }

  /** The smallest quota with which the block can be added. */
  async function leastFor(text: string): Promise<number> {
    let [low, high] = [0, 1_000_000]
    while (low < high) {
      const quota = (low + high) >> 1
      const one = await withLongLine()
      await one.operators.setAccount('me', { quota })
      const { status } = await one.post('/pages/Long/blocks', { text })
      expect([200, 507]).toContain(status)
      if (status === 200) high = quota
      else low = quota + 1
    }
    return low
  }

  test('a write that would grow the graph beyond it is 507, one that does not is taken', async () => {
    const least = await leastFor('words')
    expect((await leastFor('words, and some more of them')) - least).toBeGreaterThan(0)
    api = await withLongLine()
    await api.operators.setAccount('me', { quota: least })
    expect((await addBlock('words')).status).toBe(200)
    const { status, body } = await addBlock('words')
    expect([status, body['code'], body['hint']]).toEqual([507, 'quota_full', 'Make room in cloud sync.'])
    // An edit that frees space needs no free space.
    expect((await api.patch('/blocks/long-1', { text: 'short' })).status).toBe(200)
    expect((await api.get('/tasks')).status).toBe(200)
  })
})
