import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, made, settled, twoDevices, type Device, type TwoDevices } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import {
  memoryStore,
  SYNC_LIMITS,
  type AttachResult,
  type FileChange,
  type LocalChange,
  type LocalStore,
  type Upload,
} from '../index.ts'

let clock: Clock
let server: MemoryServer
let a: Device
let b: Device
let everybody: TwoDevices['everybody']

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
})

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const PICTURE = { name: 'map.png', type: 'image/png', bytes: bytes('a picture') }

async function added(file: Promise<AttachResult>): Promise<Extract<AttachResult, { ok: true }>> {
  const one = await file
  if (!one.ok) throw new Error(one.error)
  return one
}

const textOf = async ({ engine }: Device, id: string): Promise<string> => {
  const read = await engine.readFile(id)
  return read.ok ? new TextDecoder().decode(read.bytes) : read.code
}

describe('an added file', () => {
  test('has its address at once, and reaches every device with the linking text', async () => {
    const page = await made(a.engine.openPage('Tea'))
    server.isDown = true
    const { id, address, link } = await added(a.engine.attach(PICTURE))
    expect([address, link]).toEqual([`/api/files/${id}`, `![map.png](/api/files/${id})`])
    await made(a.engine.addBlock({ pageId: page }, `The harbour: ${link}`))
    expect(await textOf(a, id)).toBe('a picture')
    await settled()
    expect(a.engine.uploads()).toEqual([
      { id, name: 'map.png', type: 'image/png', size: 9, status: 'waiting' },
    ])
    server.isDown = false
    await everybody()
    expect(a.engine.uploads()).toEqual([])
    expect(server.held.get(id)).toMatchObject({ name: 'map.png', type: 'image/png' })
    expect(await b.page(page)).toEqual([`The harbour: ${link}`])
    expect(await textOf(b, id)).toBe('a picture')
  })

  test('is uploaded at once if the server answers, and the shown state follows', async () => {
    const shown: (string | undefined)[] = []
    a.engine.on('uploads', ([one]: readonly Upload[]) => shown.push(one?.status))
    await added(a.engine.attach(PICTURE))
    await settled()
    expect(server.calls).toContain('upload map.png')
    expect(shown.filter((status, i) => status !== shown[i - 1])).toEqual(['waiting', 'uploading', undefined])
  })

  test('is the existing file if this device has the bytes already', async () => {
    const first = await added(a.engine.attach(PICTURE))
    expect(await added(a.engine.attach({ ...PICTURE, name: 'other.png' }))).toEqual(first)
    await a.engine.sync()
    expect(await added(a.engine.attach(PICTURE))).toEqual(first)
    expect((await added(a.engine.attach({ ...PICTURE, bytes: bytes('a pictur3') }))).id).not.toBe(first.id)
  })

  test('keeps its bytes when the caller changes the array', async () => {
    const mine = bytes('a picture')
    server.isDown = true
    const { id } = await added(a.engine.attach({ ...PICTURE, bytes: mine }))
    mine.fill(0)
    expect(await textOf(a, id)).toBe('a picture')
  })

  test.each([
    [
      'too large',
      { ...PICTURE, bytes: new Uint8Array(SYNC_LIMITS.fileBytes + 1) },
      'too_long',
      /104857601 bytes\. A file can have 104857600/,
    ],
    ['without a name', { ...PICTURE, name: '' }, 'bad_name', /name is empty/],
    ['with a path for a name', { ...PICTURE, name: '../x' }, 'bad_name', /a slash/],
  ])('is refused %s, with a message', async (_, file, code, words) => {
    expect(await a.engine.attach(file)).toEqual({ ok: false, code, error: expect.stringMatching(words) })
    expect(a.engine.uploads()).toEqual([])
  })

  test('is refused with a message on a full device, after evicting copies', async () => {
    const store = memoryStore()
    let room = 1
    const tight: LocalStore = {
      ...store,
      files: {
        ...store.files,
        commit: async (change) => {
          const ids = new Set((await store.files.list()).map((one) => one.id))
          for (const one of change.removes) ids.delete(one)
          for (const { file } of change.puts) ids.add(file.id)
          if (ids.size > room) throw new Error('the disk is full')
          return store.files.commit(change)
        },
      },
    }
    const one = device('c', server, clock, { store: tight })
    await one.engine.start()
    await added(one.engine.attach(PICTURE))
    await one.engine.sync()
    expect(await store.files.list()).toHaveLength(1)
    server.isDown = true
    const { id } = await added(one.engine.attach({ ...PICTURE, bytes: bytes('another') }))
    expect((await store.files.list()).map((file) => file.id)).toEqual([id])
    room = 0
    expect(await one.engine.attach({ ...PICTURE, bytes: bytes('a third') })).toEqual({
      ok: false,
      code: 'store',
      error:
        'Could not save the file on this device (the disk is full). Free space on the device, then try again.',
    })
    expect(one.engine.uploads()).toMatchObject([{ id }])
  })
})

