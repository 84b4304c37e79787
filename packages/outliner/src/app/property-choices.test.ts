import { expect, test } from 'vitest'
import { keysFor, valuesFor } from './property-choices.ts'

test.each<[typed: string, type: string | undefined, first: readonly string[]]>([
  ['', undefined, ['colour', 'author']],
  ['', 'Book', ['author', 'published', 'publisher']],
  ['AUT', '[[book]]', ['author']],
  ['col', 'book', ['colour']],
])('[O3.4] properties for %j on a page of type %j', (typed, type, first) => {
  expect(keysFor(typed, type, ['colour', 'author']).slice(0, first.length)).toEqual(first)
})

test.each<[key: string, type: string | undefined, typed: string, values: readonly string[]]>([
  ['kind', 'location', 'par', ['Park']],
  ['kind', undefined, 'Park', []],
  ['author', 'book', 'an', ['[[Ann]]']],
  ['author', 'book', '', []],
  ['colour', undefined, 're', []],
])('[O3.4] values of %s on a page of type %j for %j', (key, type, typed, values) => {
  expect(valuesFor(key, type, typed, () => [{ name: 'Ann' }])).toEqual(values)
})
