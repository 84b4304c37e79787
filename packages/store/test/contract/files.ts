/** Tests of files for every driver: their accounts, and the deletion of unused files. */
import { makeShape } from '@notegraph/graph'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileEntry, GraphStore, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'

const DAY = 86_400_000
const MONTH = 30 * DAY

const file = (id: string): FileEntry => ({
  id,
  hash: `hash-${id}`,
  name: `${id}.png`,
  type: 'image/png',
  size: 1_000,
  createdAt: T0,
})

export function filesContract(open: () => Promise<Store>): void {
  let store: Store
  let graph: GraphStore
  beforeEach(async () => {
    store = await open()
    graph = store.graph('one')
    await add(graph, page('p1', 'Ada'))
    await graph.commits.commit({ puts: [], files: [file('f1'), file('f2')] })
  })
  afterEach(() => store.close())

  const hold = async (id: string, ...files: string[]) =>
    add(graph, block(id, 'p1', files.map((name) => `![](/api/files/${name})`).join(' ')))
  /** Clears unused files at that time. */
  const clearedAt = async (now: number) =>
    (await graph.files.clearUnused(now, now - MONTH)).map(({ id }) => id).toSorted()

  describe('the account of a file', () => {
    test('is known from the commit on that brings it', async () => {
      expect(await store.accountOfFile('f1')).toBe('one')
      expect(await store.accountOfFile('f9')).toBeUndefined()
      await store.graph('two').commits.commitAll([
        { puts: [], files: [file('f3')] },
        { puts: [], files: [file('f4')] },
      ])
      expect(await store.accountOfFile('f3')).toBe('two')
      expect(await store.accountOfFile('f4')).toBe('two')
    })

    test('is forgotten with the graph', async () => {
      await store.removeGraph('one')
      expect(await store.accountOfFile('f1')).toBeUndefined()
      graph = store.graph('one')
      expect(await graph.files.list()).toEqual([])
    })

    test('is put right by a rebuild', async () => {
      await graph.maintenance.rebuild()
      expect(await store.accountOfFile('f1')).toBe('one')
    })
  })

  describe('[service, File read] a file that nothing holds', () => {
    test('is forgotten 30 days after the look that found it so, with the bytes that it counted', async () => {
      await hold('b1', 'f2')
      const used = await graph.storage.bytes()
      expect(await clearedAt(T0)).toEqual([])
      expect(await clearedAt(T0 + MONTH - 1)).toEqual([])
      expect(await graph.files.clearUnused(T0 + MONTH, T0)).toEqual([file('f1')])
      expect(await graph.files.list()).toEqual([file('f2')])
      expect(await graph.storage.bytes()).toBe(used - 1_000)
      expect(await store.accountOfFile('f1')).toBeUndefined()
      expect(await store.accountOfFile('f2')).toBe('one')
      expect(await clearedAt(T0 + 2 * MONTH)).toEqual([])
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('counts from the last time that something held it', async () => {
      await clearedAt(T0)
      await hold('b1', 'f1', 'f2')
      await clearedAt(T0 + 10 * DAY)
      await change(graph, 'b1', (held) => reworded(held, 'no more', T0 + 10 * DAY))
      expect(await clearedAt(T0 + 11 * DAY)).toEqual([])
      expect(await clearedAt(T0 + MONTH)).toEqual([])
      expect(await clearedAt(T0 + 11 * DAY + MONTH - 1)).toEqual([])
      expect(await clearedAt(T0 + 11 * DAY + MONTH)).toEqual(['f1', 'f2'])
    })

    test('counts from the start when it was used between two looks alone', async () => {
      await clearedAt(T0)
      await hold('b1', 'f1')
      await change(graph, 'b1', (held) => deleted(held, T0 + 1))
      expect(await clearedAt(T0 + MONTH)).toEqual(['f2'])
      expect(await clearedAt(T0 + 2 * MONTH)).toEqual(['f1'])
    })

    test('counts from the start when it is renewed', async () => {
      await clearedAt(T0)
      await graph.files.renew('f1')
      await graph.files.renew('none')
      expect(await clearedAt(T0 + MONTH)).toEqual(['f2'])
      expect(await clearedAt(T0 + 2 * MONTH)).toEqual(['f1'])
    })

    test('[sharing 10] stays while a site shows it', async () => {
      const shownAt = async (now: number) => graph.files.clearUnused(now, now - MONTH, ['f1'])
      await clearedAt(T0)
      expect(await shownAt(T0 + MONTH)).toEqual([file('f2')])
      expect(await shownAt(T0 + 3 * MONTH)).toEqual([])
      await clearedAt(T0 + 3 * MONTH)
      expect(await clearedAt(T0 + 4 * MONTH)).toEqual(['f1'])
    })

    test('may come again', async () => {
      await clearedAt(T0)
      await clearedAt(T0 + MONTH)
      await graph.commits.commit({ puts: [], files: [file('f1')] })
      expect(await graph.files.find('f1')).toEqual(file('f1'))
      expect(await store.accountOfFile('f1')).toBe('one')
    })
  })

  describe('[service, File read] a file is held by', () => {
    const version = { text: 'see /api/files/f1', rev: 'r0', at: T0, device: 'phone' }
    test.each<[string, () => Promise<void>]>([
      ['a block', async () => hold('b1', 'f1')],
      ['a page’s property', async () => add(graph, page('p2', 'Bob', [['image', '/api/files/f1']]))],
      ['a block that waits for its page', async () => add(graph, block('b1', 'gone', 'x /api/files/f1'))],
      ['a version of words', async () => add(graph, { ...block('b1', 'p1', 'now'), versions: [version] })],
      [
        'an address that is percent-encoded',
        async () => add(graph, block('b1', 'gone', '/api/files/%66%31')),
      ],
      [
        'an address before an escaped space',
        async () => add(graph, block('b1', 'gone', '/api/files/f1%20x')),
      ],
      ['a line of its own', async () => add(graph, block('b1', 'gone', 'x\n/api/files/f1\ny'))],
      [
        'a shape of a whiteboard',
        async () =>
          add(
            graph,
            makeShape({
              id: 's1',
              pageId: 'p1',
              text: '{"src":"/api/files/f1"}',
              rev: 'r1',
              order: 1,
              props: {},
              now: T0,
            }),
          ),
      ],
    ])('%s', async (_, hold) => {
      await hold()
      await clearedAt(T0)
      expect(await clearedAt(T0 + MONTH)).toEqual(['f2'])
      expect(await clearedAt(T0 + 3 * MONTH)).toEqual([])
      expect(await graph.files.find('f1')).toEqual(file('f1'))
    })

    test('nothing that was deleted', async () => {
      await hold('b1', 'f1')
      await change(graph, 'b1', (held) => deleted(held, T0))
      await clearedAt(T0)
      expect(await clearedAt(T0 + MONTH)).toEqual(['f1', 'f2'])
    })
  })

  describe('[service, File read] a file that an import brought', () => {
    const UUID = '11111111-1111-4111-8111-111111111111'
    const bring = (...paths: string[]) =>
      graph.commits.commit({
        puts: [],
        files: paths.map((path) => {
          const name = path.slice(path.lastIndexOf('/') + 1)
          return { ...file(path.replaceAll(/\W/g, '-')), name, path }
        }),
      })
    const unlinked = async () =>
      Object.fromEntries((await graph.files.listUnlinked()).map(({ path, belongs }) => [path, belongs]))

    test('is kept where nothing links it, listed, and removed when a person says so', async () => {
      await bring('assets/a.png', 'assets/b.png')
      await hold('b1', 'assets-b-png')
      const used = await graph.storage.bytes()
      await clearedAt(T0)
      expect(await clearedAt(T0 + 2 * MONTH)).toEqual(['f1', 'f2'])
      expect(await unlinked()).toEqual({ 'assets/a.png': false })
      expect(await graph.files.removeUnlinked(['assets-b-png', 'none'])).toEqual([])
      expect((await graph.files.removeUnlinked(['assets-a-png'])).map(({ name }) => name)).toEqual(['a.png'])
      expect(await graph.files.find('assets-a-png')).toBeUndefined()
      expect(await store.accountOfFile('assets-a-png')).toBeUndefined()
      expect(await graph.storage.bytes()).toBe(used - 3_000)
      expect(await unlinked()).toEqual({})
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('is linked by a shape, a version and a block without a page too', async () => {
      await bring('assets/a.png')
      await add(graph, block('b1', 'gone', '/api/files/assets-a-png'))
      expect(await unlinked()).toEqual({})
      expect(await graph.files.removeUnlinked(['assets-a-png'])).toEqual([])
    })

    test('highlights of a PDF belong to it for as long as it is linked, their pictures to their block too', async () => {
      const picture = `assets/paper/3_${UUID}_1699999999999.png`
      await bring('assets/paper.pdf', 'assets/paper.edn', picture, 'assets/other.edn', 'b/3_x_1.png')
      const none = { 'assets/paper.edn': false, [picture]: false }
      const others = { 'assets/other.edn': false, 'b/3_x_1.png': false }
      expect(await unlinked()).toEqual({ ...none, ...others, 'assets/paper.pdf': false })
      await add(graph, block(UUID, 'p1', 'a highlight'))
      expect(await unlinked()).toMatchObject({ ...none, [picture]: true })
      await hold('b1', 'assets-paper-pdf')
      expect(await unlinked()).toEqual({ ...others, 'assets/paper.edn': true, [picture]: true })
      await change(graph, UUID, (held) => deleted(held, T0 + 1))
      expect(await unlinked()).toMatchObject({ [picture]: true })
      expect(await graph.files.removeUnlinked([picture.replaceAll(/\W/g, '-')])).toEqual([])
    })

    test('a picture of a highlight that a device sent belongs to its block', async () => {
      await add(graph, block(UUID, 'p1', 'a highlight'))
      await graph.commits.commit({ puts: [], files: [{ ...file('f3'), name: `3_${UUID}_1.png` }] })
      await clearedAt(T0)
      expect(await clearedAt(T0 + MONTH)).toEqual(['f1', 'f2'])
      await change(graph, UUID, (held) => deleted(held, T0 + 1))
      await clearedAt(T0 + MONTH)
      expect(await clearedAt(T0 + 3 * MONTH)).toEqual(['f3'])
    })

    test('may have been there before', async () => {
      await clearedAt(T0)
      await graph.files.renew('f1', 'assets/f1.png')
      await graph.files.renew('none', 'assets/none.png')
      expect(await clearedAt(T0 + 2 * MONTH)).toEqual(['f2'])
      expect(await unlinked()).toEqual({ 'assets/f1.png': false })
    })
  })

  test('[H2] a file that a kept state names stays as long as the state', async () => {
    const by = { kind: 'device', id: 'd', name: 'Phone', at: T0 } as const
    await hold('b1', 'f1')
    const held = (await graph.records.find('b1'))!
    const puts = [{ record: reworded(held, 'no file', T0 + 1), from: held.seq }]
    expect(await graph.commits.commit({ puts, by })).toMatchObject({ ok: true })
    await clearedAt(T0)
    expect(await clearedAt(T0 + MONTH)).toEqual(['f2'])
    while (await graph.history.expire(T0 + 2));
    await clearedAt(T0 + MONTH)
    expect(await clearedAt(T0 + 3 * MONTH)).toEqual(['f1'])
  })

  test('a commit beside a deletion keeps the file that it names, or comes after the deletion', async () => {
    await clearedAt(T0)
    const clearing = clearedAt(T0 + MONTH)
    await add(graph, block('late', 'gone', '/api/files/f1'))
    const cleared = [...(await clearing), ...(await clearedAt(T0 + MONTH))]
    const left = (await graph.files.list()).map(({ id }) => id)
    expect([
      [['f2'], ['f1']],
      [['f1', 'f2'], []],
    ]).toContainEqual([cleared, left])
  })

  test('a graph is there once it was used, and gone once it was removed', async () => {
    expect(await store.hasGraph('one')).toBe(true)
    expect(await store.hasGraph('two')).toBe(false)
    await store.removeGraph('one')
    await store.removeGraph('two')
    expect(await store.hasGraph('one')).toBe(false)
    graph = store.graph('one')
    expect(await graph.commits.head()).toBe(0)
    expect(await store.hasGraph('one')).toBe(true)
  })
}
