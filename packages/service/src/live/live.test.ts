/** @module-tag both-stores */
import { LIMITS } from '@notegraph/contract'
import { makePage } from '@notegraph/graph'
import type { Account, Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settledStore } from '../../test/settled-store.ts'
import { timersOf } from '../../test/timers-of.ts'
import { liveService, type LiveService } from './live.ts'
import type { LiveState } from './live-stream.ts'

const T0 = Date.UTC(2026, 10, 20)
const ACCOUNT: Account = { id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: T0 }
const TIMING = { every: 1_000, comment: 25_000 }

/** A stream that records what it gets. */
class Recorder {
  readonly secretId: string
  readonly most = LIMITS.liveStreamsPerDevice
  readonly states: LiveState[] = []
  comments = 0
  hasEnded = false
  #leave = (): void => {}

  constructor(secretId: string) {
    this.secretId = secretId
  }

  get heads(): number[] {
    return this.states.map(({ head }) => head)
  }

  open(live: LiveService, account = 'me'): boolean {
    const opened = live.open(account, this)
    if (opened.ok) this.#leave = opened.value
    return opened.ok
  }

  changed(state: LiveState): void {
    this.states.push(state)
  }

  comment(): void {
    this.comments++
  }

  end(): void {
    this.hasEnded = true
    this.#leave()
  }
}

let store: Store
let live: LiveService
let now: number
let pages: number

let settled: () => Promise<void>

async function pass(ms: number): Promise<void> {
  now += ms
  vi.advanceTimersByTime(ms)
  await settled()
}

async function commit(account = 'me'): Promise<void> {
  const record = makePage({ id: `p${++pages}`, name: `Page ${pages}`, now: T0 })
  await store.graph(account).commits.commit({ puts: [{ record, from: 0 }] })
  await settled()
}

async function opened(secretId = 's1', account = 'me'): Promise<Recorder> {
  const stream = new Recorder(secretId)
  expect(stream.open(live, account)).toBe(true)
  await settled()
  return stream
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  now = T0
  pages = 0
  ;({ store, settled } = settledStore(await openTestStore()))
  for (const id of ['me', 'you']) await store.accounts.create({ ...ACCOUNT, id })
  for (const id of ['s1', 's2'])
    await store.sessions.create({ id, accountId: 'me', hash: id, device: id, createdAt: T0 })
  await store.sessions.create({ id: 's3', accountId: 'you', hash: 's3', device: 's3', createdAt: T0 })
  live = liveService(store, () => now, 5, TIMING)
})
afterEach(async () => {
  live.stop()
  vi.restoreAllMocks() // first: these mocks wrap the fake timers
  vi.useRealTimers()
  await store.close()
})

describe('[sync, Routes] events of a live stream', () => {
  test('the state comes at once, and the first change after it too', async () => {
    await commit()
    const stream = await opened()
    expect(stream.heads).toEqual([1])
    await commit()
    expect(stream.heads).toEqual([1, 2])
  })

  test('changes within a second share one event, which has the latest head', async () => {
    const stream = await opened()
    for (let n = 0; n < 5; n++) await commit()
    expect(stream.heads).toEqual([0, 1])
    await pass(999)
    expect(stream.heads).toEqual([0, 1])
    await pass(1)
    expect(stream.heads).toEqual([0, 1, 5])
    await pass(5_000)
    expect(stream.heads).toEqual([0, 1, 5])
    await commit()
    expect(stream.heads).toEqual([0, 1, 5, 6])
  })

  test('another account is not heard', async () => {
    const stream = await opened()
    await commit('you')
    expect(stream.heads).toEqual([0])
  })

  test('a change while the state is read is not lost', async () => {
    const stream = await opened()
    const graph = store.graph.bind(store)
    const gate = Promise.withResolvers<void>()
    let isHeld = true
    store.graph = (id) => {
      const held = graph(id)
      const state = async () => {
        const value = await held.feed.state()
        if (isHeld) await gate.promise
        return value
      }
      return { ...held, feed: { ...held.feed, state } }
    }
    await commit()
    await commit()
    isHeld = false
    gate.resolve()
    await settled()
    expect(stream.heads).toEqual([0, 1])
    await pass(1_000)
    expect(stream.heads).toEqual([0, 1, 2])
  })

  test('a comment comes every 25 seconds', async () => {
    const stream = await opened()
    await pass(25_000)
    await pass(25_000)
    expect(stream.comments).toBe(2)
  })
})

