/**
 * Imports in a thread of their own: bad notes, stops, and other writers at the same time.
 *
 * @module-tag threads
 */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportLimits } from '@notegraph/contract'
import { makePage } from '@notegraph/graph'
import {
  importerHere,
  type AddedCounts,
  type Importer,
  type ImporterOptions,
  type ImportReport,
} from '@notegraph/service'
import { memoryBlobs, type Store } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskFolder, openImportFile, threadImporter } from './index.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const account = { id: 'me', quota: 1e9 }

let folder: string
let store: Store
let importer: Importer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-import-thread-'))
  mkdirSync(join(folder, 'notes'))
  const data = join(folder, 'data')
  store = openSqlite(data)
  importer = threadImporter(store, memoryBlobs(), { data, bucket: undefined, origin: undefined })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, 'notes', name), text)
const run = (options: Partial<ImporterOptions> = {}) => {
  const path = join(folder, 'notes')
  const from = { source: diskFolder(path), place: { kind: 'folder', path } } as const
  return importer.run(account, from, { now: NOON, ...options })
}
/** Every file by its path. */
/** Without the database itself: a write reaches its log first, and a checkpoint copies the log at any time. */
const contentsOf = (at: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(at, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(at, path)).isFile() && !/\.sqlite(?:-shm)?$/.test(path))
      .map((path) => [path, readFileSync(join(at, path), 'base64')]),
  )
const bullets = (count: number) => Array.from({ length: count }, (_, n) => `- ${n} words\n`).join('')

test('[V1] listeners hear of an import that ends at once', async () => {
  await store.accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: NOON })
  write('a.md', '- words\n')
  const heard = Promise.withResolvers<void>()
  const unwatch = store.watch('me', () => heard.resolve())
  expect(await run()).toMatchObject({ ok: true })
  await heard.promise
  unwatch()
})

test('the thread adds the same and reports the same as an import here', async () => {
  write('a.md', bullets(5_000))
  write('b.md', '- [[a]] and ![x](x.png)\n')
  write('x.png', 'PNG')
  expect(await run()).toMatchObject({
    ok: true,
    report: { pages: 2, journals: 0, blocks: 5_001, files: 1, skipped: 0, unread: [] },
  })
  const graph = store.graph('me')
  expect((await graph.pages.findByName('a'))?.counts.blocks).toBe(5_000)
  expect(await graph.maintenance.check()).toEqual([])
  expect(await run()).toMatchObject({ ok: true, report: { pages: 0, blocks: 0, skipped: 2 + 5_001 + 1 } })
})

test.runIf(process.platform === 'linux')('it ranks below the thread that serves everybody', async () => {
  write('a.md', bullets(2_500))
  const mine = getPriority()
  let lower = 0
  const ranks = () => {
    const threads = readdirSync('/proc/self/task').map((id) => rankOf(Number(id)))
    lower = Math.max(lower, threads.filter((rank) => rank > mine).length)
  }
  expect(await run({ progress: ranks, onCommit: ranks })).toMatchObject({ ok: true })
  expect(lower).toBeGreaterThan(0)
  expect(getPriority()).toBe(mine)
})

/** The priority of a thread. A thread that has ended has none. */
function rankOf(thread: number): number {
  try {
    return getPriority(thread)
  } catch {
    return -Infinity
  }
}

test('a dry run reports as the import after it does, and writes nothing on the disk', async () => {
  write('a.md', bullets(5_000))
  write('b.md', '- [[a]] and ![x](x.png)\n')
  write('x.png', 'PNG')
  const graph = store.graph('me')
  const state = async () => ({
    use: await graph.storage.usage(),
    head: await graph.commits.head(),
    disk: contentsOf(join(folder, 'data')),
  })
  const before = await state()
  const dry = await run({ dryRun: true })
  expect(dry).toMatchObject({ ok: true, report: { pages: 2, blocks: 5_001, files: 1 } })
  expect(await state()).toEqual(before)
  const { plan: _, ...report } = (dry as { report: ImportReport }).report
  expect(await run()).toMatchObject({ ok: true, report })
})

test('a stop ends a dry run', async () => {
  for (let n = 0; n < 40; n++) write(`${n}.md`, bullets(500))
  const stopping = new AbortController()
  const stopped = run({ dryRun: true, signal: stopping.signal, progress: () => stopping.abort() })
  await expect(stopped).rejects.toThrow('aborted')
  expect((await store.graph('me').storage.usage()).pages.count).toBe(0)
})

