import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import { editProperties } from './edit-properties.ts'
import { parseBlock } from './parse.ts'
import { partsOf } from './rewrite.ts'

test.each<[string, Record<string, string | null>, string]>([
  ['tea', { cups: '2' }, 'tea\ncups:: 2'],
  ['tea\nmore', { cups: '2', milk: 'no' }, 'tea\ncups:: 2\nmilk:: no\nmore'],
  [
    'tea\nSCHEDULED: <2026-11-20 Fri>\nmore',
    { cups: '2' },
    'tea\nSCHEDULED: <2026-11-20 Fri>\ncups:: 2\nmore',
  ],
  ['tea\nmore\nCups:: 2\nlast', { cups: '3', milk: 'no' }, 'tea\nmore\nCups:: 3\nmilk:: no\nlast'],
  ['tea\ncups:: 1\ncups:: 2', { cups: '3' }, 'tea\ncups:: 1\ncups:: 3'], // the last one counts
  ['tea\ncups:: 1\nmore\ncups:: 2', { cups: null }, 'tea\nmore'],
  ['tea\ncups:: 1', { cups: null }, 'tea'],
  ['tea\ntel:: 123', { tel: null, phone: '123' }, 'tea\nphone:: 123'], // another key with the same value
  ['cups:: 1', { cups: null, milk: 'no' }, 'milk:: no'],
  ['tea', { cups: null }, 'tea'],
  ['tea\ncups::  1', { cups: '1' }, 'tea\ncups::  1'],
  ['| a | b |\n|---|---|', { cups: '2' }, 'cups:: 2\n| a | b |\n|---|---|'], // between them, no table
  ['- a\n- b', { cups: '2', milk: 'no' }, 'cups:: 2\nmilk:: no\n- a\n- b'],
  ['1. a', { cups: '2' }, '1. a\ncups:: 2'],
  ['> a\nb', { cups: '2' }, '> a\ncups:: 2\nb'],
  ['TODO ```\ncode\n```', { cups: '2' }, 'TODO\ncups:: 2\n```\ncode\n```'], // in the code, it would be words
])('[A2.2] %j with %j is %j', (content, edits, expected) => {
  expect(editProperties(content, new Map(Object.entries(edits)))).toEqual({ ok: true, content: expected })
})

test.each<[string, string, string, string]>([
  ['TODO call Ann', 'Room', '5', 'TODO call Ann\nRoom:: 5'],
  ['TODO call Ann\nroom:: 4', 'Room', '5', 'TODO call Ann\nroom:: 5'],
  ['TODO call Ann', 'ROOM', ' 5\t', 'TODO call Ann\nROOM:: 5'],
  ['TODO call Ann', 'Grüße', '', 'TODO call Ann\nGrüße::'],
])('[A2.2] %j with %j, a key as a person writes it, keeps the marker', (content, key, value, expected) => {
  const edited = editProperties(content, new Map([[key, value]]))
  expect(edited.ok && edited.content.trimEnd()).toBe(expected)
  expect(edited.ok && parseBlock(edited.content).marker).toBe('TODO')
})

test.each<[string, string, string]>([
  ['a b', '5', 'property_key'],
  ['', '5', 'property_key'],
  ['k:', '5', 'property_key'],
  ['k'.repeat(65), '5', 'property_key'],
  ['key', 'one\ntwo', 'property_value'],
  ['key', 'one\rtwo', 'property_value'],
  ['key', 'one\u2028two', 'property_value'],
])('[A2.2] %j with the value %j cannot be a property', (key, value, code) => {
  expect(editProperties('TODO call Ann', new Map([[key, value]]))).toEqual({ ok: false, code, key })
})

test('[A2.2] an edit sets the properties that it names, and keeps everything else', () => {
  const edits = fc.dictionary(
    fc.constantFrom('key', 'tags', 'other'),
    fc.option(fc.constantFrom('v', '[[A]], b', 'x:: y')),
  )
  fc.assert(
    fc.property(outlineText, edits, (content, edits) => {
      const { words, lines, quote: _, ...before } = partsOf(parseBlock(content))
      const asked = new Map(Object.entries(edits))
      const result = editProperties(content, asked)
      if (!result.ok) throw new Error(result.code)
      const edited = result.content
      const { words: wordsAfter, lines: linesAfter, quote: _q, ...after } = partsOf(parseBlock(edited))
      expect(after).toEqual(before)
      expect(wordsAfter.replace(/^[ \t]*>[ \t]*/, '').trim()).toBe(words.replace(/^[ \t]*>[ \t]*/, '').trim())
      const wanted = new Map(lines.map(({ key, value }) => [key, value] as const))
      for (const [key, value] of asked) {
        if (value === null) wanted.delete(key)
        else wanted.set(key, value)
      }
      expect(new Map(linesAfter.map(({ key, value }) => [key, value] as const))).toEqual(wanted)
      expect(editProperties(edited, asked)).toEqual(result)
    }),
    { numRuns: 2000 },
  )
})
