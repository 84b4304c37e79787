/** [sync device 7a] Undo and redo: the inverse of edits, where nobody has changed the same since. */
import type { BlockRecord, GraphRecord } from '@notegraph/graph'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { device, made, twoDevices, type TwoDevices } from '../../test/device.ts'
import { undoHistory, type Edit, type UndoHistory } from '../index.ts'

let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']
let history: UndoHistory
let pageId: string
let ids: string[]

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
  pageId = await made(a.engine.openPage('Tea'))
  ids = []
  for (const text of ['one', 'two', 'three']) ids.push(await made(a.engine.addBlock({ pageId }, text)))
  ids.push(await made(a.engine.addBlock({ pageId, parentId: ids[1]! }, 'under')))
  await made(a.engine.setProp(pageId, 'origin', 'Assam'))
  await everybody()
  history = undoHistory(a.engine)
})

/** The graph as a person sees it. */
async function shown(one: typeof a): Promise<unknown> {
  const { engine } = one
  const pages = (await engine.pages()).toSorted((x, y) => (x.id < y.id ? -1 : 1))
  return Promise.all(
    pages.map(async ({ id, props }) => [
      id,
      Object.entries(props).flatMap(([key, { v }]) => (v === null || key === ':order' ? [] : [[key, v]])),
      await one.page(id),
    ]),
  )
}

const EDITS: readonly [name: string, edits: () => Edit[]][] = [
  ['a new text', () => [{ do: 'setText', id: ids[0]!, text: 'uno' }]],
  ['a new block', () => [{ do: 'addBlock', where: { pageId, behind: ids[0]! }, text: 'new' }]],
  ['a move', () => [{ do: 'moveBlock', id: ids[1]!, where: { pageId, behind: null } }]],
  ['a move under another', () => [{ do: 'moveBlock', id: ids[1]!, where: { pageId, parentId: ids[2]! } }]],
  ['a deleted block with those under it', () => [{ do: 'deleteBlock', id: ids[1]! }]],
  ['a deleted page with its blocks', () => [{ do: 'deletePage', id: pageId }]],
  ['a new page', () => [{ do: 'openPage', name: 'Coffee', id: 'coffee' }]],
  ['another name', () => [{ do: 'renamePage', id: pageId, name: 'Chá' }]],
  ['a property', () => [{ do: 'setProp', id: pageId, key: 'origin', value: null }]],
  ['a favorite', () => [{ do: 'setFavorite', id: pageId, favorite: true }]],
  [
    'many at once',
    () => [
      { do: 'openPage', name: 'Coffee', id: 'coffee' },
      { do: 'addBlock', where: { pageId: 'coffee' }, text: 'beans', id: 'beans' },
      { do: 'moveBlock', id: ids[1]!, where: { pageId: 'coffee', parentId: 'beans' } },
      { do: 'setText', id: ids[3]!, text: 'over' },
      { do: 'deleteBlock', id: ids[0]! },
    ],
  ],
]

describe.each([
  ['before the edit was sent', false],
  ['after the edit was sent', true],
])('%s', (_, isSent) => {
  test.each(EDITS)('%s is undone and made again, on every device', async (_name, edits) => {
    const before = await shown(a)
    expect(await history.edit(edits())).toMatchObject({ ok: true })
    const after = await shown(a)
    expect(after).not.toEqual(before)
    for (const wanted of [before, after, before, after]) {
      if (isSent) await everybody()
      const result = await (wanted === before ? history.undo() : history.redo())
      expect(result).toMatchObject({ ok: true, skipped: [] })
      expect(await shown(a)).toEqual(wanted)
    }
    await everybody()
    for (const one of [a, b]) {
      expect(await shown(one)).toEqual(after)
      expect(one.engine.state).toMatchObject({ status: 'idle', conflicts: 0, pending: 0 })
    }
  })
})

