import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOf } from './size.ts'

test('the size of JSON equals the bytes that a server counts', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: 'grapheme' }), (json, text) => {
      for (const value of [JSON.parse(json), text])
        expect(sizeOf(value)).toBe(new TextEncoder().encode(JSON.stringify(value)).length)
    }),
  )
})
