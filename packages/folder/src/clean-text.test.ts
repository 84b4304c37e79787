import { expect, test } from 'vitest'
import { cleanText, parseClean } from './clean-text.ts'

test.each([
  ['a', 'a'],
  ['a\0b', 'ab'],
  ['\uD83D', '\uFFFD'],
  ['\uD83D\uDE00', '😀'],
  ['a\r\nb\rc', 'a\nb\nc'],
])('cleanText(%j) is %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected)
  expect(parseClean(JSON.stringify({ a: [text] }))).toEqual({ a: [expected] })
})