describe.each([false, true])('steps one after another, sent at once: %s', (isSent) => {
  test.each<[name: string, steps: () => Edit[][]]>([
    [
      'a property of a new page',
      () => [
        [{ do: 'openPage', name: 'Coffee', id: 'coffee' }],
        [{ do: 'setProp', id: 'coffee', key: 'origin', value: 'Peru' }],
      ],
    ],
    [
      'a deleted block, pasted with other words',
      () => [
        [{ do: 'deleteBlock', id: ids[0]! }],
        [{ do: 'addBlock', where: { pageId }, id: ids[0]!, text: 'uno' }],
      ],
    ],
    [
      'words saved on others and deleted',
      () => [
        [
          { do: 'setText', id: ids[0]!, text: 'uno', rev: 'gone' },
          { do: 'deleteBlock', id: ids[0]! },
        ],
      ],
    ],
  ])('%s', async (_, steps) => {
    const states = [await shown(a)]
    const is = async (state: unknown) => {
      if (isSent) await everybody()
      expect(await shown(a)).toEqual(state)
      expect(await a.engine.conflicts()).toEqual([])
    }
    for (const step of steps()) {
      expect(await history.edit(step)).toMatchObject({ ok: true })
      states.push(await shown(a))
      if (isSent) await everybody()
    }
    for (const state of states.slice(0, -1).toReversed()) {
      expect(await history.undo()).toMatchObject({ skipped: [] })
      await is(state)
    }
    for (const state of states.slice(1)) {
      expect(await history.redo()).toMatchObject({ skipped: [] })
      await is(state)
    }
  })
})

test('a page comes back from a merge without its mark, so that late blocks find no other page', async () => {
  await made(a.engine.openPage('Coffee', { id: 'zzz' }))
  await history.edit([{ do: 'renamePage', id: 'zzz', name: 'Tea', merge: true }])
  const into = async () => (await a.engine.record('zzz'))?.props[':into']?.v
  expect(await into()).toBe(pageId)
  await history.undo()
  expect(await into()).toBeNull()
  await history.redo()
  expect(await into()).toBe(pageId)
})

describe('an edit of somebody else since', () => {
  test.each<[name: string, edits: () => Edit[], theirs: () => Edit[], skipped: number]>([
    ['of the same text', EDITS[0]![1], () => [{ do: 'setText', id: ids[0]!, text: 'theirs' }], 1],
    [
      'of the place',
      EDITS[2]![1],
      () => [{ do: 'moveBlock', id: ids[1]!, where: { pageId, parentId: ids[0]! } }],
      1,
    ],
    ['of another block', EDITS[0]![1], () => [{ do: 'setText', id: ids[2]!, text: 'theirs' }], 0],
    [
      'of the property',
      EDITS[8]![1],
      () => [{ do: 'setProp', id: pageId, key: 'origin', value: 'Nepal' }],
      1,
    ],
    [
      'on the new page',
      EDITS[6]![1],
      () => [{ do: 'addBlock', where: { pageId: 'coffee' }, text: 'theirs' }],
      1,
    ],
  ])('%s stays', async (_, edits, theirs, skipped) => {
    await history.edit(edits())
    await everybody()
    expect(await b.engine.edit(theirs())).toMatchObject({ ok: true })
    await everybody()
    const before = await shown(a)
    const undone = await history.undo()
    expect(undone?.skipped.length).toBe(skipped)
    expect(isDeepStrictEqual(await shown(a), before)).toBe(skipped > 0)
    await everybody()
    expect(await shown(a)).toEqual(await shown(b))
  })

  test('under a new block keeps the block, and the rest of the step is undone', async () => {
    const edits: Edit[] = [
      { do: 'addBlock', where: { pageId }, text: 'new', id: 'new' },
      { do: 'setText', id: ids[0]!, text: 'uno' },
    ]
    await history.edit(edits)
    await everybody()
    await made(b.engine.addBlock({ pageId, parentId: 'new' }, 'theirs'))
    await everybody()
    expect((await history.undo())?.skipped).toMatchObject([{ id: 'new', group: 'record' }])
    await everybody()
    for (const one of [a, b])
      expect(await one.page(pageId)).toEqual(['one', 'two', '  under', 'three', 'new', '  theirs'])
  })
})

