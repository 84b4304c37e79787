/** Edits as an app needs them: on a revision, many at once, settled with a merged text, and applied once. */
import { makeDay } from '@notegraph/block-text'
import { nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { device, made, twoDevices, type TwoDevices } from '../../test/device.ts'
import { memoryStore, type Edit } from '../index.ts'

let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']
let pageId: string
let id: string

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
  pageId = await made(a.engine.openPage('Tea'))
  id = await made(a.engine.addBlock({ pageId }, 'first'))
  await everybody()
})

const revOf = async ({ engine }: typeof a): Promise<string> =>
  ((await engine.record(id)) as BlockRecord).words.rev

async function textsOn({ engine }: typeof a): Promise<string[]> {
  const { words, versions = [] } = (await engine.record(id)) as BlockRecord
  return [words.text, ...versions.map(({ text }) => text)].toSorted()
}

describe('[sync device 7a] a save names the revision that its text was made on', () => {
  test('on the present words it replaces them', async () => {
    const saved = await a.engine.setText(id, 'second', { rev: await revOf(a) })
    expect(saved).toEqual({ ok: true, id, rev: await revOf(a) })
    await a.engine.setText(id, 'third', { rev: saved.ok ? saved.rev! : '' })
    await everybody()
    for (const one of [a, b]) expect(await textsOn(one)).toEqual(['third'])
  })

  test.each([
    ['that came from another device', true],
    ['that another window typed, and that are not sent yet', false],
  ])('words %s stay as a version, at once and on every device', async (_, isElsewhere) => {
    const rev = await revOf(a)
    await (isElsewhere ? b : a).engine.setText(id, 'of somebody else')
    if (isElsewhere) await everybody(b, a)
    await a.engine.setText(id, 'of this field', { rev })
    expect(await textsOn(a)).toEqual(['of somebody else', 'of this field'])
    expect(((await a.engine.record(id)) as BlockRecord).words.text).toBe('of this field')
    expect(a.engine.state.conflicts).toBe(1)
    await everybody()
    for (const one of [a, b]) expect(await textsOn(one)).toEqual(['of somebody else', 'of this field'])
  })

  test('while the words of the other window are being sent', async () => {
    const rev = await revOf(a)
    await a.engine.setText(id, 'of another window')
    server.afterPush = async () => {
      server.afterPush = undefined
      await made(a.engine.setText(id, 'of this field', { rev }))
    }
    await everybody()
    for (const one of [a, b]) expect(await textsOn(one)).toEqual(['of another window', 'of this field'])
  })

  test('equal words are no conflict', async () => {
    const rev = await revOf(a)
    await a.engine.setText(id, 'same')
    await a.engine.setText(id, 'same', { rev })
    expect(await textsOn(a)).toEqual(['same'])
  })
})

describe('[sync device 7] a conflict is settled with a merged text in one transaction', () => {
  beforeEach(async () => {
    await a.engine.setText(id, 'from a')
    await b.engine.setText(id, 'from b')
    await everybody()
  })

  test('and every device has only that', async () => {
    const { words, versions = [] } = (await a.engine.record(id)) as BlockRecord
    const seen = { rev: words.rev, versions: versions.map(({ rev }) => rev) }
    let commits = 0
    a.engine.on('change', () => commits++)
    await made(a.engine.settle(id, 'from both', seen))
    expect(commits).toBe(1)
    expect(await textsOn(a)).toEqual(['from both'])
    await everybody()
    for (const one of [a, b]) {
      expect(await textsOn(one)).toEqual(['from both'])
      expect(one.engine.state.conflicts).toBe(0)
    }
  })

  test('but for a version that the person did not see', async () => {
    const { words } = (await a.engine.record(id)) as BlockRecord
    const [unseen] = (await a.engine.conflicts())[0]!.versions
    await made(a.engine.settle(id, 'from both', { rev: words.rev, versions: [] }))
    await everybody()
    for (const one of [a, b]) expect(await textsOn(one)).toEqual([unseen!.text, 'from both'].toSorted())
  })
})

