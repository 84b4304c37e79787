/** The client and the server together, over a real connection: the service from end to end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from '@notegraph/client'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served } from '../src/index.ts'
import { fetchDescribed } from './described.ts'

const { changesClient, every, metaOf, notesClient } = client

let folder: string
let served: Served
let session: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-client-'))
  const settings = readSettings({
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_DATA: folder,
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_WRITES_PER_MINUTE_TOKEN: '0',
    NOTEGRAPH_WRITES_PER_MINUTE_ADDRESS: '40',
  })
  served = await serve(settings, () => {})
  // As an operator at the command line, while the server runs.
  const { store, blobs } = await openStore(settings)
  ;({ session } = await operator(store, blobs, () => Date.now()).createSession('me', { device: 'Phone' }))
  await store.close()
})
afterAll(async () => {
  await served.stop()
  rmSync(folder, { recursive: true })
})

const notes = () => notesClient({ baseUrl: served.baseUrl, token: served.token ?? '', fetch: fetchDescribed })
const changes = () => changesClient({ baseUrl: served.baseUrl, token: session, fetch: fetchDescribed })

test('the example of the README says what happens', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.resolve('@notegraph/client')), 'utf8')
  const program = (/```ts\n([^]*?)\n```/.exec(readme)?.[1] ?? '')
    .replaceAll(/^import (\{.*\}) from '.*'$/gm, 'const $1 = client')
    .replaceAll(/\(error: \w+\)/g, '(error)')
    .replaceAll(/^const (\w+) = (.*) \/\/ (.*)$/gm, 'const $1 = $2\npairs.push([$1, $3])')
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own words are the test
  const run = new AsyncFunction('client', 'baseUrl', 'token', 'pairs', program)
  const pairs: [unknown, unknown][] = []
  await run(client, served.baseUrl, served.token, pairs)
  expect(pairs).toHaveLength(3)
  for (const [computed, promised] of pairs) expect(computed).toEqual(promised)
})

describe('from end to end', () => {
  test('a page is made, written on, read, found, and all of it taken back', async () => {
    const it = notes()
    const before = await it.readPage('The Boat')
    const { total } = await it.listPages({ limit: 1 })

    const made = await it.createPage({
      name: 'Grace Hopper',
      type: 'person',
      properties: { Birthday: '1906-12-09' },
      blocks: ['found a [[moth]]'],
    })
    const { ids, block } = await it.addBlock('grace hopper', { text: 'TODO a nanosecond of wire' })
    await it.setTask(ids.blockId, { state: 'done' })
    await it.setProperty('Grace Hopper', 'occupation', { value: 'admiral' })
    await it.setProperties('The Boat', { properties: { mood: 'calm', light: 'low' } })

    expect(block.marker).toBe('TODO')
    expect((await it.readPage('GRACE HOPPER')).page.fields).toEqual({
      Birthday: '1906-12-09',
      Occupation: 'admiral',
    })
    expect((await it.search({ q: 'nanosecond' })).blocks).toMatchObject([{ id: ids.blockId, marker: 'DONE' }])
    expect((await it.listPages({ limit: 1 })).total).toBe(total + 1)
    expect((await it.listTypes()).types).toHaveLength(12)
    expect((await it.readDay('today')).page).not.toBeNull()
    expect((await it.createPage({ name: 'grace hopper' })).ids.pageId).toBe(made.ids.pageId)

    const open: string[] = []
    for await (const { id, state } of every((offset) => changes().list({ limit: 2, offset }), 'changes'))
      if (state === 'open') open.push(id)
    const [newest, ...older] = open
    const { change } = await changes().read(newest!)
    expect((await changes().list({ limit: 1, touched: true })).changes).toEqual([change])
    expect((await changes().revert(newest!)).left).toEqual([])
    const { results } = await changes().revertAll(older.toReversed())
    expect(results).toEqual(
      older.map((id) => ({ id, ok: true, restored: expect.any(Number) as number, left: [] })),
    )
    await expect(it.readPage('Grace Hopper')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect((await it.readPage('The Boat')).page.props).toEqual(before.page.props)
    expect((await it.listPages({ limit: 1 })).total).toBe(total)
  })

  test('a write whose answer was lost is sent again, and written once', async () => {
    let calls = 0
    const it = notesClient({
      baseUrl: served.baseUrl,
      token: served.token ?? '',
      sleep: async () => {},
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (calls++ > 0) return response
        await response.arrayBuffer()
        throw new TypeError('the connection was lost')
      },
    })
    const added = await it.addBlock('tomorrow', { text: 'once' })
    expect(metaOf(added).replayed).toBe(true)
    const { blocks } = await it.readPage(added.block.page)
    expect(blocks.filter(({ content }) => content === 'once')).toHaveLength(1)
  })

  test('the same key in another process is the same write', async () => {
    const idempotencyKey = '9f2c8a54-6d1e-4b7a-8c3f-1e5d7a9b0c26'
    const [one, two] = [
      await notes().addBlock('today', { text: 'kept' }, { idempotencyKey }),
      await notes().addBlock('today', { text: 'kept' }, { idempotencyKey }),
    ]
    expect(two).toEqual(one)
    expect([metaOf(one).replayed, metaOf(two).replayed]).toEqual([false, true])
  })

  test('a rate that is used up is waited for as long as it asks', async () => {
    const waits: number[] = []
    const enough = new Error('enough')
    const it = notesClient({
      baseUrl: served.baseUrl,
      token: served.token ?? '',
      sleep: async (ms) => {
        waits.push(ms)
        throw enough
      },
    })
    const write = async () => {
      for (let n = 0; n <= 40; n++) await it.addBlock('today', { text: `${n}` })
    }
    await expect(write()).rejects.toBe(enough)
    expect(waits).toEqual([60_000])
  })

  test('a token opens no settings, a session no notes', async () => {
    const { baseUrl, token = '' } = served
    await expect(changesClient({ baseUrl, token }).list()).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    await expect(notesClient({ baseUrl, token: session }).listPages()).rejects.toMatchObject({ status: 401 })
  })
})
