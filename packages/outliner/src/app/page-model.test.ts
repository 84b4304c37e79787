import type { Caret, Command, PastedBlock } from '@notegraph/outliner'
import { undoHistory, type WordedRecord } from '@notegraph/sync'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { blocksAtOnce, countsAtOnce } from './ask-at-once.ts'
import { PageModel, type PageNotes } from './page-model.ts'
import { Pages } from './pages.ts'
import { longBlocks, lostBlocks } from './sending.ts'

/** A page with one block that has the caret. */
async function openPage() {
  const { engine, texts } = await deviceWithPage()
  const notes: PageNotes = { engine, history: undoHistory(engine), blocksOf: blocksAtOnce(engine) }
  const model = new PageModel(notes, { pageId: 'boats' })
  await model.load()
  model.run({ do: 'edit', id: 'a', at: 'end' })
  return { engine, notes, model, texts }
}

test('[O1.2] edits that the device cannot store show their words, and are stored in order once it can', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { notes, texts } = await openPage()
  let isFull = true
  const history = {
    ...notes.history,
    edit: async (...args: Parameters<typeof notes.history.edit>) => {
      if (isFull) throw new Error('The disk is full.')
      return notes.history.edit(...args)
    },
  }
  const failing = new PageModel({ ...notes, history }, { pageId: 'boats' })
  await failing.load()
  failing.run({ do: 'edit', id: 'a', at: 'end' })
  failing.type('keel of oak', 11, 11)
  await failing.stored()
  expect(failing.message.value).toBe('The disk is full. Not stored: keel of oak')
  expect(failing.rows.block('a').value.content).toBe('keel of oak')
  // Leaving warns, no newer shell reloads the window, and the line of the state says so.
  expect(lostBlocks.value).toBe(1)
  failing.run({ do: 'split' })
  failing.type('iron', 4, 4)
  await failing.stored()
  // An attempt takes a turn of the device after its time has come.
  const later = async (): Promise<number> => {
    await vi.advanceTimersByTimeAsync(2_000)
    return lostBlocks.value
  }
  await expect.poll(later).toBe(2)
  expect(failing.message.value).toBe('The disk is full. Not stored: keel of oak\niron')
  isFull = false
  await expect.poll(later).toBe(0)
  await failing.stored()
  expect(await texts()).toEqual(['keel of oak', 'iron'])
  expect(failing.message.value).toBe('')
})

test('[O3.3] a text over the limit stays in the field with the reason, and leaving warns', async () => {
  const { model, texts } = await openPage()
  const long = 'x'.repeat(20_001)
  model.type(long, 20_001, 20_001)
  await model.stored()
  expect(model.message.value).toBe(
    'This block has 20001 characters, and can have 20000. Shorten it, or cut a part and paste it into other blocks.',
  )
  for (const command of ['split', 'escape', 'leave'] as const) model.run({ do: command })
  expect(model.state.focus).toMatchObject({ kind: 'caret', text: long })
  expect([lostBlocks.value, longBlocks.value, await texts()]).toEqual([1, 1, ['keel']])
  model.type('keel of oak', 11, 11)
  await model.stored()
  expect([lostBlocks.value, longBlocks.value, await texts()]).toEqual([0, 0, ['keel of oak']])
  expect(model.message.value).toBe('')
})

test('[O3.3] leaving does not warn of a text over the limit once its block is deleted', async () => {
  const { engine, model } = await openPage()
  model.type('x'.repeat(20_001), 20_001, 20_001)
  await model.stored()
  expect(longBlocks.value).toBe(1)
  await engine.edit([{ do: 'deleteBlock', id: 'a' }])
  await model.load()
  expect([model.state.focus, lostBlocks.value, longBlocks.value, model.message.value]).toEqual([
    null,
    0,
    0,
    '',
  ])
})

test('[O3.1] a join keeps the block that others refer to', async () => {
  const { engine, model } = await openPage()
  await engine.edit([{ do: 'addBlock', id: 'b', where: { pageId: 'boats', behind: 'a' }, text: 'mast' }])
  await model.load()
  model.count(new Map([['b', 2]]))
  model.run({ do: 'edit', id: 'b', at: 'start' })
  model.run({ do: 'joinUp' })
  await model.stored()
  expect((await engine.blocks('boats')).map(({ record }) => [record.id, record.words.text])).toEqual([
    ['b', 'keelmast'],
  ])
})

