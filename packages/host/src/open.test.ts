/** @module-tag postgres */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePage } from '@notegraph/graph'
import { describePostgres } from '@notegraph/postgres-tests'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { diskFolder, openStore, readSettings, SettingError } from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-open-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = async (env: Record<string, string> = {}) =>
  openStore(readSettings({ NOTEGRAPH_DATA: join(folder, 'data'), ...env }))

async function failure(env: Record<string, string>): Promise<string> {
  const error: unknown = await open(env).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SettingError)
  return (error as SettingError).message
}

test('[operations] files are kept in the data folder', async () => {
  const { store, blobs } = await open()
  await blobs.put('me', HASH, Buffer.from('hello'))
  await store.close()
  const again = await open()
  expect(await again.blobs.has('me', HASH)).toBe(true)
  await again.store.close()
})

const HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

test('[operations] a data folder that is a file is named', async () => {
  writeFileSync(join(folder, 'data'), '')
  expect(await failure({})).toMatch(/^NOTEGRAPH_DATA: .* cannot be used: /)
})

test('[operations] a damaged file is reported in words, with the next step', async () => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'accounts.sqlite'), 'no database '.repeat(1_000))
  expect(await failure({})).toMatch(
    /^NOTEGRAPH_DATA: .* cannot be used\. A file of the database is damaged \(SQLITE_NOTADB\)\. Restore a backup, .*\.$/,
  )
})

test('[operations] a bucket that cannot be used is named, and its secret is not', async () => {
  const words = await failure({
    NOTEGRAPH_S3_BUCKET: 'notes',
    NOTEGRAPH_S3_ENDPOINT: 'http://127.0.0.1:9',
    NOTEGRAPH_S3_KEY: 'a-key',
    NOTEGRAPH_S3_SECRET: 'hunter2',
  })
  expect(words).toMatch(/^NOTEGRAPH_S3_BUCKET: notes cannot be used: /)
  expect(words).not.toContain('hunter2')
})

/** Renames a page of a new account, which it then removes. @returns how many earlier states the store had */
async function statesKept(env: Record<string, string>): Promise<number> {
  const { store } = await open(env)
  await store.accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1e6, createdAt: 1 })
  const { commits, history } = store.graph('me')
  const by = { kind: 'token', id: 't1', name: 'Laptop', at: 1 } as const
  for (const [from, name] of ['Sea', 'Ocean'].entries()) {
    const { ok } = await commits.commit({ puts: [{ record: makePage({ id: 'p', name, now: 1 }), from }], by })
    expect(ok).toBe(true)
  }
  const kept = await history.listByPage('p', 10)
  await store.accounts.remove('me')
  await store.close()
  return kept.length
}

const HISTORY: readonly [env: Record<string, string>, kept: number][] = [
  [{}, 1],
  [{ NOTEGRAPH_HISTORY_DAYS: '1' }, 1],
  [{ NOTEGRAPH_HISTORY_DAYS: '0' }, 0],
]

test.each(HISTORY)('[H1] with %j, the store keeps %i earlier states', async (env, kept) => {
  expect(await statesKept(env)).toBe(kept)
})

describePostgres('[operations] NOTEGRAPH_DATABASE_URL', (database) => {
  const keys = mkdtempSync(join(tmpdir(), 'notegraph-keys-'))
  afterAll(() => rmSync(keys, { recursive: true }))
  const keyFile = () => ({ NOTEGRAPH_SECRET_KEY_FILE: join(keys, 'secret.key') })

  test.each(HISTORY)('[H1] with %j, the store keeps %i earlier states', async (env, kept) => {
    expect(await statesKept({ ...env, ...keyFile(), NOTEGRAPH_DATABASE_URL: database.url })).toBe(kept)
  })

  test('stores the data in PostgreSQL, and imports into it', async () => {
    const env = { ...keyFile(), NOTEGRAPH_DATABASE_URL: database.url }
    const { store, importer } = await open(env)
    await store.accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1e6, createdAt: 1 })
    const vault = join(folder, 'vault')
    mkdirSync(vault)
    writeFileSync(join(vault, 'Ada.md'), 'first\nsecond\n')
    const place = { kind: 'folder', path: vault } as const
    await importer.run(
      { id: 'me', quota: 1e6 },
      { source: diskFolder(vault), place },
      { now: Date.UTC(2026, 0, 1) },
    )
    const page = await store.graph('me').pages.findByName('ada')
    expect(page?.name).toBe('Ada')
    await store.close()
    rmSync(join(folder, 'data'), { recursive: true })
    const again = await open(env)
    expect((await again.store.graph('me').pages.findByName('ada'))?.counts).toEqual(page?.counts)
    await again.store.close()
  })

  test('[D9.7] needs a secret key with a name, since all servers share it', async () => {
    expect(await failure({ NOTEGRAPH_DATABASE_URL: database.url })).toMatch(
      /^NOTEGRAPH_SECRET_KEY_FILE must be set, because NOTEGRAPH_DATABASE_URL is set\./,
    )
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('leaves the fault of the data folder to NOTEGRAPH_DATA', async () => {
    writeFileSync(join(folder, 'data'), '')
    const words = await failure({ ...keyFile(), NOTEGRAPH_DATABASE_URL: database.url })
    expect(words).toMatch(/^NOTEGRAPH_DATA: .*data cannot be used: /)
  })

  test('is named if the database cannot be used, without its password', async () => {
    const words = await failure({
      ...keyFile(),
      NOTEGRAPH_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:9/notes',
    })
    expect(words).toMatch(/^NOTEGRAPH_DATABASE_URL: the database cannot be used: /)
    expect(words).not.toContain('hunter2')
  })
})
