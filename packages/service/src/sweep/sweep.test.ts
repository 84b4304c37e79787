import { memoryBlobs, type Blobs, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, folder, target, type MemoryFolder } from '../../test/memory.ts'
import {
  filesService,
  importFolder,
  operator,
  sweep,
  type Operator,
  type Retention,
  type SessionCaller,
  type SweepDeps,
  type SweepEvent,
} from '../index.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000
const MONTH = 30 * DAY

const NOTES = {
  'pages/Ada.md': '- words\n\t- ![plan](../assets/plan.png)\n',
  'journals/2026_11_19.md': '- rain\n',
  'assets/plan.png': 'PNG',
}

/** Archives in memory, by account. */
function retained() {
  const whole: { account: string; folder: MemoryFolder }[] = []
  const open = new Set<string>()
  const retention: Retention = {
    async open(account) {
      if (open.has(account)) return undefined
      open.add(account)
      const folder = target()
      return {
        write: async (...args) => folder.write(...args),
        finish: async () => {
          open.delete(account)
          return `archive ${whole.push({ account, folder })}`
        },
        discard: async () => void open.delete(account),
      }
    },
  }
  return { whole, open, retention }
}

let clock: { now: number }
let store: Store
let blobs: Blobs
let operators: Operator
let kept: ReturnType<typeof retained>
let events: SweepEvent[]
beforeEach(async () => {
  clock = { now: NOON }
  store = await openTestStore()
  blobs = memoryBlobs(() => clock.now)
  operators = operator(store, blobs, () => clock.now)
  kept = retained()
  events = []
  await operators.createAccount('me', {})
  await importFolder(store, blobs, await operators.account('me'), folder(NOTES), { now: NOON })
})

const run = async (more: Partial<SweepDeps> = {}) => {
  const onEvent = (event: SweepEvent) => void events.push(event)
  return sweep({ store, blobs, retention: kept.retention, clock: () => clock.now, onEvent, ...more })
}
/** A sweep at a time after noon. */
const after = async (time: number, more: Partial<SweepDeps> = {}) => {
  clock.now = NOON + time
  return run(more)
}
/** An app that a person connected. */
const APP = {
  id: 'a1',
  accountId: 'me',
  clientId: 'c1',
  name: 'App',
  host: 'app.example',
  scope: 'read',
} as const
const NOTHING = { files: 0, blobs: 0, ended: [], failed: [] }
const isThere = async () => (await store.hasGraph('me')) && (await store.graph('me').commits.head()) > 0
const bytesOf = async (account = 'me') => (await Array.fromAsync(blobs.list(account))).length

test('a connected app that expired is removed with its secrets, and no other', async () => {
  await store.connectedApps.create({ ...APP, createdAt: NOON, expiresAt: NOON + DAY }, 9)
  await store.connectedApps.create({ ...APP, id: 'a2', createdAt: NOON, expiresAt: NOON + 2 * DAY }, 9)
  await after(DAY - 1)
  expect((await store.connectedApps.list('me', NOON)).map(({ id }) => id)).toEqual(['a1', 'a2'])
  await after(DAY)
  expect((await store.connectedApps.list('me', NOON)).map(({ id }) => id)).toEqual(['a2'])
})

