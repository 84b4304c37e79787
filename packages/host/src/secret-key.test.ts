import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operator } from '@notegraph/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  backUp,
  newSecretKey,
  openBlobs,
  openRawStore,
  openStore,
  readSettings,
  restore,
  secretKeyOf,
  SettingError,
  type OpenStores,
} from './index.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const SECRET = 'whsec_the-secret'

let folder: string
const at = (name: string) => join(folder, name)
const settings = (env: Record<string, string> = {}) => readSettings({ NOTEGRAPH_DATA: at('data'), ...env })
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'notegraph-secret-'))))
afterEach(() => rmSync(folder, { recursive: true }))

async function opened<T>(work: (opened: OpenStores) => Promise<T>): Promise<T> {
  const it = await openStore(settings())
  try {
    return await work(it)
  } finally {
    await it.store.close()
  }
}

const fill = async () =>
  opened(async ({ store, blobs }) => {
    await operator(store, blobs, () => NOON).createAccount('me', {})
    const position = { epoch: 1, seq: 1, part: 0 }
    const webhook = { id: 'w1', accountId: 'me', url: 'https://hook.example', secret: SECRET, filter: {} }
    await store.webhooks.create({ ...webhook, withBlocks: false, createdAt: NOON, position, dueAt: 0 }, 9)
    await store.shares.create(
      { id: 'the-link', accountId: 'me', pageId: 'p1', quotes: false, createdAt: NOON },
      { open: 9, closed: 9 },
    )
  })
const secret = async () => opened(async ({ store }) => (await store.webhooks.find('me', 'w1'))?.secret)

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SettingError)
  return (error as SettingError).message
}

async function change(isLost = false) {
  const store = await openRawStore(settings())
  try {
    return await newSecretKey(store, settings(), isLost, NOON)
  } finally {
    await store.close()
  }
}

/** The bytes of all files of a folder. */
const bytesOf = (name: string): string =>
  readdirSync(at(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

test('[D9.7] without settings, the key is beside the data folder, for its user alone', async () => {
  await fill()
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'data.key'])
  expect(statSync(at('data.key')).mode & 0o777).toBe(0o600)
  expect(await secret()).toBe(SECRET)
})

test('[D9.7] neither the data folder nor a backup has the key or what it encrypts', async () => {
  await fill()
  await opened(async (it) => backUp({ ...it, data: at('data') }, at('backup'), NOON))
  const key = readFileSync(at('data.key'), 'latin1').trim()
  for (const word of [SECRET, 'the-link', key]) {
    expect(bytesOf('data')).not.toContain(word)
    expect(bytesOf('backup')).not.toContain(word)
  }
})

test('[D9.7] a file that cannot be made ends the start before it changes anything', async () => {
  writeFileSync(at('file'), '')
  const words = await failure(openStore(settings({ NOTEGRAPH_SECRET_KEY_FILE: at('file/secret.key') })))
  expect(words).toMatch(/^NOTEGRAPH_SECRET_KEY_FILE: .*file\/secret.key cannot be used: /)
  expect(existsSync(at('data'))).toBe(false)
})

test('[D9.7] another key, a missing one and no key stop the start', async () => {
  await fill()
  renameSync(at('data.key'), at('kept'))
  expect(await failure(openStore(settings()))).toMatch(/^NOTEGRAPH_SECRET_KEY_FILE: .* is missing\. Put /)
  expect(existsSync(at('data.key'))).toBe(false)
  secretKeyOf({ secretKeyFile: at('data.key') })
  expect(await failure(openStore(settings()))).toMatch(/ is another key than the one of the data\. /)
  writeFileSync(at('data.key'), 'hello')
  expect(await failure(openStore(settings()))).toMatch(/ cannot be used: the file has no key/)
  renameSync(at('kept'), at('data.key'))
  expect(await secret()).toBe(SECRET)
})

test('[D9.7] a new key encrypts everything again, and the previous one stays for earlier backups', async () => {
  await fill()
  const before = readFileSync(at('data.key'), 'latin1')
  const { previous, deleted } = await change()
  expect(deleted).toEqual([])
  expect(readFileSync(previous!, 'latin1')).toBe(before)
  expect(readFileSync(at('data.key'), 'latin1')).not.toBe(before)
  expect(await secret()).toBe(SECRET)
})

test('[D9.7] a change of the key that was interrupted after the data is finished by the next start', async () => {
  await fill()
  const before = readFileSync(at('data.key'), 'latin1')
  await change()
  renameSync(at('data.key'), at('data.key.next'))
  writeFileSync(at('data.key'), before)
  expect(await secret()).toBe(SECRET)
  expect(existsSync(at('data.key.next'))).toBe(false)
  expect(await secret()).toBe(SECRET)
})

test('[D9.7] a lost key costs what it encrypted, which is listed', async () => {
  await fill()
  rmSync(at('data.key'))
  expect(await failure(change())).toMatch(/^NOTEGRAPH_SECRET_KEY_FILE: .* is missing\. Put .+ --lost/)
  expect((await change(true)).deleted).toEqual([
    { what: 'webhook', account: 'me', id: 'w1' },
    { what: 'link to a shared page', account: 'me', id: 'p1' },
  ])
  expect(await secret()).toBeUndefined()
})

test('[D9.7] a key that is there is not lost, and another one says so', async () => {
  await fill()
  expect(await failure(change(true))).toMatch(/ is the key of the data, so nothing is lost\. /)
  expect(await secret()).toBe(SECRET)
  renameSync(at('data.key'), at('kept'))
  secretKeyOf({ secretKeyFile: at('data.key') })
  expect(await failure(change())).toMatch(/ is another key than the one of the data\. Put .+ --lost/)
})

test('[D9.7] a restore without the key of the backup goes on and lists what it deleted', async () => {
  await fill()
  await opened(async (it) => backUp({ ...it, data: at('data') }, at('backup'), NOON))
  const restores = async () => {
    const key = () => secretKeyOf(settings()).key
    return restore({ blobs: await openBlobs(settings()), data: at('data'), key }, at('backup'), Date.now())
  }
  expect((await restores()).deleted).toEqual([])
  expect(await secret()).toBe(SECRET)
  mkdirSync(at('elsewhere'))
  for (const name of ['data', 'data.key']) renameSync(at(name), join(at('elsewhere'), name))
  expect((await restores()).deleted).toMatchObject([{ what: 'webhook' }, { what: 'link to a shared page' }])
  expect(await secret()).toBeUndefined()
})
