import { isOwnersKey, keysInOrder, type BlockRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { device, made, settled, twoDevices, type TwoDevices } from '../../test/device.ts'
import { SYNC_LIMITS } from '../limits.ts'

const DAY = 86_400_000
let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
})

describe('two devices', () => {
  test('both devices end with the same graph', async () => {
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

  test('[D3.4] every device keeps the order in which keys were first written', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (const key of ['origin', '20']) await a.engine.setProp(page, key, 'x')
    await everybody()
    await b.engine.setProp(page, '3', 'x')
    await everybody()
    for (const one of [a, b]) {
      const { props } = (await one.engine.pageNamed('Tea'))!
      expect(keysInOrder(props).filter(isOwnersKey)).toEqual(['origin', '20', '3'])
      expect(props[':order']?.v).toEqual(['origin', '20']) // keys that it does not name come last
    }
  })

  test.each([
    ['a list', 'tags', 'old, own', 'old, theirs', 'old, theirs, own'],
    [
      'words beside a link',
      'tags',
      'old, [[Boat]] own',
      '[[Boat]] theirs',
      '[[Boat]] theirs, old, [[Boat]] own',
    ],
    ['a list with a link', 'alias', 'old', 'old, [[a, b]]', 'old, [[a, b]]'],
    ['the same list', 'tags', 'new', 'new', 'new'],
    ['a list that the later deleted', 'tags', 'own', null, 'own'],
    ['a list that the earlier deleted', 'tags', null, 'theirs', 'theirs'],
    ['a text', 'origin', 'Japan', 'China', 'China'],
  ])(
    '[sync device 4] two devices edit a property without seeing each other: %s',
    async (_, key, own, theirs, joined) => {
      const page = await made(a.engine.openPage('Tea'))
      await a.engine.setProp(page, key, 'old')
      await everybody()
      await a.engine.setProp(page, key, own)
      clock.now += 10
      await b.engine.setProp(page, key, theirs)
      await everybody()
      for (const one of [a, b]) expect((await one.engine.pageNamed('Tea'))!.props[key]!.v).toBe(joined)
      await b.engine.setProp(page, key, 'last')
      await everybody()
      for (const one of [a, b]) expect((await one.engine.pageNamed('Tea'))!.props[key]!.v).toBe('last')
    },
  )

  test('[sync device 4] a value that this device sent without an answer is not joined with its next one', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await a.engine.setProp(page, 'tags', 'old')
    await everybody()
    server.afterPush = async () => {
      server.afterPush = undefined
      throw new Error('The answer is lost.')
    }
    await a.engine.setProp(page, 'tags', 'Japan')
    await a.engine.sync()
    await a.engine.setProp(page, 'tags', 'China')
    await everybody()
    for (const one of [a, b]) expect((await one.engine.pageNamed('Tea'))!.props['tags']!.v).toBe('China')
  })

  test('[sync device 4] every device keeps both texts until a person chooses', async () => {
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

  test('text typed during a push leaves no conflicting version', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
    await everybody()
    await b.engine.setText(id, 'from b')
    await everybody(b)
    await a.engine.setText(id, 'from a')
    server.afterPush = async () => {
      server.afterPush = undefined
      await made(a.engine.setText(id, 'from a, and more'))
    }
    await everybody()
    const texts = [
      ...(await a.page(page)),
      ...(await a.engine.conflicts())[0]!.versions.map(({ text }) => text),
    ]
    expect(texts.toSorted()).toEqual(['from a, and more', 'from b'])
  })

  test('[sync server 5] a block changed elsewhere survives a deletion that has not seen the change', async () => {
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

  test.each(['pick', 'deleteBlock'] as const)(
    '[sync server 2] [sync server 5] %s decides as many versions as a block can have',
    async (edit) => {
      const page = await made(a.engine.openPage('Tea'))
      const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
      await everybody()
      const held = (await a.engine.record(id)) as BlockRecord
      const versions = Array.from({ length: SYNC_LIMITS.versions }, (_, n) => ({
        text: `text ${n}`,
        rev: `other~${n}`,
        at: held.words.at,
        device: 'other',
      }))
      server.put({ ...held, versions })
      await everybody()
      await made(a.engine[edit](id, held.words.rev))
      await everybody()
      expect(await b.engine.conflicts()).toEqual([])
      expect(await b.page(page)).toEqual(edit === 'pick' ? ['first'] : [])
    },
  )

  test("[sync device 3] a later edit wins, though the device's clock is days behind", async () => {
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

  test('[sync device 3] a slow answer does not make a clock seem wrong', async () => {
    const release = server.hold()
    void a.engine.sync()
    await clock.pass(20_000)
    release()
    await settled()
    const page = await made(a.engine.openPage('Tea'))
    expect((await a.engine.record(page))?.createdAt).toBe(clock.now)
  })

  test('[sync device 8] moving a block to its own place is no edit', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'green'))
    await everybody()
    await made(a.engine.moveBlock(id, { pageId: page, behind: null }))
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
    await made(a.engine.addBlock({ pageId: page, behind: null }, 'black'))
    await made(a.engine.moveBlock(id, { pageId: page, behind: null }))
    expect(await a.page(page)).toEqual(['green', 'black'])
  })

  test('[sync server 3] of two moves that would close a circle, one is undone', async () => {
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