describe('[D9.3] a graph whose account has no plan any more', () => {
  test('is archived and removed when grace is over, and not a millisecond earlier', async () => {
    await operators.setAccount('me', { plan: 'grace' })
    expect(await after(MONTH - 1)).toEqual(NOTHING)
    expect(await isThere()).toBe(true)
    expect(await after(MONTH)).toEqual({ ...NOTHING, ended: [{ account: 'me', file: 'archive 1' }] })
    expect([await isThere(), await bytesOf()]).toEqual([false, 0])
    expect(events).toEqual([
      { event: 'grace_over', account: 'me' },
      { event: 'graph_ended', account: 'me', file: 'archive 1' },
    ])
    expect(await after(MONTH + 1)).toEqual(NOTHING)
    expect(events).toHaveLength(2)
  })

  test('was taken away without grace: after a day, in which that can be put right', async () => {
    await operators.setAccount('me', { plan: 'none' })
    expect(await after(DAY - 1)).toEqual(NOTHING)
    await operators.setAccount('me', { plan: 'none' }) // a repeated end has no new date
    await operators.setAccount('me', { allowed: false })
    expect((await after(DAY)).ended).toHaveLength(1)
    expect(await isThere()).toBe(false)
  })

  test('and was given one in time, goes on', async () => {
    await operators.setAccount('me', { plan: 'none' })
    clock.now += DAY / 2
    await operators.setAccount('me', { plan: 'active' })
    expect(await after(MONTH)).toEqual(NOTHING)
    expect(await isThere()).toBe(true)
  })

  test('comes back from its archive, the same', async () => {
    const before = await answers(store.graph('me'))
    await operators.setAccount('me', { plan: 'none' })
    await after(DAY)
    await operators.setAccount('me', { plan: 'active' })
    expect(await answers(store.graph('me'))).toEqual([])
    const account = await operators.account('me')
    const done = await importFolder(store, blobs, account, kept.whole[0]!.folder, { now: NOON })
    expect(done).toMatchObject({
      ok: true,
      report: { pages: 1, journals: 1, blocks: 3, files: 1, unread: [] },
    })
    expect(await answers(store.graph('me'))).toEqual(before)
  })

  test('leaves its account and tokens, which open an empty graph once there is a plan', async () => {
    const { id } = await operators.createToken('me', { name: 'T', scope: 'read' })
    await operators.setAccount('me', { plan: 'none' })
    await after(DAY)
    expect(await operators.listTokens('me')).toMatchObject([{ id }])
    expect(await operators.listAccounts()).toMatchObject([{ id: 'me', plan: 'none' }])
  })

  test('that holds nothing is removed without an archive', async () => {
    await operators.createAccount('it', { plan: 'none' })
    await store.graph('it').commits.head()
    expect((await after(DAY)).ended).toEqual([{ account: 'it' }])
    expect(kept.whole).toEqual([])
  })

  test('that was never there is nothing to end', async () => {
    await operators.createAccount('it', { plan: 'none' })
    expect(await after(DAY)).toEqual(NOTHING)
  })
})

describe('[D9.3] nothing is removed before its archive is whole', () => {
  beforeEach(async () => void (await operators.setAccount('me', { plan: 'none' })))

  test('an archive that cannot be written leaves the graph, and the next sweep begins again', async () => {
    const full = { ...blobs, open: async () => Promise.reject(new Error('disk full')) }
    expect(await after(DAY, { blobs: full })).toEqual({ ...NOTHING, failed: ['me'] })
    expect(events).toEqual([{ event: 'failed', account: 'me', error: new Error('disk full') }])
    expect([await isThere(), kept.whole.length, kept.open.size]).toEqual([true, 0, 0])
    expect((await after(DAY)).ended).toHaveLength(1)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a plan that is given meanwhile', async () => operators.setAccount('me', { plan: 'active' })],
    [
      'what is written meanwhile',
      async () =>
        importFolder(store, blobs, await operators.account('me'), folder({ 'pages/B.md': '- late\n' }), {
          now: NOON,
        }),
    ],
    ['an account that is removed meanwhile', async () => operators.removeAccount('me')],
  ])('%s keeps what there is then', async (_, meanwhile) => {
    const retention: Retention = {
      open: async (...args) => {
        const file = (await kept.retention.open(...args))!
        return {
          ...file,
          finish: async () => {
            await meanwhile()
            return file.finish()
          },
        }
      },
    }
    const before = await isThere()
    expect(await after(DAY, { retention })).toMatchObject({ ended: [], failed: [] })
    const account = (await store.accounts.find('me')) !== undefined
    expect([before, await isThere()]).toEqual([true, account])
  })

  test('one that another process is writing is left to it', async () => {
    const other = (await kept.retention.open('me', NOON))!
    expect(await after(DAY)).toEqual(NOTHING)
    expect(await isThere()).toBe(true)
    await other.discard()
    expect((await after(DAY)).ended).toHaveLength(1)
  })

  test('what is cut off between archive and removal is archived once more', async () => {
    const dying: Store = { ...store, removeGraph: async () => Promise.reject(new Error('killed')) }
    await after(DAY, { store: dying })
    expect([await isThere(), kept.whole.length]).toEqual([true, 1])
    expect((await after(DAY)).ended).toEqual([{ account: 'me', file: 'archive 2' }])
    expect(kept.whole[1]!.folder.files()).toEqual(kept.whole[0]!.folder.files())
  })

  test('what is cut off between graph and bytes leaves bytes that go a day later', async () => {
    const dying: Blobs = { ...blobs, removeAll: async () => Promise.reject(new Error('killed')) }
    await after(DAY, { blobs: dying })
    expect([await isThere(), await bytesOf()]).toEqual([false, 1])
    await after(DAY + 1)
    expect(await bytesOf()).toBe(0)
  })
})

