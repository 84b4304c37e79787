import {
  existsSync,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blobsContract } from '../../test/contract/blobs.ts'
import { openDiskBlobs } from './index.ts'

const HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const HELLO = Buffer.from('hello')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('files on disk', () => {
  blobsContract(async () => ({ blobs: openDiskBlobs(join(folder, 'files')), close: async () => {} }))
})

test('bytes are stored under their hash, for their owner alone, with nothing beside them', async () => {
  await openDiskBlobs(folder).put('Me', HASH, HELLO)
  expect(readFileSync(join(folder, '=me', '2c', HASH), 'utf8')).toBe('hello')
  expect(statSync(join(folder, '=me', '2c', HASH)).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, '=me')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, '.incoming'))).toEqual([])
})

test('bytes of others are not put under a hash', async () => {
  const blobs = openDiskBlobs(folder)
  await expect(blobs.put('me', HASH, Buffer.from('other'))).rejects.toThrow('under the hash of others')
  expect(await blobs.has('me', HASH)).toBe(false)
})

test('the incoming bytes of a process that ended go after a while', async () => {
  const blobs = openDiskBlobs(folder)
  const left = (await blobs.receive('me', one(HELLO), 10))!
  const [name] = readdirSync(join(folder, '.incoming'))
  await blobs.tidy(Date.now() - 60_000)
  expect(existsSync(join(folder, '.incoming', name!))).toBe(true)
  await blobs.tidy(Date.now() + 60_000)
  expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  await expect(left.keep()).rejects.toThrow('ENOENT')
})

test('bytes that an interrupted removal laid aside are restored', async () => {
  const blobs = openDiskBlobs(folder)
  await blobs.put('me', HASH, HELLO)
  const path = join(folder, 'me', '2c', HASH)
  renameSync(path, `${path}.aside`)
  expect((await Array.fromAsync(blobs.list('me'))).map(({ hash }) => hash)).toEqual([HASH])
  expect(await blobs.has('me', HASH)).toBe(true)
})

test('a file whose name is no hash is not listed', async () => {
  const blobs = openDiskBlobs(folder)
  await blobs.put('me', HASH, HELLO)
  writeFileSync(join(folder, 'me', '2c', 'notes.txt'), 'mine')
  writeFileSync(join(folder, 'me', '2c', `${HASH}.other`), 'mine')
  expect((await Array.fromAsync(blobs.list('me'))).map(({ hash }) => hash)).toEqual([HASH])
})

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
