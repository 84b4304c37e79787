import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { device, made, T0, twoDevices, type TwoDevices } from '../../test/device.ts'
import { memoryServer } from '../../test/memory-server.ts'

const DAY = 86_400_000
let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
})

describe('[sync device 5] repairing pages', () => {
  test('pages with equal names merge into the one with the smallest id, with their blocks', async () => {
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

  test.each<[what: string, behind: number, at: 'page' | 'recovered-blocks']>([
    ['returns to its page, if two devices moved it to different pages at once', 0, 'page'],
    ['stays, if it was moved after the note about its pages', 1, 'recovered-blocks'],
  ])('a block %s', async (_, behind, at) => {
    const page = await made(a.engine.openPage('Tea'))
    await everybody()
    const { now } = clock
    const place = { pageId: 'recovered-blocks', parentId: null, order: 1, now }
    const block = makeBlock({ id: 'x', content: 'green', rev: 'x', ...place })
    const way = { v: [page, 'another page', now - behind], at: now + 1 }
    server.put(makePage({ id: 'recovered-blocks', name: 'Recovered blocks', now }))
    server.put({ ...block, props: { ':path': way }, updatedAt: now + 1 })
    await everybody()
    for (const one of [a, b]) expect(await one.page(at === 'page' ? page : at)).toEqual(['green'])
  })

  test('text typed on a merged page moves to the merged page, also after a rename', async () => {
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

  test('[sync server 5] a deleted page returns if another device wrote on it meanwhile', async () => {
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

  test('blocks of a deleted page move to Recovered blocks, and back when the page returns', async () => {
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

  /** A page that one device has alive in a change that the server refuses, while another has deleted it. */
  async function refusedPage(): Promise<string> {
    const page = await made(a.engine.openPage('Tea'))
    await everybody()
    await made(b.engine.deletePage(page))
    clock.now += 10
    for (let n = 0; n < 3; n++) await made(a.engine.setProp(page, `p${n}`, 'x'.repeat(30_000)))
    await everybody(b, a)
    expect((await a.engine.pending()).refused.map(({ id }) => id)).toEqual([page])
    return page
  }

  test('blocks do not return to a page whose change was refused, until it is accepted', async () => {
    const page = await refusedPage()
    const place = { pageId: page, parentId: null, order: 1 }
    server.put(makeBlock({ id: 'late', content: 'late', rev: 'late', ...place, now: clock.now }))
    await everybody()
    const { head } = server
    await everybody()
    expect(server.head).toBe(head)
    for (const one of [a, b]) expect(await one.page('recovered-blocks')).toEqual(['late'])
    await made(a.engine.setProp(page, 'p0', null))
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['late'])
  })

  test('pages do not merge into one whose change was refused, until it is accepted', async () => {
    const page = await refusedPage()
    const twin = makePage({ id: 'zz', name: 'tea', now: clock.now })
    const place = { pageId: 'zz', parentId: null, order: 1 }
    server.put(twin)
    server.put(makeBlock({ id: 'green', content: 'green', rev: 'green', ...place, now: clock.now }))
    await everybody()
    for (const one of [a, b]) expect(await one.page('zz')).toEqual(['green'])
    await made(a.engine.setProp(page, 'p0', null))
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['green'])
  })

  test("blocks return to their live page, though the server's clock was set back", async () => {
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

  test('a block returns to its page before its parent arrives', async () => {
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
    await c.engine.sync() // the server committed the push, and the device does not know
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

  test('blocks of an unknown page wait a day for the page', async () => {
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
