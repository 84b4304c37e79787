import { expect, test } from 'vitest'
import { moves } from './drag.ts'

const where = { pageId: 'p', parentId: null, behind: 'x' }

test('[O3.5] dragged blocks keep their order', () => {
  expect(moves(['a', 'b'], where)).toEqual([
    { do: 'moveBlock', id: 'a', where: { ...where, behind: 'x' } },
    { do: 'moveBlock', id: 'b', where: { ...where, behind: 'a' } },
  ])
})

test('[O3.5] a block that is dropped behind or under itself stays', () => {
  expect(moves(['x'], where)).toEqual([])
  expect(moves(['x'], { ...where, parentId: 'x', behind: null })).toEqual([])
})
