/** [sync device 1] A store belongs to one account. A session of another account neither pulls into it nor gets its notes. */
import { expect, test } from 'vitest'
import { Clock, device, made, settled } from '../../test/device.ts'
import { memoryServer } from '../../test/memory-server.ts'
import { memoryStore, type Transport } from '../index.ts'

const OTHER = { status: 'error', reason: { code: 'other_account' } }

test('the store of one account with the session of another', async () => {
  const clock = new Clock()
  const [mine, yours] = [memoryServer(() => clock.now), memoryServer(() => clock.now)]
  yours.account = 'you'
  const store = memoryStore()
  const first = device('a', mine, clock, { store })
  await made(first.engine.openPage('Mine'))
  await first.engine.sync()
  expect(mine.records.size).toBe(1)
  await first.engine.stop()

  const other = device('b', yours, clock)
  await made(other.engine.openPage('Yours'))
  await other.engine.sync()

  // A head and an epoch that look alike do not help.
  const again = device('a', yours, clock, { store })
  await again.engine.open()
  await made(again.engine.openPage('More'))
  await made(again.engine.attach({ name: 'a.png', bytes: new Uint8Array([1]) }))
  await again.engine.sync()
  await again.engine.sync()
  expect(again.engine.state).toMatchObject(OTHER)
  expect((await again.engine.pages()).map(({ props }) => props['name']?.v)).toEqual(['Mine', 'More'])
  expect([yours.records.size, yours.held.size]).toEqual([1, 0])

  const back = device('a', mine, clock, { store })
  await back.engine.open()
  await back.engine.sync()
  expect([back.engine.state.status, mine.records.size, mine.held.size]).toEqual(['idle', 2, 1])
})

test('a push after the session changed is not taken', async () => {
  const clock = new Clock()
  const [mine, yours] = [memoryServer(() => clock.now), memoryServer(() => clock.now)]
  yours.account = 'you'
  let server = mine
  const transport: Transport = { pull: (cursor) => server.pull(cursor), push: (body) => server.push(body) }
  const { engine } = device('a', transport, clock)
  await engine.start()
  await settled()
  server = yours
  await made(engine.openPage('Mine'))
  await clock.pass(3_000)
  expect(engine.state).toMatchObject(OTHER)
  expect(yours.records.size).toBe(0)
})

test('a store of before learns its account with the next pull', async () => {
  const clock = new Clock()
  const server = memoryServer(() => clock.now)
  const store = memoryStore()
  const { engine } = device('a', server, clock, { store })
  await engine.sync()
  const { account: _, ...before } = (await store.meta())!
  await store.commit({ puts: [], removes: [], meta: before })
  const later = device('a', server, clock, { store })
  await later.engine.open()
  await later.engine.sync()
  expect((await store.meta())?.account).toBe('me')
})
