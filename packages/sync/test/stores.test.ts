/** Every device store, with the same contract. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, describe, expect, test } from 'vitest'
import { NO_META } from '../src/device/local.ts'
import { memoryStore } from '../src/index.ts'
import { Clock, device, made, settled } from './device.ts'
import { memoryServer } from './memory-server.ts'
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

  test('[sync device 1] only the store that locked the file last writes; an earlier one reports the other program', async () => {
    const path = join(folder, randomUUID())
    const [first, second] = [sqliteStore(new Database(path)), sqliteStore(new Database(path))]
    const change = { puts: [], removes: [], meta: NO_META }
    await first.lock(() => {})
    await first.commit(change)
    await second.lock(() => {})
    await second.commit(change)
    const other = 'Another program opened the graph of this device'
    await expect(first.commit(change)).rejects.toThrow(other)
    await expect(first.files.commit({ puts: [], removes: [] })).rejects.toThrow(other)
    await second.close()
    await first.close()
  })

  test('[sync device 1] the engine of a file that another program opened says so within five seconds', async () => {
    const path = join(folder, randomUUID())
    const clock = new Clock()
    const server = memoryServer(() => clock.now)
    const open = () => device('a', server, clock, { store: sqliteStore(new Database(path)) })
    const [first, second, third] = [open(), open(), open()]
    await first.engine.start()
    await settled()
    await second.engine.start()
    await clock.pass(5_000)
    expect(first.engine.state).toMatchObject({ status: 'error', reason: { code: 'store_taken' } })
    await third.engine.open()
    await expect(second.engine.openPage('Tea')).rejects.toMatchObject({ code: 'store_taken' })
    expect(second.engine.state).toMatchObject({ status: 'error', reason: { code: 'store_taken' } })
    for (const one of [first, second, third]) {
      await one.engine.stop()
      await one.store.close()
    }
  })

  test('a file of a newer release is rejected unchanged', () => {
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

  test('a database of an earlier release gains a table of files and keeps the graph', async () => {
    const scope = { indexedDB: new IDBFactory(), IDBKeyRange }
    await new Promise<void>((resolve) => {
      const request = scope.indexedDB.open('device', 1)
      request.addEventListener('upgradeneeded', () => {
        const locals = request.result.createObjectStore('local', { keyPath: 'id' })
        locals.createIndex('mark', 'marks', { multiEntry: true })
        request.result.createObjectStore('own').put('kept', 'mine')
        request.result.createObjectStore('meta')
      })
      request.addEventListener('success', () => {
        request.result.close()
        resolve()
      })
    })
    const store = await indexedDbStore('device', scope)
    expect([await store.own('mine'), await store.files.list()]).toEqual(['kept', []])
    await store.close()
  })

  test('an engine over a database that a later release upgraded says to reload, and a sync says the same', async () => {
    const scope = { indexedDB: new IDBFactory(), IDBKeyRange }
    const clock = new Clock()
    const { engine } = device(
      'a',
      memoryServer(() => clock.now),
      clock,
      { store: await indexedDbStore('device', scope) },
    )
    await engine.start()
    await until(() => engine.state.status === 'idle')
    await new Promise<void>((resolve) => {
      scope.indexedDB.open('device', 99).addEventListener('success', () => resolve())
    })
    const taken = {
      code: 'store_taken',
      error: expect.stringMatching(/^A newer version .+ Reload this page\.$/),
    }
    await clock.pass(5_000)
    await until(() => engine.state.status === 'error')
    expect(engine.state).toMatchObject({ reason: taken })
    expect(await engine.sync()).toMatchObject({ ok: false, ...taken })
    await engine.stop()
  })

  const tick = async () => new Promise((resolve) => setTimeout(resolve))
  /** Waits for IndexedDB, which needs some turns of the event loop for each step. */
  async function until(holds: () => boolean): Promise<void> {
    for (let turns = 0; !holds(); turns++) {
      expect(turns).toBeLessThan(10_000)
      await tick()
    }
  }

  test('[sync device 1] the second of two engines over one database waits, then continues after the first', async () => {
    const scope = { indexedDB: new IDBFactory(), IDBKeyRange }
    const clock = new Clock()
    const server = memoryServer(() => clock.now)
    const open = async () => device('a', server, clock, { store: await indexedDbStore('device', scope) })
    const [first, second, third] = [await open(), await open(), await open()]
    await first.engine.start()
    const starting = second.engine.start()
    const waiting = third.engine.start()
    await until(() => second.engine.state.status === 'waiting' && third.engine.state.status === 'waiting')
    const pageId = await made(first.engine.openPage('Tea'))
    await first.engine.sync()
    await third.engine.stop()
    await third.store.close()
    await expect(waiting).rejects.toThrow('closed while waiting')
    expect(second.engine.state).toMatchObject({ status: 'waiting' })

    await first.engine.stop()
    await first.store.close()
    await starting
    await second.engine.addBlock({ pageId }, 'green')
    await second.engine.sync()
    expect(second.engine.state).toMatchObject({ status: 'idle' })
    expect(await second.page(pageId)).toEqual(['green'])
    await second.engine.stop()
    await second.store.close()
  })

  describe('[O1.2] over plain http, where browsers have no locks', () => {
    /** A browser whose timers go off when the test says so. */
    function plainHttp() {
      const timers = new Set<() => void>()
      const clock = { now: 1_000 }
      const scope = {
        indexedDB: new IDBFactory(),
        IDBKeyRange,
        navigator: {},
        Date: { now: () => clock.now },
        setInterval(run: () => void) {
          timers.add(run)
          return run
        },
        clearInterval: (run: unknown) => void timers.delete(run as () => void),
      }
      return { scope, clock, goOff: () => timers.forEach((run) => run()) }
    }
    const change = { puts: [], removes: [], own: [['mine', 'kept']] as const, meta: NO_META }

    test('the second of two windows waits until the first is closed', async () => {
      const { scope, goOff } = plainHttp()
      const first = await indexedDbStore('device', scope, 'one')
      await first.lock(() => {})
      const second = await indexedDbStore('device', scope, 'two')
      let [waits, has] = [false, false]
      const locking = second.lock(() => void (waits = true)).then(() => (has = true))
      await until(() => waits)
      goOff()
      for (let n = 0; n < 20; n++) await tick()
      expect(has).toBe(false)
      await first.close()
      await until(() => {
        goOff()
        return has
      })
      await locking
      await second.commit(change)
      await second.close()
    })

    test('a window that did not renew its lease loses it, and writes nothing more', async () => {
      const { scope, clock, goOff } = plainHttp()
      const first = await indexedDbStore('device', scope, 'one')
      await first.lock(() => {})
      clock.now += 10_000
      const second = await indexedDbStore('device', scope, 'two')
      await second.lock(() => {})
      await expect(first.commit(change)).rejects.toMatchObject({ code: 'store_taken' })
      expect([await first.isTaken?.(), await second.isTaken?.(), await second.own('mine')]).toEqual([
        true,
        false,
        undefined,
      ])
      goOff()
      await second.commit(change)
      expect(await second.own('mine')).toBe('kept')
      await first.close()
      await second.commit(change)
      await second.close()
    })

    test('the same window goes on after a reload', async () => {
      const { scope } = plainHttp()
      await (await indexedDbStore('device', scope, 'one')).lock(() => {})
      const again = await indexedDbStore('device', scope, 'one')
      await again.lock(() => expect.unreachable())
      await again.commit(change)
      await again.close()
    })
  })

  test('[sync device 1] an engine stopped while waiting never starts', async () => {
    const scope = { indexedDB: new IDBFactory(), IDBKeyRange }
    const clock = new Clock()
    const server = memoryServer(() => clock.now)
    const open = async () => device('a', server, clock, { store: await indexedDbStore('device', scope) })
    const [first, second] = [await open(), await open()]
    await first.engine.open()
    const starting = second.engine.start()
    await until(() => second.engine.state.status === 'waiting')
    await second.engine.stop()
    await first.store.close()
    await starting
    await settled()
    expect([second.engine.state.status, server.calls]).toEqual(['unsynced', []])
    await second.store.close()
  })
})
