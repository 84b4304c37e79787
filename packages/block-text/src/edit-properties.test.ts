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
  ['cups:: 1', { cups: null, milk: 'no' }, 'milk:: no'],
  ['tea', { cups: null }, 'tea'],
  ['tea\ncups::  1', { cups: '1' }, 'tea\ncups::  1'],
  ['| a | b |\n|---|---|', { cups: '2' }, 'cups:: 2\n| a | b |\n|---|---|'], // between them, no table
  ['- a\n- b', { cups: '2', milk: 'no' }, 'cups:: 2\nmilk:: no\n- a\n- b'],
  ['1. a', { cups: '2' }, '1. a\ncups:: 2'],
  ['> a\nb', { cups: '2' }, '> a\ncups:: 2\nb'],
  ['TODO ```\ncode\n```', { cups: '2' }, 'TODO\ncups:: 2\n```\ncode\n```'], // in the code, it would be words
])('[A2.2] %j with %j is %j', (content, edits, expected) => {
  expect(editProperties(content, new Map(Object.entries(edits)))).toBe(expected)
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
      const edited = editProperties(content, asked)
      const { words: wordsAfter, lines: linesAfter, quote: _q, ...after } = partsOf(parseBlock(edited))
      expect(after).toEqual(before)
      expect(wordsAfter.replace(/^[ \t]*>[ \t]*/, '').trim()).toBe(words.replace(/^[ \t]*>[ \t]*/, '').trim())
      const wanted = new Map(lines.map(({ key, value }) => [key, value] as const))
      for (const [key, value] of asked) {
        if (value === null) wanted.delete(key)
        else wanted.set(key, value)
      }
      expect(new Map(linesAfter.map(({ key, value }) => [key, value] as const))).toEqual(wanted)
      expect(editProperties(edited, asked)).toBe(edited)
    }),
    { numRuns: 2000 },
  )
})
