/** @module-tag process */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobsContract } from '../../test/contract/blobs.ts'
import { startS3, type S3Server } from '../../test/s3-server.ts'
import { openBucket } from './bucket.ts'
import { openS3Blobs } from './index.ts'

const HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const HELLO = Buffer.from('hello')

let server: S3Server
let incoming: string
beforeAll(async () => {
  server = await startS3()
  incoming = join(mkdtempSync(join(tmpdir(), 'notegraph-incoming-')), 'incoming')
})
afterAll(async () => {
  await server.close()
  rmSync(join(incoming, '..'), { recursive: true })
})

describe('files in a bucket', () => {
  blobsContract(async () => {
    const objects = openBucket(server.bucket)
    return {
      blobs: openS3Blobs(server.bucket, incoming),
      close: async () => {
        for await (const { key } of objects.list('')) await objects.remove(key)
      },
    }
  })

  test('a list goes on beyond what a server answers at once', async () => {
    const objects = openBucket(server.bucket)
    const keys = ['a', 'b', 'c'].map((name) => `many/${name}`)
    await Promise.all(keys.map(async (key) => objects.put(key, HELLO, 5, HASH)))
    const listed = await Array.fromAsync(objects.list('many/', 2))
    expect(listed.map(({ key }) => key)).toEqual(keys)
    await Promise.all(keys.map(async (key) => objects.remove(key)))
  })

  test('bytes that an interrupted removal laid aside are restored', async () => {
    const objects = openBucket(server.bucket)
    const blobs = openS3Blobs(server.bucket, incoming)
    await objects.put(`files/me/${HASH}.aside`, HELLO, 5, HASH)
    expect((await Array.fromAsync(blobs.list('me'))).map(({ hash }) => hash)).toEqual([HASH])
    expect(await blobs.has('me', HASH)).toBe(true)
    await blobs.removeAll('me')
  })

  test('other bytes than those asked for are a failure', async () => {
    const blobs = openS3Blobs(server.bucket, incoming)
    await blobs.put('me', HASH, HELLO)
    // This server takes a first byte alone for all of them.
    await expect(blobs.open('me', HASH, { first: 0, last: 0 })).rejects.toThrow('other bytes')
    await blobs.removeAll('me')
  })

  test('nothing is left of what came in on its way', async () => {
    const received = (await openS3Blobs(server.bucket, incoming).receive('me', one(HELLO), 5))!
    expect(readdirSync(incoming)).toHaveLength(1)
    await received.drop()
    expect(readdirSync(incoming)).toEqual([])
  })
})

describe('a bucket that cannot be used is a failure, and never one that is empty', () => {
  test.each([
    ['another name', { name: 'nobody' }],
    ['a key that nobody has', { accessKeyId: 'nobody' }],
  ])('%s', async (_, wrong) => {
    const blobs = openS3Blobs({ ...server.bucket, ...wrong }, incoming)
    await expect(blobs.ready()).rejects.toThrow()
    await expect(blobs.open('me', HASH)).rejects.toThrow()
    await expect(blobs.put('me', HASH, HELLO)).rejects.toThrow()
    await expect(Array.fromAsync(blobs.list('me'))).rejects.toThrow()
  })

  test('one that does not answer', async () => {
    const gone = await startS3()
    await gone.close()
    const blobs = openS3Blobs(gone.bucket, incoming)
    await expect(blobs.ready()).rejects.toThrow()
    await expect(blobs.has('me', HASH)).rejects.toThrow()
  })
})

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
