import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames } from './name-order.ts'

test.each([
  ['marks do not move a letter', ['Ångström', 'äpfel', 'Ärger', 'École', 'zebra', 'Zebra', 'zoo']],
  ['letters before their forms with marks, small before capital', ['a', 'A', 'á', 'Á', 'ab', 'b']],
  ['numbers by value', ['2', '10', '2025-12-31', '2026-01-01', 'Note 2', 'Note 10']],
  ['marks of writing, symbols, digits, letters', [' x', '_x', '{x', '#1', '😀', '2', 'x']],
  ['scripts', ['omega', 'Ωmega', 'Яблоко', 'אבג', 'وصفات', 'かな', '山', '日本']],
])('[A4.1] %s: %j', (_, names) => {
  expect(names.toReversed().toSorted(compareNames)).toEqual(names)
})

test.each([
  ['é', 'e\u0301'], // one letter in two forms
  ['1', '01'],
  ['a', 'a\u0000'],
])('[A4.1] %j and %j are equal', (a, b) => expect(compareNames(a, b)).toBe(0))

test('[A4.1] names of any kind have an order', () => {
  const name = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareNames(a, b)) + Math.sign(compareNames(b, a))).toBe(0)
      const [first, second, third] = [a, b, c].toSorted(compareNames) as [string, string, string]
      expect(compareNames(first, second)).toBeLessThanOrEqual(0)
      expect(compareNames(first, third)).toBeLessThanOrEqual(0)
    }),
  )
})
