import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import { MARKERS } from './marker.ts'
import { parseBlock } from './parse.ts'
import { partsOf, renderBlock, rewriteBlock } from './rewrite.ts'

/** A text as it comes out of `readInput`: trimmed. Its properties have values here, since an empty one says nothing. */
const sentText = outlineText.map((text) => text.replace(/::[ \t]*$/gm, ':: x').trim())
const RUNS = { numRuns: 2000 }

/** What a rewrite may not lose, as plain values. */
function carried(content: string): object {
  const { marker, priority, scheduled, deadline, heading, layout } = parseBlock(content)
  return {
    marker,
    priority,
    scheduled,
    deadline,
    heading,
    lines: layout.lines.map(({ key, value }) => [key, value]),
  }
}

describe('laws', () => {
  test('[D2.9] a block rewritten with its own content is the same block, whatever its layout', () => {
    fc.assert(
      fc.property(outlineText, (old) => {
        expect(rewriteBlock(old, old)).toBe(old)
      }),
      RUNS,
    )
  })

  test('[D2.9] a rewrite has what the new text says, else what the old one said', () => {
    fc.assert(
      fc.property(outlineText, sentText, (old, text) => {
        const result = rewriteBlock(old, text)
        if (result === old) return
        const [o, n, r] = [parseBlock(old), parseBlock(text), parseBlock(result)]
        expect(r.marker).toBe(n.marker ?? o.marker)
        expect(r.priority).toBe(n.priority ?? o.priority)
        expect(r.heading).toBe(n.heading ?? o.heading)
        expect(r.scheduled).toBe(n.scheduled ?? o.scheduled)
        expect(r.deadline).toBe(n.deadline ?? o.deadline)
        const said = new Map(n.layout.lines.map(({ key, value }) => [key, value]))
        const wanted = o.layout.lines.map(({ key, value }) => [key, said.get(key) || value])
        const held = new Set(o.layout.lines.map(({ key }) => key))
        const added = n.layout.lines.filter(({ key, value }) => !held.has(key) && value !== '')
        expect(r.layout.lines.map(({ key, value }) => [key, value])).toEqual([
          ...wanted,
          ...added.map(({ key, value }) => [key, value]),
        ])
        const words = partsOf(n).words.trim() === '' ? partsOf(o).words : partsOf(n).words
        // A quote of several lines may keep its first mark as words.
        expect([words.trim(), `> ${words}`.trim()]).toContain(partsOf(r).words.trim())
        const drawers = partsOf(o).drawers === '' ? partsOf(n).drawers : partsOf(o).drawers
        expect(partsOf(r).drawers).toBe(drawers)
      }),
      RUNS,
    )
  })

  test('[D2.9] the same text sent again changes nothing', () => {
    fc.assert(
      fc.property(outlineText, sentText, (old, text) => {
        const once = rewriteBlock(old, text)
        expect(rewriteBlock(once, text)).toBe(once)
      }),
      RUNS,
    )
  })
  test('[D2.9] parts laid out read back as the same parts', () => {
    fc.assert(
      fc.property(outlineText, (content) => {
        const laidOut = renderBlock(partsOf(parseBlock(content)))
        expect(carried(laidOut)).toEqual(carried(content))
        expect(renderBlock(partsOf(parseBlock(laidOut)))).toBe(laidOut)
      }),
      RUNS,
    )
  })

  test.each(MARKERS)('[D2.9] %s stays on a block whose new text says no marker', (marker) => {
    expect(rewriteBlock(`${marker} old`, 'new')).toBe(`${marker} new`)
  })
})
