import { beforeEach, expect, test } from 'vitest'
import { device, made, twoDevices, type TwoDevices } from '../../test/device.ts'
import { memoryStore } from './memory-store.ts'

let clock: TwoDevices['clock']
let server: TwoDevices['server']

beforeEach(async () => {
  ;({ clock, server } = await twoDevices())
})

test('sync recounts wrong totals and continues', async () => {
  const store = memoryStore()
  const one = device('one', server, clock, { store })
  await one.engine.start()
  const page = await made(one.engine.openPage('Tea'))
  await one.engine.sync()
  await one.engine.stop()
  // The state after two engines wrote to one store.
  const meta = (await store.meta())!
  await store.commit({ puts: [], removes: [], meta: { ...meta, live: meta.live + 7, sum: 1, mended: true } })
  const again = device('one', server, clock, { store })
  await again.engine.start()
  await again.engine.sync()
  expect(again.engine.state).toMatchObject({ status: 'idle' })
  const { live, sum, pass } = meta
  expect(await store.meta()).toMatchObject({ live, sum, pass, recounted: 1 })
  expect((await again.engine.record(page))?.id).toBe(page)
})

test('[sync device 7] totals that differ after a full pull are an error, and edits are still pushed', async () => {
  const pull = server.pull.bind(server)
  server.pull = async (cursor) => {
    const reply = await pull(cursor)
    const { count } = reply.ok ? reply.value : {}
    return reply.ok && count !== undefined ? { ok: true, value: { ...reply.value, count: count + 1 } } : reply
  }
  const one = device('one', server, clock)
  await one.engine.start()
  const page = await made(one.engine.openPage('Tea'))
  for (let times = 0; times < 2; times++) {
    await one.engine.sync()
    expect(one.engine.state).toMatchObject({ status: 'error', reason: { code: 'differs' } })
  }
  expect(server.get(page)).toBeDefined()
  server.pull = pull
  await one.engine.sync()
  expect(one.engine.state).toMatchObject({ status: 'idle' })
})
