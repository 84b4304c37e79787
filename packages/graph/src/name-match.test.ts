import { fold } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameRank } from './name-match.ts'

test.each([
  [['ada'], 'ada', 0],
  [['countess', 'ada'], 'ada', 0],
  [['ada lovelace'], 'ada', 1],
  [['adair'], 'ada', 1],
  [['countess ada'], 'ada', 2],
  [['garden/ada'], 'ada', 2],
  [['garden-(ada)'], 'ada', 2],
  [['countess ada lovelace'], 'love ada', 2],
  [['armada'], 'ada', 3],
  [['ada', 'bob'], 'ada bob', 3], // no name has both words
  [['x'], '…', 3],
  [[], 'ada', 3],
])('[A4.1] the names %j match %j with rank %i', (names, text, rank) =>
  expect(nameRank(names, text)).toBe(rank),
)

test('[A4.1] a name is the same as itself, and starts with each of its starts', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, end) => {
      const name = fold(text)
      expect(nameRank([name], name)).toBe(0)
      expect(nameRank([name], name.slice(0, end))).toBeLessThan(2)
    }),
  )
})
