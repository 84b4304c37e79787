/** @module-tag postgres */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePostgres } from '@notegraph/postgres-tests'
import { importFolder } from '@notegraph/service'
import { memoryBlobs, type GraphSource, type Store } from '@notegraph/store'
import { graphFile, openGraphSource, openSqlite, type GraphFileSource } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountOfFile } from '../src/accounts/file-homes.ts'
import { changeStore } from '../src/graphs/change-reads.ts'
import { compareGraph } from '../src/graphs/compare.ts'
import { sweepBacklog } from '../src/graphs/files.ts'
import { openGraph } from '../src/graphs/graph-row.ts'
import { findAnswer } from '../src/graphs/idempotency-records.ts'
import { readPiece, START } from '../src/graphs/pieces.ts'
import { hasGraph } from '../src/graphs/removal.ts'
import { storageUsage } from '../src/graphs/storage-use.ts'
import { uploadGraph } from '../src/graphs/upload.ts'
import { adding, deciding, record } from './decisions.ts'
import { runSql } from './run-sql.ts'
import { useDatabase } from './use-database.ts'

const NOW = Date.UTC(2026, 10, 20)
const ALL = { limit: Infinity, offset: 0 }
const WHOLE = { records: 10_000, bytes: 1e9, files: 1_000, pushes: 1_000 }

const NOTES: Readonly<Record<string, string>> = {
  'pages/Ada.md': '- see [[Grace]] and ![](../assets/a.png)\n- TODO write\n'.repeat(20),
  'pages/Grace.md': '- #tagged\n  - nested ünï 日本\n',
  'assets/a.png': 'bytes',
}