describe('[sync device 7a] many edits in one transaction', () => {
  const list = (): Edit[] => [
    { do: 'openPage', name: 'Coffee', id: 'coffee' },
    { do: 'addBlock', where: { pageId: 'coffee' }, text: 'beans', id: 'beans' },
    { do: 'addBlock', where: { pageId: 'coffee', parentId: 'beans' }, text: 'arabica' },
    { do: 'moveBlock', id, where: { pageId: 'coffee', behind: 'beans' } },
    { do: 'setText', id, text: 'water' },
    { do: 'setProp', id: 'coffee', key: 'origin', value: 'Peru' },
  ]

  test('are stored together', async () => {
    let commits = 0
    a.engine.on('change', () => commits++)
    const result = await a.engine.edit(list())
    expect(result.ok && result.edited.map((one) => one.id).slice(0, 2)).toEqual(['coffee', 'beans'])
    expect(commits).toBe(1)
    await everybody()
    for (const one of [a, b]) {
      expect(await one.page('coffee')).toEqual(['beans', '  arabica', 'water'])
      expect(await one.page(pageId)).toEqual([])
    }
  })

  test.each<[why: string, edit: Edit, code: string]>([
    ['an unknown block', { do: 'setText', id: 'none', text: 'x' }, 'not_found'],
    ['a text that is too long', { do: 'setText', id: 'beans', text: 'x'.repeat(20_001) }, 'too_long'],
    ['an id in use', { do: 'addBlock', where: { pageId: 'coffee' }, text: 'x', id: 'beans' }, 'id_taken'],
    ['a name that is none', { do: 'openPage', name: ' ' }, 'bad_name'],
    ['a name of a day', { do: 'openPage', name: 'Friday' }, 'bad_name'],
    ['a name of a day from today', { do: 'openPage', name: '+7d' }, 'bad_name'],
    ['a name of dots', { do: 'openPage', name: '..' }, 'bad_name'],
    ['a key with a line break', { do: 'setProp', id: 'coffee', key: 'k\n', value: 'x' }, 'bad_key'],
    ['a key with colons', { do: 'setProp', id: 'coffee', key: 'a::b', value: 'x' }, 'bad_key'],
    ['a key with a space', { do: 'setProp', id: 'coffee', key: 'due date', value: 'x' }, 'bad_key'],
  ])('or none of them is: %s', async (_, edit, code) => {
    const before = [await a.page(pageId), (await a.engine.pages()).length]
    expect(await a.engine.edit([...list(), edit])).toMatchObject({ ok: false, code, index: 6 })
    expect([await a.page(pageId), (await a.engine.pages()).length]).toEqual(before)
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
    await made(a.engine.addBlock({ pageId, behind: null }, 'next'))
    expect(await a.page(pageId)).toEqual(['next', 'first'])
  })

  test('an edit before the start loses nothing of the store, and a sync before it sends the edit', async () => {
    const store = memoryStore()
    const before = device('c', server, clock, { store })
    await before.engine.start()
    await before.engine.sync()
    await before.engine.stop()
    const { account, cursor, epoch } = (await store.meta())!
    const again = device('c', server, clock, { store })
    await made(again.engine.openPage('First thing'))
    expect(await store.meta()).toMatchObject({ account, cursor, epoch })
    expect(await again.engine.sync()).toEqual({ ok: true, pulled: 0, pushed: 1 })
  })

  test('an edit with an id is applied once, also after a restart', async () => {
    const store = memoryStore()
    const [one, two] = [device('c', server, clock, { store }), device('c', server, clock, { store })]
    await one.engine.open()
    const first = await one.engine.edit(list().slice(0, 3), { id: 'e1', keep: [['draft', 'kept']] })
    await two.engine.open()
    expect(await two.engine.edit(list().slice(0, 3), { id: 'e1' })).toEqual(first)
    expect(await two.page('coffee')).toEqual(['beans', '  arabica'])
    expect([await two.engine.own('draft'), await two.engine.ownKeys('')]).toEqual(['kept', ['draft']])
    expect(await two.engine.edit(list().slice(0, 3), { id: 'e2' })).toMatchObject({ ok: false })
    expect(await two.engine.edit([list()[4]!], { id: 'e2' })).toMatchObject({ ok: false, index: 0 })
  })

  test('the device forgets ids that are old', async () => {
    const store = memoryStore()
    const { engine } = device('c', server, clock, { store })
    await engine.open()
    for (let n = 0; n < 1_003; n++) await engine.edit([], { id: `e${n}` })
    expect((await store.ownKeys(':edit:')).length).toBe(1_000)
    expect(await store.own(':edit:e2')).toBeUndefined()
    expect(await store.own(':edit:e3')).toBeDefined()
  })
})