describe('a note that breaks the thread is reported, and the rest goes on', () => {
  /** A note after one that is large enough to be committed first, so that it is counted once. */
  const around = (name: string, text: string) => {
    write('a.md', bullets(3_000))
    write(name, text)
    write('z.md', bullets(10))
  }
  const limited = async (limits: Partial<ImportLimits>) => {
    const result = await run({ limits })
    if (!result.ok) throw new Error(result.why)
    expect((await store.graph('me').pages.findByName('a'))?.counts.blocks).toBe(3_000)
    expect((await store.graph('me').pages.findByName('z'))?.counts.blocks).toBe(10)
    const { pages, blocks, skipped } = result.report
    expect(pages + blocks + skipped).toBe(2 + 3_010) // the last report may be lost with the thread
    return result
  }

  test('by its memory', async () => {
    around('m.md', bullets(150_000))
    expect(await limited({ memory: 64 })).toMatchObject({
      report: { unread: [{ file: 'm.md', line: 1, why: expect.stringContaining('64 MB') }] },
    })
  })

  test('by its time', async () => {
    around('m.md', bullets(2_000_000))
    expect(await limited({ noteSeconds: 1 })).toMatchObject({
      report: { unread: [{ file: 'm.md', line: 1, why: expect.stringContaining('1 seconds') }] },
    })
  })
})

test('it takes little of the thread that serves, beside an import here', async () => {
  write('a.md', bullets(12_000))
  const spent = async (work: () => Promise<unknown>) => {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  // A collection of garbage of other tests can fall into one of two imports.
  const first = await spent(run)
  write('b.md', bullets(12_000))
  const there = Math.min(first, await spent(run))
  const memory = openSqlite(':memory:')
  const source = diskFolder(join(folder, 'notes'))
  const here = await spent(() => importerHere(memory, memoryBlobs()).run(account, { source }, { now: NOON }))
  await memory.close()
  expect(there).toBeLessThan(here / 4)
})

test('a stop ends it: what was committed stays, and the next one goes on from there', async () => {
  for (let n = 0; n < 20; n++) write(`${n}.md`, bullets(500))
  const stopping = new AbortController()
  let kept = 0
  const stopped = run({
    signal: stopping.signal,
    onCommit: ({ blocks }) => {
      kept += blocks
      stopping.abort()
    },
  })
  await expect(stopped).rejects.toThrow('aborted')
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(10_000)
  const graph = store.graph('me')
  expect((await graph.storage.usage()).blocks.count).toBe(kept)
  expect(await graph.maintenance.check()).toEqual([])
  const { report } = (await run()) as { report: AddedCounts & { skipped: number } }
  expect(report.blocks).toBe(10_000 - kept)
})

test('a write during the import waits for its turn, and is never refused', async () => {
  for (let n = 0; n < 10; n++) write(`${n}.md`, bullets(1_000))
  const graph = store.graph('me')
  let written = 0
  const writing: Promise<unknown>[] = []
  const result = await run({
    progress: () => {
      const record = makePage({ id: `own-${++written}`, name: `Own ${written}`, now: NOON })
      writing.push(graph.commits.commit({ puts: [{ record, from: 0 }] }))
    },
  })
  expect(result).toMatchObject({ ok: true, report: { blocks: 10_000 } })
  for (const one of await Promise.all(writing)) expect(one).toMatchObject({ ok: true })
  expect((await graph.storage.usage()).pages.count).toBe(10 + written)
})

test('an outline in one file is read in the thread, and named as its file', async () => {
  const path = join(folder, 'Plans.xml')
  writeFileSync(path, '<opml><body><outline text="a"/></body></opml>')
  const fd = openSync(path, 'r')
  const opened = await openImportFile(fd, 'Plans')
  if (!opened.ok) throw new Error(opened.why)
  const place = { kind: 'file', fd, stem: 'Plans' } as const
  const result = await importer.run(account, { source: opened.source, place }, { now: NOON })
  closeSync(fd)
  expect(result).toMatchObject({ ok: true, report: { pages: 1, blocks: 1, unread: [] } })
  expect((await store.graph('me').pages.findByName('plans'))?.name).toBe('Plans')
})

test.each<[string, Buffer]>([
  [
    'an outline in UTF-16',
    Buffer.from('\uFEFF<opml><body><outline text="\u00E9"/></body></opml>', 'utf16le'),
  ],
  [
    'an outline that names its encoding',
    Buffer.from(
      '<?xml version="1.0" encoding="latin1"?><opml><body><outline text="\u00E9"/></body></opml>',
      'latin1',
    ),
  ],
  [
    'an outline that names no known encoding',
    Buffer.from('<?xml version="1.0" encoding="x-none"?><opml><body><outline text="\u00E9"/></body></opml>'),
  ],
  [
    'an export of Roam in UTF-16',
    Buffer.from('\uFEFF[{"title":"P","children":[{"string":"\u00E9"}]}]', 'utf16le'),
  ],
])('%s is recognized by its content', async (_, bytes) => {
  const path = join(folder, 'one')
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  const opened = await openImportFile(fd, 'P')
  expect(opened).toMatchObject({ ok: true })
  const paths = opened.ok ? await opened.source.paths() : []
  expect(paths).toEqual([expect.stringMatching(/^P\.(?:opml|json)$/u)])
  closeSync(fd)
})
