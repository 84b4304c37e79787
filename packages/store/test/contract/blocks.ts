/** The suite of `BlockStore`, besides outlines. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { GraphStore, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0, viewOf } from '../builder.ts'
import { committed, put } from '../change-builder.ts'
import { find } from './lists.ts'
import { useGraph } from './use-graph.ts'

const ALL = { limit: Infinity, offset: 0 }

export function blocksContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, (opened) => (graph = opened))
  const page1 = () => graph.pages.find('p1')
  const textOf = async (id: string) => viewOf(await graph.blocks.find(id))['text']

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

    test('the store lists the blocks that references name', async () => {
      await add(graph, page('p1', 'One'), block(A, 'p1', `see ((${B}))`))
      expect([...(await graph.blocks.referencedIds())]).toEqual([B])
      const referring = await graph.blocks.listReferring([B], { limit: 1, offset: 0 })
      expect([referring.total, referring.blocks.length]).toEqual([1, 1])
      const [by] = referring.blocks
      expect(by!.content).toContain(B)
      expect(await graph.blocks.listReferring([B], { limit: 9, offset: 1 })).toEqual({ blocks: [], total: 1 })
      expect(await graph.blocks.listReferring([B, by!.id], ALL)).toEqual({ blocks: [], total: 0 })
      await add(graph, block(C, 'p1', `also ((${B}))`, { order: 2, now: T0 + 1 }))
      const part = await graph.blocks.listReferring([B], { ...ALL, bytes: 1 })
      expect([part.total, part.blocks.map(({ id }) => id)]).toEqual([2, [C]])
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
        history: none,
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

  describe('the order range of a page', () => {
    beforeEach(() => add(graph, page('p1', 'Ada'), block('b1', 'p1', 'first')))
    const edges = () => graph.blocks.orderRange('p1')

    test('are the least and the greatest order, negative and fractional ones too', async () => {
      expect(await edges()).toEqual({ low: 1, high: 1 })
      await committed(graph, { puts: [put('b2', -3), put('b3', 0.5), put('b4', 1.000_000_1)] })
      expect(await edges()).toEqual({ low: -3, high: 1.000_000_1 })
      await committed(graph, { puts: [put('b5', -3.25), put('b6', 1e12)] })
      expect(await edges()).toEqual({ low: -3.25, high: 1e12 })
    })

    test('at any depth', async () => {
      await add(graph, block('b2', 'p1', 'under', { parentId: 'b1', order: 7 }))
      expect(await edges()).toEqual({ low: 1, high: 7 })
    })

    test('follow what is deleted and what moves', async () => {
      await add(
        graph,
        page('p2', 'Bob'),
        block('b2', 'p1', 'x', { order: -2 }),
        block('b3', 'p1', 'x', { order: 9 }),
      )
      await change(graph, 'b3', (held) => deleted(held, T0 + 1))
      expect(await edges()).toEqual({ low: -2, high: 1 })
      await change(graph, 'b2', () => block('b2', 'p2', 'x', { order: 4, now: T0 + 1 }))
      expect(await edges()).toEqual({ low: 1, high: 1 })
      expect(await graph.blocks.orderRange('p2')).toEqual({ low: 4, high: 4 })
      await change(graph, 'b1', () => block('b1', 'p1', 'first', { order: 6, now: T0 + 1 }))
      expect(await edges()).toEqual({ low: 6, high: 6 })
    })

    test('none on an empty page, on one that is gone, on one that never was', async () => {
      await change(graph, 'b1', (held) => deleted(held, T0 + 1))
      expect(await edges()).toBeUndefined()
      await add(graph, block('b2', 'p1', 'x'))
      await change(graph, 'p1', (held) => deleted(held, T0 + 2))
      expect(await edges()).toBeUndefined()
      await change(graph, 'p1', () => page('p1', 'Ada', [], T0 + 3))
      expect(await edges()).toEqual({ low: 1, high: 1 })
      expect(await graph.blocks.orderRange('none')).toBeUndefined()
    })
  })
}
