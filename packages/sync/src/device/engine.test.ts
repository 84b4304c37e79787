import { isOwnersKey, keysInOrder, makeBlock } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, made, settled, T0, type Device } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import { memoryStore } from './memory-store.ts'

const DAY = 86_400_000
let clock: Clock
let server: MemoryServer
let a: Device
let b: Device

beforeEach(async () => {
  clock = new Clock()
  server = memoryServer(() => clock.now, 3)
  a = device('a', server, clock)
  b = device('b', server, clock)
  for (const { engine } of [a, b]) await engine.start()
  await settled()
})

/** Everybody syncs until nobody has anything new. */
async function everybody(...devices: Device[]): Promise<void> {
  for (let round = 0; round < 4; round++)
    for (const { engine } of devices.length > 0 ? devices : [a, b]) await engine.sync()
}

describe('[device 2] when it syncs', () => {
  test('a push follows two seconds after the last edit', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await clock.pass(1_900)
    await a.engine.addBlock({ pageId: page }, 'green')
    server.calls.length = 0
    await clock.pass(1_999)
    expect(server.calls).toEqual([])
    await clock.pass(1)
    expect(server.calls).toEqual(['push'])
    expect(server.records.size).toBe(2)
  })

  test('it pulls every minute', async () => {
    server.calls.length = 0
    await clock.pass(60_000)
    expect(server.calls).toEqual(['pull', 'pull'])
  })

  test('it pulls every minute, though somebody types on and on', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'green'))
    await b.engine.stop()
    await clock.pass(60_000)
    server.calls.length = 0
    for (let n = 0; n < 12; n++) {
      await a.engine.setText(id, `green ${n}`)
      await clock.pass(10_000)
    }
    expect(server.calls.filter((call) => call === 'push').length).toBe(12)
    expect(server.calls.filter((call) => call === 'pull').length).toBe(2)
  })

  test('a server that is away is tried later and later, and what was edited stays', async () => {
    server.isDown = true
    await made(a.engine.openPage('Tea'))
    await clock.pass(10_000)
    expect(a.engine.state).toEqual({ status: 'offline' })
    expect((await a.engine.pending()).waiting).toBe(1)
    server.isDown = false
    await clock.pass(60_000)
    expect(a.engine.state).toEqual({ status: 'idle' })
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
  })

  test('an edit that falls due while a pass fails waits for the retry', async () => {
    const release = server.hold()
    void a.engine.sync()
    await made(a.engine.openPage('Tea'))
    await clock.pass(2_000)
    server.calls.length = 0
    server.isDown = true
    release()
    await settled()
    expect(a.engine.state).toEqual({ status: 'offline' })
    expect(server.calls).toEqual([])
    server.isDown = false
    await clock.pass(1_000)
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
  })

  test('a pull that falls due while a push fails waits for the retry', async () => {
    await b.engine.stop()
    await clock.pass(57_000)
    await made(a.engine.openPage('Tea'))
    const release = server.hold()
    await clock.pass(5_000)
    server.isDown = true
    server.calls.length = 0
    release()
    await settled()
    expect(server.calls).toEqual([])
    server.isDown = false
    await clock.pass(1_000)
    expect(server.calls).toContain('pull')
  })

  test('whoever stops it hears nothing more of the server', async () => {
    await a.engine.stop()
    server.calls.length = 0
    await b.engine.stop()
    await clock.pass(600_000)
    expect(server.calls).toEqual([])
  })
})

test('totals that are not those of the records are counted again, and sync goes on', async () => {
  const store = memoryStore()
  const one = device('one', server, clock, { store })
  await one.engine.start()
  const page = await made(one.engine.openPage('Tea'))
  await one.engine.sync()
  await one.engine.stop()
  // As two engines that wrote to one store left it.
  const meta = (await store.meta())!
  await store.commit({ puts: [], removes: [], meta: { ...meta, live: meta.live + 7, sum: 1, mended: true } })
  const again = device('one', server, clock, { store })
  await again.engine.start()
  await again.engine.sync()
  expect(again.engine.state).toEqual({ status: 'idle' })
  const { live, sum, pass } = meta
  expect(await store.meta()).toMatchObject({ live, sum, pass, recounted: 1 })
  expect((await again.engine.record(page))?.id).toBe(page)
})

