import { expect, test } from 'vitest'
import { linkName, linkNames } from './name.ts'

test.each([
  ['Rye Bread ', 'rye bread'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['2026-11-20', '2026-11-20'],
  ['2026_11_20', '2026-11-20'],
  ['Nov 20th, 2026', '2026-11-20'],
  ['November 20, 2026', '2026-11-20'],
  ['2026-02-30', '2026-02-30'], // no day, a name like any other
  ['2026', '2026'],
])('[D1.1, D1.2] links find %j as %j', (name, expected) => {
  expect(linkName(name)).toBe(expected)
})

test.each([
  [[], []],
  [['Rye'], ['rye']],
  [
    ['Rye', 'Mira', 'RYE'],
    ['rye', 'mira'],
  ],
  [['Nov 20th, 2026', '2026-11-20'], ['2026-11-20']],
])('[D1.2] linkNames(%j) are %j', (names, expected) => {
  expect(linkNames(names)).toEqual(expected)
})
