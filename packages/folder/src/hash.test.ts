import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textHash } from './hash.ts'

test('the hash stays the same across releases', () => {
  expect(textHash('')).toBe('0bdcb81aee8d83')
  expect(textHash('- note 191')).toBe('00247b00661110') // both halves begin with zeros
  expect(textHash('- words\n')).toMatch(/^[0-9a-f]{14}$/u)
})

test('a text with one more character has another hash', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (a, b) => {
      expect(textHash(a + b)).not.toBe(textHash(a))
    }),
  )
})
