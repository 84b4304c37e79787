/** The changes that are deletions, and their list. */
import { createEngine, memoryStore, type Changes, type Engine, type Transport } from '@notegraph/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { blocksIn, changesOf, deletionsIn, deletionsOf, keepDeleted, withDeletion } from './deleted.ts'

const DAY = 86_400_000
const never = async (): Promise<never> => {
  throw new TypeError('no network')
}
const NOWHERE = { pull: never, push: never, page: never } as unknown as Transport

let engine: Engine
let pageId: string
let now: number
beforeEach(async () => {
  now = 100 * DAY
  engine = createEngine({ device: 'test', store: memoryStore(), transport: NOWHERE })
  await engine.start()
  keepDeleted(engine, () => now)
  pageId = (await done(engine.openPage('Boat'))).id
})

async function done<T extends { readonly ok: boolean }>(edit: Promise<T>) {
  const result = await edit
  expect(result).toMatchObject({ ok: true })
  return result as Extract<T, { readonly ok: true }>
}
const add = async (text: string, parentId: string | null = null): Promise<string> =>
  (await done(engine.addBlock({ pageId, parentId }, text))).id
const listed = async () => deletionsOf(engine, now)

describe('[O2.7] what was deleted', () => {
  test('blocks with those under them, in outline order, and they come back whole', async () => {
    const hull = await add('hull')
    const rib = await add('rib', hull)
    await add('plank', rib)
    await add('keel', hull)
    await done(engine.deleteBlock(hull))
    await expect.poll(async () => (await listed()).length).toBe(1)
    const [deletion] = await listed()
    expect(deletion).toMatchObject({
      kind: 'block',
      words: 'hull',
      recordId: hull,
      pageId,
      blocks: 4,
      at: now,
    })
    const changes = await changesOf(engine, deletion!.id)
    expect(blocksIn(changes).map(({ text, depth }) => '  '.repeat(depth) + text)).toEqual([
      'hull',
      '  rib',
      '    plank',
      '  keel',
    ])
    expect((await engine.undo(changes)).skipped).toEqual([])
    expect((await engine.blocks(pageId)).map(({ record }) => record.words.text)).toEqual([
      'hull',
      'rib',
      'plank',
      'keel',
    ])
  })

  test('a page with its blocks, under its name', async () => {
    await add('hull')
    await done(engine.deletePage(pageId))
    await expect.poll(listed).toMatchObject([{ kind: 'page', words: 'Boat', recordId: pageId, blocks: 1 }])
  })

  test('a page of more blocks than a change reports', async () => {
    const many = Array.from({ length: 600 }, (_, n) => `rib ${n}`)
    await done(engine.edit(many.map((text) => ({ do: 'addBlock', where: { pageId }, text }))))
    await done(engine.deletePage(pageId))
    await expect.poll(listed).toMatchObject([{ kind: 'page', words: 'Boat', blocks: 600 }])
    expect((await engine.undo(await changesOf(engine, (await listed())[0]!.id))).skipped).toEqual([])
    expect((await engine.blocks(pageId)).map(({ record }) => record.words.text)).toEqual(many)
  })

  test('neither empty blocks nor blocks that were joined with another one', async () => {
    const [upper, lower, empty] = [await add('one'), await add('two'), await add(' ')]
    await done(
      engine.edit([
        { do: 'setText', id: upper, text: 'one two' },
        { do: 'deleteBlock', id: lower },
      ]),
    )
    await done(engine.deleteBlock(empty))
    await done(engine.deleteBlock(upper))
    await expect.poll(listed).toMatchObject([{ words: 'one two' }])
  })

  test('those of one pull are apart by their pages', async () => {
    const [hull, mast] = [await add('hull'), await add('mast')]
    const rope = (await done(engine.openPage('Rope'))).id
    const knot = (await done(engine.addBlock({ pageId: rope }, 'knot'))).id
    await done(
      engine.edit([
        { do: 'deleteBlock', id: hull },
        { do: 'deleteBlock', id: mast },
        { do: 'deleteBlock', id: knot },
        { do: 'deletePage', id: rope },
      ]),
    )
    await expect.poll(async () => (await listed()).length).toBe(2)
    expect(new Map((await listed()).map(({ words, blocks }) => [words, blocks]))).toEqual(
      new Map([
        ['Rope', 1],
        ['hull', 2],
      ]),
    )
  })

  test('for 30 days', async () => {
    await done(engine.deleteBlock(await add('old')))
    await expect.poll(async () => (await listed()).length).toBe(1)
    now += 31 * DAY
    expect(await listed()).toEqual([])
    await done(engine.deleteBlock(await add('new')))
    await expect.poll(listed).toMatchObject([{ words: 'new' }])
  })
})

const gone = (id: string, text: string): Changes => [
  { id, group: 'record', was: { kind: 'block', text, props: {} }, is: null },
]

test('[O2.7] the latest 500 are kept, in a bounded space', () => {
  let list = [] as Awaited<ReturnType<typeof listed>>
  for (let n = 0; n < 501; n++) {
    const [found] = deletionsIn({ by: 'here', point: `p${n}`, changes: gone(`b${n}`, 'x') }, n)
    const [[, kept]] = withDeletion(list, found!) as [[string, string]]
    list = JSON.parse(kept) as typeof list
  }
  expect([list.length, list[0]?.id, list.at(-1)?.id]).toEqual([500, 'p500 0', 'p1 0'])
  const kept = (size: number): unknown[] => {
    const [long] = deletionsIn({ by: 'here', point: 'l', changes: gone('l', 'x'.repeat(size)) }, 1)
    const [[, text] = ['', '[]']] = withDeletion(list, long!) as [string, string][]
    return JSON.parse(text) as unknown[]
  }
  expect([9_000_000, 9_990_000, 10_000_000].map((size) => kept(size).length)).toEqual([500, 114, 0])
})

test.each([
  ['pages that the engine merged', { by: 'engine', point: 'p', changes: gone('b', 'x') }],
  ['a change of more records than are reported', { by: 'server', point: 'p' }],
  ['new blocks', { by: 'server', point: 'p', changes: gone('b', 'x').map((one) => ({ ...one, was: null, is: { kind: 'block', text: 'x', props: {} } })) as Changes }], // prettier-ignore
] as const)('[O2.7] no deletion: %s', (_, change) => expect(deletionsIn(change, 1)).toEqual([]))
