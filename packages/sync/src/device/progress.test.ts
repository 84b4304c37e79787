import { beforeEach, expect, test } from 'vitest'
import { Clock, device, made, settled } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import type { Progress, State, Transport } from '../index.ts'
import { memoryStore } from './memory-store.ts'

let clock: Clock
let server: MemoryServer

/** A server with a page and six blocks, one of them deleted, that sends three records per page. */
beforeEach(async () => {
  clock = new Clock()
  server = memoryServer(() => clock.now, 3)
  const { engine } = device('a', server, clock)
  await engine.start()
  const pageId = await made(engine.openPage('Tea'))
  for (let n = 0; n < 6; n++) await made(engine.addBlock({ pageId }, `${n}`))
  await engine.sync()
  const [first] = await engine.blocks(pageId)
  await engine.deleteBlock(first!.record.id)
  await engine.sync()
  await engine.stop()
})

/** A device that runs a full pull, and the progress that it shows. */
function newcomer(transport: Transport, store = memoryStore()) {
  const { engine } = device('b', transport, clock, { store })
  const shown: (Progress | undefined)[] = []
  engine.on('state', (state: State) => {
    if (state.status === 'pulling') shown.push(state.progress)
  })
  return { engine, shown, store }
}

const sized = (rest: object = {}): Transport => ({
  pull: async (cursor) => {
    const reply = await server.pull(cursor)
    return reply.ok ? { ...reply, value: { ...reply.value, ...rest }, bytes: 1_000 } : reply
  },
  push: async (body) => server.push(body),
})

test('the first pull reports records, total and bytes after each answer', async () => {
  const { engine, shown } = newcomer(sized())
  await engine.sync()
  expect(shown).toEqual([
    undefined,
    { records: 3, total: 6, bytes: 1_000 },
    { records: 6, total: 6, bytes: 2_000 },
    { records: 6, total: 6, bytes: 3_000 },
  ])
  expect(engine.state).toMatchObject({ status: 'idle' })
})

test('the first pull reports no total if the server sends none', async () => {
  const { engine, shown } = newcomer(sized({ total: undefined, count: undefined, checksum: undefined }))
  await engine.sync()
  expect(shown.at(-1)).toEqual({ records: 6, bytes: 3_000 })
})

test('a first pull that was cut off continues with the reported progress', async () => {
  let answers = 0
  const cut = sized()
  const { engine, store } = newcomer({
    ...cut,
    pull: async (cursor) => (++answers > 1 ? Promise.reject(new Error('offline')) : cut.pull(cursor)),
  })
  await engine.sync()
  const again = newcomer(sized(), store)
  await again.engine.start()
  await again.engine.sync()
  expect(again.shown.slice(0, 2)).toEqual([
    { records: 3, total: 6, bytes: 1_000 },
    { records: 6, total: 6, bytes: 2_000 },
  ])
})

test('an incremental pull reports no progress, and a pull after a reset starts at zero', async () => {
  const { engine, shown } = newcomer(sized())
  await engine.start()
  await engine.sync()
  shown.length = 0
  await clock.pass(60_000)
  expect(shown).toEqual([undefined])
  server.epoch++
  shown.length = 0
  await clock.pass(60_000)
  await settled()
  expect(shown.slice(0, 2)).toEqual([undefined, { records: 3, total: 6, bytes: 1_000 }])
})
