import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { either, quote } from './index.ts'

test.each([
  ['soon', '"soon"'],
  ['', '""'],
  ['a\nb', '"a\uFFFDb"'],
  ['safe\u202Etxt.exe', '"safe\uFFFDtxt.exe"'],
  ['a\u2028b\u2066c', '"a\uFFFDb\uFFFDc"'],
  ['\u{1F468}\u200D\u{1F469}', '"\u{1F468}\u200D\u{1F469}"'],
  ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ['a\\', '"a\\\\"'],
  ['a\\b', '"a\\b"'],
  ['x'.repeat(40), `"${'x'.repeat(40)}"`],
  ['x'.repeat(41), `"${'x'.repeat(40)}…"`],
  [`${'x'.repeat(39)}🙂`, `"${'x'.repeat(39)}…"`],
])('quote(%j)', (text, quoted) => expect(quote(text)).toBe(quoted))

test('a quotation is short, on one line and whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const quoted = quote(text)
      expect(quoted.replaceAll(/\\(?=["\\])/g, '').length).toBeLessThanOrEqual(43)
      expect(quoted).toMatch(/^"(?:[^"]|\\")*"$/)
      expect(quoted).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
      expect(quoted.isWellFormed()).toBe(true)
    }),
  )
})

test.each([
  [['a', 'b', 'c'], 'a, b or c'],
  [['a', 'b'], 'a or b'],
  [['a'], 'a'],
  [[], ''],
])('either(%j)', (words, expected) => expect(either(words)).toBe(expected))
