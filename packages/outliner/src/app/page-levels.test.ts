import { expect, test } from 'vitest'
import { levelsOf, type Levels } from './page-levels.ts'

const pages = (...names: readonly string[]) =>
  names.map((name) => ({ id: name, name, isFavorite: false, updatedAt: 0 }))

/** The levels as lines, with `*` behind those that are pages. */
const linesOf = (levels: Levels, indent = ''): string[] =>
  [...levels.values()].flatMap(({ part, page, below }) => [
    `${indent}${part}${page ? '*' : ''}`,
    ...linesOf(below, `${indent}  `),
  ])

test.each([
  [
    ['Boat', 'Projects/Boat', 'Projects/Boat/Keel'],
    ['Boat*', 'Projects', '  Boat*', '    Keel*'],
  ],
  [
    ['projects/Car', 'Projects', 'Projects/Boat'],
    ['Projects*', '  Car*', '  Boat*'],
  ], // names have no case
  [
    ['https://boats.example/keel', '/oar', 'a//b'],
    ['https://boats.example/keel*', '/oar*', 'a//b*'],
  ],
  [
    ['https://boats.example/keel', 'https:'],
    ['https://boats.example/keel*', 'https:*'],
  ],
])('[O2.1] the levels of %j are %j', (names, lines) => {
  expect(linesOf(levelsOf(pages(...names)))).toEqual(lines)
})
