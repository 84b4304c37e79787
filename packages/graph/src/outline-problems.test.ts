import { expect, test } from 'vitest'
import { outlineProblems } from './outline-problems.ts'

test.each<[string, Record<string, string | null>, string[]]>([
  ['a tree', { a: null, b: 'a', c: 'b' }, []],
  ['a parent that is not there', { a: null, b: 'x' }, ['b no_parent x']],
  ['a missing parent above others, reported once', { c: 'b', b: 'x', d: 'b' }, ['b no_parent x']],
  ['a block under itself', { a: 'a' }, ['a circle a']],
  ['a circle, reported once', { a: 'b', b: 'c', c: 'a', d: 'a' }, ['a circle b']],
])('outlineProblems of %s', (_, parents, expected) => {
  const blocks = Object.entries(parents).map(([id, parentId]) => ({ id, parentId }))
  expect(outlineProblems(blocks).map(({ id, why, parentId }) => `${id} ${why} ${parentId}`)).toEqual(expected)
})
