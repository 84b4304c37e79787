import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distance, nearest } from './nearest.ts'
import { nearestOperator } from './operators.ts'

test.each([
  ['', '', 0],
  ['todo', 'todo', 0],
  ['tood', 'todo', 1],
  ['tod', 'todo', 1],
  ['todoo', 'todo', 1],
  ['tado', 'todo', 1],
  ['otod', 'todo', 2],
  ['kitten', 'sitting', 3],
])('distance(%j, %j) is %i', (from, to, expected) => expect(distance(from, to)).toBe(expected))

test.each([
  ['tood', 'todo'],
  ['TOOD', 'todo'],
  ['page-propertiy', 'page-property'],
  ['page-tag', 'page-tags'],
  ['properties', 'property'],
  ['betwen', 'between'],
  ['nto', 'not'],
  ['adn', 'and'],
  ['prop', 'property'],
  ['page-prop', 'page-property'],
  ['Type', 'page-type'],
  ['tags', 'page-tags'],
  ['name', 'namespace'],
  ['be', undefined],
  ['roper', undefined],
  ['', undefined],
  ['x', undefined],
  ['query', undefined],
  ['page-ranking-by-date', undefined],
])('[Q faults] the operator nearest to %j is %j', (written, expected) => {
  expect(nearestOperator(written)).toBe(expected)
})

test('the distance is the same both ways, and 0 to the word itself alone', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distance(a, b)).toBe(distance(b, a))
      expect(distance(a, b) === 0).toBe(a === b)
    }),
  )
})

test('a name that is too long is not compared', () => {
  expect(nearest('a'.repeat(21), ['a'.repeat(21)])).toBeUndefined()
})
