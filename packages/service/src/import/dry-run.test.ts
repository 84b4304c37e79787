/** A dry run reports the additions of the following import, and writes nothing. */
import { describe, expect, test } from 'vitest'
import { change, reworded } from '../../test/edits.ts'
import { folder, home, NOW, records, type Files, type Home } from '../../test/memory.ts'
import { importFolder, type AddedCounts, type ImportReport } from '../index.ts'
import { dryRunGraph } from './dry-run-graph.ts'

const ID = '64fee82e-c031-436a-add0-0ea0d494fad0'
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3)
const counts = (created: number, changed: number, unchanged: number) => ({ created, changed, unchanged })
const NONE = counts(0, 0, 0)

const GRAPH: Files = {
  'pages/Ada.md': `type:: person\ntags:: math\n\n- one\n\t- two\n\t- two\n- three\n  id:: ${ID}\n`,
  'pages/Analytical___Engine.md': '- see [[Ada]] and ![plan](../assets/plan.png)\n',
  'journals/2026_11_19.md': '- TODO write\n- TODO write\n',
  'assets/plan.png': PNG,
}

async function dryRun({ store, blobs }: Home, files: Files, onCommit?: (added: AddedCounts) => void) {
  const options = { now: NOW, dryRun: true, ...(onCommit && { onCommit }) }
  const result = await importFolder(store, blobs, { id: 'me', quota: Infinity }, folder(files), options)
  if (!result.ok) throw new Error(result.why)
  return result.report
}

function withoutPlan(report: ImportReport): ImportReport {
  const { plan: _, ...rest } = report
  return rest
}

const state = async ({ graph, blobs, store }: Home) => ({
  head: await graph.commits.head(),
  records: await records(graph),
  use: await graph.storage.usage(),
  blobs: await Array.fromAsync(blobs.list('me')),
  swept: await store.sweeps.due(Infinity),
})

test('a dry run writes nothing: no record, no file, no byte of storage', async () => {
  const at = await home()
  await at.add({ 'pages/Ada.md': '- one\n', 'assets/a.png': PNG })
  const before = await state(at)
  const commits: AddedCounts[] = []
  expect(await dryRun(at, { ...GRAPH, 'assets/b.png': 'b' }, (added) => commits.push(added))).toMatchObject({
    pages: 1,
    journals: 1,
    blocks: 6,
    files: 1,
  })
  expect(await state(at)).toEqual(before)
  expect(commits).toEqual([])
})

describe('a dry run counts what it would create, change and leave', () => {
  test.each<[string, Files, Files, object]>([
    [
      'into an empty account',
      {},
      GRAPH,
      {
        pages: counts(2, 0, 0),
        journals: counts(1, 0, 0),
        blocks: counts(7, 0, 0),
        files: counts(1, 0, 0),
        properties: counts(2, 0, 0),
      },
    ],
    [
      'over the same graph',
      GRAPH,
      GRAPH,
      {
        pages: counts(0, 0, 2),
        journals: counts(0, 0, 1),
        blocks: counts(0, 0, 7),
        files: counts(0, 0, 1),
        properties: counts(0, 0, 2),
      },
    ],
    [
      'a page that gains a block, one that gains a property, and another value',
      { 'pages/a.md': '- one\n', 'pages/b.md': 'k:: v\n\n- one\n', 'pages/c.md': '- one\n' },
      { 'pages/a.md': '- one\n- two\n', 'pages/b.md': 'k:: w\nl:: v\n\n- one\n', 'pages/c.md': '- one\n' },
      {
        pages: counts(0, 2, 1),
        journals: NONE,
        blocks: counts(1, 0, 3),
        files: NONE,
        properties: counts(1, 0, 1),
      },
    ],
    [
      'two files of one page, that share an id',
      {},
      {
        'pages/a.md': `title:: X\n\n- one\n- two\n  id:: ${ID}\n`,
        'pages/b.md': `title:: x\n\n- one\n- three\n  id:: ${ID}\n`,
      },
      {
        pages: counts(2, 0, 0),
        journals: NONE,
        blocks: counts(4, 0, 0),
        files: NONE,
        properties: counts(1, 0, 0),
      },
    ],
    [
      'two pages of one title in Roam, that share a block',
      {},
      {
        'graph.json': JSON.stringify([
          { title: 'X', children: [{ string: 'one' }, { string: 'two' }] },
          { title: 'x', children: [{ string: 'one' }, { string: 'three' }] },
        ]),
      },
      {
        pages: counts(1, 0, 0),
        journals: NONE,
        blocks: counts(4, 0, 0),
        files: NONE,
        properties: NONE,
      },
    ],
  ])('%s', async (_, before, files, plan) => {
    const at = await home()
    await at.add(before)
    const report = await dryRun(at, files)
    expect(report.plan).toEqual(plan)
    expect(await at.add(files)).toEqual(withoutPlan(report))
  })

  test('if the account was edited since', async () => {
    const at = await home()
    await at.add(GRAPH)
    await change(at.graph, ID, (held) => reworded(held, 'changed', NOW))
    const report = await dryRun(at, GRAPH)
    expect(report.plan).toMatchObject({ pages: counts(0, 0, 2), blocks: counts(0, 0, 7) })
    expect(await at.add(GRAPH)).toEqual(withoutPlan(report))
  })
})

test('a dry run holds a bounded amount of text: an old page is known by its name, and its blocks count again', async () => {
  const at = await home()
  const graph = dryRunGraph(at.graph, 10_000)
  const notes = Array.from({ length: 100 }, (_, n) => [`pages/${n}.md`, `- ${'x'.repeat(1_000)}\n`] as const)
  await at.add(Object.fromEntries(notes))
  for (const { record } of await at.graph.records.listPages(undefined, Infinity)) {
    const blocks = await at.graph.records.listByPage(record.id)
    const planned = blocks.map(({ record }) => ({ record: { ...record, id: `new-${record.id}` }, from: 0 }))
    await graph.commits.commitAll([{ puts: [{ record, from: 0 }, ...planned] }])
  }
  const held = await Promise.all(
    notes.map(async (_, n) => {
      const page = await graph.pages.findByName(String(n))
      return (await graph.records.listByPage(page!.id)).length - 1
    }),
  )
  const kept = held.reduce((sum, one) => sum + one, 0)
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(10)
})
