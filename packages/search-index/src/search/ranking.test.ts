import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { someDocument } from '../../test/some-document.ts'
import { MemoryDocuments } from '../memory/memory-documents.ts'
import { memoryStorage } from '../memory/memory-storage.ts'
import { Ranking } from './ranking.ts'

test('[D5.4] the first of many documents, the latest first, then by id', () => {
  const documents = new MemoryDocuments(memoryStorage())
  const ids = Array.from({ length: 60 }, (_, i) => `p${(i * 37) % 60}`)
  for (const id of ids) documents.add(someDocument({ id }))
  const ranking = new Ranking(documents)
  const entries = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 })
    .chain((numbers) =>
      fc.tuple(...numbers.toSorted((a, b) => a - b).map((n) => fc.tuple(fc.constant(n), fc.nat(4)))),
    )
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 70 }), (entries, most) => {
      const idOf = (n: number) => ids[n - 1] ?? ''
      const sorted = entries.toSorted(([a, s], [b, t]) => t - s || (idOf(a) < idOf(b) ? -1 : 1))
      const numbers = Int32Array.from(entries, ([n]) => n)
      const times = Float64Array.from(entries, ([, time]) => time)
      expect(ranking.first(numbers, times, most)).toEqual(sorted.slice(0, most).map(([n]) => n))
    }),
    { numRuns: 2_000 },
  )
})
