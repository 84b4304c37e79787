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
