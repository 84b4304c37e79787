/**
 * An import and its process: the state after a stop and after a failure.
 *
 * @module-tag both-stores
 */
import { setImmediate } from 'node:timers/promises'
import { memoryBlobs, type Account, type GraphStore, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { change, deleted } from '../../test/edits.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { importerHere } from '../import/importer.ts'
import type { FolderSource } from '@notegraph/folder'
import { importsService, type ImportEvent, type ImportsService } from './imports.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const account: Account = { id: 'me', plan: 'active', allowed: true, quota: 1e9, createdAt: NOON }

let store: Store
let events: ImportEvent[]

beforeEach(async () => {
  store = await openTestStore()
  await store.accounts.create(account)
  events = []
})
afterEach(() => store.close())

const service = (source: FolderSource, closed: () => void = () => {}, busy: Store = store): ImportsService =>
  importsService(store, {
    importer: importerHere(
      busy,
      memoryBlobs(() => NOON),
    ),
    incoming: { stage: async () => ({ ok: true, source, close: closed }) },
    clock: () => NOON,
    newId: () => crypto.randomUUID(),
    onEvent: (event) => void events.push(event),
  })

async function* nothing(): AsyncIterable<Uint8Array> {}

const PATHS = Array.from({ length: 200 }, (_, n) => `${n}.md`)
const note = { bytes: Buffer.from('words'), modifiedAt: NOON }

test('a stop ends it, is reported to later readers, and closes the archive', async () => {
  let isClosed = false
  const reached = Promise.withResolvers<void>()
  let read = 0
  const source: FolderSource = {
    paths: async () => PATHS,
    read: async () => {
      if (++read === 100) reached.resolve()
      await setImmediate()
      return note
    },
  }
  const imports = service(source, () => {
    isClosed = true
  })
  expect(await imports.start(account, nothing())).toMatchObject({ ok: true })
  await reached.promise
  await imports.stop()
  expect(isClosed).toBe(true)
  expect(events).toEqual([{ account: 'me', state: 'cut_off' }])
  // Another process, later.
  const job = await service(source).read('me')
  expect(job).toMatchObject({ state: 'cut_off', total: 200, endedAt: NOON })
  expect(job!.done).toBeLessThan(200)
  // Importing again adds the rest.
  const again = service({ paths: async () => PATHS, read: async () => note })
  await again.start(account, nothing())
  await expect.poll(async () => (await again.read('me'))?.state).toBe('done')
  expect(await store.graph('me').storage.usage()).toMatchObject({
    pages: { count: 200 },
    blocks: { count: 200 },
  })
})

test('an import that another process replaced stops, and leaves the row to the other', async () => {
  let now = NOON
  const goOn = Promise.withResolvers<void>()
  const noted = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const deps = {
    importer: importerHere(
      store,
      memoryBlobs(() => NOON),
    ),
    clock: () => now,
    newId: () => crypto.randomUUID(),
    noteEvery: 1,
    onEvent: (event: ImportEvent) => void events.push(event),
  }
  const incoming = (source: FolderSource) => ({
    stage: async () => ({ ok: true, source, close: () => {} }) as const,
  })
  // The first process stalls: it neither imports nor notes its progress.
  const stalled: Store = {
    ...store,
    imports: {
      ...store.imports,
      async update(row) {
        await goOn.promise
        return store.imports.update(row).finally(noted.resolve)
      },
    },
  }
  let reads = 0
  const source: FolderSource = {
    paths: async () => PATHS,
    read: async () => {
      if (++reads === 50) reached.resolve()
      if (reads >= 50) await noted.promise.then(async () => setImmediate())
      return note
    },
  }
  const first = importsService(stalled, { ...deps, incoming: incoming(source) })
  expect(await first.start(account, nothing())).toMatchObject({ ok: true })
  await reached.promise

  now += 31_000
  const second = importsService(store, {
    ...deps,
    incoming: incoming({ paths: async () => ['tea.md'], read: async () => note }),
  })
  expect(await second.read('me')).toMatchObject({ state: 'cut_off' })
  const started = await second.start(account, nothing())
  await expect.poll(async () => (await second.read('me'))?.state).toBe('done')
  goOn.resolve()
  await expect.poll(() => first.running()).toBe(0) // it notes its end, in vain, after it said so
  expect(events[1]).toEqual({ account: 'me', state: 'cut_off' })
  expect(reads).toBeLessThan(PATHS.length)
  for (const service of [first, second])
    expect(await service.read('me')).toMatchObject({ id: started.ok && started.value.id, state: 'done' })
})

test('an internal failure goes to the log; the job has a message that reveals nothing of it', async () => {
  const imports = service({
    paths: async () => ['a.md'],
    read: async () => {
      throw new Error('a secret of the inside')
    },
  })
  await imports.start(account, nothing())
  await expect.poll(async () => (await imports.read('me'))?.state).toBe('failed')
  const job = await imports.read('me')
  expect(job?.error?.code).toBe('internal')
  expect(JSON.stringify(job)).not.toContain('secret')
  expect(events).toMatchObject([{ account: 'me', state: 'failed', error: expect.any(Error) }])
})

test('the report lists up to 200 unread places, and counts all of them', async () => {
  const bytes = new Uint8Array([0xff])
  const paths = Array.from({ length: 250 }, (_, n) => `${n}.md`)
  const imports = service({ paths: async () => paths, read: async () => ({ ...note, bytes }) })
  await imports.start(account, nothing())
  await expect.poll(async () => (await imports.read('me'))?.state).toBe('done')
  const { report } = (await imports.read('me'))!
  expect([report!.unread.length, report!.unreadTotal]).toEqual([200, 250])
})

test('a page that is deleted while it is imported is imported all the same', async () => {
  const first = service({ paths: async () => ['tea.md'], read: async () => note })
  await first.start(account, nothing())
  await expect.poll(async () => (await first.read('me'))?.state).toBe('done')
  const busy = meanwhile(store, 'commitAll', async (graph, times) => {
    const page = times === 0 && (await graph.pages.findByName('tea'))
    for (const id of page ? [(await blocksOf(graph))[0]!.id, page.id] : [])
      await change(graph, id, (held) => deleted(held, NOON))
  })
  const more = { ...note, bytes: Buffer.from('words\n\nmore words') }
  const again = service({ paths: async () => ['tea.md'], read: async () => more }, () => {}, busy)
  await again.start(account, nothing())
  await expect.poll(async () => (await again.read('me'))?.state).toBe('done')
  const graph = store.graph('me')
  expect((await blocksOf(graph)).map(({ content }) => content)).toEqual(['words', 'more words'])
  expect(await graph.maintenance.check()).toEqual([])
})

async function blocksOf(graph: GraphStore): Promise<readonly { id: string; content: string }[]> {
  const page = await graph.pages.findByName('tea')
  return page ? (await graph.blocks.listByPage(page.id, { limit: 100, offset: 0 })).blocks : []
}

test('a server imports two archives at once: others wait in order, and a stop cuts off one that waits', async () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const accounts = ['a', 'b', 'c', 'd'].map((id) => ({ ...account, id }))
  let taken = 0
  const imports = importsService(store, {
    importer: importerHere(
      store,
      memoryBlobs(() => NOON),
    ),
    incoming: {
      stage: async () => {
        const { id } = accounts[taken++]!
        const paths = async () => {
          begun.push(id)
          await new Promise<void>((end) => ends.set(id, end))
          return []
        }
        return { ok: true, source: { paths, read: async () => note }, close: () => {} }
      },
    },
    clock: () => NOON,
    newId: () => crypto.randomUUID(),
    onEvent: (event) => void events.push(event),
  })
  const stateOf = async (id: string) => (await imports.read(id))?.state
  for (const one of accounts) {
    await store.accounts.create(one)
    await imports.start(one, nothing())
  }
  await expect.poll(() => begun.toSorted()).toEqual(['a', 'b'])
  expect(await stateOf('c')).toBe('running')
  ends.get('b')!()
  await expect.poll(() => begun.at(2)).toBe('c')
  await expect.poll(() => stateOf('b')).toBe('done')
  const stopped = imports.stop()
  for (const id of ['a', 'c']) ends.get(id)!()
  await stopped
  expect(begun).toHaveLength(3)
  expect(events.find((one) => one.account === 'd')).toEqual({ account: 'd', state: 'cut_off' })
})

test.each([
  [false, 'Notes imported so far are kept.'],
  [true, 'Nothing was written.'],
])('a run over the time limit says what is kept, dry: %j', async (dryRun, words) => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  try {
    const imports = service({ paths: async () => PATHS, read: async () => note })
    expect(await imports.start(account, nothing(), dryRun)).toMatchObject({ ok: true })
    await expect.poll(() => events).toHaveLength(1)
    expect(JSON.stringify(await imports.read('me'))).toContain(words)
  } finally {
    vi.restoreAllMocks()
  }
})
