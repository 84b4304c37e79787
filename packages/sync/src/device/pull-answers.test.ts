/** The first pull of a large graph takes an archive, and goes on with pulls if that fails. */
import { makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, settled, T0, type Device } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import { memoryStore, type LocalStore, type Transport } from '../index.ts'

const ON_PAGE = 3

let clock: Clock
let server: MemoryServer

beforeEach(() => {
  clock = new Clock()
  server = memoryServer(() => clock.now, ON_PAGE)
})

const fill = (count: number): void => {
  for (let n = 0; n < count; n++) server.put(makePage({ id: `p${n}`, name: `Page ${n}`, now: T0 }))
}

const open = (transport: Transport = server, store: LocalStore = memoryStore()): Device =>
  device('a', transport, clock, { store })

/** Syncs a device once. @returns the calls and the number of pages that it has */
async function sync({ engine }: Device) {
  server.calls.length = 0
  await engine.open()
  await engine.sync()
  return { calls: server.calls.join(' '), pages: (await engine.pages()).length, state: engine.state.status }
}

describe('[H7] a pull of a graph', () => {
  test.each([
    [0, 'pull'],
    [3, 'pull'],
    [6, 'pull pull'],
    [7, 'pull archive'],
    [30, 'pull archive'],
  ])('of %i pages, three in an answer, asks for %s', async (count, calls) => {
    fill(count)
    expect(await sync(open())).toEqual({ calls, pages: count, state: 'idle' })
  })

  test('goes on with pulls after the last whole line of an archive that breaks', async () => {
    fill(20)
    server.linesLeft = 3
    expect(await sync(open())).toEqual({ calls: 'pull archive pull pull pull', pages: 20, state: 'idle' })
  })

  test.each<[what: string, archive: Transport['archive']]>([
    ['does not have it', undefined],
    [
      'refuses it',
      () => ({ [Symbol.asyncIterator]: () => ({ next: async () => Promise.reject(new Error('404')) }) }),
    ],
  ])('takes no archive from a server that %s', async (_, archive) => {
    fill(9)
    const transport: Transport = {
      pull: async (cursor) => server.pull(cursor),
      push: async (body) => server.push(body),
      ...(archive && { archive }),
    }
    expect(await sync(open(transport))).toEqual({ calls: 'pull pull pull', pages: 9, state: 'idle' })
  })

  test('goes on in the next pass if the server goes away, and takes the rest as an archive', async () => {
    fill(40)
    server.linesLeft = 2
    let pulls = 0
    const away: Transport = {
      ...server,
      pull: async (cursor) => {
        if (++pulls > 1) throw new Error('offline')
        return server.pull(cursor)
      },
    }
    const store = memoryStore()
    expect(await sync(open(away, store))).toMatchObject({ calls: 'pull archive', pages: 9, state: 'offline' })
    server.linesLeft = Infinity
    expect(await sync(open(server, store))).toEqual({ calls: 'pull archive', pages: 40, state: 'idle' })
  })

  test('gives an archive up that is silent for two minutes', async () => {
    fill(9)
    let isAborted = false
    const silent: Transport = {
      ...server,
      async *archive(_, signal) {
        await new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true
            reject(new Error('aborted'))
          })
        })
        yield* []
      },
    }
    const one = open(silent)
    const syncing = sync(one)
    await settled()
    await clock.pass(119_999)
    expect(isAborted).toBe(false)
    await clock.pass(1)
    expect(isAborted).toBe(true)
    expect(await syncing).toEqual({ calls: 'pull pull pull', pages: 9, state: 'idle' })
  })

  test('reports a fault of its own store during an archive as such, and goes on later', async () => {
    fill(30)
    const store = memoryStore()
    let commits = 0
    const full: LocalStore = {
      ...store,
      commit: async (change) => {
        if (++commits === 4) throw new Error('disk full')
        return store.commit(change)
      },
    }
    const { engine } = open(server, full)
    await engine.open()
    await engine.sync()
    expect(engine.state).toMatchObject({ status: 'error', reason: { code: 'store' } })
    await engine.sync()
    expect((await engine.pages()).length).toBe(30)
  })
})
