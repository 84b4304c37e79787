/** [D6.1] An answer ends before it exceeds 4 MB, whatever the `limit`, and `next` gives the following window. */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { LIMITS } from '@notegraph/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const BLOCKS = 120
/** The longest block over the API. Quotation marks and two-byte letters are longer as JSON in UTF-8. */
const WORDS = 'bulky "é" '.repeat(2_000)
/** A block that only an import or a device can create. */
const VAST = 'vast'.repeat(1_200_000)
const DAY = 'journal-20261101'

let api: Api
let session: string

beforeAll(async () => {
  api = await openApi()
  const records: GraphRecord[] = [makePage({ id: DAY, name: '2026-11-01', now: NOON - 1 })]
  for (let n = 0; n < BLOCKS; n++) {
    const place = { pageId: DAY, parentId: null, order: n }
    records.push(
      makeBlock({ id: `bulk-${n}`, content: `TODO ${n} ${WORDS}`, rev: `r${n}`, ...place, now: NOON + n }),
    )
    const props = Array.from({ length: 30 }, (_, i) => [`key-${i}`, WORDS.slice(0, 2_000)] as const)
    records.push(makePage({ id: `bulk-page-${n}`, name: `Bulk ${n}`, props, now: NOON }))
  }
  records.push(makePage({ id: 'vast', name: 'Vast', now: NOON - 2 }))
  for (let n = 0; n < 2; n++) {
    const place = { pageId: 'vast', parentId: null, order: n }
    records.push(makeBlock({ id: `vast-${n}`, content: VAST, rev: `v${n}`, ...place, now: NOON }))
  }
  await api.graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  ;({ session } = await api.operators.createSession('me', { device: 'Laptop' }))
})

interface Part {
  readonly bytes: number
  readonly items: readonly { readonly id: string }[]
  readonly total: number
  readonly next: number | null
}

async function parts(target: string, list: string, token = api.token): Promise<Part[]> {
  const all: Part[] = []
  for (let offset: number | null = 0; offset !== null; offset = all.at(-1)!.next) {
    const { status, text, body } = await api.call(`${target}limit=1000&offset=${offset}`, {
      token,
      unchecked: true,
    })
    expect(status).toBe(200)
    const { [list]: items, total, next } = body
    all.push({ bytes: Buffer.byteLength(text), items, total, next })
  }
  return all
}

const NOTES = '/api/v1/notes'
const BULKY = Array.from({ length: BLOCKS }, (_, n) => `bulk-${n}`)

describe.each([
  ['[1] pages', '/pages?type=page&', 'pages'],
  ['[2] a page', '/pages/2026-11-01?', 'blocks'],
  ['[3] a day', '/days/2026-11-01?', 'blocks'],
  ['[5] a search', '/search?q=bulky&', 'blocks'],
  ['[5] a search with snippets', '/search?q=bulky&snippets=true&', 'blocks'],
  ['[6] tasks', '/tasks?status=all&', 'tasks'],
])('[D6.1] %s', (_, target, list) => {
  test('comes in parts of up to 4 MB, each item once', async () => {
    const all = await parts(NOTES + target, list)
    expect(all.length).toBeGreaterThan(1)
    for (const { bytes } of all) expect(bytes).toBeLessThanOrEqual(LIMITS.answerBytes)
    // The next item would exceed the limit.
    for (const { bytes } of all.slice(0, -1)) expect(bytes).toBeGreaterThan(LIMITS.answerBytes - 200_000)
    const listed = all.flatMap(({ items }) => ids(items))
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toHaveLength(all[0]!.total)
    const bulk = listed.filter((id) => id.startsWith('bulk-')).map((id) => id.replace('page-', ''))
    expect(bulk.toSorted()).toEqual(BULKY.toSorted())
  })

  test('ends where `limit` says, when that is less', async () => {
    const { body } = await api.call(`${NOTES}${target}limit=2`)
    expect([body[list].length, body['next']]).toEqual([2, 2])
  })
})

test('[D6.1] one item comes, however long it is', async () => {
  const all = await parts(`${NOTES}/pages/Vast?`, 'blocks')
  expect(all.map(({ items, next }) => [ids(items), next])).toEqual([
    [['vast-0'], 1],
    [['vast-1'], null],
  ])
})

test('[D6.1] a page as it was comes in parts, with what changed on it', async () => {
  const seq = await api.graph.commits.head()
  const all = await parts(`/api/v1/settings/pages/${DAY}/history/${seq}?`, 'blocks', session)
  expect(all.length).toBeGreaterThan(1)
  for (const { bytes } of all) expect(bytes).toBeLessThanOrEqual(LIMITS.answerBytes)
  expect(all.flatMap(({ items }) => ids(items)).toSorted()).toEqual(BULKY.toSorted())
})

test('[D6.1] the list of changes stops at whole changes', async () => {
  for (let n = 0; n < 8; n++) {
    const blocks = Array.from({ length: 3 }, (_, i) => `${i} ${'x'.repeat(19_000)}`)
    expect((await api.post('/pages', { name: `Made ${n}`, blocks })).status).toBe(200)
  }
  for (const query of ['', 'touched=true&']) {
    const all = await parts(`/api/v1/settings/changes?${query}`, 'changes', session)
    expect(all.flatMap(({ items }) => items)).toHaveLength(8)
    for (const { bytes } of all) expect(bytes).toBeLessThanOrEqual(LIMITS.answerBytes)
  }
})
