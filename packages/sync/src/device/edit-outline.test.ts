import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, made, type Device } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import type { OutlineEdit, OutlineRow } from '../index.ts'

let clock: Clock
let server: MemoryServer
let a: Device
let b: Device
let pageId: string
let ids: { [text: string]: string }

beforeEach(async () => {
  clock = new Clock()
  server = memoryServer(() => clock.now)
  a = device('a', server, clock)
  b = device('b', server, clock)
  for (const { engine } of [a, b]) await engine.start()
  pageId = await made(a.engine.openPage('Tea'))
  ids = {}
  for (const text of ['one', 'two', 'three']) ids[text] = await made(a.engine.addBlock({ pageId }, text))
  ids['under'] = await made(a.engine.addBlock({ pageId, parentId: ids['two']! }, 'under'))
  await everybody()
})

async function everybody(): Promise<void> {
  for (let round = 0; round < 3; round++) for (const { engine } of [a, b]) await engine.sync()
}

/** The state that an editor on `a` starts from. */
async function seenNow(): Promise<OutlineEdit['seen']> {
  const blocks = await a.engine.blocks(pageId)
  return new Map(
    blocks.map(({ record: { id, words, versions = [] } }) => [
      id,
      { rev: words.rev, versions: versions.map(({ rev }) => rev) },
    ]),
  )
}

const stays = (text: string, depth = 0): OutlineRow => ({ id: ids[text]!, depth, moved: false })
const put = (text: string, depth = 0): OutlineRow => ({ id: ids[text]!, depth, moved: true })
const fresh = (text: string, depth = 0): OutlineRow => ({ depth, text, moved: true })

async function hand(
  rows: readonly OutlineRow[],
  seen: OutlineEdit['seen'],
  rest: Partial<OutlineEdit> = {},
): ReturnType<Device['engine']['setOutline']> {
  return a.engine.setOutline({ pageId, rows, gone: [], props: [], ...rest, seen }, () => [['kept', 'yes']])
}

describe('editing a page as an outline', () => {
  test('an outline edit adds, changes, moves and deletes blocks', async () => {
    const seen = await seenNow()
    const rows = [
      fresh('zero'),
      put('three'),
      fresh('below', 1),
      stays('one'),
      { ...put('under'), text: 'over' },
      fresh('last'),
    ]
    const done = await hand(rows, seen, { gone: [ids['two']!], props: [['origin', 'Assam']] })
    expect(done.ok && done.blocks.map((block) => block?.words.text)).toEqual([
      'zero',
      'three',
      'below',
      'one',
      'over',
      'last',
    ])
    await everybody()
    for (const one of [a, b])
      expect(await one.page(pageId)).toEqual(['zero', 'three', '  below', 'one', 'over', 'last'])
    expect((await b.engine.pageNamed('tea'))?.props['origin']?.v).toBe('Assam')
  })

  test('app values commit together with the outline, or not at all', async () => {
    const seen = await seenNow()
    const refused = await hand([fresh('x'.repeat(20_001))], seen)
    expect(refused).toMatchObject({ ok: false, code: 'too_long', row: 0 })
    expect([await a.engine.own('kept'), (await a.page(pageId)).length]).toEqual([undefined, 4])
    await hand([fresh('more')], seen)
    expect(await a.engine.own('kept')).toBe('yes')
  })

  test('[sync device 4] newer text is not overwritten: both versions are kept', async () => {
    const seen = await seenNow()
    await b.engine.setText(ids['one']!, 'one, from b')
    await everybody()
    await hand([{ ...stays('one'), text: 'one, from a' }], seen)
    await everybody()
    for (const { engine } of [a, b]) {
      const [conflict] = await engine.conflicts()
      const texts = new Set([conflict?.words.text, ...(conflict?.versions ?? []).map(({ text }) => text)])
      expect(texts).toEqual(new Set(['one, from a', 'one, from b']))
    }
  })

  test('[sync server 5] unseen blocks are not deleted, and stay visible', async () => {
    const seen = await seenNow()
    await b.engine.setText(ids['three']!, 'three, from b')
    await b.engine.addBlock({ pageId, parentId: ids['two']! }, 'new under two')
    await everybody()
    const gone = ['two', 'under', 'three'].map((text) => ids[text]!)
    await hand([stays('one')], seen, { gone })
    await everybody()
    for (const one of [a, b])
      expect((await one.page(pageId)).toSorted()).toEqual(['new under two', 'one', 'three, from b'])
  })

  test('a block deleted elsewhere stays deleted unless its text changed here', async () => {
    const seen = await seenNow()
    await b.engine.deleteBlock(ids['one']!)
    await b.engine.deleteBlock(ids['three']!)
    await everybody()
    await hand([stays('one'), { ...stays('three'), text: 'three, still' }, stays('two')], seen)
    await everybody()
    for (const one of [a, b])
      expect((await one.page(pageId)).toSorted()).toEqual(['  under', 'three, still', 'two'])
  })

  test('resolving a conflict drops the seen versions and keeps the others', async () => {
    await a.engine.setText(ids['one']!, 'from a')
    await b.engine.setText(ids['one']!, 'from b')
    await everybody()
    const seen = await seenNow()
    await hand([{ ...stays('one'), text: 'from both', decided: true }], seen)
    await everybody()
    for (const one of [a, b]) {
      expect(await one.engine.conflicts()).toEqual([])
      expect((await one.page(pageId))[0]).toBe('from both')
    }
  })

  test('a move that would close a circle is ignored', async () => {
    const seen = await seenNow()
    await b.engine.moveBlock(ids['one']!, { pageId, parentId: ids['under']! })
    await everybody()
    await hand([stays('one'), put('two', 1), stays('under', 2)], seen)
    await everybody()
    for (const one of [a, b]) expect((await one.page(pageId)).length).toBe(4)
    expect(await a.page(pageId)).toEqual(await b.page(pageId))
  })

  test('many blocks inserted at one place get distinct numbers, and none is lost', async () => {
    const rows = [stays('one'), ...Array.from({ length: 300 }, (_, i) => fresh(`n${i}`)), stays('two')]
    for (let round = 0; round < 3; round++) await hand(rows, await seenNow())
    const page = await a.page(pageId)
    expect(page).toHaveLength(904)
    expect(page.slice(1, 301)).toEqual(Array.from({ length: 300 }, (_, i) => `n${i}`))
  })
})
