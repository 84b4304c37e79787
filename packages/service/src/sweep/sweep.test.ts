/** @module-tag both-stores */
import type { Store } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { folder } from '../../test/memory.ts'
import { filesService, importFolder, type SessionCaller } from '../index.ts'
import { DAY, MONTH, NOON, NOTES, NOTHING, useSweeps } from '../../test/sweeps.ts'

const { it, run, after, bytesOf } = useSweeps()

/** An app that a person connected. */
const APP = {
  id: 'a1',
  accountId: 'me',
  clientId: 'c1',
  name: 'App',
  host: 'app.example',
  scope: 'read',
} as const

test('a connected app that expired is removed with its secrets, and no other', async () => {
  await it.store.connectedApps.create({ ...APP, createdAt: NOON, expiresAt: NOON + DAY }, 9)
  await it.store.connectedApps.create({ ...APP, id: 'a2', createdAt: NOON, expiresAt: NOON + 2 * DAY }, 9)
  await after(DAY - 1)
  expect((await it.store.connectedApps.list('me', NOON)).map(({ id }) => id)).toEqual(['a1', 'a2'])
  await after(DAY)
  expect((await it.store.connectedApps.list('me', NOON)).map(({ id }) => id)).toEqual(['a2'])
})

describe('[service, File read] files', () => {
  const caller = async (): Promise<SessionCaller> => ({
    account: await it.operators.account('me'),
    plan: 'active',
    sessionId: 's',
    signedInAt: 0,
    device: 'phone',
  })
  const add = async (text: string) => {
    const bytes = (async function* () {
      yield Buffer.from(text)
    })()
    const added = await filesService(it.store, it.blobs, () => it.clock.now).add(await caller(), {
      name: 'a.txt',
      type: 'text/plain',
      bytes,
    })
    if (!added.ok) throw new Error(added.refusal.code)
    return added.value.value().id
  }

  test('that nothing holds go after 30 days, with their bytes; others stay', async () => {
    const id = await add('lonely')
    expect(await run()).toEqual(NOTHING)
    expect(await after(MONTH - 1)).toEqual(NOTHING)
    expect(await after(MONTH)).toEqual({ ...NOTHING, files: 1, blobs: 1 })
    expect(it.events).toEqual([{ event: 'files_cleared', account: 'me', files: 1, blobs: 1 }])
    expect(await it.store.graph('me').files.find(id)).toBeUndefined()
    expect((await it.store.graph('me').files.list()).map(({ name }) => name)).toEqual(['plan.png'])
    expect(await bytesOf()).toBe(1)
  })

  test('[sharing 3, 10] that a site shows as its logo, or in what was published, stay', async () => {
    const [logo, picture, lonely] = [await add('logo'), await add('picture'), await add('lonely')]
    const rule = { pages: ['p1'], journals: false }
    const site = { accountId: 'me', title: 'Garden', createdAt: NOON }
    const most = { open: 9, closed: 9 }
    await it.store.sites.create({ ...site, slug: 'looks', rule: { ...rule, look: { logo } } }, most)
    const publication = JSON.stringify([{ listed: { id: 'p1' }, files: [picture] }])
    await it.store.sites.create({ ...site, slug: 'then', rule, publishedAt: NOON }, most, publication)
    await run()
    expect(await after(MONTH)).toEqual({ ...NOTHING, files: 1, blobs: 1 })
    const { files } = it.store.graph('me')
    expect(await files.find(lonely)).toBeUndefined()
    expect(await files.find(logo)).toBeDefined()
    expect(await files.find(picture)).toBeDefined()
    await it.store.sites.end('me', 'looks', it.clock.now)
    await after(2 * MONTH)
    expect(await after(3 * MONTH)).toEqual({ ...NOTHING, files: 1, blobs: 1 })
    expect(await files.find(logo)).toBeUndefined()
  })

  test('that are added again count from that time', async () => {
    const id = await add('lonely')
    await run()
    it.clock.now = NOON + MONTH - 1
    expect(await add('lonely')).toBe(id)
    expect(await after(MONTH)).toEqual(NOTHING)
    expect(await after(2 * MONTH)).toMatchObject({ files: 1, blobs: 1 })
  })

  test('bytes that no file has go after a day', async () => {
    const received = (await it.blobs.receive('me', bytes('orphan'), 10))!
    await received.keep()
    expect(await after(DAY)).toEqual(NOTHING)
    expect(await after(DAY + 1)).toEqual({ ...NOTHING, blobs: 1 })
    expect(await bytesOf()).toBe(1)
  })

  test('that come while they are cleared are whole, or are refused and come again', async () => {
    for (let n = 0; n < 20; n++) {
      await add('contested')
      await run()
      it.clock.now += MONTH
      const [, added] = await Promise.allSettled([run(), add('contested')])
      const id = added.status === 'fulfilled' ? added.value : await add('contested')
      const found = await filesService(it.store, it.blobs, () => it.clock.now).find(
        id,
        await it.operators.account('me'),
      )
      if (!found.ok) throw new Error('it is gone')
      expect(await new Response(await found.value.bytes()).text()).toBe('contested')
    }
  })
})

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