describe('two devices', () => {
  test('one graph, whoever wrote what', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const green = await made(a.engine.addBlock({ pageId: page }, 'green'))
    await a.engine.addBlock({ pageId: page, parentId: green }, 'sencha')
    await everybody()
    await b.engine.addBlock({ pageId: page, behind: null }, 'black')
    await b.engine.setProp(page, 'origin', 'Japan')
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['black', 'green', '  sencha'])
    expect((await a.engine.pageNamed('TEA'))?.props['origin']?.v).toBe('Japan')
  })

  test('[D3.4] the order in which keys were first written is one on every device', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (const key of ['origin', '20']) await a.engine.setProp(page, key, 'x')
    await everybody()
    await b.engine.setProp(page, '3', 'x')
    await everybody()
    for (const one of [a, b]) {
      const { props } = (await one.engine.pageNamed('Tea'))!
      expect(keysInOrder(props).filter(isOwnersKey)).toEqual(['origin', '20', '3'])
      expect(props[':order']?.v).toEqual(['origin', '20']) // what it does not name comes last
    }
  })

  test('[device 4] words of both are kept until a person picks, on every device', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
    await everybody()
    await a.engine.setText(id, 'from a')
    clock.now += 10
    await b.engine.setText(id, 'from b')
    await everybody()
    for (const one of [a, b]) {
      expect(await one.page(page)).toEqual(['from b'])
      expect(await one.engine.conflicts()).toMatchObject([
        { id, versions: [{ text: 'from a', device: 'a' }] },
      ])
    }
    const [conflict] = await a.engine.conflicts()
    await a.engine.pick(id, conflict!.versions[0]!.rev)
    await everybody()
    for (const one of [a, b]) {
      expect(await one.page(page)).toEqual(['from a'])
      expect(await one.engine.conflicts()).toEqual([])
    }
  })

  test('words typed on while a push is under way leave no version of themselves behind', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
    await everybody()
    await b.engine.setText(id, 'from b')
    await everybody(b)
    await a.engine.setText(id, 'from a')
    server.landed = async () => {
      server.landed = undefined
      await made(a.engine.setText(id, 'from a, and more'))
    }
    await everybody()
    const texts = [
      ...(await a.page(page)),
      ...(await a.engine.conflicts())[0]!.versions.map(({ text }) => text),
    ]
    expect(texts.toSorted()).toEqual(['from a, and more', 'from b'])
  })

  test('[server 5] a block that was changed elsewhere survives being deleted unseen', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
    await everybody()
    await a.engine.deleteBlock(id)
    await b.engine.setText(id, 'still here')
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['still here'])
    await a.engine.deleteBlock(id)
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual([])
  })

  test('[device 3] an edit made later wins, though the clock that saw it is days behind', async () => {
    const late = device('late', server, clock, { offset: -5 * DAY })
    await late.engine.start()
    const page = await made(a.engine.openPage('Tea'))
    await a.engine.setProp(page, 'origin', 'China')
    await everybody(a, late)
    clock.now += 1000
    await late.engine.setProp(page, 'origin', 'Japan')
    await everybody(late, a)
    expect((await a.engine.pageNamed('Tea'))?.props['origin']?.v).toBe('Japan')
  })

  test('[device 3] an answer that was long on its way does not make a clock seem wrong', async () => {
    const release = server.hold()
    void a.engine.sync()
    await clock.pass(20_000)
    release()
    await settled()
    const page = await made(a.engine.openPage('Tea'))
    expect((await a.engine.record(page))?.createdAt).toBe(clock.now)
  })

  test('[device 8] a block that is put where it stands was not edited', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'green'))
    await everybody()
    await made(a.engine.moveBlock(id, { pageId: page, behind: null }))
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
    await made(a.engine.addBlock({ pageId: page, behind: null }, 'black'))
    await made(a.engine.moveBlock(id, { pageId: page, behind: null }))
    expect(await a.page(page)).toEqual(['green', 'black'])
  })

  test('[server 3] two moves that would close a circle: one of them stays where it was', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const x = await made(a.engine.addBlock({ pageId: page }, 'x'))
    const y = await made(a.engine.addBlock({ pageId: page }, 'y'))
    await everybody()
    await a.engine.moveBlock(x, { pageId: page, parentId: y })
    await b.engine.moveBlock(y, { pageId: page, parentId: x })
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['y', '  x'])
  })
})

