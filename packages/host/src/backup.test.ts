import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage, nameOf, type PageRecord } from '@notegraph/graph'
import { auditLog, operator } from '@notegraph/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, openBlobs, openStore, readSettings, restore, secretKeyOf, type OpenStores } from './index.ts'

const BYTES = Buffer.from('hello')
const HASH = createHash('sha256').update(BYTES).digest('hex')
const NOON = Date.UTC(2026, 10, 20, 12)

let folder: string
let data: string
const at = (path: string) => join(folder, path)
const settings = () => readSettings({ NOTEGRAPH_DATA: data, NOTEGRAPH_SECRET_KEY_FILE: at('secret.key') })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-backup-'))
  data = at('data')
  await opened(async ({ store, blobs }) => {
    await operator(store, blobs, () => NOON).createAccount('me', {})
    await operator(store, blobs, () => NOON).createAccount('new', {})
    await add(store, 'p', 'Sea')
    await blobs.put('me', HASH, BYTES)
  })
})
afterEach(() => rmSync(folder, { recursive: true }))

async function opened<T>(work: (opened: OpenStores) => Promise<T>): Promise<T> {
  const it = await openStore(settings())
  try {
    return await work(it)
  } finally {
    await it.store.close()
  }
}

async function add(store: OpenStores['store'], id: string, name: string): Promise<void> {
  const page = makePage({ id, name, now: NOON })
  const block = makeBlock({
    id: `${id}-1`,
    content: name,
    rev: id,
    pageId: id,
    parentId: null,
    order: 1,
    now: NOON,
  })
  const committed = await store
    .graph('me')
    .commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })) })
  expect(committed.ok).toBe(true)
}

const names = async ({ store }: OpenStores): Promise<string[]> =>
  (await store.graph('me').pages.list({}, { limit: 100, offset: 0 })).pages.map(({ name }) => name).toSorted()
const epoch = async ({ store }: OpenStores): Promise<number> => (await store.graph('me').feed.state()).epoch
const backsUp = (to = at('backup')) => opened((it) => backUp({ ...it, data }, to, NOON))
const restores = async (now = Date.now(), keepsAccess = false) =>
  restore(
    { blobs: await openBlobs(settings()), data, key: () => secretKeyOf(settings()).key, keepsAccess },
    at('backup'),
    now,
  )
const failure = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'BackupError', message: expect.not.stringContaining('\n') })
  return (error as Error).message
}

