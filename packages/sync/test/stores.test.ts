/** Every device store, held to one contract. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, describe, expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'
import { indexedDbStore } from '../src/indexeddb/index.ts'
import { sqliteStore } from '../src/sqlite/index.ts'
import { storeContract } from './store-contract.ts'

describe('in memory', () => {
  storeContract(test, async () => ({ store: memoryStore(), reopen: never }), false)
})

const never = () => Promise.reject(new Error('memory keeps nothing'))

const folder = mkdtempSync(join(tmpdir(), 'notegraph-device-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('in SQLite', () => {
  storeContract(
    test,
    async () => {
      const path = join(folder, randomUUID())
      const store = sqliteStore(new Database(path))
      return {
        store,
        async reopen() {
          await store.close()
          return sqliteStore(new Database(path))
        },
      }
    },
    true,
  )

  test('a file of a newer release is left as it is', () => {
    const db = new Database(':memory:')
    db.pragma('user_version = 99')
    expect(() => sqliteStore(db)).toThrow('newer release')
    expect(db.pragma('user_version', { simple: true })).toBe(99)
    db.close()
  })
})

describe('in IndexedDB', () => {
  storeContract(
    test,
    async () => {
      const scope = { indexedDB: new IDBFactory(), IDBKeyRange }
      const store = await indexedDbStore('device', scope)
      return {
        store,
        async reopen() {
          await store.close()
          return indexedDbStore('device', scope)
        },
      }
    },
    true,
  )
})
