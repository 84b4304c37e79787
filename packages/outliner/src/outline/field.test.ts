import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, fieldOf, toContent, toField } from './field.ts'

test.each([
  ['buy milk\nid:: 6a7b', 'buy milk'],
  ['buy milk\nid:: 6a7b\ncollapsed:: true\nand tea', 'buy milk\nand tea'],
  ['id:: 6a7b', ''],
  ['id:: 6a7b\nbuy milk', 'buy milk'],
  ['a\nID:: 6a7b', 'a'],
  ['a\ncollapsed::', 'a'],
  [
    'TODO call Ann\nSCHEDULED: <2026-11-20 Fri>\nroom:: 4\nid:: x',
    'TODO call Ann\nSCHEDULED: <2026-11-20 Fri>\nroom:: 4',
  ],
  ['```\nid:: code\n```', '```\nid:: code\n```'], // code is words
  ['identity:: x', 'identity:: x'],
  ['a\r\nb', 'a\nb'],
])('[O3.1] the field of %j shows %j', (content, text) => {
  expect(fieldOf(content).text).toBe(text)
  expect(contentOf(content, text)).toBe(content)
})

test.each([
  ['buy milk\nid:: x', 'buy milk and tea', 'buy milk and tea\nid:: x'],
  ['buy milk\nid:: x', 'buy milk\nand tea', 'buy milk\nid:: x\nand tea'],
  ['buy milk\nid:: x\nand tea', 'buy bread\nand tea', 'buy bread\nid:: x\nand tea'],
  ['buy milk\nid:: x\nand tea', 'buy milk\nand sugar', 'buy milk\nid:: x\nand sugar'],
  ['id:: x', 'TODO buy', 'TODO buy\nid:: x'], // the marker stays one
  ['a\nid:: x', '', 'id:: x'],
  ['a\nid:: x\nb', 'one\ntwo\nthree', 'one\ntwo\nthree\nid:: x'],
  ['a\nid:: x', '```\ncode', 'id:: x\n```\ncode'], // open code would swallow the line
  ['a ', 'a  ', 'a  '], // no blank is taken away
  ['a', 'a\n', 'a\n'],
])('[O3.1, O3.7] %j with the field %j becomes %j', (content, text, expected) => {
  expect(contentOf(content, text)).toBe(expected)
})

test('[O3.1] places go to the field and back', () => {
  const field = fieldOf('ab\nid:: x\ncd\ncollapsed:: true')
  expect(field.text).toBe('ab\ncd')
  expect([0, 2, 3, 4, 5].map((at) => toContent(field, at))).toEqual([0, 2, 10, 11, 12])
  expect([0, 2, 3, 7, 10, 12, 20].map((at) => toField(field, at))).toEqual([0, 2, 3, 3, 3, 5, 5])
})

const piece = fc.constantFrom(
  'a',
  'TODO b',
  '# c',
  '> d',
  '```',
  '- e',
  '| f',
  'k:: v',
  'SCHEDULED: <2026-11-20 Fri>',
  ':LOGBOOK:',
  ':END:',
  '$$',
  '',
  ' ',
  'id:: y',
)
const text = fc.array(piece, { maxLength: 5 }).map((lines) => lines.join('\n'))
const content = fc
  .tuple(text, fc.nat(5), fc.constantFrom('id:: 6a7b', 'collapsed:: true'))
  .map(([words, at, line]) => {
    const lines = words.split('\n')
    return lines.toSpliced(Math.min(at, lines.length), 0, line).join('\n')
  })

test('[O3.7] whatever is typed, every line of it is in the content, and hidden lines are kept', () => {
  fc.assert(
    fc.property(content, text, (before, typed) => {
      const after = contentOf(before, typed)
      const lines = after.split('\n')
      const written = typed.split('\n').filter((line) => line !== '' && !line.startsWith('id::'))
      expect(lines).toEqual(expect.arrayContaining(written))
      const hidden = (one: string): string[] => one.split('\n').filter((line) => line === 'collapsed:: true')
      const isShown = fieldOf(before).text.split('\n').includes('collapsed:: true')
      expect(hidden(after).length).toBeGreaterThanOrEqual(isShown ? 0 : hidden(before).length)
    }),
  )
})

test('[O3.1] an untouched field changes nothing, and each place comes back', () => {
  fc.assert(
    fc.property(content, (before) => {
      const field = fieldOf(before)
      expect(contentOf(before, field.text)).toBe(before)
      for (let at = 0; at <= field.text.length; at++) expect(toField(field, toContent(field, at))).toBe(at)
    }),
  )
})
