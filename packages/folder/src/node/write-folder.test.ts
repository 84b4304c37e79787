import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pageRecords, withFiles } from '../index.ts'
import { readFolder, writeFolder } from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const NOW = Date.UTC(2026, 10, 20)
const at = (order: number) => ({ pageId: 'p', parentId: null, order, now: NOW, rev: 'r' })
const records: readonly GraphRecord[] = [
  makeBlock({ id: 'b', content: '[one](/api/files/f1) and ![two](/api/files/f2)', ...at(2) }),
  makePage({ id: 'p', name: 'Boat', props: [['plan', '![x](/api/files/none)']], now: NOW }),
  makeBlock({ id: 'a', content: 'TODO caulk', ...at(1) }),
]
const BYTES: Readonly<Record<string, string>> = { f1: 'first', f2: 'second' }
const readFile = async (id: string) =>
  id in BYTES
    ? { ok: true as const, name: 'map.png', bytes: new TextEncoder().encode(BYTES[id]) }
    : { ok: false as const }
async function* batches() {
  yield records.slice(0, 1)
  yield records.slice(1)
}

test.each(['logseq', 'obsidian'] as const)(
  'writes a graph for %s with its files, which reads back as the same graph',
  async (layout) => {
    const to = join(folder, 'new', 'notes')
    expect(await writeFolder(to, batches(), { layout, readFile })).toEqual({
      ok: true,
      pages: 1,
      files: 2,
      missing: ['none'],
    })
    const { plan, notes } = await readFolder(to)
    expect(plan.style).toBe(layout === 'logseq' ? 'logseq' : 'notes')
    const ids = new Map(
      plan.assets.map((path) => [path, readFileSync(join(to, path), 'utf8') === 'first' ? 'f1' : 'f2']),
    )
    const drafts = []
    for await (const read of notes()) {
      if (!read.ok) throw new Error(read.unread[0]?.why)
      expect(read.modifiedAt).toBe(NOW)
      drafts.push(withFiles(read.note, (path) => ids.get(path)))
    }
    const back = pageRecords(drafts, { now: 1, newId: () => 'new' })
    expect(back[0]!.record).toEqual(records[1])
    expect(back[0]!.blocks.map(({ item }) => [item.id, item.words.text, item.createdAt])).toEqual([
      ['a', 'TODO caulk', NOW],
      ['b', '[one](/api/files/f1) and ![two](/api/files/f2)', NOW],
    ])
  },
)

test('[operations, Import and export] leaves the address of a file that is gone before its bytes are written', async () => {
  let reads = 0
  const goneLater = async (id: string) => readFile(++reads > 3 && id === 'f1' ? 'none' : id)
  expect(await writeFolder(folder, records, { layout: 'obsidian', readFile: goneLater })).toEqual({
    ok: true,
    pages: 1,
    files: 1,
    missing: ['none', 'f1'],
  })
  expect(readFileSync(join(folder, 'Boat.md'), 'utf8')).toContain('[one](/api/files/f1)')
})

test('writes nothing into a folder with files, and without readFile leaves addresses as they are', async () => {
  expect(await writeFolder(folder, records, { layout: 'obsidian' })).toMatchObject({ ok: true, files: 0 })
  const before = statSync(join(folder, 'Boat.md')).ino
  expect(await writeFolder(folder, [], { layout: 'obsidian' })).toMatchObject({
    ok: false,
    code: 'not_empty',
  })
  expect(statSync(join(folder, 'Boat.md')).ino).toBe(before)
  expect(readFileSync(join(folder, 'Boat.md'), 'utf8')).toContain('[one](/api/files/f1)')
})