describePostgres('the upload of a graph', (database) => {
  const opened = useDatabase(database)
  let folder: string
  let embedded: Store
  let source: GraphFileSource

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-upload-'))
    embedded = openSqlite(folder)
    const blobs = memoryBlobs(() => NOW)
    const notes = {
      paths: async () => Object.keys(NOTES),
      read: async (path: string) => ({ bytes: Buffer.from(NOTES[path]!), modifiedAt: NOW }),
    }
    const imported = await importFolder(embedded, blobs, { id: 'ada', quota: Infinity }, notes, { now: NOW })
    if (!imported.ok) throw new Error(imported.why)
    const graph = embedded.graph('ada')
    const [held] = await graph.records.listPages(undefined, 1)
    const entry = (id: string, at: number) => ({
      entry: { id, at, token: 't', action: 'a', summary: 's', page: 'Ada', pageId: 'p', touched: [] },
      most: 0,
      since: 0,
    })
    const idempotency = { key: 'k', request: 'r', at: NOW, since: 0, answer: () => 'é' }
    await graph.commits.commit({
      puts: [{ record: { ...held!.record, deleted: NOW }, from: held!.seq }],
      files: [{ id: 'f1', hash: 'h1', name: 'b.png', type: 'image/png', size: 5, createdAt: NOW }],
      device: 'phone',
      entry: entry('c2', NOW),
      idempotency,
    })
    await graph.commits.commit({ puts: [], reverts: 'c2', entry: entry('c1', NOW + 1) })
    await graph.feed.collectTombstones(NOW, 1e12)
    await graph.files.clearUnused(NOW, 0)
    source = openGraphSource(graphFile(folder, 'ada'))
  })
  afterEach(async () => {
    source.close()
    await embedded.close()
    rmSync(folder, { recursive: true })
  })

  const upload = async (from: GraphSource = source) => uploadGraph(opened.db, 'ada', from, NOW)

  test('has all that the other store had, under a greater epoch', async () => {
    const before = await source.state()
    const uploaded = await upload()
    expect(uploaded).toEqual({ ok: true, head: before.head, epoch: Math.max(before.epoch + 1, NOW) })
    const { db } = opened
    const piece = await readPiece(db, 'ada', START, WHOLE)
    const bySeq = [...source.records()].flat().toSorted((a, b) => a.seq - b.seq || a.n - b.n)
    expect(piece.records).toEqual(bySeq)
    expect(piece.graph).toMatchObject({ head: before.head, floor: before.floor })
    expect(piece.pushes).toEqual([...source.pushes()].flat())
    expect(await storageUsage(db, 'ada')).toEqual(before.storage)
    const changes = embedded.graph('ada').changes
    expect(await changeStore(db, 'ada').listWithItems({ since: 0 }, ALL)).toEqual(
      await changes.listWithItems({ since: 0 }, ALL),
    )
    expect(await findAnswer(db, 'ada', 'k')).toEqual({ request: 'r', answer: 'é', at: NOW })
    expect(await sweepBacklog(db, 'ada')).toEqual(await embedded.graph('ada').files.sweepBacklog())
    for (const { id } of [...source.files()].flat()) expect(await accountOfFile(db, id)).toBe('ada')
    const next = deciding([{ records: [record('next', 1e6)] }])
    expect(await opened.write(next)).toMatchObject({ ok: true, seq: before.head + 1 })
  })

  test('starts again where it was interrupted', async () => {
    const dying: GraphSource = {
      ...source,
      answers: () => {
        throw new Error('killed')
      },
    }
    await expect(upload(dying)).rejects.toThrow('killed')
    expect(await hasGraph(opened.db, 'ada')).toBe(false)
    expect(await upload()).toMatchObject({ ok: true })
  })

  test('is refused for an account that has a graph', async () => {
    await opened.write(adding('a'))
    expect(await upload()).toEqual({ ok: false, why: 'exists' })
    expect(await openGraph(opened.db, 'ada')).toMatchObject({ head: 1 })
  })

  describe('fails if somebody', () => {
    test('wrote to the source meanwhile', async () => {
      const files = [{ id: 'f9', hash: 'h9', name: 'c', type: 'image/png', size: 5, createdAt: NOW }]
      const busy: GraphSource = {
        ...source,
        *days() {
          void embedded.graph('ada').commits.commit({ puts: [], files })
          yield* source.days()
        },
      }
      expect(await upload(busy)).toEqual({ ok: false, why: 'changed_meanwhile' })
      expect(await hasGraph(opened.db, 'ada')).toBe(false)
    })

    test('used the account in PostgreSQL meanwhile', async () => {
      let writing: Promise<unknown> | undefined
      const busy: GraphSource = {
        ...source,
        state: async () => {
          if (writing) await openGraph(opened.db, 'ada')
          writing ??= Promise.resolve()
          return source.state()
        },
      }
      expect(await upload(busy)).toEqual({ ok: false, why: 'changed_meanwhile' })
    })
  })

  describe('is compared: a difference is found in', () => {
    test.each<[string, string, RegExp]>([
      ['a record', "UPDATE record SET doc = replace(doc, 'TODO', 'DONE')", /^records: \d+ differs$/],
      ['the number of a commit', 'UPDATE record SET seq = seq + 100', /^records: \d+ differs$/],
      ['a record that is missing', 'DELETE FROM record WHERE n = 2', /^records: 2 is missing$/],
      [
        'a record too many',
        "INSERT INTO record SELECT account_id, 'x', 9999, 1, true, '{}' FROM graph",
        /^records: \d+ in PostgreSQL, \d+ in the source$/,
      ],
      ['a file', "UPDATE file SET path = 'y' WHERE path IS NOT NULL", /^files: \S+ differs$/],
      ['the time of an unused file', 'UPDATE file SET unused_since = 1', /^files: \S+ differs$/],
      ['an entry', 'UPDATE change SET open = true', /^changes: c2 differs$/],
      ['an answer', "UPDATE idempotency_record SET answer = 'e'", /^answers: k differs$/],
      ['a device', "UPDATE graph_commit SET device = 'desk'", /^pushes: \d+ differs$/],
      ['a day', 'DELETE FROM feed_day', /^days: \d+ is missing$/],
      ['the bytes of entries', 'UPDATE change SET bytes = 1', /^bytes of changes: 2 in PostgreSQL/],
    ])('%s', async (_, sql, expected) => {
      await upload()
      expect(await compareGraph(opened.db, 'ada', source)).toEqual([])
      await runSql(database.url, sql)
      expect((await compareGraph(opened.db, 'ada', source))[0]).toMatch(expected)
    })
  })
})
