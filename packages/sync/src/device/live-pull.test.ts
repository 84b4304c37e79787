/** A device that listens pulls when another device pushed, long before its minute. */
import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, made, settled, type Device } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import type { Engine, ServerState, Transport } from '../index.ts'

/** A server that reports its state to all who listen, when the test says so. */
interface LiveServer extends MemoryServer {
  /** Reports a state, by default the current one. */
  report(state?: Partial<ServerState>): Promise<void>
  /** Ends all connections. */
  hangUp(): Promise<void>
  readonly connections: () => number
}

function liveServer(clock: Clock): LiveServer {
  const streams = new Map<(state?: ServerState) => void, () => void>()
  const server = memoryServer(() => clock.now, 3)
  const now = (): ServerState => ({ head: server.head, epoch: server.epoch })
  const listen: Transport['listen'] = async (heard, signal) => {
    if (server.isDown) throw new Error('down')
    return new Promise((resolve, reject) => {
      const leave = () => streams.delete(heard)
      signal.addEventListener('abort', () => {
        leave()
        reject(new Error('aborted'))
      })
      streams.set(heard, () => {
        leave()
        resolve({ ok: true, value: undefined })
      })
      heard(now())
    })
  }
  return Object.assign(server, {
    listen,
    async report(state: Partial<ServerState> = {}) {
      for (const heard of streams.keys()) heard({ ...now(), ...state })
      await settled()
    },
    async hangUp() {
      for (const end of streams.values()) end()
      await settled()
    },
    connections: () => streams.size,
  })
}

let clock: Clock
let server: LiveServer
let a: Device
let b: Device

beforeEach(async () => {
  clock = new Clock()
  server = liveServer(clock)
  ;[a, b] = [device('a', server, clock), device('b', server, clock)]
  for (const { engine } of [a, b]) await engine.start()
  await settled()
  server.calls.length = 0
})

/** An edit that is pushed two seconds later. */
async function edit(engine: Engine, name: string): Promise<void> {
  await made(engine.openPage(name))
  await clock.pass(2_000)
}

const names = async ({ engine }: Device): Promise<unknown[]> =>
  (await engine.pages()).map(({ props }) => props['name']?.v)

describe('[sync device 2] a device that listens', () => {
  test('has the edit of another at once, and pulls once for it', async () => {
    await edit(b.engine, 'Tea')
    expect(server.calls).toEqual(['push'])
    await server.report()
    expect(await names(a)).toEqual(['Tea'])
    expect(server.calls).toEqual(['push', 'pull'])
  })

  test('pulls for each of several edits', async () => {
    for (const name of ['Tea', 'Coffee', 'Cocoa']) {
      await edit(b.engine, name)
      await server.report()
    }
    expect(await names(a)).toHaveLength(3)
    expect(server.calls).toEqual(['push', 'pull', 'push', 'pull', 'push', 'pull'])
  })

  test('does not pull for its own push', async () => {
    await a.engine.stop()
    for (const name of ['Tea', 'Coffee']) {
      await edit(b.engine, name)
      await server.report()
    }
    expect(server.calls).toEqual(['push', 'push'])
  })

  test('pulls for a commit of another that came before its own push', async () => {
    await made(b.engine.openPage('Tea'))
    await b.engine.sync()
    // The event of that push is lost.
    await made(a.engine.openPage('Cocoa'))
    server.calls.length = 0
    await clock.pass(2_000)
    await server.report()
    expect(server.calls).toEqual(['push', 'pull', 'pull'])
    expect([await names(a), await names(b)]).toMatchObject([{ length: 2 }, { length: 2 }])
  })

  test('does not pull again for an event from before a restore, if a pull began since', async () => {
    await b.engine.stop()
    const release = server.hold()
    void a.engine.sync()
    const queued = a.engine.sync()
    await server.report({ epoch: server.epoch - 1 })
    release()
    await queued
    await settled()
    expect(server.calls).toEqual(['pull', 'pull'])
  })

  test.each<[what: string, report: () => Promise<void>]>([
    ['doubled', async () => server.report()],
    ['late', async () => server.report({ head: server.head - 1 })],
    ['much too late', async () => server.report({ head: 0 })],
  ])('does not pull for an event that is %s', async (_, report) => {
    await edit(b.engine, 'Tea')
    await edit(b.engine, 'Coffee')
    await server.report()
    server.calls.length = 0
    for (let n = 0; n < 3; n++) await report()
    expect(server.calls).toEqual([])
  })

  test('pulls when the epoch changed', async () => {
    server.epoch = 2
    await server.report()
    expect(server.calls).toContain('pull')
  })

  test('pulls after the current pass if that has not seen the change', async () => {
    const release = server.hold()
    void a.engine.sync()
    await settled()
    server.calls.length = 0
    await edit(b.engine, 'Tea')
    for (let n = 0; n < 5; n++) await server.report()
    expect(server.calls).toEqual(['push'])
    release()
    await settled()
    await settled()
    expect(server.calls).toEqual(['push', 'pull'])
    expect(await names(a)).toEqual(['Tea'])
  })

  test('leaves the news of a pass that failed to its retry', async () => {
    const release = server.hold()
    void a.engine.sync()
    await settled()
    await edit(b.engine, 'Tea')
    await server.report()
    server.isDown = true
    server.calls.length = 0
    release()
    await settled()
    expect([a.engine.state.status, server.calls]).toEqual(['offline', []])
  })

  test('has the edit after its minute if the event was lost', async () => {
    await edit(b.engine, 'Tea')
    expect(await names(a)).toEqual([])
    await clock.pass(60_000)
    expect(await names(a)).toEqual(['Tea'])
  })

  test('leaves a failed pull to its retry, however many events come', async () => {
    await edit(b.engine, 'Tea')
    server.isDown = true
    await server.report()
    expect(a.engine.state).toMatchObject({ status: 'offline' })
    const tries = server.calls.length
    for (let n = 0; n < 10; n++) await server.report()
    expect(server.calls).toHaveLength(tries)
  })

  test('pulls when it is connected again, before its retry is due', async () => {
    await edit(b.engine, 'Tea')
    server.isDown = true
    await server.report()
    await clock.pass(12_000)
    server.isDown = false
    await clock.pass(1_000)
    expect([a.engine.state.status, await names(a)]).toEqual(['offline', []])
    await server.hangUp()
    await clock.pass(1_000)
    expect([a.engine.state.status, await names(a)]).toEqual(['idle', ['Tea']])
  })

  test('disconnects when it stops', async () => {
    expect(server.connections()).toBe(2)
    await a.engine.stop()
    expect(server.connections()).toBe(1)
    await b.engine.stop()
    expect(server.connections()).toBe(0)
    await server.report({ head: 99 })
    expect(server.calls).toEqual([])
  })
})