describe('[D9.3] every change of a plan is noted', () => {
  test('by whom it was made, and when', async () => {
    await operators.setAccount('me', { plan: 'grace', endedAt: NOON - DAY })
    await operators.setAccount('me', { zone: 'Asia/Tokyo' }) // another change of the account
    await after(MONTH)
    await after(MONTH + DAY)
    await operators.setAccount('me', { plan: 'active' })
    expect(await operators.planChanges('me')).toEqual([
      { at: NOON, from: 'active', to: 'grace', by: 'operator' },
      { at: NOON - DAY + MONTH, from: 'grace', to: 'none', by: 'time' },
      { at: NOON + MONTH + DAY, from: 'none', to: 'active', by: 'operator' },
    ])
  })

  test('grace that is given anew runs out anew', async () => {
    await operators.setAccount('me', { plan: 'grace' })
    await after(MONTH)
    await operators.setAccount('me', { plan: 'grace' })
    await after(2 * MONTH)
    expect(events.filter(({ event }) => event === 'grace_over')).toHaveLength(2)
  })
})

describe('[H1, H2] the history', () => {
  const graph = () => store.graph('me')
  /** Writes a page, and deletes what it was. */
  async function edit(at: number) {
    const [held] = await graph().records.listPages(undefined, 1)
    const record = { ...held!.record, updatedAt: at }
    const by = { kind: 'device', id: `d${at}`, name: 'Phone', at } as const
    await graph().commits.commit({ puts: [{ record, from: held!.seq }], by })
  }
  const kept = async () => (await graph().storage.usage()).history.count
  const days = async () => (await graph().history.snapshots()).map(({ id }) => id)

  test('a state that was replaced 30 days ago is deleted', async () => {
    await edit(NOON)
    expect(await after(MONTH)).toEqual(NOTHING)
    expect(await kept()).toBe(1)
    await after(MONTH + 1)
    expect(await kept()).toBe(0)
  })

  test('the operator chooses the days, and none deletes all', async () => {
    await edit(NOON)
    await after(DAY + 1, { historyDays: 1 })
    expect(await kept()).toBe(0)
    await edit(clock.now)
    await run({ historyDays: 0 })
    expect(await kept()).toBe(0)
  })

  test('each day on which something changed has a snapshot, for 30 days', async () => {
    await run()
    await run()
    await after(DAY)
    expect(await days()).toEqual(['2026-11-20'])
    await edit(clock.now)
    await run()
    expect(await days()).toEqual(['2026-11-21', '2026-11-20'])
    await edit(NOON + MONTH)
    await after(MONTH + 1)
    expect(await days()).toEqual(['2026-12-20', '2026-11-21'])
  })

  test('without history there are no snapshots', async () => {
    await run({ historyDays: 0 })
    expect(await days()).toEqual([])
  })
})

