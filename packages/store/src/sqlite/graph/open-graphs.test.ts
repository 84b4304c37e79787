import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { GraphStore } from '../../graph/graph-store.ts'
import type { SqliteGraph } from './graph.ts'
import { openGraphs, type OpenGraphs, type OpenGraphsOptions } from './open-graphs.ts'

interface World {
  readonly graphs: OpenGraphs
  /** How often each graph was opened. */
  readonly opened: Map<string, number>
  /** The graphs that are open now. */
  readonly open: Set<string>
  /** The most that were open at once. */
  readonly peak: () => number
}

function world(most: number, options: Partial<OpenGraphsOptions> = {}): World {
  const opened = new Map<string, number>()
  const open = new Set<string>()
  let peak = 0
  const graphs = openGraphs({
    most,
    open(id) {
      opened.set(id, (opened.get(id) ?? 0) + 1)
      open.add(id)
      peak = Math.max(peak, open.size)
      const close = async () => void open.delete(id)
      return { graph: { close } as SqliteGraph, handle: {} as GraphStore, isReplaced: () => false, epoch: 1 }
    },
    writeBack: async () => {},
    letGo: () => {},
    patience: 60_000,
    ...options,
  })
  return { graphs, opened, open, peak: () => peak }
}

const idle = async () => {}
/** Everything here needs no timer, so it has happened after some turns of the event loop. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await setImmediate()
}
const names = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`)

test('never more are open than stay open, however many are asked for one after the other', async () => {
  const { graphs, opened, peak } = world(10)
  for (const id of names(30)) await graphs.use(id, {}, idle)
  expect(opened.size).toBe(30)
  expect(peak()).toBeLessThanOrEqual(10)
})

test('never more are open than stay open, however many are asked for at once', async () => {
  const { graphs, opened, peak } = world(10)
  await Promise.all(names(50).map(async (id) => graphs.use(id, {}, async () => setImmediate())))
  expect(opened.size).toBe(50)
  expect(peak()).toBeLessThanOrEqual(10)
})

test('the one unused longest is closed first, and the one in use never', async () => {
  const { graphs, open } = world(3)
  const done = Promise.withResolvers<void>()
  const busy = graphs.use('busy', {}, async () => done.promise)
  for (const id of ['a', 'b', 'a', 'c', 'd']) await graphs.use(id, {}, idle)
  await expect.poll(() => [...open].toSorted()).toEqual(['busy', 'c', 'd'])
  done.resolve()
  await busy
})

test('if all are in use, a caller waits for one that is done', async () => {
  const { graphs, open, peak } = world(1)
  const done = Promise.withResolvers<void>()
  const busy = graphs.use('busy', {}, async () => done.promise)
  const next = graphs.use('next', {}, async () => [...open])
  await settled()
  expect([...open]).toEqual(['busy'])
  done.resolve()
  await busy
  expect(await next).toEqual(['next'])
  expect(peak()).toBe(1)
})

test('if all stay in use, a caller waits for a while and is served all the same', async () => {
  const { graphs, open } = world(1, { patience: 10 })
  const done = Promise.withResolvers<void>()
  const busy = graphs.use('busy', {}, async () => done.promise)
  expect(await graphs.use('next', {}, async () => open.size)).toBe(2)
  done.resolve()
  await busy
  await expect.poll(() => open.size).toBe(1)
})

test('logs are written back before a graph is closed, and a few graphs at a time', async () => {
  const steps: string[] = []
  let atOnce = 0
  let most = 0
  const { graphs, open } = world(4, {
    async writeBack(id) {
      most = Math.max(most, ++atOnce)
      await setImmediate()
      expect(open.has(id)).toBe(true)
      steps.push(id)
      atOnce--
    },
  })
  await Promise.all(names(40).map(async (id) => graphs.use(id, {}, idle)))
  expect(most).toBeLessThanOrEqual(4)
  expect(steps.length).toBeGreaterThanOrEqual(36)
})

test('a graph that is asked for while its log is written back stays open', async () => {
  const written = Promise.withResolvers<void>()
  const { graphs, opened, open } = world(1, { writeBack: async () => written.promise })
  await graphs.use('a', {}, idle)
  const b = graphs.use('b', {}, idle)
  await settled()
  const done = Promise.withResolvers<void>()
  const a = graphs.use('a', {}, async () => done.promise)
  written.resolve()
  await settled()
  expect([...open]).toEqual(['a'])
  done.resolve()
  await Promise.all([a, b])
  expect(opened.get('a')).toBe(1)
})

test('a graph that cannot be opened fails alone, and takes no room', async () => {
  let broken = true
  const { graphs } = world(1, {
    open: () => {
      if (broken) throw new Error('no descriptors')
      return {
        graph: { close: idle } as SqliteGraph,
        handle: {} as GraphStore,
        isReplaced: () => false,
        epoch: 1,
      }
    },
  })
  for (let n = 0; n < 3; n++) await expect(graphs.use('a', {}, idle)).rejects.toThrow('no descriptors')
  broken = false
  expect(await graphs.use('a', {}, async () => 'read')).toBe('read')
})

test('a graph is removed once its users are done, and opened again only after that', async () => {
  const { graphs, open, opened } = world(2)
  const done = Promise.withResolvers<void>()
  const busy = graphs.use('a', {}, async () => done.promise)
  const erased = vi.fn<() => void>(() => expect(open.has('a')).toBe(false))
  const removed = graphs.whileClosed('a', erased)
  const next = graphs.use('a', {}, async () => erased.mock.calls.length)
  await settled()
  expect(erased).not.toHaveBeenCalled()
  done.resolve()
  await Promise.all([busy, removed])
  expect(await next).toBe(1)
  expect(opened.get('a')).toBe(2)
})

test('a caller that knew another graph of the account is refused', async () => {
  let epoch = 1
  const { graphs } = world(2, {
    open: () => ({
      graph: { close: idle } as SqliteGraph,
      handle: {} as GraphStore,
      isReplaced: () => false,
      epoch,
    }),
  })
  const known = {}
  await graphs.use('a', known, idle)
  await graphs.drop('a')
  await graphs.use('a', known, idle)
  await graphs.drop('a')
  epoch = 2
  await expect(graphs.use('a', known, idle)).rejects.toThrow('replaced')
  await graphs.use('a', {}, idle)
})

test('closing lets nobody wait', async () => {
  const { graphs, open } = world(1)
  const done = Promise.withResolvers<void>()
  const busy = graphs.use('busy', {}, async () => done.promise)
  const next = graphs.use('next', {}, idle)
  const [outcome] = await Promise.allSettled([next, graphs.close()])
  expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the store was closed' } })
  expect(open.size).toBe(0)
  done.resolve()
  await busy
})
