import { makeLog } from '@notegraph/host'
import { makePage } from '@notegraph/graph'
import { operator, type Retention } from '@notegraph/service'
import { memoryBlobs, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { beforeEach, expect, test } from 'vitest'
import { startSweepTimer } from './sweep-timer.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000

let now: number
let store: Store
let logged: Record<string, unknown>[]
beforeEach(async () => {
  now = NOON
  store = await openTestStore()
  logged = []
  const operators = operator(store, memoryBlobs(), () => now)
  await operators.createAccount('me', { plan: 'grace' })
  await store
    .graph('me')
    .commits.commit({ puts: [{ record: makePage({ id: 'p', name: 'Secret', now }), from: 0 }] })
})

const log = makeLog('info', {
  write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>),
})
const retention: Retention = {
  open: async () => ({ write: async () => {}, finish: async () => 'kept.zip', discard: async () => {} }),
}
const start = (more: Partial<Parameters<typeof startSweepTimer>[0]> = {}) =>
  startSweepTimer({ store, blobs: memoryBlobs(), retention, clock: () => now, ...more }, log, {
    first: 1,
    every: 1,
  })
const entries = () => logged.map(({ level: _level, time: _time, ...line }) => line)

test('[D9.3] the sweep ends the graph of a grace that is over and logs it, while the server runs', async () => {
  const stop = start()
  now += 30 * DAY
  await expect.poll(() => logged).toHaveLength(2)
  await stop()
  expect(entries()).toEqual([
    { account: 'me', from: 'grace', to: 'none', by: 'time', msg: 'a plan changed' },
    { account: 'me', file: 'kept.zip', msg: 'the graph of an ended plan was archived and deleted' },
  ])
  expect(await store.hasGraph('me')).toBe(false)
})

test('the log names a failure without its message, and the sweep tries again', async () => {
  let tries = 0
  const failing: Retention = {
    open: async () => {
      if (++tries < 3) throw new TypeError('no room for Secret')
      return retention.open('me', now)
    },
  }
  now += 30 * DAY
  const stop = start({ retention: failing })
  await expect.poll(() => entries().at(-1)).toHaveProperty('file')
  await stop()
  expect(
    entries().filter(({ fault }) => (fault as { name?: string } | undefined)?.name === 'TypeError'),
  ).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toContain('Secret')
})

test('a sweep that cannot read the store is logged, and runs again', async () => {
  const sweeps = { ...store.sweeps, due: async () => Promise.reject(new Error('torn')) }
  const stop = start({ store: { ...store, sweeps } })
  await expect.poll(() => logged.length).toBeGreaterThan(1)
  await stop()
  expect(entries()[0]).toMatchObject({ fault: { name: 'Error' }, msg: 'a sweep failed' })
})

test('[operations] a stop ends an archive that is under way: nothing of it is left, and the graph stays', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let discarded = 0
  now += 30 * DAY
  const stop = start({
    retention: {
      open: async (...args) => {
        const file = await retention.open(...args)
        begun.resolve()
        await goOn.promise
        return file && { ...file, discard: async () => void discarded++ }
      },
    },
  })
  await begun.promise
  let stopped = false
  const stopping = stop().then(() => (stopped = true))
  await Promise.resolve()
  expect(stopped).toBe(false) // the stop waits for the archive
  goOn.resolve()
  await stopping
  expect(discarded).toBe(1)
  expect(await store.hasGraph('me')).toBe(true)
  expect(entries().map(({ msg }) => msg)).toEqual(['a plan changed'])
  await store.close()
})