test("a file deleted on the server is uploaded again from this device's copy", async () => {
  const { id } = await added(a.engine.attach(PICTURE))
  await a.engine.sync()
  server.held.clear()
  expect((await added(a.engine.attach(PICTURE))).id).toBe(id)
  await a.engine.sync()
  expect([[...server.held.keys()], a.engine.uploads()]).toEqual([[id], []])
})

/**
 * A store that fails at one of its commits. At an even number, it commits and reports a failure; at an odd one, it does
 * not commit.
 */
function cutOff(store: LocalStore, cut: number): { store: LocalStore; died: () => boolean } {
  let commits = 0
  const dying =
    <T>(commit: (change: T) => Promise<void>) =>
    async (change: T): Promise<void> => {
      const at = commits++
      if (at > Math.floor(cut / 2)) throw new Error('cut off')
      if (at < Math.floor(cut / 2)) return commit(change)
      if (cut % 2 === 0) await commit(change)
      throw new Error('cut off')
    }
  const files = { ...store.files, commit: dying<FileChange>(async (change) => store.files.commit(change)) }
  return {
    store: { ...store, files, commit: dying<LocalChange>(async (change) => store.commit(change)) },
    died: () => commits > Math.floor(cut / 2),
  }
}

test.each([
  ['that is new', false],
  ['whose bytes the server has under another id', true],
])('a file %s, cut off at any commit: every link finally leads to the file', async (_, isKnown) => {
  let cuts = 0
  for (let isDone = false; !isDone; cuts++) {
    server = memoryServer(() => clock.now)
    if (isKnown) server.held.set('theirs', PICTURE)
    const store = memoryStore()
    const cut = cutOff(store, cuts)
    const first = device('c', server, clock, { store: cut.store })
    const page = await first.engine.openDay(20260105).catch(() => undefined)
    const file = await first.engine.attach(PICTURE).catch(() => undefined)
    if (page?.ok && file?.ok) await first.engine.addBlock({ pageId: page.id }, file.link).catch(() => {})
    await first.engine.sync().catch(() => {})
    isDone = !cut.died()
    const again = device('c', server, clock, { store })
    await again.engine.open()
    for (let round = 0; round < 2; round++) await again.engine.sync()
    expect(again.engine.uploads()).toEqual([])
    expect([...server.held.keys()].length).toBeLessThanOrEqual(1)
    for (const { record } of await again.engine.blocks('journal-20260105')) {
      const id = /files\/([^)]+)/.exec(record.words.text)?.[1]
      expect([...server.held.keys()]).toEqual([id])
      expect(server.get(record.id)).toMatchObject({ words: { text: record.words.text } })
    }
  }
  expect(cuts).toBeGreaterThan(8)
})