test('[operations] a backup, and what is put back, is for its user alone, whatever the umask', async () => {
  const before = process.umask(0)
  try {
    await backsUp()
    await restores()
  } finally {
    process.umask(before)
  }
  for (const root of ['backup', 'data']) {
    expect(statSync(at(root)).mode & 0o777).toBe(0o700)
    for (const entry of readdirSync(at(root), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      expect([path, statSync(path).mode & 0o777]).toEqual([path, entry.isDirectory() ? 0o700 : 0o600])
    }
  }
})

test('[operations] a backup is taken while the store is written to, and is whole', async () => {
  const report = await opened(async (it) => {
    const copying = backUp({ ...it, data }, at('backup'), NOON)
    for (let n = 0; n < 20; n++) await add(it.store, `more-${n}`, `More ${n}`)
    return copying
  })
  expect(report).toEqual({ at: NOON, accounts: 2, files: 1, damaged: [] })
  data = at('backup')
  await opened(async (it) => {
    expect(await names(it)).toContain('Sea')
    expect(await it.store.graph('me').maintenance.check()).toEqual([])
    expect(await it.blobs.get('me', HASH)).toEqual(BYTES)
  })
})

test.each([
  ['there was no folder', false],
  ['the folder was empty', true],
])('[operations] a backup that is stopped leaves nothing half, where %s', async (_, isThere) => {
  if (isThere) mkdirSync(at('backup'))
  const stopping = new AbortController()
  const reached: number[] = []
  const stopped = opened((it) =>
    backUp({ ...it, data }, at('backup'), NOON, {
      progress: (done) => {
        reached.push(done)
        if (done === 1) stopping.abort()
      },
      signal: stopping.signal,
    }),
  )
  await expect(stopped).rejects.toThrow('aborted')
  expect(reached).toEqual([0, 1])
  expect(existsSync(at('backup'))).toBe(isThere)
  expect(isThere ? readdirSync(at('backup')) : []).toEqual([])
  expect((await backsUp()).files).toBe(1)
})

test('[operations] it is put back: accounts, graphs and files are as they were, and the rest is laid aside', async () => {
  await backsUp()
  const before = await opened(async (it) => {
    await add(it.store, 'q', 'Later')
    await it.store.accounts.remove('new')
    await it.blobs.removeAll('me')
    return epoch(it)
  })
  const report = await restores()
  expect(report).toMatchObject({ at: NOON, accounts: 2, files: 1, damaged: [] })
  await opened(async (it) => {
    expect(await names(it)).toEqual(['Sea'])
    expect((await it.store.accounts.list()).map(({ id }) => id)).toEqual(['me', 'new'])
    expect(await it.blobs.get('me', HASH)).toEqual(BYTES)
    expect(await it.store.graph('me').maintenance.check()).toEqual([])
    expect(await epoch(it)).toBeGreaterThan(before)
  })
  expect(readdirSync(data).toSorted()).toEqual(['accounts.sqlite', 'files', 'graphs', 'replaced'])
  data = report.replaced!
  expect(await opened(names)).toEqual(['Later', 'Sea'])
})

test('[H1, H2] it takes the history along, with its authors and snapshots', async () => {
  const by = { kind: 'token', id: 't1', name: 'Laptop', at: NOON } as const
  const snapshot = await opened(async ({ store }) => {
    const { commits, history, records } = store.graph('me')
    const held = (await records.find('p'))!
    const renamed = makePage({ id: 'p', name: 'Ocean', now: NOON })
    expect((await commits.commit({ puts: [{ record: renamed, from: held.seq }], by })).ok).toBe(true)
    return history.addSnapshot({ id: 'n1', name: 'Clean', at: NOON }, 50)
  })
  await backsUp()
  data = at('elsewhere')
  await restores()
  await opened(async (it) => {
    const { history } = it.store.graph('me')
    expect(await names(it)).toEqual(['Ocean'])
    expect(nameOf((await history.recordAt('p', 1))!.record as PageRecord)).toBe('Sea')
    expect(await history.authorships([2])).toEqual(new Map([[2, by]]))
    expect(await history.snapshots()).toEqual([snapshot])
  })
})

test('[operations] backup and restore report progress: graphs and files, then files', async () => {
  const more = Array.from({ length: 3 }, (_, i) => Buffer.from(`file ${i}`))
  await opened(async ({ blobs }) => {
    for (const bytes of more) await blobs.put('me', createHash('sha256').update(bytes).digest('hex'), bytes)
  })
  const progress: string[] = []
  const onProgress = (done: number, total: number) => void progress.push(`${done}/${total}`)
  await opened((it) => backUp({ ...it, data }, at('backup'), NOON, { progress: onProgress }))
  const key = () => secretKeyOf(settings()).key
  await restore({ blobs: await openBlobs(settings()), data, key }, at('backup'), NOON, onProgress)
  expect(progress).toEqual(['0/5', '1/5', '2/5', '3/5', '4/5', '5/5', '0/4', '1/4', '2/4', '3/4', '4/4'])
})

test('[sync idea 4] each restore raises the epoch, though the clock was set back', async () => {
  await backsUp()
  const epochs = [await opened(epoch)]
  for (const now of [NOON, NOON - 1_000]) {
    await restores(now)
    epochs.push(await opened(epoch))
  }
  expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
  expect(new Set(epochs).size).toBe(3)
})

test.each([
  ['ends access, and notes it', false],
  ['for a move to another machine keeps access', true],
])('[D9.10] a restore %s', async (_, keepsAccess) => {
  const { session } = await opened(async ({ store, blobs }) => {
    const operators = operator(store, blobs, () => NOON)
    await operators.createToken('me', { name: 'Bot', scope: 'read' })
    await store.shares.create(
      { id: 'x'.repeat(22), accountId: 'me', pageId: 'p', quotes: false, createdAt: NOON },
      { open: 9, closed: 9 },
    )
    return operators.createSession('me', { device: 'Phone' })
  })
  await backsUp()
  const report = await restores(NOON + 5, keepsAccess)
  const ended = { browsers: 0, devices: 1, apps: 0, links: 0, tokens: 0, shares: 1, sites: 0 }
  expect(report.ended).toEqual(keepsAccess ? undefined : ended)
  await opened(async ({ store, blobs }) => {
    const open = await operator(store, blobs, () => NOON).listSessions('me')
    expect(open.map(({ device }) => device)).toEqual(keepsAccess ? ['Phone'] : [])
    expect(session).toMatch(/^ngs_/)
    const [share] = await store.shares.list('me')
    expect(share?.closedAt).toBe(keepsAccess ? undefined : NOON + 5)
    expect((await store.tokens.list('me'))[0]?.revokedAt).toBeUndefined()
    const { events } = await auditLog(store, { clock: () => NOON }).list('me', { limit: 9, offset: 0 })
    const noted = { at: NOON + 5, event: 'access_ended', by: 'operator', detail: '1 device, 1 shared page' }
    expect(events).toEqual(keepsAccess ? [] : [noted])
  })
})

test('into a folder where nothing is, it restores on another machine', async () => {
  await backsUp()
  data = at('elsewhere')
  expect(await restores()).not.toHaveProperty('replaced')
  expect(await opened(names)).toEqual(['Sea'])
})

test('damaged data is laid aside all the same', async () => {
  await backsUp()
  writeFileSync(join(data, 'accounts.sqlite'), 'no database')
  await restores()
  expect(await opened(names)).toEqual(['Sea'])
})

test.each([
  ['of the same size', 'jello'],
  ['of another size', 'hell'],
])('[operations] a restore replaces a damaged file %s in the data', async (_, damage) => {
  await backsUp()
  writeFileSync(join(data, `files/me/${HASH.slice(0, 2)}/${HASH}`), damage)
  expect(await restores()).toMatchObject({ files: 1, damaged: [] })
  expect(await opened(({ blobs }) => blobs.get('me', HASH))).toEqual(BYTES)
})

test('[operations] a restore replaces a file in the data that cannot be read', async () => {
  await backsUp()
  const path = join(data, `files/me/${HASH.slice(0, 2)}/${HASH}`)
  rmSync(path)
  symlinkSync(path, path) // opening it fails
  expect(await restores()).toMatchObject({ files: 1, damaged: [] })
  expect(await opened(({ blobs }) => blobs.get('me', HASH))).toEqual(BYTES)
})

test('[operations] a whole file in the data outlives a damaged copy in the backup', async () => {
  await backsUp()
  writeFileSync(at(`backup/files/me/${HASH.slice(0, 2)}/${HASH}`), 'other')
  expect(await restores()).toMatchObject({ files: 1, damaged: [] })
  expect(await opened(({ blobs }) => blobs.get('me', HASH))).toEqual(BYTES)
})

test('restore reports damaged bytes and leaves them out', async () => {
  await backsUp()
  await opened(async ({ blobs }) => blobs.removeAll('me'))
  writeFileSync(at(`backup/files/me/${HASH.slice(0, 2)}/${HASH}`), 'other')
  expect(await restores()).toMatchObject({ files: 0, damaged: [HASH] })
  expect(await opened(({ blobs }) => blobs.has('me', HASH))).toBe(false)
})

test('[operations] a backup is not made in the folder that it is of', async () => {
  for (const inside of [data, join(data, 'backups/monday')])
    expect(await failure(backsUp(inside))).toMatch(/ is in the data folder, so both would be lost together/)
  expect(existsSync(join(data, 'backups'))).toBe(false)
})

test('an impossible restore is refused, and changes nothing', async () => {
  expect(await failure(restores())).toBe(`${at('backup')} is not a backup: it has no backup.json.`)
  await backsUp()
  expect(await failure(backsUp())).toBe(`${at('backup')} is not empty. Choose a new folder.`)
  await opened(async (it) => {
    expect(await failure(restores())).toBe(`${data} is in use. Stop the programs that use it first.`)
    await add(it.store, 'q', 'Later')
  })
  rmSync(at('backup/backup.json'))
  expect(await failure(restores())).toBe(`${at('backup')} is not a complete backup: it has no backup.json.`)
  expect(await opened(names)).toEqual(['Later', 'Sea'])
  expect(existsSync(join(data, 'replaced'))).toBe(false)
})
