/** What every driver's graph does, whatever it stands on. */
import { fold } from '@notegraph/block-text'
import type { GraphRecord } from '@notegraph/graph'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { GraphStore, Store } from '../src/index.ts'
import { add, block, change, deleted, page, reworded, T0, viewOf } from './builder.ts'
import { find, listsContract } from './lists-contract.ts'
import { placesContract } from './places-contract.ts'

const ALL = { limit: Infinity, offset: 0 }

export function graphContract(open: () => Promise<Store>): void {
  let store: Store
  let graph: GraphStore
  beforeEach(async () => {
    store = await open()
    graph = store.graph('one')
  })
  afterEach(() => store.close())

  /** After each case the derived rows are what the records say. */
  afterEach(async () => expect(await graph.maintenance.check()).toEqual([]))

  const page1 = () => graph.pages.find('p1')
  const textOf = async (id: string) => viewOf(await graph.blocks.find(id))['text']

  placesContract(() => graph)
  listsContract(() => graph)

  describe('commit', () => {
    test('a record comes back as it was put, with the number of its commit', async () => {
      const record = page('p1', 'Ada')
      expect(await graph.commits.commit({ puts: [{ record, from: 0 }] })).toEqual({
        ok: true,
        seq: 1,
        shown: {},
      })
      expect(await graph.records.find('p1')).toEqual({ record, seq: 1 })
      expect(await graph.commits.head()).toBe(1)
    })

    test.each<[string, ok: boolean, pages: string[], puts: GraphRecord[]]>([
      ['is there', true, ['p1'], []],
      ['is put with it', true, ['p3'], [page('p3', 'Cy')]],
      ['never was', false, ['p1', 'p3'], []],
      ['was deleted', false, ['p2'], []],
    ])('a change that needs a page that %s', async (_, ok, pages, puts) => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Bob'))
      await change(graph, 'p2', (held) => deleted(held, T0 + 1))
      const head = await graph.commits.head()
      const records = [...puts, block('b1', pages.at(-1)!, 'x')]
      const landed = await graph.commits.commitAll([
        { puts: records.map((record) => ({ record, from: 0 })), pages },
      ])
      expect(landed).toEqual(ok ? { ok, seq: head + 1 } : { ok, why: 'changed_meanwhile' })
      expect(await graph.commits.head()).toBe(head + (ok ? 1 : 0))
    })

    test('a record that changed meanwhile refuses the whole change', async () => {
      await add(graph, page('p1', 'Ada'))
      const puts = [
        { record: page('p2', 'Bob'), from: 0 },
        { record: page('p1', 'Eve'), from: 0 },
      ]
      expect(await graph.commits.commit({ puts })).toEqual({ ok: false, why: 'changed_meanwhile' })
      expect(await graph.records.find('p2')).toBeUndefined()
      expect((await page1())?.name).toBe('Ada')
      expect(await graph.commits.head()).toBe(1)
    })

    test('several records are read at once, those that there are', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'words'))
      const read = await graph.records.findMany(['b1', 'none', 'p1', 'b1', ''])
      expect(read.map(({ record }) => record.id).toSorted()).toEqual(['b1', 'p1'])
      expect(read).toContainEqual(await graph.records.find('b1'))
      expect(await graph.records.findMany([])).toEqual([])
    })

    test('what would grow beyond the quota is refused whole, what shrinks lands', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'x'.repeat(500)))
      const used = await graph.storage.bytes()
      const more = { puts: [{ record: block('b2', 'p1', 'more'), from: 0 }], quota: used }
      expect(await graph.commits.commit(more)).toEqual({ ok: false, why: 'quota_full' })
      expect(await graph.blocks.find('b2')).toBeUndefined()
      expect(await graph.storage.bytes()).toBe(used)
      const held = (await graph.records.find('b1'))!
      const less = { puts: [{ record: reworded(held, 'x', T0 + 1), from: held.seq }], quota: 10 }
      expect(await graph.commits.commit(less)).toMatchObject({ ok: true })
      expect(await graph.storage.bytes()).toBeLessThan(used)
    })

    test('[sync server 9] a deleted record counts 32 bytes, so there is room after a full graph was deleted', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'x'.repeat(500)))
      const quota = await graph.storage.bytes()
      const held = (await graph.records.find('b1'))!
      const put = { record: deleted(held, T0 + 1), from: held.seq }
      expect(await graph.commits.commit({ puts: [put], quota: 10 })).toMatchObject({ ok: true })
      expect(await graph.storage.bytes()).toBe(quota - (256 + 500) + 32)
      const fresh = { puts: [{ record: block('b2', 'p1', 'x'.repeat(468)), from: 0 }], quota }
      expect(await graph.commits.commit(fresh)).toMatchObject({ ok: true })
    })

    test('pages are counted by their types', async () => {
      expect(await graph.pages.countByType()).toEqual(new Map())
      await add(graph, page('p1', 'Ada', [['type', 'person']]), page('p2', 'Bob'), page('p3', 'Eve'))
      expect(await graph.pages.countByType()).toEqual(
        new Map([
          ['page', 2],
          ['person', 1],
        ]),
      )
      await change(graph, 'p3', (held) => deleted(held, T0 + 1))
      expect((await graph.pages.countByType()).get('page')).toBe(1)
    })

    test('two accounts know nothing of each other', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'hello'))
      const other = store.graph('two')
      expect(await other.records.find('p1')).toBeUndefined()
      expect(await other.blocks.find('b1')).toBeUndefined()
      expect(await other.pages.list({}, ALL)).toEqual({ pages: [], total: 0 })
    })
  })

  describe('[1] pages', () => {
    test('most recently edited first, then by id; total counts all, whatever the window', async () => {
      await add(graph, page('p1', 'One'), page('p2', 'Two', [], T0 + 5), page('p0', 'Nought'))
      const list = await graph.pages.list({}, ALL)
      expect(list.pages.map(({ id }) => id)).toEqual(['p2', 'p0', 'p1'])
      const window = await graph.pages.list({}, { limit: 1, offset: 1 })
      expect(window).toMatchObject({ pages: [{ id: 'p0' }], total: 3 })
    })

    test('[D3.1] a page is edited when any block on it is', async () => {
      await add(
        graph,
        page('p1', 'One'),
        page('p2', 'Two', [], T0 + 5),
        block('b1', 'p1', 'x', { now: T0 + 9 }),
      )
      expect((await graph.pages.list({}, ALL)).pages.map(({ id, editedAt }) => [id, editedAt])).toEqual([
        ['p1', T0 + 9],
        ['p2', T0 + 5],
      ])
      await change(graph, 'b1', (held) => deleted(held, T0 + 20))
      expect((await page1())?.editedAt).toBe(T0)
    })

    test('of one type', async () => {
      await add(graph, page('p1', 'One', [['type', 'person']]), page('p2', 'Two'))
      expect(await graph.pages.list({ type: 'person' }, ALL)).toMatchObject({
        pages: [{ id: 'p1' }],
        total: 1,
      })
      expect(await graph.pages.list({ type: 'page' }, ALL)).toMatchObject({ pages: [{ id: 'p2' }], total: 1 })
      expect(await graph.pages.list({ type: 'book' }, ALL)).toEqual({ pages: [], total: 0 })
    })

    test('whose properties name a page, by any of its names, and never itself', async () => {
      await add(
        graph,
        page('p1', 'Ada', [['alias', 'Countess']]),
        page('p2', 'Engine', [['maker', '[[countess]] and [[Babbage]]']]),
        page('p3', 'Note G', [['tags', 'ada']], T0 + 5),
        page('p4', 'Other', [['maker', 'Ada']]),
        block('b1', 'p4', '[[Ada]]'),
      )
      const naming = async (name: string, window = ALL) => {
        const { pages, total } = await graph.pages.listNaming(name, window)
        return [pages.map(({ id }) => id), total]
      }
      expect(await naming('ADA')).toEqual([['p3', 'p2'], 2])
      expect(await naming('Countess', { limit: 1, offset: 1 })).toEqual([['p2'], 2])
      expect(await naming('Babbage')).toEqual([['p2'], 1])
      expect(await naming('Nobody')).toEqual([[], 0])
    })

    test('a deleted page is in no list and found by no name', async () => {
      await add(graph, page('p1', 'One'))
      await change(graph, 'p1', (held) => deleted(held, T0 + 1))
      expect(await graph.pages.list({}, ALL)).toEqual({ pages: [], total: 0 })
      expect(await graph.pages.findByName('one')).toBeUndefined()
      expect(await page1()).toBeUndefined()
    })

    test('[D3.3] counts add up the blocks, and follow them', async () => {
      await add(graph, page('p1', 'One'), block('b1', 'p1', 'TODO one two.'), block('b2', 'p1', 'three'))
      expect((await page1())?.counts).toEqual({
        blocks: 2,
        words: 3,
        sentences: 2,
        paragraphs: 2,
        characters: 13,
      })
      await change(graph, 'b2', (held) => reworded(held, 'three four', T0 + 1))
      expect((await page1())?.counts).toMatchObject({ blocks: 2, words: 4 })
      await change(graph, 'b1', (held) => deleted(held, T0 + 2))
      expect((await page1())?.counts).toMatchObject({ blocks: 1, words: 2 })
    })
  })

  describe('[D1.1] names', () => {
    test('a name is found before an alias, and of two aliases the page made first wins', async () => {
      await add(
        graph,
        page('late', 'Late', [['alias', 'Nick']], T0 + 2),
        page('early', 'Early', [['alias', 'nick, Zed']]),
      )
      expect((await graph.pages.findByName(fold('NICK')))?.id).toBe('early')
      await add(graph, page('p3', 'nick', [], T0 + 3))
      expect((await graph.pages.findByName(fold('Nick')))?.id).toBe('p3')
      expect((await graph.pages.findByName('zed'))?.id).toBe('early')
    })

    test("[D1.2] links to a day lead to its journal page, whatever another page's alias says", async () => {
      await add(
        graph,
        page('old', 'Old', [['alias', '2026-01-05']]),
        page('journal-20260105', 'Jan 5th, 2026', [], T0 + 1),
      )
      expect((await graph.pages.findByName('2026-01-05'))?.id).toBe('journal-20260105')
      expect((await graph.pages.findByName(fold('Jan 5th, 2026')))?.id).toBe('journal-20260105')
    })

    test('a name given up finds nothing more', async () => {
      await add(graph, page('p1', 'Old'))
      await change(graph, 'p1', ({ record }) => ({ ...record, props: { name: { v: 'New', at: T0 + 1 } } }))
      expect(await graph.pages.findByName('old')).toBeUndefined()
      expect((await graph.pages.findByName('new'))?.id).toBe('p1')
    })
  })

  describe('[D3.2] resolved types', () => {
    test('a page that is tagged more than linked is a tag, and stops being one', async () => {
      await add(graph, page('p1', 'Plan'), page('p2', 'Notes'))
      await add(
        graph,
        block('b1', 'p2', 'see #plan'),
        block('b2', 'p2', '#Plan and #plan'),
        block('b3', 'p2', '[[Plan]]'),
      )
      expect((await page1())?.type).toBe('tag')
      await change(graph, 'b1', (held) => reworded(held, 'see [[plan]]', T0 + 1))
      expect((await page1())?.type).toBe('page')
    })

    test('a block that uses a name and an alias counts once on a side', async () => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes'))
      await add(graph, block('b1', 'p2', '#plan #scheme'), block('b2', 'p2', '[[Scheme]]'))
      expect((await page1())?.type).toBe('page')
      await add(graph, block('b3', 'p2', '#scheme'))
      expect((await page1())?.type).toBe('tag')
    })

    test('uses of several names tip it together, where those of each alone stay as they were', async () => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes'))
      const texts = ['#plan', '#plan', '#plan', '[[Plan]]', '[[Scheme]]', '[[Scheme]]']
      await add(graph, ...texts.map((text, i) => block(`b${i}`, 'p2', text)))
      expect((await page1())?.type).toBe('page')
      await add(graph, block('b6', 'p2', '#plan'))
      expect((await page1())?.type).toBe('tag')
    })

    test.each([
      [['#plan', '#scheme', '[[Plan]]'], 'tag'],
      [['#plan #scheme', '[[Plan]]'], 'page'],
      [['#plan #scheme', '#scheme', '[[Plan]] [[Scheme]]'], 'tag'],
      [['#plan #scheme', '[[Plan]]', '[[Scheme]]'], 'page'],
      [['#plan', '#plan', '#plan', '[[Plan]] [[Scheme]]'], 'tag'],
      [['#plan', '#scheme', '#plan [[Scheme]]', '[[Plan]]', '[[Plan]]'], 'page'],
    ] as const)('of a page with an alias, each block on a side once: %j is a %s', async (texts, type) => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes'))
      await add(graph, ...texts.map((text, n) => block(`b${n}`, 'p2', text)))
      expect((await page1())?.type).toBe(type)
    })

    test('uses before the page counts when the page comes', async () => {
      await add(graph, page('p2', 'Notes'), block('b1', 'p2', '#plan'))
      await add(graph, page('p1', 'Plan'))
      expect((await page1())?.type).toBe('tag')
    })

    test("pages count by their tags:: and by links in their properties, their own aliases don't", async () => {
      await add(graph, page('p1', 'Plan', [['alias', 'Scheme']]), page('p2', 'Notes', [['tags', 'plan']]))
      expect((await page1())?.type).toBe('tag')
      await add(graph, page('p3', 'More', [['about', '[[Plan]]']]))
      expect((await page1())?.type).toBe('page')
    })
  })

  describe('[2] blocks of a page', () => {
    test('in outline order, whatever the order they were put in', async () => {
      await add(
        graph,
        block('c', 'p1', 'c', { order: 2 }),
        block('a2', 'p1', 'a2', { parentId: 'a', order: 2 }),
        page('p1', 'One'),
        block('a1', 'p1', 'a1', { parentId: 'a', order: 1 }),
        block('a', 'p1', 'a', { order: 1 }),
      )
      const { blocks, total } = await graph.blocks.listByPage('p1', ALL)
      expect(blocks.map(({ id }) => id)).toEqual(['a', 'a1', 'a2', 'c'])
      expect(total).toBe(4)
    })

    test('total counts the page, whatever the window', async () => {
      await add(graph, page('p1', 'One'), ...[1, 2, 3].map((n) => block(`b${n}`, 'p1', 'x', { order: n })))
      expect(await graph.blocks.listByPage('p1', { limit: 1, offset: 2 })).toMatchObject({
        blocks: [{ id: 'b3' }],
        total: 3,
      })
      expect(await graph.blocks.listByPage('p1', { limit: 1, offset: 3 })).toEqual({ blocks: [], total: 3 })
    })

    test('a page of more blocks than are read at once is windowed alike', async () => {
      const blocks = Array.from({ length: 2_500 }, (_, n) => block(`b${n}`, 'p1', `${n}`, { order: n }))
      await add(graph, page('p1', 'One'), ...blocks)
      const window = await graph.blocks.listByPage('p1', { limit: 3, offset: 2_497 })
      expect(window.blocks.map((one) => viewOf(one)['content'])).toEqual(['2497', '2498', '2499'])
      expect(window.total).toBe(2_500)
    })

    test('blocks that come before their page wait for it, and again when it goes', async () => {
      await add(graph, block('b1', 'p1', 'here'))
      expect(await graph.blocks.find('b1')).toBeUndefined()
      expect(await graph.maintenance.check()).toEqual(['block b1: its page p1 is not there'])
      await add(graph, page('p1', 'One'))
      expect(await graph.blocks.find('b1')).toMatchObject({ id: 'b1', pageName: 'One' })
      await change(graph, 'p1', (held) => deleted(held, T0 + 1))
      expect(await graph.blocks.find('b1')).toBeUndefined()
      expect((await find(graph, 'here', ALL, 10)).total).toBe(0)
      expect(await graph.maintenance.check()).toEqual(['block b1: its page p1 is not there'])
      await change(graph, 'p1', ({ record }) => page('p1', 'One', [], record.updatedAt + 1))
      expect((await page1())?.counts.blocks).toBe(1)
    })

    test('a block that moves takes its counts along', async () => {
      await add(graph, page('p1', 'One'), page('p2', 'Two'), block('b1', 'p1', 'one two'))
      await change(graph, 'b1', (held) => block('b1', 'p2', 'one two', { now: held.record.updatedAt + 1 }))
      expect((await page1())?.counts).toMatchObject({ blocks: 0, words: 0 })
      expect((await graph.pages.find('p2'))?.counts).toMatchObject({ blocks: 1, words: 2 })
    })
  })

  describe('[D2.7] block references', () => {
    const A = '11111111-1111-4111-8111-111111111111'
    const B = '22222222-2222-4222-8222-222222222222'
    const C = '33333333-3333-4333-8333-333333333333'

    test('read out as the words they point at, and follow them three deep', async () => {
      await add(graph, page('p1', 'One'), block(A, 'p1', `see ((${B}))`), block(B, 'p1', `and ((${C}))`))
      expect(await textOf(A)).toBe(`see and ((${C}))`)
      await add(graph, block(C, 'p1', 'TODO the end'))
      expect(await textOf(A)).toBe('see and the end')
      await change(graph, C, (held) => reworded(held, 'another end', T0 + 1))
      expect(await textOf(A)).toBe('see and another end')
      expect((await page1())?.counts.words).toBe(4 + 3 + 2)
      await change(graph, B, (held) => deleted(held, T0 + 2))
      expect(await textOf(A)).toBe(`see ((${B}))`)
    })

    test('a circle leaves them as they are', async () => {
      await add(graph, page('p1', 'One'), block(A, 'p1', `a ((${B}))`), block(B, 'p1', `b ((${A}))`))
      expect(await textOf(A)).toBe(`a b ((${A}))`)
    })

    test('which blocks are referred to', async () => {
      await add(graph, page('p1', 'One'), block(A, 'p1', `see ((${B}))`))
      expect([...(await graph.blocks.referencedIds())]).toEqual([B])
    })
  })

  describe('[D2.8] files', () => {
    const file = (id: string) => ({
      id,
      hash: `hash-${id}`,
      name: 'cat.png',
      type: 'image/png',
      size: 10,
      createdAt: T0,
    })

    test('are named once they come, and their ids never show', async () => {
      await add(graph, page('p1', 'One'), block('b1', 'p1', 'my ![cat](/api/files/f1secret)'))
      expect(await textOf('b1')).toBe('my [file: unknown]')
      expect(await graph.commits.commit({ puts: [], files: [file('f1secret')] })).toMatchObject({ ok: true })
      expect(await textOf('b1')).toBe('my [picture: cat.png]')
      expect((await find(graph, 'cat.png', ALL, 10)).total).toBe(1)
      expect((await find(graph, 'f1secret', ALL, 10)).total).toBe(0)
    })

    test('count for storage, and are found by what they hold', async () => {
      await graph.commits.commit({ puts: [], files: [file('f1')] })
      expect(await graph.storage.bytes()).toBe(10)
      expect(await graph.files.findByHash('hash-f1')).toEqual(file('f1'))
      expect(await graph.files.find('f1')).toEqual(file('f1'))
      expect(await graph.files.list()).toEqual([file('f1')])
    })

    test('of each kind it is known how many there are, and what they take up', async () => {
      const none = { count: 0, bytes: 0 }
      expect(await graph.storage.usage()).toEqual({
        pages: none,
        blocks: none,
        shapes: none,
        files: none,
        changes: none,
        answers: none,
      })
      await graph.commits.commit({ puts: [], files: [file('f1')] })
      await add(graph, page('p1', 'One'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
      const all = await graph.storage.usage()
      expect(all).toMatchObject({ pages: { count: 1 }, blocks: { count: 2 }, files: { count: 1, bytes: 10 } })
      await change(graph, 'b1', (held) => deleted(held, T0 + 1))
      const { pages, blocks } = await graph.storage.usage()
      expect([pages, blocks.count]).toEqual([all.pages, 1])
      const bytes = [pages, blocks].reduce((sum, kind) => sum + kind.bytes, 10)
      expect(await graph.storage.bytes()).toBe(bytes)
    })
  })

  describe('reading records', () => {
    test('pages a batch at a time, and all that stands on one', async () => {
      await add(graph, page('z', 'Z'), page('a', 'A'), block('b', 'z', 'x'), page('m', 'M'))
      await change(graph, 'a', (held) => deleted(held, T0 + 1))
      const first = await graph.records.listPages(undefined, 1)
      expect(first.map(({ record }) => record.id)).toEqual(['z'])
      expect((await graph.records.listPages('z', 5)).map(({ record }) => record.id)).toEqual(['m'])
      expect((await graph.records.listByPage('z')).map(({ record }) => record.id)).toEqual(['b'])
    })

    test('rebuilding derives the same again', async () => {
      await add(graph, page('p1', 'One', [['alias', 'Uno']]), block('b1', 'p1', 'DONE #one ((x)) key\nk:: v'))
      const before = await page1()
      await graph.maintenance.rebuild()
      expect(await page1()).toEqual(before)
    })
  })
}