describe('[device 5] tidying', () => {
  test('pages of one name fold into the one with the smallest id, with what they hold', async () => {
    const ofA = await made(a.engine.openPage('Tea'))
    const ofB = await made(b.engine.openPage('tea'))
    await a.engine.addBlock({ pageId: ofA }, 'green')
    await a.engine.setProp(ofA, 'alias', 'Cha')
    await b.engine.addBlock({ pageId: ofB }, 'black')
    await b.engine.setProp(ofB, 'alias', 'Thé')
    await b.engine.setProp(ofB, 'origin', 'Assam')
    await everybody()
    const [smallest] = [ofA, ofB].toSorted()
    for (const one of [a, b]) {
      expect((await one.engine.pages()).map(({ id }) => id)).toEqual([smallest])
      expect((await one.page(smallest!)).toSorted()).toEqual(['black', 'green'])
      const { props } = (await one.engine.pageNamed('tea'))!
      expect([props['alias']?.v, props['origin']?.v]).toEqual(['Cha, Thé', 'Assam'])
    }
  })

  test('what is typed on a page that was folded meanwhile goes along, even once that was renamed', async () => {
    const ofA = await made(a.engine.openPage('Tea'))
    const ofB = await made(b.engine.openPage('tea'))
    await everybody()
    const [smallest, other] = [ofA, ofB].toSorted()
    await a.engine.renamePage(smallest!, 'Teas')
    await everybody()
    server.put(
      makeBlock({
        id: 'late',
        content: 'late',
        rev: 'late',
        pageId: other!,
        parentId: null,
        order: 1,
        now: clock.now,
      }),
    )
    await everybody()
    expect(await b.page(smallest!)).toEqual(['late'])
  })

  test('a day opened on two devices is one page', async () => {
    await a.engine.openDay(20260105)
    await b.engine.openPage('Jan 5th, 2026')
    await everybody()
    expect((await a.engine.pages()).map(({ id }) => id)).toEqual(['journal-20260105'])
  })

  test('[server 5] a page that is deleted stays with what another device wrote on it meanwhile', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await a.engine.addBlock({ pageId: page }, 'black')
    await everybody()
    await b.engine.addBlock({ pageId: page }, 'green')
    await b.engine.sync()
    await a.engine.deletePage(page)
    await clock.pass(2_000)
    expect(server.get(page)).not.toHaveProperty('deleted')
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['green'])
  })

  test('blocks of a deleted page go under Recovered blocks, and back when it comes back', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await everybody()
    await b.engine.addBlock({ pageId: page }, 'green')
    await a.engine.deletePage(page)
    await everybody()
    for (const one of [a, b]) expect(await one.page('recovered-blocks')).toEqual(['green'])
    const held = server.get(page)!
    const { deleted, ...live } = held
    const at = deleted! + 10
    server.put({ ...live, props: { name: { v: 'Tea', at } }, updatedAt: at })
    await everybody()
    for (const one of [a, b]) {
      expect(await one.page('recovered-blocks')).toEqual([])
      expect(await one.page(page)).toEqual(['green'])
    }
  })

  test('blocks find back to a page that lives after all, though the clock of the server was set back meanwhile', async () => {
    let ahead = 3_600_000
    const skewed = memoryServer(() => clock.now + ahead)
    let isCut = false
    const c = device(
      'c',
      {
        pull: async (cursor) => skewed.pull(cursor),
        push: async (body) => (isCut ? Promise.reject(new Error('offline')) : skewed.push(body)),
      },
      clock,
    )
    const d = device('d', skewed, clock)
    for (const { engine } of [c, d]) await engine.start()
    const page = await made(c.engine.openPage('Tea'))
    await everybody(c, d)
    await d.engine.addBlock({ pageId: page }, 'green')
    await d.engine.setProp(page, 'origin', 'Japan')
    await everybody(d)
    clock.now += 10
    await c.engine.deletePage(page)
    isCut = true
    await c.engine.sync()
    expect(await c.page('recovered-blocks')).toEqual(['green'])
    ahead = 0
    isCut = false
    await everybody(c, d)
    for (const one of [c, d]) {
      expect(await one.page('recovered-blocks')).toEqual([])
      expect(await one.page(page)).toEqual(['green'])
    }
  })

  test('a block finds back to its page, though the one above it comes later', async () => {
    let isLost = false
    const c = device(
      'c',
      {
        pull: async (cursor) => server.pull(cursor),
        push: async (body) => {
          const reply = await server.push(body)
          return isLost ? Promise.reject(new Error('no answer')) : reply
        },
      },
      clock,
    )
    await c.engine.open()
    const day = await made(c.engine.openDay(20260105))
    await made(b.engine.openDay(20260105))
    await c.engine.sync()
    const green = await made(c.engine.addBlock({ pageId: day }, 'green'))
    isLost = true
    await c.engine.sync() // what it sent has landed, which it does not know
    server.put(
      makeBlock({
        id: 'sencha',
        content: 'sencha',
        rev: 'sencha',
        pageId: day,
        parentId: green,
        order: 1,
        now: clock.now,
      }),
    )
    clock.now += 10
    await b.engine.deletePage(day)
    await everybody(b)
    expect(await b.page('recovered-blocks')).toEqual(['green', '  sencha'])
    clock.now += 10
    await c.engine.setProp(day, 'mood', 'fine')
    isLost = false
    await everybody(c, b)
    for (const one of [c, b]) {
      expect(await one.page('recovered-blocks')).toEqual([])
      expect(await one.page(day)).toEqual(['green', '  sencha'])
    }
  })

  test('blocks of a page that nobody sent wait a day for it', async () => {
    server.put(
      makeBlock({ id: 'x', content: 'x', rev: 'x', pageId: 'nowhere', parentId: null, order: 1, now: T0 }),
    )
    await everybody()
    await clock.pass(DAY - 120_000)
    expect(await a.page('nowhere')).toEqual(['x'])
    await clock.pass(240_000)
    expect(await a.page('recovered-blocks')).toEqual(['x'])
    expect(await b.page('recovered-blocks')).toEqual(['x'])
  })
})

