/** @module-tag postgres */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describePostgres, findPostgres, NO_POSTGRES, startPostgres } from './index.ts'
import { serverOwner } from './owner.ts'

describe('finding PostgreSQL', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-find-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const programs = (path: string) => {
    mkdirSync(join(folder, path), { recursive: true })
    for (const name of ['initdb', 'postgres']) writeFileSync(join(folder, path, name), '')
  }

  test.each([
    ['the oldest supported version of Debian', ['9/bin', '16/bin', '15/bin', 'npm'], {}, '15/bin'],
    ['the npm package if Debian has only older ones', ['14/bin', 'npm'], {}, 'npm'],
    ['none', ['14/bin'], {}, undefined],
    ['none, where CI is false', [], { CI: 'false' }, undefined],
  ])('takes %s', (_, folders, env, expected) => {
    for (const path of folders) programs(path)
    const found = findPostgres({ env, debian: folder, embedded: join(folder, 'npm') })
    expect(found).toBe(expected === undefined ? undefined : join(folder, expected))
  })

  test('takes the folder that is named, before any other', () => {
    programs('15/bin')
    programs('own')
    const env = { NOTEGRAPH_POSTGRES: join(folder, 'own') }
    expect(findPostgres({ env, debian: folder })).toBe(join(folder, 'own'))
  })

  test('refuses a named folder without the programs, and never takes another', () => {
    programs('15/bin')
    expect(() => findPostgres({ env: { NOTEGRAPH_POSTGRES: '/nowhere' }, debian: folder })).toThrow(
      'NOTEGRAPH_POSTGRES names /nowhere, which has no initdb.',
    )
  })

  test('fails in CI if there is none', () => {
    expect(() => findPostgres({ env: { CI: 'true' }, debian: folder, embedded: folder })).toThrow(NO_POSTGRES)
  })
})

describe('the user that runs the server', () => {
  const PASSWD = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n'
  test.each([
    ['is this one, unless it is root', 1000, PASSWD, undefined],
    ['is postgres for root', 0, `${PASSWD}postgres:x:101:104::/:/bin/sh\n`, { uid: 101, gid: 104 }],
    ['is nobody for root, without postgres', 0, PASSWD, { uid: 65534, gid: 65533 }],
  ])('%s', (_, uid, passwd, owner) => expect(serverOwner(uid, passwd)).toEqual(owner))

  test('is missed in words', () => {
    expect(() => serverOwner(0, 'root:x:0:0::/root:/bin/sh\n')).toThrow('does not run as root')
  })
})

const rows = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return result.rows
}

describePostgres('a database of a test file', (database) => {
  test('is empty, in UTF-8, in a supported version', async () => {
    expect(await rows(database.url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([])
    expect(await rows(database.url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    const [version] = await rows(database.url, 'SHOW server_version_num')
    expect(Number(version!['server_version_num'])).toBeGreaterThanOrEqual(150_000)
  })
})

describePostgres('a server of its own', () => {
  const programs = findPostgres({ env: process.env })!

  test('starts with given settings, stops by its process id, and deletes its folder', async () => {
    const server = await startPostgres(programs, { settings: { fsync: 'on' } })
    expect(await rows(server.url(), 'SHOW fsync')).toEqual([{ fsync: 'on' }])
    expect(process.kill(server.pid, 0)).toBe(true)
    await server.stop()
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
    await expect(rows(server.url(), 'SELECT 1')).rejects.toThrow()
  })

  test('starts again on the same data after it was killed', async () => {
    const server = await startPostgres(programs, { settings: { synchronous_commit: 'on' } })
    await rows(server.url(), 'CREATE TABLE kept (a int)')
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    await server.restart()
    expect(server.pid).not.toBe(pid)
    expect(await rows(server.url(), 'SELECT * FROM kept')).toEqual([])
    await server.stop()
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
  })

  test('reports why it does not start', async () => {
    await expect(startPostgres(programs, { settings: { max_connections: '-1' } })).rejects.toThrow(
      /did not start: .*max_connections/s,
    )
  })
})
