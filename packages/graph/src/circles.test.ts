import { expect, test } from 'vitest'
import { circles } from './circles.ts'

test.each<[string, Record<string, string | null>, string[]]>([
  ['a tree', { a: null, b: 'a', c: 'b' }, []],
  ['a parent that is not there', { a: null, b: 'x', c: 'b' }, []],
  ['a block under itself', { a: 'a' }, ['a']],
  ['a circle, once', { a: 'b', b: 'c', c: 'a', d: 'a' }, ['a']],
  ['two circles', { a: 'b', b: 'a', c: null, d: 'e', e: 'd' }, ['a', 'd']],
])('circles of %s', (_, parents, expected) => {
  expect(circles(Object.entries(parents).map(([id, parentId]) => ({ id, parentId })))).toEqual(expected)
})