test('[O4.1] words that this window has not shown are not deleted, alone or under a block', async () => {
  const { engine, notes, texts } = await openPage()
  await engine.edit([
    { do: 'addBlock', id: 'b', where: { pageId: 'boats', behind: 'a' }, text: 'mast' },
    { do: 'addBlock', id: 'c', where: { pageId: 'boats', parentId: 'b' }, text: 'sail' },
  ])
  const model = new PageModel(notes, { pageId: 'boats' })
  await model.load()
  await engine.setText('c', 'sail of somebody else')
  model.run({ do: 'edit', id: 'b', at: 'start' })
  model.run({ do: 'escape' })
  model.run({ do: 'delete' })
  await model.stored()
  expect(model.message.value).toContain('changed meanwhile')
  expect(await texts()).toEqual(['keel', 'mast', 'sail of somebody else'])
  await expect.poll(() => model.rows.block('c').value.content).toBe('sail of somebody else')
  model.run({ do: 'edit', id: 'b', at: 'start' })
  model.run({ do: 'escape' })
  model.run({ do: 'delete' })
  await model.stored()
  expect(await texts()).toEqual(['keel'])
})

test('[O4.1] rows that were read before an edit of this window do not take it from the screen', async () => {
  const { engine, notes } = await openPage()
  const late: (() => void)[] = []
  const slow = {
    ...engine,
    blocks: async (id: string) => {
      const rows = await engine.blocks(id)
      if (late.length === 0) await new Promise<void>((done) => late.push(done))
      return rows
    },
  }
  const model = new PageModel({ ...notes, blocksOf: blocksAtOnce(slow) }, { pageId: 'boats' })
  late.push(() => {})
  await model.load()
  late.length = 0
  model.run({ do: 'edit', id: 'a', at: 'end' })
  const loading = model.load()
  await expect.poll(() => late.length).toBe(1)
  model.run({ do: 'split' })
  await model.stored()
  late[0]!()
  await loading
  const { focus } = model.state
  expect(focus?.kind === 'caret' && focus.id !== 'a').toBe(true)
  expect(model.rows.top.value).toHaveLength(2)
})

test('[O4.1] the caret and the selection stay at their letters while somebody else writes', async () => {
  const { engine, model } = await openPage()
  model.type('keel', 1, 3)
  await engine.setText('a', 'the keel of oak')
  await model.load()
  expect(model.state.focus).toMatchObject({ text: 'the keel of oak', start: 5, end: 7 })
})

test('[O4.2] words that somebody else wrote meanwhile stay beside text that is not stored yet', async () => {
  const { engine, model, texts } = await openPage()
  model.type('keel of oak', 11, 11)
  await engine.setText('a', 'keel of pine')
  await model.load()
  expect(model.state.focus).toMatchObject({ text: 'keel of oak' })
  await model.stored()
  const [conflict] = await engine.conflicts()
  expect([...(await texts()), ...conflict!.versions.map(({ text }) => text)].toSorted()).toEqual([
    'keel of oak',
    'keel of pine',
  ])
})

test('[O2.1] a view of one block has what is above and below it, and edits it', async () => {
  const { engine, notes, texts } = await openPage()
  await engine.edit([
    { do: 'addBlock', id: 'b', where: { pageId: 'boats', parentId: 'a' }, text: 'plank' },
    { do: 'addBlock', id: 'c', where: { pageId: 'boats', parentId: 'b' }, text: 'nail' },
    { do: 'addBlock', id: 'd', where: { pageId: 'boats', parentId: 'a' }, text: 'rib' },
  ])
  const view = new PageModel(notes, { pageId: 'boats', root: 'b' })
  await view.load()
  expect([...view.state.outline.blocks.keys()]).toEqual(['a', 'b', 'c'])
  view.run({ do: 'edit', id: 'c', at: 'end' })
  view.run({ do: 'split' })
  view.type('screw', 5, 5)
  await view.stored()
  expect(await texts()).toEqual(['keel', 'plank', 'nail', 'screw', 'rib'])
  view.run({ do: 'edit', id: 'b', at: 'end' })
  view.run({ do: 'split' })
  view.type('oak', 3, 3)
  await view.stored()
  expect(await texts()).toEqual(['keel', 'plank', 'oak', 'nail', 'screw', 'rib'])
})

test('[O3.1] a zoomed block is shown at once, with words that are on their way to the device', async () => {
  const { engine, notes, model, texts } = await openPage()
  await engine.edit([
    { do: 'addBlock', id: 'b', where: { pageId: 'boats', parentId: 'a' }, text: 'plank' },
    { do: 'addBlock', id: 'c', where: { pageId: 'boats', parentId: 'b' }, text: 'nail' },
  ])
  await model.load()
  model.run({ do: 'edit', id: 'b', at: 'end' })
  model.type('plank of oak', 12, 12)
  model.run({ do: 'store' })
  const zoomed = new PageModel(notes, { pageId: 'boats', root: 'b' })
  zoomed.startFrom(model)
  expect(zoomed.isLoaded.value).toBe(true)
  zoomed.run({ do: 'edit', id: 'b', at: 'end' })
  zoomed.type('plank of oak and iron', 21, 21)
  await zoomed.stored()
  expect(await texts()).toEqual(['keel', 'plank of oak and iron', 'nail'])
  expect(await engine.conflicts()).toEqual([])
  await zoomed.load()
  expect(['a', 'b', 'c'].map((id) => zoomed.showsBranch(id))).toEqual([false, true, true])
})