describe('[sync, Routes] the end of a live stream', () => {
  const ENDS: readonly (readonly [what: string, act: () => Promise<unknown>])[] = [
    ['its session ends', async () => store.sessions.end('s1', now)],
    ['the plan ends', async () => store.accounts.update(ACCOUNT, { ...ACCOUNT, plan: 'none', endedAt: now })],
    [
      'the account is not on the list',
      async () => store.accounts.update(ACCOUNT, { ...ACCOUNT, allowed: false }),
    ],
    ['the account is removed', async () => store.accounts.remove('me')],
  ]
  test.each(ENDS)('it ends at once when %s', async (_, act) => {
    const stream = await opened()
    await act()
    await settled()
    expect([stream.hasEnded, live.size]).toEqual([true, 0])
  })

  test.each(ENDS)('it ends with the next comment if nobody reported that %s', async (_, act) => {
    store.watch = () => () => {}
    const stream = await opened()
    await act()
    await pass(25_000)
    expect([stream.hasEnded, stream.comments]).toEqual([true, 0])
  })

  test('it ends when grace runs out', async () => {
    await store.accounts.update(ACCOUNT, { ...ACCOUNT, plan: 'grace', endedAt: now })
    const stream = await opened()
    await pass(25_000)
    expect(stream.hasEnded).toBe(false)
    now += LIMITS.graceDays * 86_400_000
    await pass(25_000)
    expect(stream.hasEnded).toBe(true)
  })

  test('nothing is sent after the session ended, though other sessions get it', async () => {
    const [stream, other] = [await opened('s1'), await opened('s2')]
    await store.sessions.end('s1', now)
    await commit()
    await pass(1_000)
    expect([stream.heads, other.heads]).toEqual([[0], [0, 1]])
  })

  test('a removed account gets no new graph', async () => {
    await opened()
    await store.accounts.remove('me')
    await pass(30_000)
    const made: string[] = []
    const graph = store.graph.bind(store)
    store.graph = (id) => {
      made.push(id)
      return graph(id)
    }
    await pass(30_000)
    expect(made).toEqual([])
  })

  test('a fault of the store ends the streams of the account only', async () => {
    const [mine, yours] = [await opened(), await opened('s3', 'you')]
    const graph = store.graph.bind(store)
    store.graph = (id) => {
      if (id === 'me') throw new Error('the disk is gone')
      return graph(id)
    }
    const record = makePage({ id: 'p1', name: 'Page', now: T0 })
    await graph('me').commits.commit({ puts: [{ record, from: 0 }] })
    await settled()
    expect([mine.hasEnded, yours.hasEnded]).toEqual([true, false])
  })

  test('all end when the server stops, and new ones end too', async () => {
    const streams = [await opened('s1'), await opened('s2')]
    live.stop()
    streams.push(await opened('s1'))
    expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true])
    expect(live.size).toBe(0)
  })
})

describe('[limits] live streams', () => {
  test(`${LIMITS.liveStreamsPerDevice} of a device: a further one ends the oldest`, async () => {
    const streams = [await opened(), await opened(), await opened()]
    expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, false, false])
    expect(live.size).toBe(LIMITS.liveStreamsPerDevice)
  })

  test('a full server refuses a further one with 429, and takes one after another left', async () => {
    live = liveService(store, () => now, 2, TIMING)
    const first = await opened('s1')
    await opened('s2')
    expect(live.open('you', new Recorder('s3'))).toEqual({
      ok: false,
      refusal: { code: 'rate_limited', limit: 2, reads: 'streams' },
    })
    first.end()
    await opened('s3', 'you')
    expect(live.size).toBe(2)
  })

  test('a stream that left twice counts once, and nothing watches after the last', async () => {
    const timers = timersOf([TIMING.every, TIMING.comment])
    const stream = await opened()
    await commit()
    stream.end()
    stream.end()
    expect(timers()).toEqual({ begun: 2, left: 0 })
    const reads = vi.spyOn(store.accounts, 'find')
    await commit()
    expect([live.size, reads.mock.calls]).toEqual([0, []])
  })
})
