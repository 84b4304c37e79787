import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../blobs.ts'
import { forgetStaged, stage } from '../disk/stage.ts'
import { idAsFileName } from '../file-name.ts'
import { isHash } from '../hash.ts'
import { withCheckedNames } from '../with-checked-names.ts'
import { openBucket, type Bucket } from './bucket.ts'

/** The end of the key of a blob that a removal has set aside. */
const ASIDE = '.aside'

/**
 * Opens a blob store in a bucket.
 * @param incoming a folder on disk for uploads until their hash is known; created when it is first needed
 * @example
 * const bucket = { name: 'notes', region: 'eu-central-1', accessKeyId, secretAccessKey, pathStyle: false }
 * const blobs = openS3Blobs(bucket, 'data/.incoming')
 */
export function openS3Blobs(bucket: Bucket, incoming: string): Blobs {
  const objects = openBucket(bucket)
  const home = (accountId: string) => `files/${idAsFileName(accountId)}/`
  const keyOf = (accountId: string, hash: string) => home(accountId) + hash

  return withCheckedNames({
    ready: async () => objects.ready(),
    put: async (accountId, hash, bytes) => objects.put(keyOf(accountId, hash), bytes, bytes.byteLength, hash),
    receive: async (accountId, bytes, most) => {
      const staged = await stage(incoming, bytes, most)
      if (!staged) return undefined
      const { path, hash, size } = staged
      return {
        hash,
        size,
        keep: async () => objects.put(keyOf(accountId, hash), createReadStream(path), size, hash),
        drop: async () => rm(path, { force: true }),
      }
    },
    has: async (accountId, hash) => objects.has(keyOf(accountId, hash)),
    get: async (accountId, hash) => {
      const body = await objects.get(keyOf(accountId, hash))
      return body && buffer(body)
    },
    open: async (accountId, hash, range) => {
      const body = await objects.get(keyOf(accountId, hash), range)
      return body && (Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>)
    },
    async *list(accountId) {
      for await (const { key, modifiedAt } of objects.list(home(accountId))) {
        const name = key.slice(home(accountId).length)
        const hash = name.endsWith(ASIDE) ? name.slice(0, -ASIDE.length) : name
        if (!isHash(hash)) continue
        if (hash !== name) await putBack(keyOf(accountId, hash))
        yield { hash, keptAt: modifiedAt }
      }
    },
    remove: async (accountId, hash, isNeeded) => {
      const key = keyOf(accountId, hash)
      if (!(await objects.copy(key, key + ASIDE))) return false
      await objects.remove(key)
      let needed = true
      try {
        needed = await isNeeded()
      } finally {
        if (needed) await putBack(key)
        else await objects.remove(key + ASIDE)
      }
      return !needed
    },
    removeAll: async (accountId) => {
      for await (const { key } of objects.list(home(accountId))) await objects.remove(key)
    },
    tidy: async (before) => forgetStaged(incoming, before),
  })

  async function putBack(key: string): Promise<void> {
    await objects.copy(key + ASIDE, key)
    await objects.remove(key + ASIDE)
  }
}
