/** Words that are deleted leave the files of a data folder. @see decisions 9.7, 9.10 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphRecord } from '@notegraph/graph'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { block, page, reworded, T0 } from '../../test/builder.ts'
import { openDatabase } from './database/database.ts'
import { copyAccounts, openSqlite } from './index.ts'
import { ACCOUNTS_SCHEMA } from './schema/accounts/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-deleted-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The files below the folder that contain a word. */
const filesWith = (word: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(word),
  )

test('[D9.7] deleted rows leave the files, and a copy has no free pages', async () => {
  const bytes = (name: string) => readFileSync(join(folder, name), 'latin1')
  const db = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA)
  db.exec("CREATE TABLE old (word TEXT); INSERT INTO old VALUES ('first-word'), ('second-word')")
  db.exec("DELETE FROM old WHERE word = 'first-word'")
  // As earlier releases left it.
  db.exec('PRAGMA secure_delete = OFF; DROP TABLE old')
  db.close()
  expect(bytes('accounts.sqlite')).not.toContain('first-word')
  expect(bytes('accounts.sqlite')).toContain('second-word')
  await copyAccounts(folder, join(folder, 'copy'))
  expect(bytes('copy/accounts.sqlite')).not.toContain('second-word')
  openDatabase(join(folder, 'copy/accounts.sqlite'), ACCOUNTS_SCHEMA).close()
})

test('[D9.10] forgotten words leave the files', async () => {
  const store = openSqlite(folder)
  const graph = store.graph('One')
  const by = { kind: 'device', id: 's1', name: 'Phone', at: T0 } as const
  const write = async (record: GraphRecord, from: number) => {
    expect(await graph.commits.commit({ puts: [{ record, from }], by })).toMatchObject({ ok: true })
    await graph.search.index()
  }
  await write(page('p1', 'Ada'), 0)
  await write(block('b1', 'p1', 'unutterable words'), 0)
  await write(block('b2', 'p1', 'others'), 0)
  await write(reworded((await graph.records.find('b1'))!, 'better ones', T0), 2)
  expect(filesWith('unutterable')).not.toEqual([])
  expect(await graph.history.forget({ block: 'b1' })).toMatchObject({ states: 1, changes: 0 })
  expect(filesWith('unutterable')).toEqual([])
  expect(filesWith('better')).not.toEqual([])
  await graph.search.index()
  expect(await graph.maintenance.check()).toEqual([])
  await store.close()
  expect(filesWith('unutterable')).toEqual([])
})

test('[D9.10] a deleted message leaves the log of the file', async () => {
  const store = openSqlite(folder)
  const { accounts, webhooks } = store
  await accounts.create({ id: 'me', plan: 'active', allowed: true, quota: 1, createdAt: T0 })
  const position = { epoch: 1, seq: 0, part: 0 }
  const hook = {
    id: 'w',
    accountId: 'me',
    url: 'https://a.example',
    secret: 'whsec_a',
    filter: {},
    dueAt: 0,
  }
  await webhooks.create({ ...hook, withBlocks: true, createdAt: T0, position }, 9)
  const hold = { accountId: 'me', id: 'w', holder: 'me' }
  await webhooks.hold(hold, { now: T0, until: T0 + 9 })
  const message = { id: 'm', webhookId: 'w', seq: 1, createdAt: T0, state: 'pending', attempts: 0 } as const
  await webhooks.prepare(hold, position, { ...message, body: '"unutterable"' }, 9)
  expect(filesWith('unutterable')).not.toEqual([])
  expect(await webhooks.removeDeliveries('me', ['m'])).toBe(1)
  expect(filesWith('unutterable')).toEqual([])
  await store.close()
})
