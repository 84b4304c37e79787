/**
 * A note with more blocks than one transaction holds: either its page and all of its blocks are committed, or nothing
 * after it.
 *
 * @module-tag both-stores
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs, type Store } from '@notegraph/store'
import { makeTestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFolder } from './import.ts'
import type { FolderSource } from '@notegraph/folder'

const NOON = Date.UTC(2026, 10, 20, 12)
/** One full transaction, and a rest that the main thread commits while it starts the bulk thread. */
const BULLETS = 9_900

let folder: string
let store: Store
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-batches-'))
  store = await (await makeTestData(folder)).open({ bulkIdle: 1 })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const text = Array.from({ length: BULLETS }, (_, n) => `- ${n} ${'x'.repeat(200)}\n`).join('')
const source: FolderSource = {
  paths: async () => ['a.md'],
  read: async () => ({ bytes: Buffer.from(text), modifiedAt: NOON }),
}
const importIt = (quota: number) =>
  importFolder(
    store,
    memoryBlobs(() => NOON),
    { id: 'me', quota },
    source,
    { now: NOON },
  )

test('a note of 9,900 bullets is imported whole, however soon an idle thread ends', async () => {
  expect(await importIt(Infinity)).toMatchObject({ ok: true, report: { pages: 1, blocks: BULLETS } })
  const graph = store.graph('me')
  expect((await graph.pages.findByName('a'))?.counts.blocks).toBe(BULLETS)
  expect(await graph.maintenance.check()).toEqual([])
})

test('if the transaction with its page is refused, none of its blocks are committed', async () => {
  expect(await importIt(1_000_000)).toEqual({ ok: false, why: 'quota_full' })
  const graph = store.graph('me')
  expect(await graph.commits.head()).toBe(0)
  expect(await graph.maintenance.check()).toEqual([])
})
