/**
 * The transactions into which an import gathers notes.
 *
 * @module-tag both-stores
 */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Commit, CommitResult, Put } from '@notegraph/store'
import { makeBlock } from '@notegraph/graph'
import { ImportBatches } from './batches.ts'
import type { ImportGraph } from './dry-run-graph.ts'
import type { NoteMerge } from './merge.ts'

const putOf = (pageId: string, n: number): Put => ({
  record: makeBlock({
    id: `${pageId}-${n}`,
    content: 'x',
    rev: 'r',
    pageId,
    parentId: null,
    order: n,
    createdAt: 0,
    now: 0,
  }),
  from: 0,
})

const noteOf = (pageId: string, blocks: number): NoteMerge => ({
  pageId,
  puts: Array.from({ length: blocks }, (_, n) => putOf(pageId, n)),
  added: { page: 1, blocks, properties: 0 },
  hadProperties: 0,
  keptProperties: 0,
  takenIds: [],
  replaced: new Map(),
  skipped: 0,
})

/** A graph whose transactions wait until the test answers them. */
function slowGraph() {
  const sizes: number[] = []
  const waiting: (() => void)[] = []
  const commitAll = async (commits: readonly Commit[]): Promise<CommitResult> => {
    sizes.push(commits.reduce((sum, { puts }) => sum + puts.length, 0))
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { ok: true, seq: sizes.length }
  }
  const graph = { commits: { commitAll } } as unknown as ImportGraph
  return { graph, sizes, answer: () => waiting.shift()?.() }
}

function batchesOf(graph: ImportGraph): ImportBatches {
  return new ImportBatches({ graph, quota: Infinity, now: 0, takeFiles: () => [], committed: () => {} })
}

const add = (batches: ImportBatches, id: string, blocks: number, characters = blocks) =>
  batches.add({ merged: noteOf(id, blocks), keys: [id], characters })

test.each([
  ['short notes fill small transactions first', [600, 600, 600, 600, 1_600], [1_200, 2_800]],
  ['a note that exceeds the transaction starts the next one', [900, 7_500, 400], [900, 7_500, 400]],
  ['a note longer than a transaction takes several', [900, 17_000], [900, 8_000, 8_000, 1_000]],
])('%s', async (_, notes, expected) => {
  const { graph, sizes, answer } = slowGraph()
  const batches = batchesOf(graph)
  const answering = setInterval(answer, 0)
  for (const [i, blocks] of notes.entries()) await add(batches, `p${i}`, blocks)
  await batches.commit()
  clearInterval(answering)
  expect(sizes).toEqual(expected)
})

test('an import gathers notes while the store writes a transaction, even if its records do not fill it', async () => {
  const { graph, sizes, answer } = slowGraph()
  const batches = batchesOf(graph)
  const answering = setInterval(answer, 0)
  for (const [i, blocks] of [1_000, 2_000, 4_000].entries()) await add(batches, `first${i}`, blocks)
  await batches.commit()
  clearInterval(answering)
  const gathering = (async () => {
    for (let n = 0; n < 100; n++) await add(batches, `p${n}`, 99)
    return 'gathered'
  })()
  expect(await Promise.race([gathering, setImmediate('waits for the store')])).toBe('gathered')
  expect(sizes).toEqual([1_000, 2_000, 4_000, 7_920])
})
