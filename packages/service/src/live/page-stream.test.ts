/** @module-tag both-stores */
import { LIMITS, type PagesEvent } from '@notegraph/contract'
import { makeBlock, makePage, type BlockRecord } from '@notegraph/graph'
import type { Account, Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settledStore } from '../../test/settled-store.ts'
import { timersOf } from '../../test/timers-of.ts'
import { AGENT } from '../access.ts'
import { liveService, type LiveService } from './live.ts'
import { openPageStream } from './page-stream.ts'

const T0 = Date.UTC(2026, 10, 20)
const SECOND = 1_000
const ACCOUNT: Account = { id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: T0 }

let store: Store
let live: LiveService
let now: number

let settled: () => Promise<void>

async function pass(ms: number): Promise<void> {
  now += ms
  vi.advanceTimersByTime(ms)
  await settled()
}

/** A caller that records its events. */
class Recorder {
  readonly events: PagesEvent[] = []
  readonly #expiresAt: number | undefined
  id = ''
  isSlow = false
  hasEnded = false
  readonly #tokenId: string
  #leave = (): void => {}

  constructor(tokenId: string, expiresAt?: number) {
    this.#tokenId = tokenId
    this.#expiresAt = expiresAt
  }

  open(after?: string): void {
    const caller = {
      account: ACCOUNT,
      tokenId: this.#tokenId,
      ...(this.#expiresAt !== undefined && { expiresAt: this.#expiresAt }),
    }
    const opened = openPageStream(live, store, caller, this, { after })
    if (!opened.ok) throw new Error(opened.refusal.code)
    this.#leave = opened.value
  }

  isReady(): boolean {
    return !this.isSlow
  }

  send(event: PagesEvent, id: string): void {
    this.events.push(event)
    this.id = id
  }

  comment(): void {}

  end(): void {
    this.hasEnded = true
    this.#leave()
  }

  /** The pages of all events so far: `-` before a deleted one, and `!` for a reset. */
  get pages(): string[][] {
    return this.events.map(({ pages, reset }) => [
      ...(reset ? ['!'] : []),
      ...pages.map(({ name, kind }) => (kind === 'deleted' ? `-${name}` : name)),
    ])
  }
}

async function opened(after?: string, recorder = new Recorder('t1')): Promise<Recorder> {
  recorder.open(after)
  await settled()
  return recorder
}

const pageOf = (n: number) => makePage({ id: `p${n}`, name: `Page ${n}`, now: T0 })

async function addPages(...numbers: readonly number[]): Promise<void> {
  const puts = numbers.map((n) => ({ record: pageOf(n), from: 0 }))
  await store.graph('me').commits.commit({ puts })
  await settled()
}

async function addBlock(id: string, page: number): Promise<void> {
  const place = { pageId: `p${page}`, parentId: null, order: 1 }
  const record = makeBlock({ id, content: id, rev: id, ...place, now: T0 })
  await store.graph('me').commits.commit({ puts: [{ record, from: 0 }] })
  await settled()
}

async function moveBlock(id: string, page: number): Promise<void> {
  const { records, commits } = store.graph('me')
  const { record, seq } = (await records.find(id))!
  const block = record as BlockRecord
  const moved = { ...block, place: { ...block.place, pageId: `p${page}` } }
  await commits.commit({ puts: [{ record: moved, from: seq }] })
  await settled()
}

async function deletePage(n: number): Promise<void> {
  const { records, commits } = store.graph('me')
  const { record, seq } = (await records.find(`p${n}`))!
  await commits.commit({ puts: [{ record: { ...record, deleted: T0 + 1 }, from: seq }] })
  await settled()
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  now = T0
  ;({ store, settled } = settledStore(await openTestStore()))
  await store.accounts.create(ACCOUNT)
  for (const id of ['t1', 't2'])
    await store.tokens.create({
      id,
      accountId: 'me',
      hash: id,
      name: id,
      scope: 'read',
      createdAt: T0,
      ...(id === 't2' && { expiresAt: T0 + 40 * SECOND }),
    })
  live = liveService(store, () => now)
})
afterEach(async () => {
  live.stop()
  vi.restoreAllMocks() // first: these mocks wrap the fake timers
  vi.useRealTimers()
  await store.close()
})

