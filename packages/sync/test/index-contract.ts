/**
 * The local index over a store: after any edits, pulls and resets it answers as the records themselves do, read whole by
 * `@notegraph/search`.
 */
import type { GraphRecord } from '@notegraph/graph'
import { nameOf } from '@notegraph/graph'
import { parseQuery } from '@notegraph/query'
import {
  linksTo,
  listTasks,
  pageNamed,
  readNotes,
  search,
  type NoteBlock,
  type Notes,
} from '@notegraph/search'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { marksOf, type Engine, type Local, type LocalStore } from '../src/index.ts'
import { Clock, device, type Device } from './device.ts'
import { memoryServer } from './memory-server.ts'

const NAMES = ['Tea', 'Ann Lee', 'tea leaf', 'Nov 20th, 2026', '2026-11-21']
const TEXTS = [
  'TODO call [[ann lee]] #tea',
  'DONE [#A] pay\nDEADLINE: <2026-11-22 Sun>',
  '[[Chai]] and [[Nov 20th, 2026]]',
  'LATER [[2026-11-20]] tags:: tea, [[Leaf]]',
  'room:: 5, [[Tea]]\nplain',
  'see BLOCK and BLOCK',
  '{{embed BLOCK}} #[[Ann Lee]]',
  'only words',
]
const ALIASES = ['Chai', 'chai, Leaf', 'Ann Lee', '2026-11-20', '']

/** One step: what is done, and numbers that choose records and texts. */
type Step = readonly [act: (typeof ACTS)[number], on: number, what: number]
const ACTS = [
  'open',
  'add',
  'add',
  'add',
  'set',
  'set',
  'move',
  'delete',
  'alias',
  'rename',
  'deletePage',
  'undo',
  'sync',
  'other',
  'reset',
  'reopen',
] as const

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.constantFrom(...ACTS), fc.nat(50), fc.nat(50)),
  { minLength: 5, maxLength: 40 },
)

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length]

/** Runs the steps on a device over the store, and compares the index with the records from time to time. */
export async function checkIndex(
  store: LocalStore,
  reopen: ((store: LocalStore) => Promise<LocalStore>) | undefined,
  all: readonly Step[],
): Promise<void> {
  const clock = new Clock()
  const server = memoryServer(() => clock.now, 3)
  const other = device('o', server, clock)
  let mine = device('m', server, clock, { store })
  // They sync when a step says so, and never while the index is compared.
  for (const { engine } of [other, mine]) await engine.open()
  let changes: Parameters<Engine['undo']>[0] = []

  async function act({ engine }: Device, [name, on, what]: Step): Promise<void> {
    const pages = (await engine.pages()).map(({ id }) => id).toSorted()
    const blocks = (await blocksOf(engine, pages)).toSorted()
    const [pageId, id] = [pick(pages, on), pick(blocks, on)]
    const text = pick(TEXTS, what)!.replaceAll('BLOCK', `((${pick(blocks, what) ?? 'none'}))`)
    if (name === 'open') await engine.openPage(pick(NAMES, what)!)
    else if (name === 'add' && pageId !== undefined) await engine.addBlock({ pageId }, text)
    else if (name === 'set' && id !== undefined) {
      const edited = await engine.edit([{ do: 'setText', id, text }])
      if (edited.ok) changes = edited.changes
    } else if (name === 'move' && id !== undefined) await engine.moveBlock(id, { pageId: pick(pages, what)! })
    else if (name === 'delete' && id !== undefined) {
      const edited = await engine.edit([{ do: 'deleteBlock', id }])
      if (edited.ok) changes = edited.changes
    } else if (name === 'alias' && pageId !== undefined)
      await engine.setProp(pageId, 'alias', pick(ALIASES, what)!)
    else if (name === 'rename' && pageId !== undefined) await engine.renamePage(pageId, pick(NAMES, what)!)
    else if (name === 'deletePage' && pageId !== undefined) await engine.deletePage(pageId)
    else if (name === 'undo') changes = (await engine.undo(changes)).changes
  }

  for (const [index, step] of all.entries()) {
    clock.now += 1_000
    if (step[0] === 'sync') await mine.engine.sync()
    else if (step[0] === 'reset') {
      server.epoch++
      await mine.engine.sync()
    } else if (step[0] === 'reopen') {
      if (reopen) {
        await mine.engine.stop()
        mine = device('m', server, clock, { store: await reopen(mine.store) })
        await mine.engine.open()
      }
    } else if (step[0] === 'other') {
      const next = all[(index + 1) % all.length]!
      await act(other, next)
      await other.engine.sync()
    } else await act(mine, step)
    if (index % 5 === 4) await compare(mine)
  }
  await mine.engine.sync()
  await compare(mine)
  for (const { engine } of [other, mine]) await engine.stop()
  await mine.store.close()
}

async function blocksOf(engine: Engine, pages: readonly string[]): Promise<string[]> {
  const all = await Promise.all(pages.map((id) => engine.blocks(id)))
  return all.flat().map(({ record }) => record.id)
}

const idsOf = (blocks: readonly NoteBlock[]): string[] => blocks.map(({ record }) => record.id)

