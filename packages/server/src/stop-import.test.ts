/** A server that stops during an import, and the next server on the same data. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportJob } from '@notegraph/contract'
import { besideServer, openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { serve } from './serve.ts'

const NOTES = 200
const BLOCKS = 200

let folder: string
let data: TestData
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-stop-import-'))
  data = await makeTestData(join(folder, 'data'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = () => ({
  ...data.env,
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_LOG_LEVEL: 'silent',
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
})

async function packNotes(): Promise<string> {
  const zip = new ZipFile()
  const text = Array.from({ length: BLOCKS }, (_, n) => `- block ${n}\n`).join('')
  for (let n = 0; n < NOTES; n++) zip.addBuffer(Buffer.from(text), `pages/${n}.md`)
  zip.end()
  const path = join(folder, 'notes.zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

async function running(session: string) {
  const served = await serve(readSettings(env()), () => {})
  const headers = { Authorization: `Bearer ${session}`, 'Content-Type': 'application/zip' }
  const url = `${served.baseUrl}/api/v1/settings/import`
  const jobOf = async (response: Response) => ((await response.json()) as { import: ImportJob }).import
  return {
    stop: () => served.stop(),
    job: async () => jobOf(await fetch(url, { headers })),
    send: async (path: string) => {
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream
      return jobOf(await fetch(url, { method: 'POST', headers, body, duplex: 'half' }))
    },
  }
}

test('[operations] a stop ends an import: what was committed stays, and the same archive goes on from there', async () => {
  const archive = await packNotes()
  const opened = await openStore(besideServer(readSettings(env())))
  const operators = operator(opened.store, opened.blobs, Date.now)
  await operators.createAccount('me', {})
  const { session } = await operators.createSession('me', { device: 'Laptop' })
  const blocks = async () => (await opened.store.graph('me').storage.usage()).blocks.count

  const first = await running(session)
  expect((await first.send(archive)).state).toBe('running')
  await expect.poll(blocks, { interval: 5 }).toBeGreaterThan(0)
  await first.stop()
  const kept = await blocks()
  expect(kept).toBeLessThan(NOTES * BLOCKS)
  expect(await opened.store.graph('me').maintenance.check()).toEqual([])

  const second = await running(session)
  expect((await second.job()).state).toBe('cut_off')
  await second.send(archive)
  await expect.poll(async () => (await second.job()).state, { interval: 50 }).toBe('done')
  const { report } = await second.job()
  expect(report!.blocks + kept).toBe(NOTES * BLOCKS)
  expect(await blocks()).toBe(NOTES * BLOCKS)
  await second.stop()
  await opened.store.close()
})