test('[O2.1] views that ask at once share one answer, and a later one asks again', async () => {
  let asked = 0
  const blocksOf = blocksAtOnce({
    blocks: async () => {
      asked++
      return []
    },
  })
  await Promise.all([blocksOf('p'), blocksOf('p')])
  expect(asked).toBe(1)
  await blocksOf('p')
  expect(asked).toBe(2)
})

test('[O6.1] views that count references at about the same moment ask the device once', async () => {
  const asked: (readonly string[])[] = []
  const countsOf = countsAtOnce({
    referenceCounts: async (ids) => {
      asked.push(ids)
      return ids.map((id) => Number(id))
    },
  })
  expect(await Promise.all([countsOf(['1', '2']), countsOf(['2', '3'])])).toEqual([
    [1, 2],
    [2, 3],
  ])
  expect(await countsOf(['4'])).toEqual([4])
  expect(asked).toEqual([['1', '2', '3'], ['4']])
})

/** The blocks of an outline as `> keel` and so on, with `|` at the caret. */
function shownIn({ state: { outline, focus } }: PageModel): string {
  const draw = (id: string, depth: number): string[] => {
    const { content, children } = outline.blocks.get(id)!
    const text = focus?.kind === 'caret' && focus.id === id ? withCaret(focus) : content
    return ['>'.repeat(depth) + text, ...children.flatMap((child) => draw(child, depth + 1))]
  }
  return outline.top.flatMap((id) => draw(id, 0)).join(' ')
}
const withCaret = ({ text, start }: Caret): string => `${text.slice(0, start)}|${text.slice(start)}`

const twoBlocks: readonly PastedBlock[] = [
  { content: 'oar', children: [] },
  { content: 'sail', children: [{ content: 'reef', children: [] }] },
]

test.each<[what: string, Command[], undone: string, redone: string]>([
  ['a new block', [{ do: 'split' }], 'keel|', 'keel |'],
  ['a marker', [{ do: 'cycleMarker' }], 'keel|', 'TODO keel|'],
  ['a split', [{ do: 'edit', id: 'a', at: 2 }, { do: 'split' }], 'ke|el', 'ke |el'],
  ['a paste', [{ do: 'paste', blocks: twoBlocks }], 'keel|', 'keel oar sail >reef|'],
  [
    'a deletion',
    [{ do: 'paste', blocks: twoBlocks }, { do: 'escape' }, { do: 'delete' }],
    'keel oar sail >reef|',
    'keel oar sail|',
  ],
  [
    'a join',
    [
      { do: 'paste', blocks: twoBlocks },
      { do: 'goUp', column: Infinity },
      { do: 'goUp', column: 0 },
      { do: 'joinUp' },
    ],
    'keel |oar sail >reef',
    'keel|oar sail >reef',
  ],
  [
    'a move of a block without the caret',
    [
      { do: 'paste', blocks: twoBlocks },
      { do: 'goUp', column: Infinity },
      { do: 'nest' },
      { do: 'edit', id: 'a', at: 1 },
    ],
    'keel oar sail| >reef',
    'keel oar >sail| >>reef',
  ],
])('[O3.2] undo and redo of %s lead the caret there', async (_what, commands, undone, redone) => {
  const { model } = await openPage()
  for (const command of commands) expect(model.run(command)).toBe(true)
  await model.walk('undo')
  expect(shownIn(model)).toBe(undone)
  await model.walk('redo')
  expect(shownIn(model)).toBe(redone)
})

test('[O3.2] undo and redo of typed words lead the caret to their end', async () => {
  const { model } = await openPage()
  model.type('keel of oak', 11, 11)
  await model.walk('undo')
  expect(shownIn(model)).toBe('keel|')
  await model.walk('redo')
  expect(shownIn(model)).toBe('keel of oak|')
})

test('[O3.2] a step whose words are shown already moves the caret of the field', async () => {
  const { engine, model } = await openPage()
  model.run({ do: 'edit', id: 'a', at: 'start' })
  const before = model.state
  await engine.edit([{ do: 'setText', id: 'a', text: 'keel of oak' }])
  await model.changed(
    ['a'],
    engine.record('a').then((record) => [record]),
  )
  expect(model.state.focus).toMatchObject({ text: 'keel of oak', start: 0 })
  await model.stepped([{ id: 'a', group: 'words', was: '', is: 'keel of oak' }], before)
  expect(model.rows.caret.value).toMatchObject({ text: 'keel of oak', start: 11, end: 11 })
})