test('a deleted block comes back with its conflicting versions', async () => {
  await a.engine.setText(ids[0]!, 'from a')
  await b.engine.setText(ids[0]!, 'from b')
  await everybody()
  const texts = async ({ engine }: typeof a): Promise<string[]> => {
    const { words, versions = [] } = (await engine.record(ids[0]!)) as BlockRecord
    return [words.text, ...versions.map(({ text }) => text)].toSorted()
  }
  await history.edit([{ do: 'deleteBlock', id: ids[0]! }])
  await everybody()
  await history.undo()
  expect(await texts(a)).toEqual(['from a', 'from b'])
  await everybody()
  for (const one of [a, b]) expect(await texts(one)).toEqual(['from a', 'from b'])
})

test('a deleted block comes back with the words that another device wrote meanwhile', async () => {
  await b.engine.setText(ids[0]!, 'theirs')
  await everybody(b)
  await history.edit([{ do: 'deleteBlock', id: ids[0]! }])
  // The words come while the deletion waits.
  const push = server.push.bind(server)
  server.push = async () => ({ ok: false, status: 503, error: { code: 'busy', error: 'Busy.', hint: '' } })
  await everybody(a)
  server.push = push
  expect(await a.engine.record(ids[0]!)).toMatchObject({
    words: { text: 'theirs' },
    deleted: expect.any(Number),
  })
  await history.undo()
  await everybody()
  for (const one of [a, b]) expect(await one.page(pageId)).toEqual(['theirs', 'two', '  under', 'three'])
})

test('words that were undone stay beside those that were made on the undone ones', async () => {
  const id = ids[0]!
  const wordsOf = async (one: typeof a) => ((await one.engine.record(id)) as BlockRecord).words
  const { rev } = await wordsOf(a)
  // Two windows of one device write on the same words.
  await history.edit([{ do: 'setText', id, text: 'uno', rev }])
  await history.edit([{ do: 'setText', id, text: 'eins', rev }])
  await a.engine.sync()
  const late = await wordsOf(a)
  await b.engine.edit([{ do: 'setText', id, text: 'un' }])
  await b.engine.sync()
  await history.undo()
  expect((await wordsOf(a)).text).toBe('uno')
  await history.edit([{ do: 'setText', id, text: 'eins, zwei', rev: late.rev }])
  await everybody()
  const { words, versions = [] } = (await b.engine.record(id)) as BlockRecord
  expect([words.text, ...versions.map(({ text }) => text)].toSorted()).toEqual(['eins, zwei', 'un', 'uno'])
})

test('a settled conflict is a conflict again', async () => {
  await a.engine.setText(ids[0]!, 'from a')
  await b.engine.setText(ids[0]!, 'from b')
  await everybody()
  const { words, versions = [] } = (await a.engine.record(ids[0]!)) as BlockRecord
  const seen = { rev: words.rev, versions: versions.map(({ rev }) => rev) }
  await history.edit([{ do: 'settle', id: ids[0]!, text: 'both', seen }])
  await everybody()
  await history.undo()
  await everybody()
  for (const one of [a, b]) {
    const [conflict] = await one.engine.conflicts()
    const all = [conflict?.words.text, ...(conflict?.versions ?? []).map(({ text }) => text)]
    expect(new Set(all)).toEqual(new Set(['from a', 'from b']))
  }
})

