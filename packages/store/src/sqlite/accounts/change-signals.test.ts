/** Changes reach the listeners of other processes: here, of other stores on the same folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { add, page, T0 } from '../../../test/builder.ts'
import type { Store } from '../../store.ts'
import { openDatabase } from '../database/database.ts'
import { openSqlite } from '../index.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { changeSignals } from './change-signals.ts'

const account = (id: string) => ({ id, plan: 'active', allowed: true, quota: 1e6, createdAt: T0 }) as const

/** Long enough for a signal to be written, and for others to check. */
const SOON = 1_200

describe('signals between processes', () => {
  let folder: string
  let writer: Store
  let reader: Store
  let heard: string[]
  const listen = (id: string) => reader.watch(id, () => heard.push(id))

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    folder = mkdtempSync(join(tmpdir(), 'notegraph-signals-'))
    heard = []
    writer = openSqlite(folder)
    for (const id of ['one', 'two']) await writer.accounts.create(account(id))
    await writer.sessions.create({ id: 's1', accountId: 'one', hash: 'h', device: 'phone', createdAt: T0 })
    reader = openSqlite(folder)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all([writer.close(), reader.close()])
    rmSync(folder, { recursive: true })
  })

  test.each<[what: string, act: () => Promise<unknown>]>([
    ['a commit', async () => add(writer.graph('one'), page('p1', 'Ada'))],
    ['the end of a session', async () => writer.sessions.end('s1', T0)],
    ['a new epoch', async () => writer.graph('one').feed.raiseEpoch(T0)],
  ])('%s of another process is heard once, within about a second', async (_, act) => {
    listen('one')
    listen('two')
    await act()
    expect(heard).toEqual([])
    vi.advanceTimersByTime(SOON)
    expect(heard).toEqual(['one'])
    vi.advanceTimersByTime(10 * SOON)
    expect(heard).toEqual(['one'])
  })

  test('each further commit is heard too, though the account has a signal already', async () => {
    listen('one')
    for (let n = 1; n <= 3; n++) {
      await add(writer.graph('one'), page(`p${n}`, `Page ${n}`))
      vi.advanceTimersByTime(SOON)
      expect(heard).toHaveLength(n)
    }
  })

  test('a process that ends after its commit is heard', async () => {
    listen('one')
    const short = openSqlite(folder)
    await add(short.graph('one'), page('p1', 'Ada'))
    await short.close()
    vi.advanceTimersByTime(SOON)
    expect(heard).toEqual(['one'])
  })

  test('changes from before the first listener are not heard', async () => {
    await add(writer.graph('one'), page('p1', 'Ada'))
    vi.advanceTimersByTime(SOON)
    const unwatch = listen('one')
    vi.advanceTimersByTime(SOON)
    unwatch()
    await add(writer.graph('one'), page('p2', 'Bob'))
    vi.advanceTimersByTime(SOON)
    listen('one')
    vi.advanceTimersByTime(SOON)
    expect(heard).toEqual([])
  })

  test('nobody checks while nobody listens', () => {
    const before = vi.getTimerCount()
    const unwatch = [listen('one'), listen('two')]
    expect(vi.getTimerCount()).toBe(before + 1)
    for (const end of unwatch) end()
    expect(vi.getTimerCount()).toBe(before)
  })

  test('an account has one signal however often it changes, and none after its end', async () => {
    for (let n = 0; n < 5; n++) {
      await add(writer.graph('one'), page(`p${n}`, `Page ${n}`))
      vi.advanceTimersByTime(SOON)
    }
    const db = openDatabase(join(folder, 'accounts.sqlite'), ACCOUNTS_SCHEMA)
    const count = () => db.prepare('SELECT count(*) FROM change_signal').pluck().get()
    expect(count()).toBe(1)
    await writer.accounts.remove('one')
    vi.advanceTimersByTime(SOON)
    expect(count()).toBe(0)
    db.close()
  })
})

test('a signal that cannot be written ends no process', () => {
  vi.useFakeTimers()
  const db = openDatabase(':memory:', ACCOUNTS_SCHEMA)
  const signals = changeSignals(db, true)
  signals.signal('one')
  db.exec('DROP TABLE change_signal')
  expect(() => vi.advanceTimersByTime(SOON)).not.toThrow()
  signals.close()
  db.close()
  vi.useRealTimers()
})
