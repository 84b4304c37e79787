import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exported, imported } from '../test/graph.ts'
import { FILES, randomGraph, settled } from '../test/random-graph.ts'

describe('written notes read back', () => {
  test('any graph gives the same graph, and the same bytes the second time', () => {
    fc.assert(
      fc.property(randomGraph, (g) => {
        const folder = exported(g)
        const back = imported(folder, FILES)
        expect(settled(back)).toEqual(settled(g))
        expect(exported({ ...back, referenced: g.referenced ?? [] })).toEqual(folder)
      }),
      { numRuns: 500 },
    )
  })
})
