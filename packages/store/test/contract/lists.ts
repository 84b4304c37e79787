/** Tests of the windows of searches and of lists of tasks. */
import { startOfDay } from '@notegraph/graph'
import { faultWords, parseQuery } from '@notegraph/query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GraphStore, Store, Window } from '../../src/index.ts'
import { add, block, page, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

const ALL = { limit: Infinity, offset: 0 }

const TODAY = 20260120
const days = { today: TODAY, startOf: (day: number) => startOfDay(day, 'UTC') }

/** Runs the search `q`. */
export function find(graph: GraphStore, q: string, window: Window, ceiling: number) {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(faultWords(parsed.fault))
  return graph.search.find(parsed.query, days, window, ceiling)
}

export function listsContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, (opened) => (graph = opened))

  describe('[D6.1] a list stops before its items take up more bytes than asked for', () => {
    const LONG = 'long '.repeat(20)
    const Lists = {
      pages: (window: Window) => graph.pages.list({}, window).then(({ pages }) => pages),
      naming: (window: Window) => graph.pages.listNaming('Goal', window).then(({ pages }) => pages),
      'a page': (window: Window) => graph.blocks.listByPage('p0', window).then(({ blocks }) => blocks),
      'under a block': ({ limit, bytes }: Window) =>
        graph.blocks.subtree('b0', limit - 1, bytes).then((under) => under!.blocks),
      'a search': (window: Window) => find(graph, 'long', window, 100).then(({ blocks }) => blocks),
      tasks: (window: Window) =>
        graph.search.listTasks({ status: 'all' }, window).then(({ blocks }) => blocks),
    }
    beforeEach(() =>
      add(
        graph,
        ...[0, 1, 2, 3].map((n) => page(`p${n}`, `P${n}`, [['goal', `[[Goal]] ${LONG}`]])),
        block('b0', 'p0', `TODO ${LONG}`),
        ...[1, 2, 3].map((n) => block(`b${n}`, 'p0', `TODO ${LONG}`, { parentId: 'b0', order: n })),
      ),
    )

    test.each(Object.entries(Lists))('%s', async (_, list) => {
      const whole = await list(ALL)
      expect(whole).toHaveLength(4)
      const sizes = whole.map((item) =>
        'view' in item
          ? item.view.length
          : [item.content, item.text, item.more].reduce((sum, text) => sum + (text?.length ?? 0), 0),
      )
      for (const [bytes, count] of [
        [1, 1],
        [sizes[0]! + sizes[1]!, 2],
        [sizes[0]! + sizes[1]! + sizes[2]! - 1, 2],
        [10_000, 4],
      ] as const)
        expect(await list({ ...ALL, bytes })).toEqual(whole.slice(0, count))
      expect(await list({ ...ALL, limit: 2, bytes: 10_000 })).toEqual(whole.slice(0, 2))
    })
  })

  describe('[5] plain words', () => {
    beforeEach(() =>
      add(
        graph,
        page('p1', 'One'),
        block('b1', 'p1', 'The Analytical Engine', { now: T0 + 1 }),
        block('b2', 'p1', 'an engine of tea', { now: T0 + 2 }),
        block('b3', 'p1', '東京の天気', { now: T0 + 2 }),
      ),
    )

    test.each([
      [['engine'], ['b2', 'b1']],
      [['engine', 'tea'], ['b2']],
      [['gin'], ['b2', 'b1']],
      [['京'], ['b3']],
      [['a'], ['b2', 'b1']],
      [['%'], []],
      [['engine', 'nothing'], []],
    ])('[D5.1] %j finds %j', async (words, ids) => {
      const { blocks, total, truncated } = await find(graph, words.join(' '), ALL, 10)
      expect(blocks.map(({ id }) => id)).toEqual(ids)
      expect([total, truncated]).toEqual([ids.length, false])
    })

    test('[D5.4] counting stops at the ceiling', async () => {
      expect(await find(graph, 'e', ALL, 1)).toMatchObject({
        blocks: [{ id: 'b2' }],
        total: 1,
        truncated: true,
      })
      expect(await find(graph, 'e', { limit: 5, offset: 1 }, 1)).toEqual({
        blocks: [],
        total: 1,
        truncated: true,
      })
      expect(await find(graph, 'e', ALL, 2)).toMatchObject({ total: 2, truncated: false })
    })
  })

  describe('[6] tasks', () => {
    beforeEach(() =>
      add(
        graph,
        page('p1', 'One'),
        block('undated', 'p1', 'TODO someday', { now: T0 + 1 }),
        block('soon', 'p1', 'LATER x\nSCHEDULED: <2026-03-01 Sun>', { now: T0 + 2 }),
        block('soonC', 'p1', 'NOW [#C] x\nDEADLINE: <2026-03-01 Sun>', { now: T0 + 2 }),
        block('soonA', 'p1', 'WAITING [#A] x [[2026-03-01]]', { now: T0 + 3 }),
        block('far', 'p1', 'DOING x\nSCHEDULED: <2026-01-01 Thu>\nDEADLINE: <2026-12-01 Tue>', {
          now: T0 + 4,
        }),
        block('done1', 'p1', 'DONE x\nSCHEDULED: <2026-02-01 Sun>', { now: T0 + 5 }),
        block('done2', 'p1', 'CANCELED x', { now: T0 + 6 }),
        block('none', 'p1', 'no task'),
      ),
    )
    const openOnes = ['soonA', 'soonC', 'soon', 'far', 'undated']
    const done = ['done2', 'done1']

    test.each([
      ['open', undefined, ALL, openOnes, 5],
      ['done', undefined, ALL, done, 2],
      ['all', undefined, ALL, [...openOnes, ...done], 7],
      ['all', undefined, { limit: 3, offset: 4 }, ['undated', 'done2', 'done1'], 7],
      ['all', undefined, { limit: 1, offset: 6 }, ['done1'], 7],
      ['all', undefined, { limit: 1, offset: 7 }, [], 7],
      ['open', 20260301, ALL, ['soonA', 'soonC', 'soon'], 3],
      ['all', 20260228, ALL, ['done1'], 1],
    ] as const)('[D5.5] %s due by %s in %j: %j', async (status, dueBy, window, ids, total) => {
      const found = await graph.search.listTasks(dueBy === undefined ? { status } : { status, dueBy }, window)
      expect(found.blocks.map(({ id }) => id)).toEqual(ids)
      expect(found.total).toBe(total)
    })

    test.each([
      [{ dueFrom: 20260301 }, ['soonA', 'soonC', 'soon', 'far']], // undated tasks have no day
      [{ dueFrom: 20260302 }, ['far']],
      [{ dueFrom: 20260201, dueBy: 20260301 }, ['soonA', 'soonC', 'soon', 'done1']],
      [{ dueFrom: 20261202 }, []],
      [{ where: { kind: 'priority', priorities: ['A'], at: 0 } }, ['soonA']],
      [{ where: { kind: 'task', markers: ['NOW', 'DONE'], at: 0 } }, ['soonC', 'done1']],
      [{ where: { kind: 'words', text: 'SOME', at: 0 } }, ['undated']],
      [{ where: { kind: 'page', name: 'one', at: 0 }, dueBy: 20260201 }, ['done1']],
      [{ where: { kind: 'page', name: 'Two', at: 0 } }, []],
      [{ undated: true }, ['undated', 'done2']],
      [{ after: 'soonC' }, ['soon', 'far', 'undated', 'done2', 'done1']],
      [{ after: 'done2' }, ['done1']],
      [{ status: 'open', after: 'undated' }, []],
      [{ after: 'soonA', where: { kind: 'words', text: 'SOME', at: 0 } }, ['undated']],
    ] as const)('[A3.4] all tasks with %j: %j', async (filters, ids) => {
      const found = await graph.search.listTasks({ status: 'all', ...filters }, ALL)
      expect(found.blocks.map(({ id }) => id)).toEqual(ids)
      expect(found.total).toBe(ids.length)
    })
  })
}