test('an account that fails holds up no other', async () => {
  await it.operators.createAccount('other', { plan: 'none' })
  await importFolder(it.store, it.blobs, await it.operators.account('other'), folder(NOTES), { now: NOON })
  const broken: Store = {
    ...it.store,
    hasGraph: async (id) => (id === 'me' ? Promise.reject(new Error('torn')) : it.store.hasGraph(id)),
  }
  const report = await after(DAY, { store: broken })
  expect(report).toMatchObject({ ended: [{ account: 'other' }], failed: ['me'] })
})

test('a sweep that is stopped ends before the next account', async () => {
  const stop = new AbortController()
  for (const id of ['a', 'b', 'c']) {
    await it.operators.createAccount(id, { plan: 'none' })
    await it.store.graph(id).commits.head()
  }
  const onEvent = () => stop.abort()
  expect((await after(DAY, { onEvent, signal: stop.signal })).ended).toEqual([{ account: 'a' }])
})

describe('[operations] only accounts that changed, or are due, are looked at', () => {
  const DAY_AGO = NOON - DAY
  /** The accounts whose graphs a sweep opened. */
  const visited = async (time: number): Promise<string[]> => {
    const seen = new Set<string>()
    const watched: Store = {
      ...it.store,
      hasGraph: async (id) => {
        seen.add(id)
        return it.store.hasGraph(id)
      },
    }
    await after(time, { store: watched })
    return [...seen].toSorted()
  }

  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) {
      await it.operators.createAccount(id, {})
      await importFolder(it.store, it.blobs, await it.operators.account(id), folder(NOTES), { now: DAY_AGO })
    }
  })

  test('each once after it changed', async () => {
    expect(await visited(0)).toEqual(['a', 'b', 'c', 'me'])
    expect(await visited(1)).toEqual([])
    const page = (await it.store.graph('b').pages.list({}, { limit: 1, offset: 0 })).pages[0]!
    const { record, seq } = (await it.store.graph('b').records.find(page.id))!
    await it.store.graph('b').commits.commit({ puts: [{ record, from: seq }] })
    expect(await visited(2)).toEqual(['b'])
    expect(await visited(3)).toEqual([])
  })

  test('also after a change that came during the look at it', async () => {
    await visited(0)
    await it.store.sweeps.note('a')
    const changing: Store = {
      ...it.store,
      hasGraph: async (id) => {
        await it.store.graph(id).feed.raiseEpoch(NOON)
        return it.store.hasGraph(id)
      },
    }
    await after(1, { store: changing })
    expect(await visited(2)).toEqual(['a'])
  })

  test('a plan that ends, when grace is over', async () => {
    await visited(0)
    await it.operators.setAccount('c', { plan: 'grace' })
    expect(await visited(1)).toEqual(['c'])
    expect(await visited(MONTH - 1)).toEqual([])
    expect(await visited(MONTH)).toContain('c')
  })

  test('every one that has a graph once in 30 days, whatever was noted', async () => {
    await visited(0)
    expect(await visited(MONTH - 1)).toEqual([])
    expect(await visited(MONTH)).toEqual(['a', 'b', 'c', 'me'])
  })

  test('one that was cut off, by the next sweep', async () => {
    await visited(0)
    await it.operators.setAccount('a', { plan: 'none' })
    const dying: Store = { ...it.store, hasGraph: async () => Promise.reject(new Error('killed')) }
    await after(1, { store: dying })
    expect(await visited(2)).toEqual(['a'])
  })

  test('[sync server 7] one with tombstones, which no device pulls, when they are 180 days old', async () => {
    const graph = it.store.graph('a')
    const page = (await graph.pages.list({}, { limit: 1, offset: 0 })).pages[0]!
    const { record, seq } = (await graph.records.find(page.id))!
    await graph.commits.commit({
      puts: [{ record: { ...record, deleted: NOON }, from: seq }],
    })
    for (let day = 0; day < 180; day += 29) await after(day * DAY)
    expect(await graph.records.find(page.id)).toBeDefined()
    await after(180 * DAY)
    expect(await graph.records.find(page.id)).toBeUndefined()
  })
})
