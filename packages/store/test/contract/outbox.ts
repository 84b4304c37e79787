/** The suite of `OutboxStore`. */
import { makePage } from '@notegraph/graph'
import { beforeEach, expect, test } from 'vitest'
import { withoutHistory, type Author, type Change, type GraphStore, type Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

export function outboxContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  let unkept: GraphStore
  useGraph(open, (opened, store) => {
    graph = opened
    unkept = withoutHistory(store).graph('one')
  })
  beforeEach(async () => add(graph, page('p1', 'Ada'), block('b1', 'p1', 'first')))

  const entries = async (after = 0, most = 100) => (await graph.outbox.read(after, most)).entries
  const pages = async () => (await entries()).map((entry) => entry.pages)

  test('[V2] an outbox that nobody opened notes nothing', async () => {
    await add(graph, block('b2', 'p1', 'x'))
    expect(await graph.outbox.read(0, 10)).toMatchObject({ isOpen: false, head: 2, entries: [] })
  })

  test('[V2] each commit is noted with its number, its writer and its pages, in their order', async () => {
    const { epoch, head } = await graph.outbox.open()
    expect(await graph.outbox.open()).toEqual({ epoch, head })
    await add(graph, page('p2', 'Bob'), block('b2', 'p2', 'x'))
    await change(graph, 'b1', (held) => reworded(held, 'again', T0 + 1))
    await change(graph, 'b1', (held) => deleted(held, T0 + 2))
    await change(graph, 'p1', (held) => deleted(held, T0 + 3))
    const by = { kind: 'owner' }
    expect(await graph.outbox.read(head, 100)).toEqual({
      epoch,
      head: head + 4,
      isOpen: true,
      entries: [
        { seq: head + 1, by, pages: [{ id: 'p2', blocks: ['b2'], isWritten: true }] },
        { seq: head + 2, by, pages: [{ id: 'p1', blocks: ['b1'] }] },
        { seq: head + 3, by, pages: [{ id: 'p1', gone: ['b1'] }] },
        { seq: head + 4, by, pages: [{ id: 'p1', isDeleted: true, isWritten: true }] },
      ],
    })
    expect((await entries(head + 1, 2)).map(({ seq }) => seq)).toEqual([head + 2, head + 3])
  })

  test('[V2] a refused commit is not noted', async () => {
    await graph.outbox.open()
    const put = { record: block('b1', 'p1', 'x'), from: 0 }
    expect((await graph.commits.commit({ puts: [put] })).ok).toBe(false)
    expect(await entries()).toEqual([])
  })

  test('[V2] a block that moves is noted on both pages', async () => {
    await add(graph, page('p2', 'Bob'))
    await graph.outbox.open()
    await change(graph, 'b1', ({ record }) => {
      if (record.kind !== 'block') throw new Error('no block')
      return { ...record, place: { ...record.place, pageId: 'p2' } }
    })
    expect(await pages()).toEqual([
      [
        { id: 'p2', blocks: ['b1'] },
        { id: 'p1', gone: ['b1'] },
      ],
    ])
  })

  test('[V2] names of tags and links that a commit takes away are noted', async () => {
    const tagged = makePage({ id: 'p2', name: 'Bob', props: [['tags', 'home, Garden']], now: T0 })
    await add(
      graph,
      tagged,
      page('p3', 'Eve'),
      block('b2', 'p1', 'call #Work, see [[Ada]]'),
      block('b3', 'p1', 'x #work'),
    )
    await graph.outbox.open()
    await change(graph, 'b2', (held) => reworded(held, 'call #Work', T0 + 1))
    await change(graph, 'b2', (held) => reworded(held, 'call #work [[Nov 20th, 2026]]', T0 + 2))
    await change(graph, 'b2', ({ record }) => {
      if (record.kind !== 'block') throw new Error('no block')
      return { ...record, place: { ...record.place, pageId: 'p3' } }
    })
    await change(graph, 'b3', (held) => deleted(held, T0 + 3))
    await change(graph, 'p2', ({ record }) => {
      if (record.kind !== 'page') throw new Error('no page')
      return { ...record, props: { ...record.props, tags: { ...record.props['tags']!, v: 'home' } } }
    })
    await change(graph, 'p2', (held) => deleted(held, T0 + 4))
    expect(await pages()).toEqual([
      [{ id: 'p1', blocks: ['b2'], had: [['b2', ['ada']]] }],
      [{ id: 'p1', blocks: ['b2'] }],
      [
        { id: 'p3', blocks: ['b2'] },
        { id: 'p1', gone: ['b2'], had: [['b2', ['2026-11-20', 'work']]] },
      ],
      [{ id: 'p1', gone: ['b3'], had: [['b3', ['work']]] }],
      [{ id: 'p2', isWritten: true, had: [['p2', ['garden']]] }],
      [{ id: 'p2', isDeleted: true, isWritten: true, had: [['p2', ['home']]] }],
    ])
  })

  test.each(['on', 'off'])('[V2] with history %s, the writer of each commit is noted', async (history) => {
    const { commits } = history === 'on' ? graph : unkept
    await graph.outbox.open()
    const puts = (id: string) => [{ record: block(id, 'p1', id), from: 0 }]
    const entry = {
      id: 'c1', at: T0, token: 'You', tokenId: 'browser', action: 'add_block', summary: 's', page: 'Ada', pageId: 'p1', touched: [],
    } // prettier-ignore
    const write = async (id: string, by: Author, more: Partial<Change> = {}) =>
      commits.commit({ puts: puts(id), by: { ...by, at: T0 }, ...more })
    await write('b2', { kind: 'token', id: 't1', name: 'Claude' })
    await write('b3', { kind: 'device', id: 'd1', name: 'Phone' }, { device: 'phone' })
    await write('b4', { kind: 'person', id: 'me', name: '' }, { entry: { entry, most: 0, since: 0 } })
    await commits.commitAll([{ puts: puts('b5') }, { puts: puts('b6') }])
    expect((await entries()).map(({ by, pages: [one] }) => [by, one!.blocks])).toEqual([
      [{ kind: 'token', id: 't1', name: 'Claude' }, ['b2']],
      [{ kind: 'device' }, ['b3']],
      [{ kind: 'owner' }, ['b4']],
      [{ kind: 'import' }, ['b5']],
      [{ kind: 'import' }, ['b6']],
    ])
  })

  test('[V2] a commit of very many blocks names its pages only', async () => {
    await graph.outbox.open()
    await add(graph, ...Array.from({ length: 1_000 }, (_, i) => block(`m${i}`, 'p1', 'x')))
    await add(graph, ...Array.from({ length: 1_001 }, (_, i) => block(`n${i}`, 'p1', 'x')))
    const [first, second] = await pages()
    expect([first![0]!.blocks!.length, second]).toEqual([1_000, [{ id: 'p1' }]])
  })

  test('[V2] entries are dropped up to a number, and all of them at the close', async () => {
    const { head } = await graph.outbox.open()
    for (const id of ['b2', 'b3', 'b4']) await add(graph, block(id, 'p1', id))
    await graph.outbox.drop(head + 2)
    expect((await entries()).map(({ seq }) => seq)).toEqual([head + 3])
    await graph.outbox.close()
    await add(graph, block('b5', 'p1', 'x'))
    expect(await graph.outbox.read(0, 10)).toMatchObject({ isOpen: false, entries: [] })
  })

  test('[V2] a restored graph says so by its epoch', async () => {
    const { epoch } = await graph.outbox.open()
    await graph.feed.raiseEpoch(epoch + 5)
    expect((await graph.outbox.read(0, 10)).epoch).toBe(epoch + 5)
  })
}
