import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ednString, readEdn } from './edn.ts'

test.each([
  ['{:a "x"}', 'x'],
  ['{:a :word}', ':word'],
  ['{:a ["x" "y"]}', ['x', 'y']],
  ['{:b {:a "inner"} :a "outer"}', 'outer'],
  ['{:b "a :a \\"no\\"" ; :a "comment"\n :a "x"}', 'x'],
  ['{#_:a #_"dropped" :a "x"}', 'x'],
  ['{#_ #_ :a "dropped" :a ["x" #_"y"]}', ['x']],
  ['{:b #{1 2} :c #"re[" :a "x, y"}', 'x, y'],
  ['{:b \\" :a "x"}', 'x'],
  ['{:b #inst "2020" :a "x"}', undefined], // a tagged value shifts the pairs; invalid parts are ignored
  ['{:a "first" :a "second"}', 'first'],
  ['{:a "unclosed', 'unclosed'],
  ['[:a "x"]', undefined],
  ['', undefined],
  ['}}}', undefined],
])('readEdn(%j)', (text, expected) => expect(readEdn(text, [':a']).get(':a')).toEqual(expected))

test('any written string reads back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readEdn(`{:x [] :a ${ednString(text)}}`, [':a']).get(':a')).toBe(text)
    }),
  )
})

test('any text can be read', () => {
  const unit = fc.constantFrom('{', '}', '[', ']', '(', ')', ';', '"', '\\', '#', '_', ':a', ' ', '\n')
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(readEdn(text, [':a'])).toBeInstanceOf(Map)
    }),
  )
})
