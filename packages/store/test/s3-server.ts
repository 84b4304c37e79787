/** A server of the S3 protocol in a process of its own, with one bucket in a folder of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Bucket } from '../src/s3/index.ts'

const BIN = join(dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin', 's3rver.js')
const LISTENS = /listening on [^\n]*:(\d+)/

export interface S3Server {
  readonly bucket: Bucket
  close(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-s3-'))
  const child = spawn(
    process.execPath,
    // Its tokens for the next page of a list are made with a cipher of old.
    [
      '--openssl-legacy-provider',
      BIN,
      '-d',
      folder,
      '-a',
      '127.0.0.1',
      '-p',
      '0',
      '--configure-bucket',
      'notes',
    ],
    // It answers before a file is written. With one thread, the next request waits for that.
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
  )
  const ended = once(child, 'close')
  let said = ''
  const port = await new Promise<string>((resolve, reject) => {
    const listen = (text: Buffer) => {
      said += text.toString()
      const found = LISTENS.exec(said)
      if (found) resolve(found[1]!)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(() => reject(new Error(`the S3 server ended: ${said}`)))
  })
  return {
    bucket: {
      name: 'notes',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      pathStyle: true,
    },
    close: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