const QUERIES = [
  'call',
  'LEAF pay',
  '[[Tea]]',
  '#chai (not (todo DONE))',
  '(or (todo TODO LATER) (priority a))',
  '(and (property room) plain)',
  '(property room tea)',
  '(between deadline 2026-11-20 2026-11-23)',
  '(between due 2026-11-20 2026-11-23)',
  '(between created 2026-01-01 2026-01-02)',
  '(page-type tag)',
  '(page "Ann Lee")',
  '(between 2026-11-20 2026-11-21)',
  '(or [[leaf]] (page-property alias leaf))',
  '(not (todo TODO))',
]
const ASKED = { today: 20261120, zone: 'UTC' }

async function compareQueries(engine: Engine, notes: Notes): Promise<void> {
  for (const text of QUERIES) {
    const parsed = parseQuery(text)
    if (!parsed.ok) throw new Error(text)
    for (const order of ['updated', '-day', 'relevance'] as const) {
      const expected = search(notes, parsed.query, ASKED, { order })
      const found = await engine.query(text, { ...ASKED, order })
      if (!found.ok) throw new Error(found.error)
      expect([text, found.blocks.map(({ block }) => block.id)]).toEqual([text, idsOf(expected.blocks)])
      expect(found.total).toBe(expected.total)
    }
  }
  const both = await engine.search('call TEA', { limit: 1 })
  expect(both.total).toBe(
    notes.blocks.filter(({ words }) => words.includes('call') && words.includes('tea')).length,
  )
}

/** Compares the graph of pages with the names in all pages and blocks. */
async function compareGraph(engine: Engine, notes: Notes): Promise<void> {
  const graph = await engine.pageLinks()
  expect(graph.total).toBe(notes.pages.length)
  const ids = graph.pages.map(({ id }) => id)
  expect(ids.toSorted()).toEqual(notes.pages.map(({ record }) => record.id).toSorted())
  for (const side of ['links', 'tags'] as const) {
    const named = (from: string, names: readonly string[]): string[] =>
      names.flatMap((name) => {
        const to = pageNamed(notes, name)?.record.id
        return to === undefined || to === from ? [] : [`${from} ${to}`]
      })
    const expected = new Set([
      ...notes.pages.flatMap((page) => named(page.record.id, page[side])),
      ...notes.blocks.flatMap((block) => named(block.page.record.id, block[side])),
    ])
    const all = graph[side]
    const found = all.flatMap((to, i) => (i % 2 === 1 ? [`${ids[all[i - 1]!]} ${ids[to]}`] : []))
    expect(found.toSorted()).toEqual([...expected].toSorted())
  }
  const types = new Map(graph.pages.map(({ id, type }) => [id, type]))
  for (const type of new Set(types.values())) {
    const found = search(notes, { kind: 'page-type', type, at: 0 }, ASKED)
    const expected = notes.blocks.filter(({ page }) => types.get(page.record.id) === type)
    expect(idsOf(found.blocks).toSorted()).toEqual(idsOf(expected).toSorted())
    const pages = await engine.queryPages(`(page-type ${type})`, ASKED)
    if (!pages.ok) throw new Error(pages.error)
    expect(pages.pageIds.toSorted()).toEqual(
      [...new Set(expected.map(({ page }) => page.record.id))].toSorted(),
    )
  }
}

/** Compares every answer of the index with the same from all records. */
async function compare({ engine, store }: Device): Promise<void> {
  const locals: Local[] = []
  for await (const batch of store.scan()) locals.push(...batch)
  const records: GraphRecord[] = locals.map(({ record }) => record)
  const notes = readNotes(records)

  const marks = new Map<string, string[]>()
  for (const local of locals)
    for (const mark of new Set(marksOf(local))) marks.set(mark, [...(marks.get(mark) ?? []), local.record.id])
  for (const [mark, ids] of marks)
    expect((await store.find(mark)).map(({ record }) => record.id).toSorted()).toEqual(ids.toSorted())

  await compareQueries(engine, notes)
  await compareGraph(engine, notes)

  for (const { record } of notes.pages) {
    const { pages, total } = await engine.linksTo(record.id)
    const expected = idsOf(linksTo(notes, nameOf(record)).blocks)
    // If two pages have one name, it leads to one of them.
    const isNamed = (await engine.pageNamed(nameOf(record)))?.id === record.id
    const found = pages.flatMap(({ page, blocks }) =>
      blocks.map((block) => (expect(block.place.pageId).toBe(page.id), block.id)),
    )
    expect(total).toBe(found.length)
    if (isNamed) expect(found.toSorted()).toEqual(expected.toSorted())
  }
  for (const { record } of notes.blocks) {
    const referring = notes.blocks.filter(({ parsed }) => parsed.blockRefs.includes(record.id))
    const { pages, total } = await engine.refersTo(record.id)
    expect(pages.flatMap(({ blocks }) => blocks.map(({ id }) => id)).toSorted()).toEqual(
      idsOf(referring).toSorted(),
    )
    expect(total).toBe(referring.length)
  }
  for (const status of ['open', 'done', 'all'] as const) {
    const expected = listTasks(notes, { status })
    const found = await engine.tasks({ status })
    expect(found.blocks.map(({ block }) => block.id)).toEqual(idsOf(expected.blocks))
    expect(found.total).toBe(expected.total)
  }
}
