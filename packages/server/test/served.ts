/** A server on a free port, with a device session of its first account, for the tests of one file. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { remove, reword, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import { openStore, readSettings, type Settings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { serve, type ServedApp } from '../src/index.ts'

export interface ServedSession {
  readonly served: ServedApp
  readonly session: string
  readonly data: TestData
  /** Works while the server is stopped, and starts it again at its address. */
  stopped(work: () => Promise<void>): Promise<void>
}

/** Tests that poll would use up a rate on a slow machine, and tests that are few a rate on a fast one. */
const NO_RATES = {
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
  NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '0',
  // Each sign-in has an address of its own, because their rate has no setting.
  NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.0/8',
}

/**
 * Starts the server before the tests of a file, and stops it after them.
 * @param env settings in addition to the port, the data folder and the log level; without them, there are no rates
 * @returns the server and session, which exist while the tests run
 */
export function useServed(env: Readonly<Record<string, string>> = {}): ServedSession {
  let folder: string
  let data: TestData
  let served: ServedApp
  let session: string
  let settings: Settings

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'notegraph-served-'))
    data = await makeTestData(folder)
    settings = readSettings({
      ...data.env,
      NOTEGRAPH_PORT: '0',
      NOTEGRAPH_LOG_LEVEL: 'silent',
      ...NO_RATES,
      ...env,
    })
    served = await serve(settings, () => {})
    // The operator creates the session while the server runs.
    const { store, blobs } = await openStore(settings)
    ;({ session } = await operator(store, blobs, () => Date.now()).createSession('me', { device: 'Phone' }))
    await store.close()
  })
  afterAll(async () => {
    await served.stop()
    rmSync(folder, { recursive: true })
  })
  return {
    get served() {
      return served
    },
    get data() {
      return data
    },
    get session() {
      return session
    },
    async stopped(work) {
      const port = Number(new URL(served.baseUrl).port)
      // The token is shown at the first start alone.
      const { token } = served
      await served.stop()
      const held = await holdPort(port)
      try {
        await work()
      } finally {
        await held.free()
        served = { ...(await startAgain({ ...settings, port })), ...(token !== undefined && { token }) }
      }
    },
  }
}

/** Keeps a port from other programs, and ends each connection to it. */
async function holdPort(port: number): Promise<{ free(): Promise<unknown> }> {
  const holder = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  await once(holder, 'listening')
  return {
    async free() {
      holder.close()
      return once(holder, 'close')
    },
  }
}

/** Starts a server at the port of an earlier one. A connection of another program may have the port for a moment. */
async function startAgain(settings: Settings): Promise<ServedApp> {
  const started: ServedApp[] = []
  await expect.poll(async () => started.push(await serve(settings, () => {}))).toBe(1)
  return started[0]!
}

/** Adds records to the first account while the server runs. */
export async function addRecords({ data }: ServedSession, records: readonly GraphRecord[]): Promise<void> {
  const { store } = await openStore(readSettings(data.env))
  const added = await store
    .graph('me')
    .commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  await store.close()
  if (!added.ok) throw new Error(added.why)
}

/** Rewords a block of the first account, as another device would. */
export const rewordBlock = async (session: ServedSession, id: string, text: string): Promise<void> =>
  editRecord(session, id, (record) => reword(record as BlockRecord, text, `other~${id}`, Date.now()))

/** Deletes a record of the first account, as another device would. */
export const removeRecord = async (session: ServedSession, id: string): Promise<void> =>
  editRecord(session, id, (record) => remove(record, Date.now()))

async function editRecord(
  { data }: ServedSession,
  id: string,
  edit: (record: GraphRecord) => GraphRecord,
): Promise<void> {
  const { store } = await openStore(readSettings(data.env))
  const graph = store.graph('me')
  const { record, seq } = (await graph.records.find(id))!
  const edited = await graph.commits.commit({ puts: [{ record: edit(record), from: seq }] })
  await store.close()
  if (!edited.ok) throw new Error(edited.why)
}
