import { fold } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRow } from './property-row.ts'

test.each<[string, string[]]>([
  ['Vienna', ['vienna']],
  ['false', ['false']],
  ['', ['']],
  ['Red, Blue', ['red, blue', 'red', 'blue']],
  ['red，Blue', ['red，blue', 'red', 'blue']],
  ['Red, RED', ['red, red', 'red']],
  ['[[Mira]]', ['[[mira]]', 'mira']],
  ['[[Smith, Ada]], [[Bob]]', ['[[smith, ada]], [[bob]]', '[[smith, ada]]', 'smith, ada', '[[bob]]', 'bob']],
  ['see [[Ada]] now, later', ['see [[ada]] now, later', 'see [[ada]] now', 'later', 'ada']],
  ['#red, #[[dark blue]]', ['#red, #[[dark blue]]', '#red', 'red', '#[[dark blue]]', 'dark blue']],
  ['a, , b', ['a, , b', 'a', 'b']],
  ['Nov 20th, 2026', ['nov 20th, 2026', '2026-11-20', 'nov 20th', '2026']],
  ['by [[Nov 20th, 2026]]', ['by [[nov 20th, 2026]]', 'nov 20th, 2026', '2026-11-20']],
  ['[[open, b', ['[[open, b', '[[open', 'b']],
])('[Q VALUE] %j is found by %j', (value, values) => {
  expect(new Set(propertyRow('key', value).values)).toEqual(new Set(values))
  expect(propertyRow('key', value).values[0]).toBe(values[0])
})

test('[Q VALUE] values are folded, each once, the whole first', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aBéß ,，[]#1'.split('')), maxLength: 24 }), (value) => {
      const { key, values } = propertyRow('key', value)
      expect(key).toBe('key')
      expect(values[0]).toBe(fold(value))
      expect(new Set(values).size).toBe(values.length)
      expect(values).toEqual(values.map(fold))
    }),
    { numRuns: 2_000 },
  )
})
