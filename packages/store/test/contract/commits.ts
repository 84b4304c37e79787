/** The suite of `CommitStore`, with the change list and the idempotency records. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, GraphStore, Store } from '../../src/index.ts'
import { committed, keep, listed, put } from '../change-builder.ts'
import { add, block, deleted, page, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

const ALL = { limit: Infinity, offset: 0 }

export function commitsContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, async (opened) => {
    graph = opened
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'first'))
  })

  const commit = async (change: Change) => committed(graph, change)
  describe('a draft', () => {
    test('its commits are seen by the work alone, and are gone when it ends', async () => {
      const head = await graph.commits.head()
      const seen = await graph.drafts.run(async (draft) => {
        expect(await draft.commits.commit({ puts: [put('b2')] })).toMatchObject({ ok: true })
        const query = { kind: 'words', at: 0, text: 'b2' } as const
        const days = { today: 20261120, startOf: () => 0 } as const
        const { blocks } = await draft.search.find(query, days, ALL, 10)
        const { total } = await draft.blocks.listByPage('p1', ALL)
        return {
          found: blocks.map(({ id }) => id),
          total,
          counts: (await draft.pages.find('p1'))?.counts.blocks,
        }
      })
      expect(seen).toEqual({ found: ['b2'], total: 2, counts: 2 })
      expect(await graph.records.find('b2')).toBeUndefined()
      expect(await graph.commits.head()).toBe(head)
      await commit({ puts: [put('b2')], head })
      expect((await graph.blocks.listByPage('p1', ALL)).total).toBe(2)
    })

    test('a fault of the work ends it, and the graph goes on', async () => {
      const work = async (draft: GraphStore) => {
        await draft.commits.commit({ puts: [put('b2')] })
        throw new Error('what the work threw')
      }
      await expect(graph.drafts.run(work)).rejects.toThrow('what the work threw')
      await commit({ puts: [put('b3')] })
      expect(await graph.records.find('b2')).toBeUndefined()
    })
  })

  describe('the number that a change was decided from', () => {
    test('refuses it once anything was committed since', async () => {
      const head = await graph.commits.head()
      await commit({ puts: [put('b2')], head })
      expect(await graph.commits.commit({ puts: [put('b3')], head })).toEqual({
        ok: false,
        why: 'changed_meanwhile',
      })
      expect(await graph.commits.commit({ puts: [], idempotency: keep('k1'), head })).toEqual({
        ok: false,
        why: 'changed_meanwhile',
      })
      expect(await graph.records.find('b3')).toBeUndefined()
      expect(await graph.commits.findIdempotencyRecord('k1')).toBeUndefined()
      await commit({ puts: [put('b3')], head: head + 1 })
    })

    test('a change without records takes none', async () => {
      const head = await graph.commits.head()
      const result = await commit({ puts: [], entry: listed('c1'), idempotency: keep('k1') })
      expect(result.seq).toBe(head)
      await commit({ puts: [], reverts: 'c1' })
      expect(await graph.commits.head()).toBe(head)
    })
  })

  describe('idempotency records', () => {
    test('one is kept with its change, made of what is shown', async () => {
      await commit({ puts: [put('b2')], show: { pageId: 'p1' }, idempotency: keep('k1') })
      expect(await graph.commits.findIdempotencyRecord('k1')).toEqual({
        request: 'request of k1',
        answer: 'answer on Ada',
        at: T0,
      })
      expect(await graph.commits.findIdempotencyRecord('k2')).toBeUndefined()
    })

    test('a key is taken once; what came with it again writes nothing', async () => {
      await commit({ puts: [put('b2')], idempotency: keep('k1') })
      const again = { ...keep('k1', T0 + 1), answer: () => 'another' }
      expect(await graph.commits.commit({ puts: [put('b3')], idempotency: again })).toEqual({
        ok: false,
        why: 'key_in_use',
      })
      expect(await graph.records.find('b3')).toBeUndefined()
      expect(await graph.commits.findIdempotencyRecord('k1')).toMatchObject({
        answer: 'answer on nothing',
        at: T0,
      })
    })

    test('those of before are dropped, and their keys are free again', async () => {
      await commit({ puts: [], idempotency: keep('k1') })
      await commit({ puts: [], idempotency: keep('k2', T0 + 1) })
      await commit({ puts: [], idempotency: keep('k1', T0 + 2, T0 + 1) })
      expect(await graph.commits.findIdempotencyRecord('k1')).toMatchObject({ at: T0 + 2 })
      await commit({ puts: [], idempotency: keep('k3', T0 + 3, T0 + 2) })
      expect(await graph.commits.findIdempotencyRecord('k2')).toBeUndefined()
      expect(await graph.commits.findIdempotencyRecord('k1')).toBeDefined()
    })

    test('an answer that cannot be made leaves nothing of its change', async () => {
      const broken = {
        ...keep('k1'),
        answer: () => {
          throw new Error('no answer')
        },
      }
      const head = await graph.commits.head()
      const made = graph.commits.commit({ puts: [put('b2')], entry: listed('c1'), idempotency: broken })
      await expect(made).rejects.toThrow('no answer')
      expect(await graph.commits.head()).toBe(head)
      expect(await graph.records.find('b2')).toBeUndefined()
      expect(await graph.changes.find('c1')).toBeUndefined()
      expect(await graph.commits.commit({ puts: [put('b2')], entry: listed('c1') })).toMatchObject({
        ok: true,
      })
    })
  })

  describe('refusals come in one order, and nothing is written', () => {
    /** Each breaks one rule; a change that breaks several is refused for the first. */
    const wrong: readonly (readonly [string, Partial<Change>])[] = [
      ['key_in_use', { idempotency: keep('taken') }],
      ['changed_meanwhile', { head: 0 }],
      ['changed_meanwhile', { puts: [put('b2'), put('b1')] }],
      ['not_open', { reverts: 'reverted' }],
      ['trail_full', { entry: listed('new', T0 + 1, { most: 1 }) }],
      ['quota_full', { quota: 1 }],
    ]
    beforeEach(async () => {
      await commit({ puts: [], entry: listed('reverted'), idempotency: keep('taken') })
      await commit({ puts: [], reverts: 'reverted' })
      await commit({ puts: [], entry: listed('open') })
    })

    test.each(wrong.map(([why], from) => [why, from] as const))('%s (%i)', async (why, from) => {
      const before = [
        await graph.commits.head(),
        await graph.storage.bytes(),
        await graph.changes.list({ since: 0 }, ALL),
      ]
      const given: Change = { puts: [put('b2')], idempotency: keep('free'), entry: listed('new', T0 + 1) }
      for (const [, part] of wrong.slice(from).toReversed()) Object.assign(given, part)
      expect(await graph.commits.commit(given)).toEqual({ ok: false, why })
      expect(await graph.records.find('b2')).toBeUndefined()
      expect(await graph.commits.findIdempotencyRecord('free')).toBeUndefined()
      expect([
        await graph.commits.head(),
        await graph.storage.bytes(),
        await graph.changes.list({ since: 0 }, ALL),
      ]).toEqual(before)
    })
  })

  describe('a commit shows the same as a read after it', () => {
    test('of a page and a block that the change made', async () => {
      const puts = [
        { record: page('p2', 'Bob', [['type', 'person']]), from: 0 },
        { record: block('b2', 'p2', 'TODO see [[Ada]] ((b1))'), from: 0 },
      ]
      const { shown } = await commit({ puts, show: { pageId: 'p2', blockId: 'b2' } })
      expect(shown.page).toMatchObject({ name: 'Bob', type: 'person', counts: { blocks: 1 } })
      expect(shown.block).toMatchObject({ id: 'b2', pageName: 'Bob' })
      expect(shown).toEqual({ page: await graph.pages.find('p2'), block: await graph.blocks.find('b2') })
    })

    test('of a page whose type follows from the words of a block', async () => {
      const puts = [{ record: block('b2', 'p1', '#ada'), from: 0 }]
      const { shown } = await commit({ puts, show: { pageId: 'p1' } })
      expect(shown).toEqual({ page: await graph.pages.find('p1') })
      expect(shown.page).toMatchObject({ type: 'tag', counts: { blocks: 2 } })
    })

    test('nothing of what is gone or was never there', async () => {
      const held = (await graph.records.find('b1'))!
      const { shown } = await commit({
        puts: [{ record: deleted(held, T0 + 1), from: held.seq }],
        show: { pageId: 'none', blockId: 'b1' },
      })
      expect(shown).toEqual({})
    })
  })
}
