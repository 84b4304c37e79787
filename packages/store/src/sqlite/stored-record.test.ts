import { plainBlock } from '@notegraph/graph'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainBytes } from './stored-record.ts'

const id = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/)
const time = fc.integer({ min: 0, max: 4e12 })
const plain = fc.record({
  id,
  content: fc.string({ unit: 'binary' }),
  rev: fc.string(),
  pageId: id,
  parentId: fc.option(id),
  order: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  createdAt: time,
  updatedAt: time,
})

test('a plain block counts as many bytes as its JSON has', () => {
  fc.assert(
    fc.property(plain, (block) => {
      expect(plainBytes(block, block.rev)).toBe(Buffer.byteLength(JSON.stringify(plainBlock(block))))
    }),
  )
})