describe('[V1] events of changed pages', () => {
  test('the first event comes at once, without pages, and each later one has the pages since', async () => {
    await addPages(1, 2)
    const stream = await opened()
    expect(stream.events).toEqual([{ seq: 1, pages: [] }])
    await pass(SECOND)
    await addBlock('b1', 2)
    expect(stream.events.at(-1)).toEqual({ seq: 2, pages: [{ id: 'p2', name: 'Page 2', kind: 'written' }] })
    await pass(SECOND)
    await deletePage(1)
    expect(stream.events.at(-1)).toEqual({ seq: 3, pages: [{ id: 'p1', name: 'Page 1', kind: 'deleted' }] })
  })

  test('changes within a second share one event, with each page once', async () => {
    const stream = await opened()
    for (const n of [1, 2]) await addPages(n)
    for (const id of ['a', 'b', 'c']) await addBlock(id, 2)
    expect(stream.pages).toEqual([[]])
    await pass(SECOND)
    expect(stream.pages).toEqual([[], ['Page 1', 'Page 2']])
    expect(stream.events.at(-1)!.seq).toBe(5)
    await pass(10 * SECOND)
    expect(stream.events).toHaveLength(2)
  })

  test('a block that moves names both pages, also to a stream that resumes', async () => {
    await addPages(1, 2, 3)
    await addBlock('b', 1)
    const stream = await opened()
    const { id } = stream
    await moveBlock('b', 2)
    await pass(SECOND)
    expect(stream.pages).toEqual([[], ['Page 2', 'Page 1']])
    await moveBlock('b', 3)
    await pass(SECOND)
    expect(stream.pages.at(-1)).toEqual(['Page 3', 'Page 2'])
    expect((await opened(id)).pages).toEqual([['Page 3', 'Page 1', 'Page 2']])
  })

  test(`an event has ${LIMITS.liveEventPages} pages, and the next has the others`, async () => {
    const stream = await opened()
    await addPages(...Array.from({ length: 250 }, (_, n) => n))
    for (let n = 0; n < 5; n++) await pass(SECOND)
    expect(stream.events.map(({ pages }) => pages.length)).toEqual([0, 100, 100, 50])
    expect(new Set(stream.pages.flat()).size).toBe(250)
  })

  test('a slow caller misses nothing, and its events do not pile up', async () => {
    const stream = await opened()
    stream.isSlow = true
    for (let n = 1; n <= 5; n++) {
      await addPages(n)
      await pass(SECOND)
    }
    expect(stream.pages).toEqual([[]])
    stream.isSlow = false
    await pass(SECOND)
    expect(stream.pages).toEqual([[], [1, 2, 3, 4, 5].map((n) => `Page ${n}`)])
  })
})

