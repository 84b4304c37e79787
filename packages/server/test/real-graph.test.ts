/**
 * The documentation of Logseq, a graph that many people wrote over years, from a folder next to the checkout.
 *
 * @module-tag second-ring
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isoDay, makeDay } from '@notegraph/block-text'
import { blockJson, pageJson } from '@notegraph/graph'
import { diskFolder, diskTarget } from '@notegraph/host'
import { exportFolder, importFolder, type ImportResult } from '@notegraph/service'
import { memoryBlobs, type GraphStore, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

const root = fileURLToPath(new URL('../../../../shared/graphs/logseq-docs/', import.meta.url))
const absent = !existsSync(root)
const reason = absent ? ' (left out: the graph is not beside this checkout)' : ''

const NOW = Date.UTC(2026, 10, 20, 12)
const ALL = { limit: Infinity, offset: 0 }
const ACCOUNT = { id: 'me', quota: Infinity }
const BLOBS = memoryBlobs()
const NOTHING = { pages: 0, journals: 0, blocks: 0, files: 0 }

/** Every page with its blocks as the API returns them, siblings counted from 1. */
async function answers(graph: GraphStore): Promise<unknown[]> {
  const { pages } = await graph.pages.list({}, ALL)
  const all: unknown[] = []
  for (const page of pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const places = new Map<unknown, number>()
    const { blocks } = await graph.blocks.listByPage(page.id, ALL)
    const listed = blocks.map((block) => {
      const answer = JSON.parse(blockJson(block, page.name)) as { parentId: string | null }
      const order = (places.get(answer.parentId) ?? 0) + 1
      places.set(answer.parentId, order)
      return { ...answer, order }
    })
    all.push({ page: JSON.parse(pageJson(page)), blocks: listed })
  }
  return all
}

describe.skipIf(absent)(`a graph of the wild${reason}`, () => {
  let store: Store
  let graph: GraphStore
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-wild-'))
  let api: Api
  let first: ImportResult

  beforeAll(async () => {
    store = await openTestStore()
    graph = store.graph('me')
    first = await importFolder(store, BLOBS, ACCOUNT, diskFolder(root), { now: NOW })
    api = await openApi({ wrap: (held) => ({ ...held, graph: () => graph }) })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is read whole, its 20 Org files too', () => {
    if (!first.ok) throw new Error(first.why)
    expect(first.report).toMatchObject({ pages: 242, journals: 91, blocks: 6770, skipped: 0 })
    expect(first.report.unread).toEqual([])
  })

  test('imported again changes nothing', async () => {
    const head = await graph.commits.head()
    const again = await importFolder(store, BLOBS, ACCOUNT, diskFolder(root), { now: NOW + 1 })
    expect(again).toMatchObject({ ok: true, report: { ...NOTHING, skipped: 242 + 91 + 6770 } })
    expect(await graph.commits.head()).toBe(head)
  })

  test('exported and imported elsewhere gives the same answers, and is sound in both places', async () => {
    const written = await exportFolder(store, BLOBS, 'me', diskTarget(folder))
    expect(written).toMatchObject({ ok: true, report: { pages: 242, journals: 91, blocks: 6770 } })
    const other = await openTestStore()
    const back = await importFolder(other, BLOBS, ACCOUNT, diskFolder(folder), { now: NOW })
    expect(back).toMatchObject({ ok: true, report: { pages: 242, journals: 91, blocks: 6770, unread: [] } })
    expect(await answers(other.graph('me'))).toEqual(await answers(graph))
    expect(await graph.maintenance.check()).toEqual([])
    expect(await other.graph('me').maintenance.check()).toEqual([])
    await other.close()
  })

  test('every page, every day and every block is read over HTTP', async () => {
    const { body } = await api.get('/pages')
    expect(body['total']).toBe(333)
    const blocks = new Set<string>()
    for (const { name, id, kind, day } of body['pages'] as {
      name: string
      id: string
      kind: string
      day: number
    }[]) {
      const read = await api.get(`/pages/${encodeURIComponent(name)}`)
      expect([read.status, read.body['page'].id]).toEqual([200, id])
      for (
        let at = read;
        ;
        at = await api.get(`/pages/${encodeURIComponent(name)}?offset=${at.body['next']}`)
      ) {
        for (const block of at.body['blocks']) blocks.add(block.id)
        if (at.body['next'] === null) break
      }
      if (kind !== 'journal') continue
      const date = isoDay(makeDay(Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100)!)
      const of = await api.get(`/days/${date}`)
      expect([of.status, of.body['page'].id, of.body['total']]).toEqual([200, id, read.body['total']])
    }
    expect(blocks.size).toBe(6770)
    for (const id of blocks) expect((await api.get(`/blocks/${id}`)).status).toBe(200)
  })

  test('is searched and its tasks are listed, page by page to the end', async () => {
    for (const words of ['logseq', 'query page', 'block', '的', 'a']) {
      const found = new Set<string>()
      let next: number | null = 0
      let total = 0
      while (next !== null) {
        const { status, body } = await api.get(
          `/search?q=${encodeURIComponent(words)}&limit=500&offset=${next}`,
        )
        expect(status).toBe(200)
        for (const { id } of body['blocks']) found.add(id)
        total = body['total']
        next = body['next']
      }
      expect(found.size).toBe(total)
    }
    const [open, done, all] = await Promise.all(
      ['open', 'done', 'all'].map((status) => api.get(`/tasks?status=${status}&limit=1000`)),
    )
    expect(all!.body['total']).toBe(open!.body['total'] + done!.body['total'])
    expect(open!.body['total']).toBeGreaterThan(0)
  })
})
