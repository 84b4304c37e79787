import { expect, test } from 'vitest'
import { ancestorsOf } from './ancestors.ts'

const block = (id: string, parentId: string | null) => ({ id, parentId })

test.each([
  ['outermost first, with their depths', 'b', 2, [block('b', 'a'), block('a', null)], ['a 0', 'b 1']],
  ['none at the top level', null, 0, [block('a', null)], []],
  ['as far as they are there', 'b', 3, [block('b', 'x')], ['b 2']],
  ['no more of a circle than it is deep', 'a', 2, [block('a', 'b'), block('b', 'a')], ['b 0', 'a 1']],
])('ancestors of a block: %s', (_, parentId, depth, above, expected) => {
  expect(ancestorsOf({ parentId, depth }, above).map(({ id, depth: at }) => `${id} ${at}`)).toEqual(expected)
})
