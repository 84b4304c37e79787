/** [operations] Backups at regular times: whole, checked, few, and with shared files. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operator } from '@notegraph/service'
import { openSoleLock } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  backupState,
  listBackups,
  nextBackup,
  openBlobs,
  openStore,
  readSettings,
  restore,
  secretKeyOf,
  takeBackup,
  takeDueBackup,
  threadBackup,
  type BackupSchedule,
  type OpenStores,
} from './index.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)
const BYTES = Buffer.from('hello')
const HASH = createHash('sha256').update(BYTES).digest('hex')

let home: string
const at = (path: string) => join(home, path)
const settings = () =>
  readSettings({
    NOTEGRAPH_DATA: at('data'),
    NOTEGRAPH_BACKUP_FOLDER: at('backups'),
    NOTEGRAPH_BACKUP_KEEP: '3',
    NOTEGRAPH_FIRST_START: 'nothing',
  })
const schedule = () => settings().backups!
const state = (now: number) => backupState(schedule(), now)

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-backups-'))
  await opened(async ({ store, blobs }) => {
    await operator(store, blobs, () => NOON).createAccount('me', {})
    await store.graph('me').feed.state()
    await blobs.put('me', HASH, BYTES)
  })
})
afterEach(() => rmSync(home, { recursive: true }))

async function opened<T>(work: (opened: OpenStores) => Promise<T>): Promise<T> {
  const it = await openStore(settings())
  try {
    return await work(it)
  } finally {
    await it.store.close()
  }
}
const takes = async (now: number) => opened((it) => takeBackup({ ...it, data: at('data') }, schedule(), now))
const fileOf = (name: string) => at(`backups/${name}/files/me/${HASH.slice(0, 2)}/${HASH}`)

describe('[operations] scheduled backups', () => {
  test('are whole, and named by their time', async () => {
    expect(state(NOON)).toEqual({ kept: 0, isLate: false })
    const made = await takes(NOON)
    expect(made).toEqual({ name: '20261120T120000Z', at: NOON, accounts: 1, files: 1, damaged: 0 })
    expect(state(NOON + HOUR)).toEqual({ latest: made, kept: 1, isLate: false })
    const there = { blobs: await openBlobs({ ...settings(), data: at('new') }), data: at('new') }
    const report = await restore(
      { ...there, key: () => secretKeyOf(settings()).key },
      at(`backups/${made.name}`),
      NOON,
    )
    expect(report).toMatchObject({ at: NOON, accounts: 1, files: 1 })
  })

  test('may be two of one second', async () => {
    expect([(await takes(NOON)).name, (await takes(NOON)).name]).toEqual([
      '20261120T120000Z',
      '20261120T120001Z',
    ])
  })

  test('share the files that both have, until each is deleted', async () => {
    const [first, second] = [await takes(NOON), await takes(NOON + 24 * HOUR)]
    const [one, other] = [statSync(fileOf(first.name)), statSync(fileOf(second.name))]
    expect([other.ino, other.nlink]).toEqual([one.ino, 2])
    rmSync(at(`backups/${first.name}`), { recursive: true })
    expect(statSync(fileOf(second.name))).toMatchObject({ nlink: 1, size: BYTES.length })
  })

  test('read each shared file, and copy a damaged one again', async () => {
    const first = await takes(NOON)
    writeFileSync(fileOf(first.name), 'rot')
    const second = await takes(NOON + 24 * HOUR)
    expect(statSync(fileOf(second.name)).size).toBe(BYTES.length)
    expect(second).toMatchObject({ files: 1, damaged: 0 })
  })

  test('are as many as the setting keeps; the oldest go, and other folders stay', async () => {
    mkdirSync(at('backups/mine'), { recursive: true })
    for (let day = 0; day < 5; day++) await takes(NOON + day * 24 * HOUR)
    expect(readdirSync(at('backups')).toSorted()).toEqual([
      '20261122T120000Z',
      '20261123T120000Z',
      '20261124T120000Z',
      'mine',
    ])
    expect(listBackups(at('backups'))).toHaveLength(3)
  })

  test('delete one that a dead process left half, and never count it', async () => {
    mkdirSync(at('backups/20261119T120000Z'), { recursive: true })
    writeFileSync(at('backups/20261119T120000Z/accounts.sqlite'), '')
    expect(state(NOON).kept).toBe(0)
    await takes(NOON)
    expect(existsSync(at('backups/20261119T120000Z'))).toBe(false)
  })

  test('are made by one process at a time', async () => {
    const lock = openSoleLock(at('data/backup.lock'))
    expect(lock.takeAlone()).toBe(true)
    await expect(takes(NOON)).rejects.toThrow('Another process makes a backup')
    lock.close()
    expect(state(NOON)).toEqual({ kept: 0, isLate: false })
    await takes(NOON)
  })

  test('are late if their folder cannot be read, and nothing throws', () => {
    writeFileSync(at('backups'), '')
    const why = 'The folder of the backups cannot be read (ENOTDIR).'
    expect(state(NOON)).toEqual({ kept: 0, failed: { at: NOON, why }, isLate: true })
  })

  test('say why they failed, and forget it after the next one', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    await opened(async (it) => {
      const blobs = { ...it.blobs, open: async () => Promise.reject(full) }
      await expect(takeBackup({ ...it, blobs, data: at('data') }, schedule(), NOON)).rejects.toThrow(
        'no space',
      )
    })
    expect(state(NOON)).toEqual({
      kept: 0,
      failed: { at: NOON, why: 'The disk is full (ENOSPC). Free some space and try again.' },
      isLate: true,
    })
    expect(nextBackup(schedule(), state(NOON))).toBe(NOON + HOUR)
    await takes(NOON + HOUR)
    expect(state(NOON + HOUR)).toMatchObject({ kept: 1, isLate: false })
    expect(state(NOON + HOUR)).not.toHaveProperty('failed')
  })

  test('whose copy failed are not made again, only copied', async () => {
    // Nobody listens there any more.
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const bucket = {
      name: 'copies',
      region: 'x',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'k',
      secretAccessKey: 's',
      pathStyle: true,
    }
    const withBucket = { ...schedule(), bucket }
    const due = async (now: number, to: BackupSchedule) =>
      opened((it) => takeDueBackup({ ...it, data: at('data') }, to, now))
    const why = 'The copy to the bucket copies failed (ECONNREFUSED).'
    for (const hour of [0, 1, 2]) await expect(due(NOON + hour * HOUR, withBucket)).rejects.toThrow(why)
    expect(backupState(withBucket, NOON + 2 * HOUR)).toEqual({
      latest: expect.objectContaining({ at: NOON }) as unknown,
      kept: 1,
      failed: { at: NOON + 2 * HOUR, why },
      isLate: true,
    })
    expect(nextBackup(withBucket, backupState(withBucket, NOON))).toBe(NOON + 3 * HOUR)
    await expect(due(NOON + 24 * HOUR, withBucket)).rejects.toThrow(why)
    expect(state(NOON + 24 * HOUR).kept).toBe(2)
    await due(NOON + 48 * HOUR, schedule())
    // It has no copy: the bucket is new, or the copy was stopped.
    expect(nextBackup(schedule(), state(NOON + 49 * HOUR))).toBe(NOON + 72 * HOUR)
    expect(nextBackup(withBucket, backupState(withBucket, NOON + 49 * HOUR))).toBe(NOON + 48 * HOUR)
    await expect(due(NOON + 49 * HOUR, withBucket)).rejects.toThrow(why)
    expect(state(NOON + 49 * HOUR).kept).toBe(3)
  })

  test('that cannot be read do not count', async () => {
    await opened(async (it) => {
      // The copy of the accounts is there by the time that files are copied.
      const blobs = {
        ...it.blobs,
        async *list(id: string) {
          for (const name of readdirSync(at('backups')).filter((one) => one.endsWith('Z')))
            writeFileSync(at(`backups/${name}/accounts.sqlite`), 'no database')
          yield* it.blobs.list(id)
        },
      }
      await expect(takeBackup({ ...it, blobs, data: at('data') }, schedule(), NOON)).rejects.toThrow(
        'The copy of accounts.sqlite cannot be read.',
      )
    })
    expect(state(NOON)).toMatchObject({ kept: 0, isLate: true })
  })

  test.each([
    ['on time', 48 * HOUR, false],
    ['late after two turns', 48 * HOUR + 1, true],
  ])('are %s', async (_, after, isLate) => {
    await takes(NOON)
    expect(state(NOON + after).isLate).toBe(isLate)
    expect(nextBackup(schedule(), state(NOON + after))).toBe(NOON + 24 * HOUR)
  })

  test('are made in a thread, which a stop ends without a trace', async () => {
    const task = { data: at('data'), bucket: undefined, schedule: schedule(), now: NOON }
    await threadBackup(task)
    expect(state(NOON)).toMatchObject({ kept: 1, isLate: false })
    const stopping = new AbortController()
    const stopped = threadBackup({ ...task, now: NOON + 24 * HOUR }, stopping.signal)
    stopping.abort()
    await stopped.catch(() => {})
    expect(state(NOON + HOUR)).not.toHaveProperty('failed')
  })
})