test('[O3.2] a step that no outline made leads the caret to where it was', async () => {
  const { engine, notes } = await openPage()
  const pages = new Pages(notes)
  const model = pages.model({ pageId: 'boats' })
  await model.load()
  model.views++
  await notes.history.edit([
    { do: 'addBlock', id: 'b', where: { pageId: 'boats', behind: 'a' }, text: 'mast' },
  ])
  await notes.history.edit([{ do: 'moveBlock', id: 'b', where: { pageId: 'boats', parentId: 'a' } }])
  await expect.poll(() => shownIn(model)).toBe('keel >mast')
  const stepped = pages.stepping()
  stepped((await notes.history.undo())!.changes)
  await expect.poll(() => shownIn(model)).toBe('keel mast|')
  expect((await engine.blocks('boats')).length).toBe(2)
})

test('[O3.6] after a move to another page, the nearest block has the caret or the selection', async () => {
  const { notes, model } = await openPage()
  model.run({ do: 'paste', blocks: twoBlocks })
  await model.stored()
  const moveFocused = async (yard: string): Promise<void> => {
    const before = model.state
    const id = before.focus?.kind === 'caret' ? before.focus.id : before.focus!.head
    const moved = await notes.history.edit([
      { do: 'openPage', name: yard, id: yard },
      { do: 'moveBlock', id, where: { pageId: yard } },
    ])
    await model.load()
    await model.stepped(moved.ok ? moved.changes : [], before)
  }
  model.run({ do: 'goUp', column: 0 })
  await moveFocused('yard')
  expect(shownIn(model)).toBe('keel oar|')
  model.run({ do: 'goUp', column: 0 })
  model.run({ do: 'escape' })
  await moveFocused('quay')
  expect(shownIn(model)).toBe('oar')
  expect(model.state.focus).toMatchObject({ kind: 'blocks', head: model.state.outline.top[0] })
})

test('[O3.2] each place, each command and each long sentence of typed words is a step', async () => {
  const { model, texts } = await openPage()
  const write = async (text: string, at = text.length): Promise<void> => {
    model.type(text, at, at)
    await model.stored()
  }
  await write('keel of')
  await write('keel of oak')
  model.type('keel of oak', 0, 0)
  await write('a keel of oak', 2)
  model.endStep()
  await write('A keel of oak', 1)
  // The next letter is another place, also right behind. A bracket that is typed over is none.
  model.type('A keel of oak', 2, 2)
  await write('A (keel of oak', 3)
  await write('A ()keel of oak', 3)
  model.type('A ()keel of oak', 4, 4, true)
  await write('A () keel of oak', 5)
  model.endStep()
  // At the same place, and somewhere else in between.
  model.run({ do: 'escape' })
  model.run({ do: 'edit' })
  await write('A () keel of oaks')
  model.endStep()
  const sentence = 'A () keel of oaks' + ' and iron'.repeat(9)
  await write(sentence)
  await write(sentence + ' and tar'.repeat(9))
  const steps: string[] = []
  for (let i = 0; i < 7; i++) {
    await model.walk('undo')
    steps.push(...(await texts()))
  }
  const short = [
    'A () keel of oaks',
    'A () keel of oak',
    'A keel of oak',
    'a keel of oak',
    'keel of oak',
    'keel',
  ]
  expect(steps).toEqual([sentence, ...short])
})

test('[O3.2] a step on another page says where it was', async () => {
  const { notes, model } = await openPage()
  await notes.history.edit([
    { do: 'openPage', name: 'Masts', id: 'masts' },
    { do: 'addBlock', id: 'b', where: { pageId: 'masts' }, text: 'pine' },
  ])
  await notes.history.edit([{ do: 'setText', id: 'b', text: 'fir' }])
  await model.walk('undo')
  expect(model.message.value).toBe('Undone on “Masts”.')
  await model.walk('redo')
  expect(model.message.value).toBe('Redone on “Masts”.')
})

test('[O4.2] a conflict that another device settled stays while the person writes another text for it', async () => {
  const { engine, model, texts } = await openPage()
  const record = (await engine.record('a')) as WordedRecord
  const conflict = { ...record, versions: [{ rev: 'r9', text: 'hull', device: 'Phone', at: 1 }] }
  model.conflicts.value = new Map([['a', conflict]])
  model.merging.add('a')
  await model.load()
  expect([...model.conflicts.value.keys()]).toEqual(['a'])
  await model.settle(conflict, 'keel and hull')
  await model.load()
  expect(model.conflicts.value.size).toBe(0)
  expect(await texts()).toEqual(['keel and hull'])
})