describe('an upload', () => {
  test('that was cut off after arrival is repeated and creates one file', async () => {
    const release = server.hold()
    const { id } = await added(a.engine.attach(PICTURE))
    await settled()
    server.isDown = true
    release()
    await settled()
    expect([server.held.size, a.engine.uploads()[0]?.status]).toEqual([1, 'waiting'])
    server.isDown = false
    await clock.pass(1_000)
    expect([[...server.held.keys()], a.engine.uploads()]).toEqual([[id], []])
  })

  test('that is pending when the app crashes runs after the next start', async () => {
    server.isDown = true
    const { id } = await added(a.engine.attach(PICTURE))
    await settled()
    // Without `stop`, only the content of the store survives.
    const again = device('a', server, clock, { store: a.store })
    await again.engine.open()
    expect(again.engine.uploads()).toMatchObject([{ id, status: 'waiting' }])
    server.isDown = false
    await again.engine.sync()
    expect([[...server.held.keys()], again.engine.uploads()]).toEqual([[id], []])
  })

  test('whose bytes the server has under another id updates links in text and properties', async () => {
    const theirs = await added(b.engine.attach(PICTURE))
    await b.engine.sync()
    const page = await made(a.engine.openPage('Tea'))
    server.isDown = true
    const mine = await added(a.engine.attach(PICTURE))
    const block = await made(a.engine.addBlock({ pageId: page }, `${mine.link} twice ${mine.link}`))
    await a.engine.setProp(page, 'image', mine.address)
    await a.engine.setProp(page, 'origin', 'Japan')
    server.isDown = false
    await a.engine.sync()
    await everybody()
    for (const one of [a, b]) {
      expect(await one.page(page)).toEqual([`${theirs.link} twice ${theirs.link}`])
      expect((await one.engine.pageNamed('Tea'))?.props['image']?.v).toBe(theirs.address)
      expect(await one.engine.conflicts()).toEqual([])
    }
    expect((await a.engine.record(block))?.props).toEqual({})
    expect(a.engine.uploads()).toEqual([])
    server.isDown = true
    expect([await textOf(a, mine.id), await textOf(a, theirs.id)]).toEqual(['a picture', 'a picture'])
  })

  test.each([
    ['of the same engine', false],
    ['after a restart', true],
  ])('that got another id before its link was written: words %s link that id', async (_, restarts) => {
    const theirs = await added(b.engine.attach(PICTURE))
    await b.engine.sync()
    const page = await made(a.engine.openPage('Tea'))
    const mine = await added(a.engine.attach(PICTURE))
    await a.engine.sync()
    expect(mine.id).not.toBe(theirs.id)
    const one = restarts ? device('a', server, clock, { store: a.store }) : a
    await one.engine.open()
    await made(one.engine.addBlock({ pageId: page }, mine.link))
    await one.engine.setProp(page, 'image', mine.address)
    await one.engine.sync()
    await b.engine.sync()
    for (const each of [one, b]) {
      expect(await each.page(page)).toEqual([theirs.link])
      expect((await each.engine.pageNamed('Tea'))?.props['image']?.v).toBe(theirs.address)
    }
  })

  test.each([
    [400, 'bad_request'],
    [402, 'payment_required'],
    [403, 'forbidden'],
    [413, 'too_large'],
    [507, 'quota_full'],
  ])('that is refused with %i waits for the user and blocks no other', async (status, code) => {
    server.refusals.push({ status, code })
    const { id } = await added(a.engine.attach(PICTURE))
    await added(a.engine.attach({ ...PICTURE, name: 'b.png', bytes: bytes('another') }))
    await a.engine.sync()
    await clock.pass(120_000)
    expect(a.engine.uploads()).toMatchObject([{ id, status: 'failed', reason: { code, error: 'No.' } }])
    expect([...server.held.values()].map(({ name }) => name)).toEqual(['b.png'])
    expect(await textOf(a, id)).toBe('a picture')
    await a.engine.retryUpload(id)
    await settled()
    expect([a.engine.uploads(), server.held.has(id)]).toEqual([[], true])
  })

  test.each([
    [401, 'unauthorized'],
    [409, 'conflict'],
    [429, 'rate_limited'],
    [503, 'not_ready'],
  ])('that is answered with %i is retried automatically', async (status, code) => {
    server.refusals.push({ status, code })
    const { id } = await added(a.engine.attach(PICTURE))
    await settled()
    expect(a.engine.uploads()).toMatchObject([{ id, status: 'waiting' }])
    await clock.pass(1_000)
    expect([a.engine.uploads(), server.held.has(id)]).toEqual([[], true])
  })

  test('that was refused is retried within an hour, and stays refused after a restart', async () => {
    server.refusals.push({ status: 507, code: 'quota_full' })
    await added(a.engine.attach(PICTURE))
    await settled()
    await a.engine.stop()
    const again = device('a', server, clock, { store: a.store })
    await again.engine.open()
    expect(again.engine.uploads()).toMatchObject([{ status: 'failed', reason: { code: 'quota_full' } }])
    clock.now += 3_600_000
    await again.engine.start()
    await again.engine.sync()
    expect(again.engine.uploads()).toEqual([])
  })

  test('whose bytes the store cannot read now waits for the retry', async () => {
    const store = memoryStore()
    let isAway = true
    const bytesOf = async (id: string) => (isAway ? undefined : store.files.bytes(id))
    const one = device('c', server, clock, { store: { ...store, files: { ...store.files, bytes: bytesOf } } })
    await one.engine.start()
    const { id } = await added(one.engine.attach(PICTURE))
    await one.engine.sync()
    expect(one.engine.uploads()).toMatchObject([{ id, status: 'waiting' }])
    isAway = false
    await clock.pass(2_000)
    expect([one.engine.uploads(), server.held.has(id)]).toEqual([[], true])
  })

  test('that is cancelled stops, also while running, and its bytes are deleted', async () => {
    const release = server.hold()
    const { id } = await added(a.engine.attach(PICTURE))
    await settled()
    expect(a.engine.uploads()).toMatchObject([{ status: 'uploading' }])
    await a.engine.removeUpload(id)
    release()
    await settled()
    expect([a.engine.uploads(), await a.store.files.list()]).toEqual([[], []])
  })

  test('does not start after the engine stopped', async () => {
    server.isDown = true
    await added(a.engine.attach(PICTURE))
    await a.engine.stop()
    await b.engine.stop()
    server.calls.length = 0
    await clock.pass(600_000)
    expect(server.calls).toEqual([])
  })
})

