import { afterEach, expect, test, vi } from 'vitest'
import { isRecordId } from '@notegraph/graph'
import { memoryServer } from '../../test/memory-server.ts'
import { Clock, made, settled } from '../../test/device.ts'
import { createEngine, fetchTransport, memoryStore, systemEnvironment } from '../index.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A window with a document, whose visibility changes. */
const window = () => Object.assign(new EventTarget(), { document: new EventTarget() })

test("a new id is a random UUID, and the clock is the machine's", () => {
  const environment = systemEnvironment()
  const ids = Array.from({ length: 100 }, () => environment.newId())
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(isRecordId(id)).toBe(true)
  }
  expect(new Set(ids).size).toBe(100)
  const before = Date.now()
  expect(environment.now()).toBeGreaterThanOrEqual(before)
  const drawn = Array.from({ length: 100 }, () => environment.random())
  expect(drawn.every((part) => part >= 0 && part < 1)).toBe(true)
  expect(new Set(drawn).size).toBeGreaterThan(1)
})

test('a timer fires when due, unless cancelled', async () => {
  const environment = systemEnvironment()
  const ran: string[] = []
  environment.later(0, () => ran.push('taken back'))()
  await new Promise<void>((resolve) => {
    environment.later(0, () => {
      ran.push('due')
      resolve()
    })
  })
  expect(ran).toEqual(['due'])
})

test.each([
  ['the network comes back', 'scope', 'online'],
  ['the window takes focus', 'scope', 'focus'],
  ['the page is seen again, or hidden', 'document', 'visibilitychange'],
] as const)('[sync device 2] it wakes when %s', (_, where, event) => {
  const scope = window()
  let woken = 0
  const unlisten = systemEnvironment(scope).onWake!(() => woken++)
  const target = where === 'scope' ? scope : scope.document
  target.dispatchEvent(new Event(event))
  expect(woken).toBe(1)
  unlisten()
  target.dispatchEvent(new Event(event))
  expect(woken).toBe(1)
})

test('a program without a window has no wake events', () => {
  expect(() => systemEnvironment({}).onWake!(() => {})()).not.toThrow()
})

test('an engine syncs on each wake event until stopped', async () => {
  const clock = new Clock()
  const server = memoryServer(() => clock.now)
  const scope = window()
  const engine = createEngine({
    store: memoryStore(),
    transport: server,
    environment: { ...systemEnvironment(scope), later: (ms, run) => clock.later(ms, run) },
  })
  await engine.start()
  await engine.sync()
  server.calls.length = 0
  scope.dispatchEvent(new Event('online'))
  await settled()
  expect(server.calls).toEqual(['pull'])
  await engine.stop()
  scope.dispatchEvent(new Event('online'))
  await settled()
  expect(server.calls).toEqual(['pull'])
})

test('an engine needs a store and a transport, and keeps its generated device name', async () => {
  const server = memoryServer(() => Date.now())
  const [store, names] = [memoryStore(), [] as string[]]
  const transport = {
    pull: async (cursor: string | undefined) => server.pull(cursor),
    push: async (body: Parameters<typeof server.push>[0]) => {
      names.push(body.device)
      return server.push(body)
    },
  }
  for (const page of ['Tea', 'Coffee']) {
    const engine = createEngine({ store, transport })
    await engine.start()
    await made(engine.openPage(page))
    await engine.sync()
    expect(engine.state).toMatchObject({ status: 'idle' })
    await engine.stop()
  }
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^device-[\da-f]{8}$/)
  expect(names[1]).toBe(names[0])
  expect(server.records.size).toBe(2)
})

test('a transport without a given fetch uses the global fetch', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ records: [] })
  })
  const transport = fetchTransport({ url: 'https://notes.example', token: 'ngs_x' })
  expect(await transport.pull(undefined)).toMatchObject({ ok: true, value: { records: [] } })
  expect(asked).toEqual(['https://notes.example/api/sync'])
})
