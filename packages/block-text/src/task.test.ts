import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import { MARKERS } from './marker.ts'
import { parseBlock } from './parse.ts'
import { partsOf } from './rewrite.ts'
import { setMarker } from './task.ts'

test('[D2.10] setting a task changes the marker and nothing else', () => {
  fc.assert(
    fc.property(outlineText, fc.constantFrom(...MARKERS), (content, marker) => {
      const before = parseBlock(content)
      const set = setMarker(content, marker)
      const after = parseBlock(set)
      expect(after.marker).toBe(marker)
      const { marker: _old, words, ...parts } = partsOf(before)
      const { marker: _new, words: wordsAfter, ...partsAfter } = partsOf(after)
      expect(partsAfter).toEqual(parts)
      // Words that a marker would break keep the quote mark of their own line.
      const own = before.quote && set === `> ${marker}\n${before.content}`
      expect((own ? wordsAfter.replace(/^[ \t]*>[ \t]*/, '') : wordsAfter).trim()).toBe(words.trim())
      for (const key of ['refs', 'tags', 'links', 'blockRefs', 'properties'] as const)
        expect(after[key]).toEqual(before[key])
      expect(setMarker(set, marker)).toBe(set)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['x', 'TODO x'],
  ['', 'TODO'],
  ['DONE x', 'TODO x'],
  ['DONE', 'TODO'],
  ['CANCELED [#A] x', 'TODO [#A] x'],
  ['> x', '> TODO x'],
  ['# x', '# TODO x'],
  ['#', '# TODO'],
  ['> ## x', '> ## TODO x'],
  ['> ## DONE [#A] x', '> ## TODO [#A] x'],
  ['[#A] x', 'TODO [#A] x'],
  ['## [#A] x', '## TODO [#A] x'],
  [
    'DOING x\nkey:: value\nSCHEDULED: <2026-11-20 Fri>\nmore',
    'TODO x\nkey:: value\nSCHEDULED: <2026-11-20 Fri>\nmore',
  ],
  ['x\nmore', 'TODO x\nmore'],
  ['WAIT x', 'TODO WAIT x'],
  ['todo x', 'TODO todo x'],
])('[D2.10] %j becomes %j', (content, task) => {
  expect(setMarker(content, 'TODO')).toBe(task)
})

test.each([
  'key:: value',
  'key:: value\nx',
  'SCHEDULED: <2026-11-20 Fri>\nx',
  '```\ncode\n```',
  '~~~\ncode',
  '$$\nx\n$$',
  '<!-- x -->',
  '#+BEGIN_QUOTE\nx\n#+END_QUOTE',
  '#+BEGIN_SRC\nx\n#+END_SRC',
  ':LOGBOOK:\nCLOCK: x\n:END:',
  '| a | b |',
  '- a\n- b',
  '* a',
  '+ a',
  '1. a',
  '2) a',
  '>x',
])('[D2.10] before %j the marker gets its own line', (content) => {
  expect(setMarker(content, 'DONE')).toBe(`DONE\n${content}`)
})

test('[D2.10] in a quote of a list the marker gets its own quoted line', () => {
  expect(setMarker('> - a\n> - b', 'TODO')).toBe('> TODO\n> - a\n> - b')
})

test.each(MARKERS)('[D2.10] a block that already is %s stays unchanged', (marker) => {
  expect(setMarker(`> ${marker} x \r\n`, marker)).toBe(`> ${marker} x \r\n`)
})
