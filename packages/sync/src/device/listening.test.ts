import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, settled } from '../../test/device.ts'
import { listening, type Listening } from './listening.ts'
import type { Reply, ServerState } from './transport.ts'

const MINUTE = 60_000
const state = (head: number): ServerState => ({ head, epoch: 1 })
const refusal = (status: number): Reply<void> => ({
  ok: false,
  status,
  error: { code: 'no', error: 'No.', hint: '' },
})

/** One connection that the device opened. */
interface Opened {
  readonly say: (state?: ServerState) => void
  readonly signal: AbortSignal
  readonly end: (reply?: Reply<void>) => Promise<void>
  readonly breakOff: () => Promise<void>
}

let clock: Clock
let opened: Opened[]
let heard: [head: number, isFirst: boolean][]
let device: Listening

const last = (): Opened => opened.at(-1)!

beforeEach(() => {
  clock = new Clock()
  opened = []
  heard = []
  device = listening(
    { now: () => clock.now, later: (ms, run) => clock.later(ms, run), random: () => 0.5 },
    (say, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        opened.push({
          say,
          signal,
          async end(reply = { ok: true, value: undefined }) {
            resolve(reply)
            await settled()
          },
          async breakOff() {
            reject(new Error('broken'))
            await settled()
          },
        })
      }),
    ({ head }, isFirst) => heard.push([head, isFirst]),
  )
})

describe('[sync device 2] a device that listens', () => {
  test('hears each state, and which is the first of its connection', async () => {
    device.start()
    last().say(state(1))
    last().say()
    last().say(state(2))
    await last().end()
    await clock.pass(1_000)
    last().say(state(2))
    expect(heard).toEqual([
      [1, true],
      [2, false],
      [2, true],
    ])
  })

  test.each<[what: string, end: (one: Opened) => Promise<void>]>([
    ['broken', async (one) => one.breakOff()],
    ['ended by the server', async (one) => one.end()],
    ['answered with 503', async (one) => one.end(refusal(503))],
  ])('waits longer after each connection that is %s, up to a minute', async (_, end) => {
    device.start()
    const waits: (number | undefined)[] = []
    for (let n = 0; n < 9; n++) {
      last().say(state(n))
      await end(last())
      waits.push(clock.next)
      await clock.pass(clock.next ?? 0)
    }
    expect(waits).toEqual([750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000])
    expect(opened).toHaveLength(10)
  })

  test('begins with a short wait again after a connection of a minute', async () => {
    device.start()
    for (let n = 0; n < 5; n++) {
      await last().breakOff()
      await clock.pass(clock.next ?? 0)
    }
    for (let n = 0; n < 3; n++) {
      await clock.pass(25_000)
      last().say()
    }
    await last().end()
    expect(clock.next).toBe(750)
  })

  test.each([401, 402, 403, 404, 429])('tries once a minute after a refusal with %i', async (status) => {
    device.start()
    await last().end(refusal(status))
    expect(clock.next).toBe(MINUTE)
    await clock.pass(MINUTE)
    expect(opened).toHaveLength(2)
  })

  test('ends a connection that is silent for a minute, and opens another', async () => {
    device.start()
    await clock.pass(50_000)
    last().say()
    await clock.pass(59_999)
    expect(last().signal.aborted).toBe(false)
    await clock.pass(1)
    expect(opened[0]!.signal.aborted).toBe(true)
    await clock.pass(1_000)
    expect(opened).toHaveLength(2)
  })

  test('hears nothing more from a connection that was ended', async () => {
    device.start()
    const first = last()
    await clock.pass(2 * MINUTE)
    expect(first.signal.aborted).toBe(true)
    first.say(state(7))
    expect(heard).toEqual([])
  })

  test('connects at once when it wakes, and keeps a connection that it has', async () => {
    device.start()
    await last().end(refusal(404))
    device.wake()
    expect(opened).toHaveLength(2)
    device.wake()
    await clock.pass(30_000)
    expect(opened).toHaveLength(2)
  })

  test('stops for good, whether connected or waiting', async () => {
    device.start()
    device.stop()
    expect(last().signal.aborted).toBe(true)
    await settled()
    device.wake()
    await clock.pass(10 * MINUTE)
    expect(opened).toHaveLength(1)
    device.start()
    await last().breakOff()
    device.stop()
    await clock.pass(10 * MINUTE)
    expect(opened).toHaveLength(2)
  })

  test('does nothing without a connection to listen on', async () => {
    const without = listening(
      { now: () => clock.now, later: (ms, run) => clock.later(ms, run), random: () => 0.5 },
      undefined,
      () => {},
    )
    without.start()
    without.wake()
    expect(clock.next).toBeUndefined()
    without.stop()
  })
})