describe('a history', () => {
  test('has a limit, and typing in one block is one step', async () => {
    const short = undoHistory(a.engine, { limit: 2 })
    const type = async (text: string, joins: boolean) =>
      short.edit([{ do: 'setText', id: ids[0]!, text }], { joins })
    await short.edit([{ do: 'setText', id: ids[1]!, text: 'lost' }])
    for (const [text, joins] of [
      ['u', false],
      ['un', true],
      ['uno', true],
      ['due', false],
    ] as const)
      await type(text, joins)
    expect(short.steps.map((step) => step.length)).toEqual([1, 1])
    await short.undo()
    expect((await a.page(pageId))[0]).toBe('uno')
    await short.undo()
    expect((await a.page(pageId))[0]).toBe('one')
    expect([await short.undo(), short.canUndo, short.canRedo]).toEqual([undefined, false, true])
    await type('new', false)
    expect([await short.redo(), short.canRedo]).toEqual([undefined, false])
  })

  test('joins typing to typing in that block alone', async () => {
    const type = async (id: string, text: string) =>
      history.edit([{ do: 'setText', id, text }], { joins: true })
    await type(ids[0]!, 'uno')
    await type(ids[1]!, 'due')
    await type(ids[0]!, 'eins')
    expect(history.steps.map((step) => step.length)).toEqual([1, 1, 1])
  })

  test('goes on after a reload', async () => {
    await history.edit([{ do: 'deletePage', id: pageId }])
    const steps = JSON.parse(JSON.stringify(history.steps)) as UndoHistory['steps']
    const later = undoHistory(a.engine, { steps })
    await later.undo()
    expect(await a.page(pageId)).toEqual(['one', 'two', '  under', 'three'])
  })
})

test('after any edits, undoing all steps gives the graph of before, and redoing them that of after', async () => {
  const edit = fc.oneof(
    fc.record({ do: fc.constant('setText' as const), id: fc.nat(9), text: fc.string({ maxLength: 3 }) }),
    fc.record({ do: fc.constant('addBlock' as const), parent: fc.nat(9), text: fc.string({ maxLength: 3 }) }),
    fc.record({ do: fc.constant('moveBlock' as const), id: fc.nat(9), parent: fc.nat(9) }),
    fc.record({ do: fc.constant('deleteBlock' as const), id: fc.nat(9) }),
    fc.record({ do: fc.constant('deletePage' as const), id: fc.nat(1) }),
    fc.record({ do: fc.constant('setProp' as const), value: fc.option(fc.string({ maxLength: 2 })) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (steps) => {
        const own = device('p', server, clock)
        await own.engine.open()
        const pages = [await made(own.engine.openPage('One')), await made(own.engine.openPage('Two'))]
        const blocks: string[] = []
        for (const text of ['a', 'b', 'c'])
          blocks.push(await made(own.engine.addBlock({ pageId: pages[0]! }, text)))
        const steps200 = undoHistory(own.engine)
        const states = [await shown(own)]
        const some = (n: number): string => blocks[n % blocks.length]!
        for (const step of steps) {
          const live = async (id: string): Promise<GraphRecord | undefined> => own.engine.record(id)
          const place = async (n: number) => {
            const parent = await live(some(n))
            return n % 3 === 0 || !parent || parent.kind === 'page'
              ? { pageId: pages[n % 2]! }
              : { pageId: parent.place.pageId, parentId: parent.id }
          }
          const edits: Edit[] = []
          for (const one of step) {
            if (one.do === 'setText') edits.push({ do: 'setText', id: some(one.id), text: one.text })
            else if (one.do === 'deleteBlock') edits.push({ do: 'deleteBlock', id: some(one.id) })
            else if (one.do === 'deletePage') edits.push({ do: 'deletePage', id: pages[one.id]! })
            else if (one.do === 'setProp')
              edits.push({ do: 'setProp', id: pages[0]!, key: 'k', value: one.value })
            else if (one.do === 'moveBlock')
              edits.push({ do: 'moveBlock', id: some(one.id), where: await place(one.parent) })
            else {
              const id = `n${blocks.length}`
              blocks.push(id)
              edits.push({ do: 'addBlock', where: await place(one.parent), text: one.text, id })
            }
          }
          const result = await steps200.edit(edits)
          if (result.ok && result.changes.length > 0) states.push(await shown(own))
        }
        for (const state of states.slice(0, -1).toReversed()) {
          expect(await steps200.undo()).toMatchObject({ skipped: [] })
          expect(await shown(own)).toEqual(state)
        }
        for (const state of states.slice(1)) {
          expect(await steps200.redo()).toMatchObject({ skipped: [] })
          expect(await shown(own)).toEqual(state)
        }
      },
    ),
    { numRuns: 100 },
  )
})
