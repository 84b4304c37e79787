import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { page } from '../../../test/builder.ts'
import { openDatabase } from '../database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { sqliteGraph } from '../graph.ts'
import { ordering } from './order.ts'

test('[D5.4] the first of many, latest first, then by id', async () => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  const graph = sqliteGraph(db, undefined, undefined)
  const ids = Array.from({ length: 60 }, (_, i) => `p${(i * 37) % 60}`)
  await graph.commit({ puts: ids.map((id) => ({ record: page(id, id), from: 0 })) })
  const firstOf = ordering(db)
  const entries = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
    .chain((numbers) =>
      fc.tuple(...numbers.toSorted((a, b) => a - b).map((n) => fc.tuple(fc.constant(n), fc.nat(4)))),
    )
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 70 }), (entries, most) => {
      const idOf = (n: number) => ids[n - 1]!
      const sorted = entries.toSorted(([a, s], [b, t]) => t - s || (idOf(a) < idOf(b) ? -1 : 1))
      const numbers = Int32Array.from(entries, ([n]) => n)
      const times = Float64Array.from(entries, ([, time]) => time)
      expect(firstOf(numbers, times, most)).toEqual(sorted.slice(0, most).map(([n]) => n))
    }),
    { numRuns: 2_000 },
  )
  await graph.close()
})
