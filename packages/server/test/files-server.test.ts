/** Files over real connections, on a real disk. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLog } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { makeTestData } from '@notegraph/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressReader, createApp, makeDeps, startServer, type RunningServer } from '../src/index.ts'
import { open, parse, rest } from './socket.ts'

const MEGABYTE = 2 ** 20
const HANDLES = '/proc/self/fd'
const BYTES = randomBytes(8 * MEGABYTE)

let folder: string
let server: RunningServer
let session: string
let stop: () => Promise<void>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-files-'))
  const store = await (await makeTestData(join(folder, 'data'))).open()
  const blobs = openDiskBlobs(join(folder, 'files'))
  const clock = () => Date.now()
  const operators = operator(store, blobs, clock)
  await operators.createAccount('me', {})
  ;({ session } = await operators.createSession('me', { device: 'phone' }))
  const app = createApp(
    makeDeps({
      store,
      blobs,
      clock,
      log: makeLog('silent'),
      addressOf: addressReader([]),
      baseUrl: () => '',
      rates: { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 },
      origin: undefined,
    }),
  )
  server = await startServer(app, '127.0.0.1', 0, { arrival: { head: 10_000, whole: 1_500, silent: 1_500 } })
  stop = async () => {
    await server.stop()
    await store.close()
  }
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

const address = (path: string) => `http://127.0.0.1:${server.port}${path}`

async function* megabytes(): AsyncIterable<Uint8Array> {
  for (let at = 0; at < BYTES.length; at += MEGABYTE) yield BYTES.subarray(at, at + MEGABYTE)
}

async function upload(): Promise<string> {
  const answer = await fetch(address('/api/files?name=a.bin'), {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
    body: ReadableStream.from(megabytes()) as ReadableStream<Uint8Array<ArrayBuffer>>,
    duplex: 'half',
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

const until = async (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 10 }).toBe(true)

const incoming = () => readdirSync(join(folder, 'files', '.incoming'))
/** The stored files that this process has open, if the system reports them. */
const held = () =>
  (existsSync(HANDLES) ? readdirSync(HANDLES) : []).filter((handle) => {
    try {
      return readlinkSync(join(HANDLES, handle)).startsWith(join(folder, 'files'))
    } catch {
      return false // the handle of this check
    }
  })

test('an upload comes back, whole and in part', async () => {
  const id = await upload()
  const whole = await fetch(address(`/api/files/${id}`))
  expect(whole.headers.get('content-length')).toBe(String(BYTES.length))
  const hash = createHash('sha256').update(Buffer.from(await whole.arrayBuffer()))
  expect(hash.digest('hex')).toBe(createHash('sha256').update(BYTES).digest('hex'))
  const part = await fetch(address(`/api/files/${id}`), { headers: { Range: 'bytes=1048570-1048585' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
    206,
    BYTES.subarray(1_048_570, 1_048_586),
  ])
  expect(incoming()).toEqual([])
})

test('HEAD says how long the file is', async () => {
  const id = await upload()
  const head = await fetch(address(`/api/files/${id}`), { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BYTES.length)])
})

test('nothing stays open of files whose readers have gone', async () => {
  const id = await upload()
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const gone = new AbortController()
      const answer = await fetch(address(`/api/files/${id}`), { signal: gone.signal })
      await answer.body!.getReader().read()
      gone.abort()
    }),
  )
  await until(() => held().length === 0)
})

test('nothing stays of a file whose sender has gone', async () => {
  const socket = await open(server.port)
  socket.write(
    `POST /api/files?name=a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${session}\r\nContent-Length: 9000000\r\n\r\n`,
  )
  socket.write(Buffer.alloc(MEGABYTE))
  await until(() => incoming().length > 0)
  socket.destroy()
  await until(() => incoming().length === 0)
  expect(held()).toEqual([])
})

test('a file whose bytes no longer come is refused', async () => {
  const socket = await open(server.port)
  socket.write(
    `POST /api/files?name=a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${session}\r\nContent-Length: 9\r\n\r\nhalf`,
  )
  const { status, body } = parse(await rest(socket))
  expect([status, JSON.parse(body)]).toEqual([
    400,
    {
      error: 'The request took too long to arrive.',
      code: 'bad_request',
      hint: 'Send the request again without pauses.',
    },
  ])
  await until(() => incoming().length === 0)
})