describe('[V1] resuming', () => {
  test.each<[what: string, act: () => Promise<void>, pages: string[]]>([
    ['nothing, if nothing changed', async () => {}, []],
    ['a page that another change deleted since', async () => deletePage(1), ['-Page 1']],
    [
      'each page once, in the order of its latest change',
      async () => {
        await addPages(3)
        await addBlock('b2', 1)
        await addBlock('b3', 3)
      },
      ['Page 3', 'Page 1'],
    ],
  ])('the first event has %s', async (_, act, pages) => {
    await addPages(1, 2)
    const stream = await opened()
    const { id } = stream
    stream.end()
    await act()
    const resumed = await opened(id)
    expect(resumed.pages).toEqual([pages])
    expect(resumed.events[0]!.seq).toBe(await store.graph('me').commits.head())
  })

  test('it goes on within a change of more pages than an event has', async () => {
    const stream = await opened()
    await addPages(...Array.from({ length: 150 }, (_, n) => n))
    await pass(SECOND)
    const { id } = stream
    stream.end()
    const resumed = await opened(id)
    expect(resumed.events[0]!.pages).toHaveLength(50)
    expect(new Set([...stream.pages, ...resumed.pages].flat()).size).toBe(150)
  })

  test.each<[what: string, after: (id: string) => string]>([
    ['a text that is no id', () => 'yesterday'],
    ['an id of another server', (id) => id.replace(/^\d+/, '7')],
    ['an id of a change that is not there', (id) => id.replace(/\.\d+\./, '.99.')],
  ])('%s resets, once', async (_, after) => {
    await addPages(1)
    const resumed = await opened(after((await opened()).id))
    expect(resumed.events).toEqual([{ seq: 1, pages: [], reset: true }])
    await pass(SECOND)
    await addPages(2)
    expect(resumed.pages).toEqual([['!'], ['Page 2']])
  })

  test('an id from before tombstones that are gone resets', async () => {
    const DAY = 86_400_000
    const { feed } = store.graph('me')
    await addPages(1, 2)
    const { id } = await opened()
    await deletePage(1)
    for (const days of [0, 181, 182]) await feed.collectTombstones(T0 + days * DAY, 180 * DAY)
    expect((await opened(id)).pages).toEqual([['!']])
  })

  test('a restore resets open streams', async () => {
    await addPages(1)
    const stream = await opened()
    await pass(SECOND)
    await store.graph('me').feed.raiseEpoch(T0)
    await settled()
    expect(stream.pages).toEqual([[], ['!']])
  })
})

describe('[V1] the end of a stream', () => {
  test('it ends at once when the token is revoked, and other tokens stay', async () => {
    const [stream, other] = [await opened(), await opened(undefined, new Recorder('t2'))]
    await store.tokens.revoke('t1', now)
    await settled()
    expect([stream.hasEnded, other.hasEnded, live.size]).toEqual([true, false, 1])
  })

  test('it ends at once when the app is disconnected', async () => {
    const app = { id: 'a1', accountId: 'me', clientId: 'c', name: 'App', host: 'app.example' } as const
    await store.connectedApps.create({ ...app, scope: 'read', createdAt: now, expiresAt: now + 1e9 }, 9)
    const stream = await opened(undefined, new Recorder('a1'))
    expect(stream.hasEnded).toBe(false)
    await store.connectedApps.end('a1', 'me')
    await settled()
    expect([stream.hasEnded, live.size]).toEqual([true, 0])
  })

  test.each<[what: string, recorder: () => Recorder]>([
    ['a token', () => new Recorder('t2')],
    ['a token of the agent', () => new Recorder(AGENT, T0 + 40 * SECOND)],
  ])('it ends within 25 seconds after %s expires', async (_, recorder) => {
    const stream = await opened(undefined, recorder())
    await pass(25 * SECOND)
    expect(stream.hasEnded).toBe(false)
    await pass(25 * SECOND)
    expect(stream.hasEnded).toBe(true)
  })

  test('a fault of the store ends it, and no timer is left', async () => {
    const timers = timersOf([SECOND, 25 * SECOND])
    const stream = await opened()
    const graph = store.graph.bind(store)
    await pass(SECOND)
    store.graph = (id) => {
      const held = graph(id)
      return {
        ...held,
        feed: { ...held.feed, changedPages: () => Promise.reject(new Error('the disk is gone')) },
      }
    }
    await addPages(1)
    expect([stream.hasEnded, live.size, timers().left]).toEqual([true, 0, 0])
  })

  test(`[limits] ${LIMITS.liveStreamsPerToken} of a token: a further one ends the oldest`, async () => {
    const streams: Recorder[] = []
    for (let n = 0; n <= LIMITS.liveStreamsPerToken; n++) streams.push(await opened())
    expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, ...streams.slice(1).map(() => false)])
  })
})