describe('days mean what they mean in the API', () => {
  test.each([20260231, 5, 20261301, -1, 20260101.5])('[D1.2] %d is not a day', async (day) => {
    expect(await a.engine.openDay(day)).toMatchObject({ ok: false, code: 'bad_day' })
  })

  test('[D1.4] no page has a name like that of a day', async () => {
    for (const name of ['2026-02-30', 'friday', 'today'])
      expect(await a.engine.openPage(name)).toMatchObject({ ok: false, code: 'bad_name' })
  })

  test('[sync device 7a] a property loses what no server stores, as words do', async () => {
    await made(a.engine.setProp(pageId, 'origin', 'As\0sam\ud800'))
    expect((await a.engine.record(pageId))?.props['origin']?.v).toBe('Assam\ufffd')
    await made(a.engine.addBlock({ pageId }, 'As\0sam\ud800'))
    expect(await a.page(pageId)).toContain('Assam\ufffd')
  })

  test('[D1.2] a day opens its journal page', async () => {
    expect(await a.engine.openDay(makeDay(2026, 2, 28)!)).toEqual({ ok: true, id: 'journal-20260228' })
    await a.engine.setProp(pageId, 'alias', 'Chai')
    expect(await a.engine.openPage('chai')).toEqual({ ok: true, id: pageId })
    expect(await a.engine.openPage('chai', { byName: true, id: 'p-chai' })).toEqual({
      ok: true,
      id: 'p-chai',
    })
    expect(await a.engine.openPage('Tea', { byName: true })).toEqual({ ok: true, id: pageId })
    const named = async (day: number, name: string) => {
      await a.engine.openDay(makeDay(2026, 3, day)!, name)
      return nameOf((await a.engine.record(`journal-2026030${day}`)) as PageRecord)
    }
    expect(await named(1, '1st Mar 2026')).toBe('1st Mar 2026')
    expect(await named(2, 'tea')).toBe('2026-03-02')
    expect(await named(3, '[[x')).toBe('2026-03-03')
  })
})

