import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { titlesIn } from './test-titles.ts'

test.each([
  ['test', "test('one', () => {})", ['one']],
  ['nested', "describe('a', () => { test('b', () => {}); it('c', () => {}) })", ['a', 'b', 'c']],
  ['conditional', "test.skipIf(a)('one', () => {})", ['one']],
  [
    'a runner of the project',
    "browserTest('one', () => {}); describePostgres('two', () => {})",
    ['one', 'two'],
  ],
  ['a template', 'test(`one ${two} three`, () => {})', ['one … three']],
  ['rows with labels', "test.each([['a', 1], ['b', 2]])('%s is', () => {})", ['%s is', 'a', 'b']],
  ['rows of one string each', "test.each(['a', 'b'])('%s is', () => {})", ['%s is', 'a', 'b']],
  ['rows of values', "test.each([['a', 1]])('%j is', () => {})", ['%j is']],
  ['rows by name', "test.each<Row>(ROWS)('%s is', () => {})", ['%s is']],
  ['a method of that name', "pattern.test('one'); suite('two')", []],
  ['a title by name', 'test(title, () => {})', []],
])('titles: %s', (_, source, titles) => {
  expect(titlesIn(parseSync('a.test.ts', source).program)).toEqual(titles)
})