describe('[device 6] after a reset', () => {
  async function filled(): Promise<{ page: string; ids: string[] }> {
    const page = await made(a.engine.openPage('Tea'))
    const ids: string[] = []
    for (const text of ['one', 'two', 'three'])
      ids.push(await made(a.engine.addBlock({ pageId: page }, text)))
    await everybody()
    return { page, ids }
  }

  test('a restored server gets back what it lost, from whoever has it', async () => {
    const { page, ids } = await filled()
    const backup = new Map(server.records)
    const { head } = server
    await a.engine.setText(ids[0]!, 'one, again')
    await b.engine.moveBlock(ids[1]!, { pageId: page, parentId: ids[2]! })
    await a.engine.addBlock({ pageId: page }, 'four')
    await b.engine.deleteBlock(ids[2]!)
    await everybody()
    const before = await a.page(page)
    server.records.clear()
    for (const [id, held] of backup) server.records.set(id, held)
    server.head = head
    server.epoch = 2
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(before)
    expect(await a.engine.conflicts()).toEqual([])
  })

  test('what was deleted so long ago that its tombstone is gone goes here too', async () => {
    const { page, ids } = await filled()
    await b.engine.stop()
    await a.engine.deleteBlock(ids[0]!)
    await everybody(a)
    server.records.delete(ids[0]!)
    server.floor = server.head
    await b.engine.setText(ids[1]!, 'two, offline')
    await everybody(b, a)
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['two, offline', 'three'])
  })

  test('a pull that would delete nine tenths of a large graph asks first', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 99; n++) await a.engine.addBlock({ pageId: page }, `${n}`)
    await everybody()
    for (const [id, { record }] of [...server.records].slice(0, 90))
      server.put({ ...server.get(id)!, deleted: record.updatedAt + 1, updatedAt: record.updatedAt + 1 })
    await b.engine.sync()
    expect(b.engine.state).toMatchObject({ status: 'error', reason: { code: 'mass_deletion' } })
    expect((await b.page(page)).length).toBe(99)
    await b.engine.allowDeletion()
    await b.engine.sync()
    expect(b.engine.state).toEqual({ status: 'idle' })
    expect((await b.engine.pages()).length).toBe(1)
    expect((await b.page('recovered-blocks')).length).toBe(10)
  })
})

describe('what the server refuses', () => {
  test('is told, holds up nothing else, and is sent again once it is edited', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 3; n++) await a.engine.setProp(page, `p${n}`, 'x'.repeat(30_000))
    await a.engine.openPage('Coffee')
    await everybody()
    const { waiting, refused } = await a.engine.pending()
    expect([waiting, refused.map(({ id }) => id)]).toEqual([0, [page]])
    expect(refused[0]!.reason.error).toContain('65536')
    expect((await b.engine.pages()).length).toBe(1)
    await a.engine.setProp(page, 'p0', null)
    await everybody()
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
    expect((await b.engine.pages()).length).toBe(2)
  })

  test('is tried again within the hour, also once the clock was set back', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 3; n++) await a.engine.setProp(page, `p${n}`, 'x'.repeat(30_000))
    await everybody()
    for (const hours of [1, -2]) {
      clock.now += hours * 3_600_000
      server.calls.length = 0
      await a.engine.sync()
      expect(server.calls).toContain('push')
    }
  })

  test('an edit that cannot be is told in words', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await a.engine.openPage('Coffee')
    expect(await a.engine.renamePage(page, 'coffee')).toMatchObject({ ok: false })
    expect(await a.engine.setText('none', 'x')).toEqual({ ok: false, error: 'There is no block none.' })
    expect(await a.engine.addBlock({ pageId: page }, 'x'.repeat(20_001))).toMatchObject({ ok: false })
    const id = await made(a.engine.addBlock({ pageId: page }, 'x'))
    expect(await a.engine.moveBlock(id, { pageId: page, parentId: id })).toEqual({
      ok: false,
      error: 'A block cannot stand under itself.',
    })
  })
})
