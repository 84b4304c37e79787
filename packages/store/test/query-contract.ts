/**
 * That a driver's search means what query.md says: every form of an operand on a small graph, then random queries on
 * random graphs, held against a reading of the records one by one.
 */
import { startOfDay } from '@notegraph/graph'
import { faultWords, parseQuery } from '@notegraph/query'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Days, GraphStore, Store } from '../src/index.ts'
import { evaluate, type Asked } from './evaluate.ts'
import { asked, history, notesOf, tree, windowed } from './random-graph.ts'

const daysOf = ({ today, zone }: Asked): Days => ({ today, startOf: (day) => startOfDay(day, zone) })

export function queryContract(open: () => Promise<Store>): void {
  test('[Q all] random queries on random graphs find what a reading of the records finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.record({ query: tree, asked, windowed }), { minLength: 1, maxLength: 6 }),
        async (history, questions) => {
          const store = await open()
          const graph = store.graph('one')
          await land(graph, history)
          const notes = notesOf(history)
          for (const { query, asked, windowed } of questions) {
            const { window, ceiling } = windowed
            const { blocks, ...counted } = await graph.search(query, daysOf(asked), window, ceiling)
            const found = { ids: blocks.map(({ id }) => id), ...counted }
            globalThis.stat ??= {}
            const k = query.kind + (found.ids.length > 0 ? '+' : '-')
            globalThis.stat[k] = (globalThis.stat[k] ?? 0) + 1
            expect(found).toEqual(evaluate(query, notes, asked, window, ceiling))
          }
          await store.close()
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 100) },
    )
    console.log(globalThis.stat)
  })
}

async function land(
  graph: GraphStore,
  { first, later, files }: Parameters<typeof notesOf>[0],
): Promise<void> {
  await graph.commit({ puts: first.map((record) => ({ record, from: 0 })), files })
  const puts = later.map(async (record) => ({ record, from: (await graph.record(record.id))?.seq ?? 0 }))
  expect(await graph.commit({ puts: await Promise.all(puts) })).toMatchObject({ ok: true })
}