describe('[sync device 7a] the id of a deleted block', () => {
  test.each([
    ['before the deletion was sent', false],
    ['after the deletion reached every device', true],
  ])('brings it back with new words at another place, %s', async (_, isSent) => {
    const other = await made(a.engine.openPage('Coffee'))
    await a.engine.addBlock({ pageId }, `((${id}))`)
    await everybody()
    await a.engine.deleteBlock(id)
    if (isSent) await everybody()
    expect(await a.engine.addBlock({ pageId: other }, 'moved', { id })).toMatchObject({ ok: true, id })
    await everybody()
    for (const one of [a, b]) {
      expect([await one.page(pageId), await one.page(other)]).toEqual([[`((${id}))`], ['moved']])
      expect(one.engine.state).toMatchObject({ pending: 0, refused: 0, conflicts: 0 })
    }
  })

  test('brings it back in the transaction that deleted it, and undo takes both back', async () => {
    const other = await made(a.engine.openPage('Coffee'))
    const moved = await a.engine.edit([
      { do: 'deleteBlock', id },
      { do: 'addBlock', where: { pageId: other }, text: 'first', id },
    ])
    if (!moved.ok) throw new Error(moved.error)
    await everybody()
    for (const one of [a, b]) expect(await one.page(other)).toEqual(['first'])
    await a.engine.undo(moved.changes)
    await everybody()
    for (const one of [a, b]) expect([await one.page(pageId), await one.page(other)]).toEqual([['first'], []])
  })

  test('is in use if another device wrote words since', async () => {
    await a.engine.deleteBlock(id)
    await b.engine.setText(id, 'written meanwhile')
    await everybody()
    expect(await a.engine.addBlock({ pageId }, 'x', { id })).toMatchObject({ ok: false, code: 'id_taken' })
    for (const one of [a, b]) expect(await one.page(pageId)).toEqual(['written meanwhile'])
  })
})

describe('[sync device 7a] the id of a deleted page', () => {
  test.each([
    ['before the deletion was sent', false],
    ['after the deletion reached every device', true],
  ])('creates it again with a name alone, %s', async (_, isSent) => {
    await made(a.engine.setProp(pageId, 'origin', 'Assam'))
    await everybody()
    await a.engine.deletePage(pageId)
    if (isSent) await everybody()
    expect(await a.engine.openPage('Chai', { id: pageId })).toMatchObject({ ok: true, id: pageId })
    await made(a.engine.addBlock({ pageId }, 'spiced'))
    await everybody()
    for (const one of [a, b]) {
      const page = (await one.engine.pageNamed('Chai'))!
      expect([page.id, page.deleted, page.props['origin']?.v]).toEqual([pageId, undefined, null])
      expect(await one.page(pageId)).toEqual(['spiced'])
      expect(one.engine.state).toMatchObject({ pending: 0, refused: 0, conflicts: 0 })
    }
  })

  test('is in use by a page of another kind', async () => {
    await a.engine.deletePage(pageId)
    const board = await a.engine.openPage('Board', { id: pageId, kind: 'whiteboard' })
    expect(board).toMatchObject({ ok: false, code: 'id_taken' })
  })
})

test('[sync device 7a] [O4.1] a deletion that names what was seen spares words that came since', async () => {
  const above = await made(a.engine.addBlock({ pageId }, 'above'))
  const below = await made(a.engine.addBlock({ pageId, parentId: above }, 'below'))
  const revOf = async (id: string) => ((await a.engine.record(id)) as BlockRecord).words.rev
  const seen = [await revOf(above), await revOf(below)]
  await everybody()
  await b.engine.setText(below, 'of somebody else')
  await everybody()
  const before = await a.page(pageId)
  const edit = [
    { do: 'setText', id, text: 'joined' } as const,
    { do: 'deleteBlock', id: above, seen } as const,
  ]
  expect(await a.engine.edit(edit)).toMatchObject({ ok: false, code: 'changed', index: 1 })
  expect(await a.page(pageId)).toEqual(before)
  const now = [await revOf(above), await revOf(below), 'unknown']
  expect(await a.engine.edit([{ do: 'deleteBlock', id: above, seen: now }])).toMatchObject({ ok: true })
})

test('[sync device 7a] a page opens by an alias, as a link finds it', async () => {
  await made(a.engine.setProp(pageId, 'alias', 'Chai, Leaf'))
  expect(await a.engine.openPage('CHAI')).toMatchObject({ ok: true, id: pageId })
  const leaf = await made(
    a.engine.edit([{ do: 'openPage', name: 'leaf' }]).then((all) => (all.ok ? all.edited[0]! : all)),
  )
  expect(leaf).toBe(pageId)
  expect((await a.engine.pages()).length).toBe(1)
})