describe('a read file', () => {
  test('is fetched once, then cached', async () => {
    const { id } = await added(a.engine.attach(PICTURE))
    await a.engine.sync()
    server.calls.length = 0
    const reads = await Promise.all([b.engine.readFile(id), b.engine.readFile(id)])
    expect(reads).toEqual([reads[0], { ok: true, ...PICTURE }])
    server.isDown = true
    expect(await textOf(b, id)).toBe('a picture')
    expect(server.calls).toEqual([`download ${id}`])
  })

  test.each([
    ['that nobody has', 'none', 'not_found'],
    ['by what is no id', '../sync', 'not_found'],
  ])('%s is %s', async (_, id, code) => {
    expect(await textOf(a, id)).toBe(code)
    expect(server.calls.filter((call) => call.includes('/'))).toEqual([])
  })

  test('is offline if this device has no copy and the server does not answer', async () => {
    const { id } = await added(a.engine.attach(PICTURE))
    await a.engine.sync()
    server.isDown = true
    expect(await textOf(b, id)).toBe('offline')
  })

  test('stays cached while space allows: the least recently read goes first, also after a restart', async () => {
    const ids: string[] = []
    for (const name of ['1', '2', '3'])
      ids.push((await added(a.engine.attach({ ...PICTURE, bytes: bytes(name.repeat(40)) }))).id)
    await a.engine.sync()
    const store = memoryStore()
    const open = async () => {
      const { engine } = device('c', server, clock, { store, copyBytes: 100 })
      await engine.open()
      return engine
    }
    const first = await open()
    for (const id of [ids[0]!, ids[1]!, ids[0]!]) {
      clock.now += 1_000
      await first.readFile(id)
    }
    await first.stop()
    const second = await open()
    clock.now += 1_000
    await second.readFile(ids[2]!)
    expect((await store.files.list()).map(({ id }) => id)).toEqual([ids[0]!, ids[2]!].toSorted())
  })
})

test('with a transport without files, added files stay on this device', async () => {
  const { files: _, ...transport } = server
  const { engine } = device('c', transport, clock)
  await engine.start()
  const { id } = await added(engine.attach(PICTURE))
  await engine.sync()
  expect(engine.uploads()).toMatchObject([{ id, status: 'waiting' }])
  expect(await engine.readFile('other')).toMatchObject({ ok: false, code: 'offline' })
  await engine.stop()
})