describe('[service, File read] files', () => {
  const caller = async (): Promise<SessionCaller> => ({
    account: await operators.account('me'),
    plan: 'active',
    sessionId: 's',
    device: 'phone',
  })
  const add = async (text: string) => {
    const bytes = (async function* () {
      yield Buffer.from(text)
    })()
    const added = await filesService(store, blobs, () => clock.now).add(await caller(), {
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
    expect(events).toEqual([{ event: 'files_cleared', account: 'me', files: 1, blobs: 1 }])
    expect(await store.graph('me').files.find(id)).toBeUndefined()
    expect((await store.graph('me').files.list()).map(({ name }) => name)).toEqual(['plan.png'])
    expect(await bytesOf()).toBe(1)
  })

  test('that are added again count anew', async () => {
    const id = await add('lonely')
    await run()
    clock.now = NOON + MONTH - 1
    expect(await add('lonely')).toBe(id)
    expect(await after(MONTH)).toEqual(NOTHING)
    expect(await after(2 * MONTH)).toMatchObject({ files: 1, blobs: 1 })
  })

  test('bytes that no file has go after a day', async () => {
    const received = (await blobs.receive('me', bytes('orphan'), 10))!
    await received.keep()
    expect(await after(DAY)).toEqual(NOTHING)
    expect(await after(DAY + 1)).toEqual({ ...NOTHING, blobs: 1 })
    expect(await bytesOf()).toBe(1)
  })

  test('that come while they are cleared are whole, or are refused and come again', async () => {
    for (let n = 0; n < 20; n++) {
      await add('contested')
      await run()
      clock.now += MONTH
      const [, added] = await Promise.allSettled([run(), add('contested')])
      const id = added.status === 'fulfilled' ? added.value : await add('contested')
      const found = await filesService(store, blobs, () => clock.now).find(id, await operators.account('me'))
      if (!found.ok) throw new Error('it is gone')
      expect(await new Response(await found.value.bytes()).text()).toBe('contested')
    }
  })
})

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

test('an account that fails holds up no other', async () => {
  await operators.createAccount('other', { plan: 'none' })
  await importFolder(store, blobs, await operators.account('other'), folder(NOTES), { now: NOON })
  const broken: Store = {
    ...store,
    hasGraph: async (id) => (id === 'me' ? Promise.reject(new Error('torn')) : store.hasGraph(id)),
  }
  const report = await after(DAY, { store: broken })
  expect(report).toMatchObject({ ended: [{ account: 'other' }], failed: ['me'] })
})

test('a sweep that is stopped ends before the next account', async () => {
  const stop = new AbortController()
  for (const id of ['a', 'b', 'c']) {
    await operators.createAccount(id, { plan: 'none' })
    await store.graph(id).commits.head()
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
      ...store,
      hasGraph: async (id) => {
        seen.add(id)
        return store.hasGraph(id)
      },
    }
    await after(time, { store: watched })
    return [...seen].toSorted()
  }

  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) {
      await operators.createAccount(id, {})
      await importFolder(store, blobs, await operators.account(id), folder(NOTES), { now: DAY_AGO })
    }
  })

  test('each once after it changed', async () => {
    expect(await visited(0)).toEqual(['a', 'b', 'c', 'me'])
    expect(await visited(1)).toEqual([])
    const page = (await store.graph('b').pages.list({}, { limit: 1, offset: 0 })).pages[0]!
    const { record, seq } = (await store.graph('b').records.find(page.id))!
    await store.graph('b').commits.commit({ puts: [{ record, from: seq }] })
    expect(await visited(2)).toEqual(['b'])
    expect(await visited(3)).toEqual([])
  })

  test('a plan that ends, when grace is over', async () => {
    await visited(0)
    await operators.setAccount('c', { plan: 'grace' })
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
    await operators.setAccount('a', { plan: 'none' })
    const dying: Store = { ...store, hasGraph: async () => Promise.reject(new Error('killed')) }
    await after(1, { store: dying })
    expect(await visited(2)).toEqual(['a'])
  })

  test('[sync server 7] one with tombstones, which no device pulls, when they are 180 days old', async () => {
    const graph = store.graph('a')
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
