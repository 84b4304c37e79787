/** A client for a bucket. It uses only the few requests that every S3 server supports. */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../blobs.ts'

/** The address and the credentials of a bucket. */
export interface Bucket {
  readonly name: string
  readonly region: string
  /** The address of a server other than AWS, such as `http://127.0.0.1:9000`. */
  readonly endpoint?: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Names the bucket in the path instead of the host, as most servers expect. */
  readonly pathStyle: boolean
}

export interface BucketObject {
  readonly key: string
  /** When it was last written, in milliseconds since 1970. */
  readonly modifiedAt: number
  /** In bytes. */
  readonly size: number
}

export interface Objects {
  /** @throws if the bucket does not exist or access is denied */
  ready(): Promise<void>
  put(
    key: string,
    body: Readable | Uint8Array,
    size: number,
    sha256: string,
    signal?: AbortSignal,
  ): Promise<void>
  has(key: string): Promise<boolean>
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** @returns false if there is nothing to copy */
  copy(from: string, to: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** @param atOnce how many keys one request asks for */
  list(prefix: string, atOnce?: number): AsyncIterable<BucketObject>
}

/** Timeouts in milliseconds: to connect, and without a byte on a connection. */
const CONNECT_WITHIN = 5_000
const SILENT_FOR = 30_000

export function openBucket(bucket: Bucket): Objects {
  const { name: Bucket, region, endpoint, accessKeyId, secretAccessKey, pathStyle } = bucket
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Other servers than AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_WITHIN, socketTimeout: SILENT_FOR },
  })

  return {
    ready: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
    put: async (Key, Body, ContentLength, sha256, abortSignal) => {
      // The server compares the bytes with this hash.
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength, ChecksumSHA256 })
      await client.send(command, { ...(abortSignal && { abortSignal }) })
    },
    has: async (Key) => (await unlessGone(client.send(new HeadObjectCommand({ Bucket, Key })))) !== undefined,
    get: async (Key, range) => {
      const part = range && `${range.first}-${range.last}`
      const command = new GetObjectCommand({ Bucket, Key, ...(part && { Range: `bytes=${part}` }) })
      const found: GetObjectCommandOutput | undefined = await unlessGone(client.send(command))
      const body = found?.Body as Readable | undefined
      if (part && found && !found.ContentRange?.startsWith(`bytes ${part}/`)) {
        body?.destroy()
        throw new Error('the bucket answers other bytes than those that were asked for')
      }
      return body
    },
    copy: async (from, Key) => {
      const CopySource = `${Bucket}/${from}`.split('/').map(encodeURIComponent).join('/')
      const copied = await unlessGone(client.send(new CopyObjectCommand({ Bucket, Key, CopySource })))
      return copied !== undefined
    },
    remove: async (Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
    async *list(Prefix, MaxKeys = 1_000) {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix,
            MaxKeys,
            ...(token !== undefined && { ContinuationToken: token }),
          }),
        )
        for (const { Key, LastModified, Size = 0 } of page.Contents ?? [])
          if (Key !== undefined) yield { key: Key, modifiedAt: LastModified?.getTime() ?? 0, size: Size }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
  }
}

/** @returns the server's answer, or undefined if the object does not exist; a missing bucket is an error */
async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    const { name } = error as { readonly name?: unknown }
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined
    throw error
  }
}
