import { fold } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameRank } from './name-match.ts'

test.each([
  [['ada'], 'ada', 0],
  [['countess', 'ada'], 'ada', 1],
  [['ada lovelace'], 'ada', 2],
  [['adair'], 'ada', 2],
  [['countess ada'], 'ada', 3],
  [['garden/ada'], 'ada', 3],
  [['garden-(ada)'], 'ada', 3],
  [['countess ada lovelace'], 'love ada', 3],
  [['armada'], 'ada', 4],
  [['ada', 'bob'], 'ada bob', 4], // no name has both words
  [['x'], '…', 4],
  [[], 'ada', 4],
])('[A4.1] the names %j match %j with rank %i', (names, text, rank) =>
  expect(nameRank(names, text)).toBe(rank),
)

test('[A4.1] a name is the same as itself, and starts with each of its starts', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, end) => {
      const name = fold(text)
      expect(nameRank([name], name)).toBe(0)
      expect(nameRank([name], name.slice(0, end))).toBeLessThan(3)
    }),
  )
})
