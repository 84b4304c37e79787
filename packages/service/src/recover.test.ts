/**
 * Blocks that an import left without a page, and their recovery by `check --rebuild`.
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, remove, setProps, type GraphRecord } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { home, NOW, outlineOf } from '../test/memory.ts'
import { recoverBlocks } from './index.ts'

const LATER = NOW + 60_000

const block = (id: string, pageId: string, more: { parentId?: string; order?: number } = {}): GraphRecord =>
  makeBlock({ id, content: id, rev: `rev-${id}`, pageId, parentId: null, order: 1, now: NOW, ...more })
const puts = (...records: GraphRecord[]) => records.map((record) => ({ record, from: 0 }))

/** A graph with these records, which need not be consistent. */
async function holding(...records: GraphRecord[]) {
  const { graph } = await home()
  const committed = await graph.commits.commitAll([{ puts: puts(...records) }])
  if (!committed.ok) throw new Error(committed.why)
  return graph
}

describe('recovering blocks', () => {
  test('a page that never came: its outline goes under Recovered blocks, whole and in order', async () => {
    const graph = await holding(
      block('a', 'gone', { order: 1 }),
      block('a1', 'gone', { parentId: 'a' }),
      block('of-a-lost-one', 'gone', { parentId: 'lost', order: 2 }),
      block('other', 'gone-too'),
    )
    expect(await graph.maintenance.check()).toHaveLength(4)
    expect(await recoverBlocks(graph, LATER)).toBe(4)
    expect(await graph.maintenance.check()).toEqual([])
    expect((await graph.pages.find('recovered-blocks'))?.name).toBe('Recovered blocks')
    expect(await outlineOf(graph, 'Recovered blocks')).toEqual(['a', '\ta1', 'of-a-lost-one', 'other'])
    expect(await recoverBlocks(graph, LATER)).toBe(0)
  })

  test('a journal day gets its page back, and the blocks stay on it', async () => {
    const graph = await holding(
      block('a', 'journal-20261120'),
      block('b', 'journal-20261120', { parentId: 'lost', order: 2 }),
    )
    await recoverBlocks(graph, LATER)
    expect(await graph.maintenance.check()).toEqual([])
    expect((await graph.pages.find('journal-20261120'))?.name).toBe('2026-11-20')
    expect(await outlineOf(graph, '2026-11-20')).toEqual(['a', 'b'])
    expect((await graph.records.find('a'))?.seq).toBe(1) // not written again
  })

  test('a page that lives: a block whose parent is not there moves to its top level', async () => {
    const graph = await holding(
      makePage({ id: 'p', name: 'P', now: NOW }),
      block('a', 'p'),
      block('b', 'p', { parentId: 'lost', order: 2 }),
      block('b1', 'p', { parentId: 'b' }),
    )
    expect(await recoverBlocks(graph, LATER)).toBe(1)
    expect(await graph.maintenance.check()).toEqual([])
    expect(await outlineOf(graph, 'p')).toEqual(['a', 'b', '\tb1'])
  })

  test('a deleted page: its blocks go where it was folded into, else on the page of its name', async () => {
    const at = LATER - 1
    const folded = setProps(makePage({ id: 'old', name: 'Old', now: NOW }), [[':into', 'new']], at)
    const named = makePage({ id: 'first', name: 'Twin', now: NOW })
    const graph = await holding(
      remove(folded, at),
      makePage({ id: 'new', name: 'New', now: NOW }),
      block('there', 'new'),
      block('a', 'old'),
      remove(named, at),
      makePage({ id: 'second', name: 'twin', now: NOW }),
      block('b', 'first'),
    )
    await recoverBlocks(graph, LATER)
    expect(await graph.maintenance.check()).toEqual([])
    expect(await outlineOf(graph, 'new')).toEqual(['there', 'a'])
    expect(await outlineOf(graph, 'Twin')).toEqual(['b'])
  })

  test('a page called Recovered blocks that a person deleted, or made, is the one that is used', async () => {
    const deleted = remove(makePage({ id: 'recovered-blocks', name: 'Recovered blocks', now: NOW }), NOW + 1)
    const again = await holding(deleted, block('a', 'gone'))
    await recoverBlocks(again, LATER)
    expect(await outlineOf(again, 'Recovered blocks')).toEqual(['a'])

    const own = await holding(
      makePage({ id: 'mine', name: 'recovered blocks', now: NOW }),
      block('a', 'gone'),
    )
    await recoverBlocks(own, LATER)
    expect(await outlineOf(own, 'Recovered blocks')).toEqual(['a'])
    expect(await own.maintenance.check()).toEqual([])
  })
})
