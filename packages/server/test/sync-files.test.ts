/**
 * Files of devices: two engines and the real server, over its routes.
 *
 * @module-tag both-stores
 */
import { createEngine, fetchTransport, memoryStore, type Engine, type Fetch } from '@notegraph/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSync, type SyncApi } from './syncing.ts'

let api: SyncApi
/** Answers that never arrive, although the server did its part. */
let lost: number

beforeEach(async () => {
  api = await openSync()
  lost = 0
})

const PICTURE = { name: 'map of 木.png', type: 'image/png', bytes: new Uint8Array([0, 1, 254, 255]) }

function device(store = memoryStore()): Engine {
  const fetch: Fetch = async (url, init) => {
    const answer = await api.app.request(url, init, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
    if (init.method === 'POST' && lost-- > 0) throw new Error('no answer came')
    return answer
  }
  return createEngine({
    store,
    transport: fetchTransport({ url: 'http://notes.example', token: api.session, fetch }),
  })
}

/** A page with a picture that was added there. */
async function illustrated(engine: Engine, page: string) {
  await engine.open()
  const opened = await engine.openPage(page)
  const file = await engine.attach(PICTURE)
  if (!opened.ok || !file.ok) throw new Error('not made')
  const block = await engine.addBlock({ pageId: opened.id }, `see ${file.link}`)
  if (!block.ok) throw new Error(block.error)
  return { pageId: opened.id, blockId: block.id, file }
}

describe('[sync] a file that a device adds', () => {
  test('is named in the notes and read on the other device, by the address that its words had at once', async () => {
    const [a, b] = [device(), device()]
    const { blockId, file } = await illustrated(a, 'Harbour')
    await a.sync()
    expect([a.uploads(), a.state.status]).toEqual([[], 'idle'])
    expect((await api.graph.files.list()).map(({ id, name, size }) => [id, name, size])).toEqual([
      [file.id, 'map of 木.png', 4],
    ])
    const { body } = await api.get(`/blocks/${blockId}`)
    expect(body['block']['content']).toBe('see [picture: map of 木.png]')
    await b.open()
    await b.sync()
    expect(await b.readFile(file.id)).toEqual({ ok: true, ...PICTURE })
  })

  test('is one file though its answer was lost', async () => {
    const a = device()
    const { file } = await illustrated(a, 'Harbour')
    lost = 9
    await a.sync()
    expect(a.uploads()).toMatchObject([{ id: file.id, status: 'waiting' }])
    lost = 0
    await a.sync()
    expect([a.uploads(), (await api.graph.files.list()).map(({ id }) => id)]).toEqual([[], [file.id]])
  })

  test('is one file though the device ended in between', async () => {
    const store = memoryStore()
    const { file } = await illustrated(device(store), 'Harbour')
    lost = 9
    const killed = device(store)
    await killed.open()
    await killed.sync()
    expect(await api.graph.files.list()).toHaveLength(1)
    lost = 0
    const again = device(store)
    await again.open()
    await again.sync()
    expect([again.uploads(), (await api.graph.files.list()).map(({ id }) => id)]).toEqual([[], [file.id]])
  })

  test('is the one that is there where two devices add the same, and every link leads to it', async () => {
    const [a, b] = [device(), device()]
    const first = await illustrated(a, 'Harbour')
    const second = await illustrated(b, 'Lighthouse')
    for (const engine of [a, b, a]) await engine.sync()
    const [held] = await api.graph.files.list()
    expect(held!.id).toBe(first.file.id)
    for (const engine of [a, b])
      for (const { pageId } of [first, second]) {
        const [block] = await engine.blocks(pageId)
        expect(block!.record.words.text).toBe(`see ${first.file.link}`)
      }
    expect((await api.get(`/blocks/${second.blockId}`)).body['block']['content']).toBe(
      'see [picture: map of 木.png]',
    )
  })

  test('waits with the reason while storage is full, and is uploaded once there is room', async () => {
    await api.operators.setAccount('me', { quota: (await api.graph.storage.bytes()) + 2 })
    const a = device()
    const { file } = await illustrated(a, 'Harbour')
    await a.sync()
    expect(a.uploads()).toMatchObject([{ id: file.id, status: 'failed', reason: { code: 'quota_full' } }])
    expect(await api.graph.files.list()).toEqual([])
    await api.operators.setAccount('me', { quota: 1_000_000_000 })
    await a.retryUpload(file.id)
    await a.sync()
    expect([a.uploads(), (await api.graph.files.list()).map(({ id }) => id)]).toEqual([[], [file.id]])
    await a.stop()
  })

  test('that nobody has is not found, in the words of the server', async () => {
    const a = device()
    await a.open()
    expect(await a.readFile('no-such-file-0000000000')).toMatchObject({
      ok: false,
      code: 'not_found',
      error: expect.stringContaining('File not found.'),
    })
  })
})
