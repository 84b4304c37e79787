import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOf } from './size.ts'

test('the bytes of JSON are those that a server would count', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: 'grapheme' }), (json, text) => {
      for (const value of [JSON.parse(json), text])
        expect(sizeOf(value)).toBe(new TextEncoder().encode(JSON.stringify(value)).length)
    }),
  )
})
