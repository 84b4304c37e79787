import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import { MARKERS } from './marker.ts'
import { parseBlock } from './parse.ts'
import { partsOf, renderBlock, rewriteBlock } from './rewrite.ts'

/** A text as `readInput` returns it: trimmed. Its properties have values, because an empty property says nothing. */
const sentText = outlineText.map((text) => text.replace(/::[ \t]*$/gm, ':: x').trim())
const RUNS = { numRuns: 2000 }

/** The parts that a rewrite must keep, as plain values. */
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

test.each([
  [
    'TODO x\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>',
    'SCHEDULED: <2026-11-25>',
    '<2026-11-25 Wed 10:00 .+1w>',
  ],
  [
    'TODO x\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>',
    'SCHEDULED: <2026-11-20>',
    '<2026-11-20 Fri 10:00 .+1w>',
  ],
  [
    'TODO x\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>',
    'SCHEDULED: <2026-11-25 9:00>',
    '<2026-11-25 Wed 9:00 .+1w>',
  ],
  [
    'TODO x\nSCHEDULED: <2026-11-20 Fri 10:00 .+1w>',
    'SCHEDULED: <2026-11-25 +2d>',
    '<2026-11-25 Wed 10:00 +2d>',
  ],
  ['TODO x\nSCHEDULED: <2026-11-20 Fri .+1w -3d>', 'SCHEDULED: <2026-11-25 +2d>', '<2026-11-25 Wed +2d -3d>'],
])('[A3.2] %j with %j is on %s', (old, text, stamp) => {
  expect(rewriteBlock(old, text)).toBe(`TODO x\nSCHEDULED: ${stamp}`)
})

describe('laws', () => {
  test('[D2.9] a block rewritten with its own content is the same block, whatever its layout', () => {
    fc.assert(
      fc.property(outlineText, (old) => {
        expect(rewriteBlock(old, old)).toBe(old)
      }),
      RUNS,
    )
  })

  test('[D2.9] a rewrite takes each part from the new text, or else from the old text', () => {
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
        // A quote of several lines can keep its first mark as words.
        expect([words.trim(), `> ${words}`.trim()]).toContain(partsOf(r).words.trim())
        const drawers = partsOf(o).drawers === '' ? partsOf(n).drawers : partsOf(o).drawers
        expect(partsOf(r).drawers).toBe(drawers)
      }),
      RUNS,
    )
  })

  test('[D2.11] a rewritten block has no white space at its end', () => {
    expect(rewriteBlock('a', 'b\n- \nk:: v')).toBe('b\nk:: v\n-')
    fc.assert(
      fc.property(outlineText, sentText, (old, text) => {
        const result = rewriteBlock(old, text)
        expect([old, result.trimEnd()]).toContain(result)
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
  test('[D2.9] a fence in a quote behind a priority ends with the quote, and the text sent again changes nothing', () => {
    const text = '[#A] > ~~~\ncollapsed:: true'
    const once = rewriteBlock('DEADLINE: <2026-12-01 Tue>', text)
    expect(once.match(/collapsed/g)).toHaveLength(1)
    expect(parseBlock(once)).toMatchObject({ priority: 'A', deadline: 20261201, collapsed: true })
    expect(rewriteBlock(once, text)).toBe(once)
  })

  test('[D2.9] written parts read back as the same parts', () => {
    fc.assert(
      fc.property(outlineText, (content) => {
        const laidOut = renderBlock(partsOf(parseBlock(content)))
        expect(carried(laidOut)).toEqual(carried(content))
        expect(renderBlock(partsOf(parseBlock(laidOut)))).toBe(laidOut)
      }),
      RUNS,
    )
  })

  test.each(MARKERS)('[D2.9] %s stays on a block whose new text has no marker', (marker) => {
    expect(rewriteBlock(`${marker} old`, 'new')).toBe(`${marker} new`)
  })
})

const LOG = ':LOGBOOK:\nCLOCK: [2026-11-20 Fri 10:00]\n:END:'

describe('cases', () => {
  test.each([
    // Only words
    ['old', 'new', 'new'],
    ['old\nmore', 'new', 'new'],
    ['old', 'new\nmore', 'new\nmore'],
    ['old', 'new  \nmore', 'new  \nmore'],
    // Marks are kept unless the new text has its own
    ['TODO old', 'new', 'TODO new'],
    ['TODO old', 'DONE new', 'DONE new'],
    ['TODO [#A] old', 'new', 'TODO [#A] new'],
    ['TODO [#A] old', '[#B] new', 'TODO [#B] new'],
    ['TODO [#A] old', 'DONE new', 'DONE [#A] new'],
    ['## old', 'new', '## new'],
    ['## old', '# new', '# new'],
    ['> old', 'new', '> new'],
    ['> ## TODO [#A] old', 'new', '> ## TODO [#A] new'],
    ['> ## TODO [#A] old', '### DONE [#C] new', '> ### DONE [#C] new'],
    ['old', '> # TODO [#A] new', '> # TODO [#A] new'],
    ['TODO old', 'DONE', 'DONE old'],
    ['TODO old', '[#A]', 'TODO [#A] old'],
    ['TODO', '# new', '# TODO new'],
    // Dates
    ['old\nSCHEDULED: <2026-11-20 Fri>', 'new', 'new\nSCHEDULED: <2026-11-20 Fri>'],
    [
      'old\nSCHEDULED: <2026-11-20 Fri>',
      'new\nSCHEDULED: <2026-11-21 Sat>',
      'new\nSCHEDULED: <2026-11-21 Sat>',
    ],
    ['old\nSCHEDULED: <2026-11-20 Fri>', 'SCHEDULED: <2026-11-21 Sat>', 'old\nSCHEDULED: <2026-11-21 Sat>'],
    [
      'old\nDEADLINE: <2026-11-20 Fri 10:00 .+1w>',
      'new\nSCHEDULED: <2026-11-21 Sat>',
      'new\nSCHEDULED: <2026-11-21 Sat>\nDEADLINE: <2026-11-20 Fri 10:00 .+1w>',
    ],
    [
      'old\nSCHEDULED: <2026-11-20 Fri> DEADLINE: <2026-11-21 Sat>',
      'new',
      'new\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-21 Sat>',
    ],
    ['old\nDEADLINE: <2026-11-20 noon>', 'new', 'new\nDEADLINE: <2026-11-20 noon>'],
    ['old\nDEADLINE: <2026-11-20 Fr>', 'DEADLINE: <2026-11-21>', 'old\nDEADLINE: <2026-11-21 Sat>'],
    // Properties
    ['old\nkey:: value', 'new', 'new\nkey:: value'],
    ['old\nkey:: value', 'key:: other', 'old\nkey:: other'],
    ['old\nKey:: value', 'KEY:: other', 'old\nKey:: other'],
    ['old\nkey:: value', 'new\nkey::', 'new\nkey:: value'],
    ['old\nkey:: value', 'new\nadded:: x\nkey:: other', 'new\nkey:: other\nadded:: x'],
    ['old\na:: 1\nb:: 2', 'b:: 3\nc:: 4', 'old\na:: 1\nb:: 3\nc:: 4'],
    ['old\na:: 1\na:: 2', 'new', 'new\na:: 2'],
    ['key:: value\nold', 'new', 'new\nkey:: value'],
    ['old\nkey::', 'new', 'new\nkey::'],
    ['old', 'new\nadded::', 'new'],
    ['old\nid:: 1\ncollapsed:: true', 'new', 'new\nid:: 1\ncollapsed:: true'],
    ['key:: value', 'other:: x', 'key:: value\nother:: x'],
    ['key:: value', 'new', 'new\nkey:: value'],
    ['old\nkey:: value\nmore', 'other:: x', 'old\nkey:: value\nother:: x\nmore'],
    // Everything combined
    [
      '> ## TODO [#A] old\nkey:: value\nSCHEDULED: <2026-11-20 Fri>\nmore',
      'new\nline\nkey:: other\nDEADLINE: <2026-11-21 Sat>',
      '> ## TODO [#A] new\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-21 Sat>\nkey:: other\nline',
    ],
    // The logbook
    [`TODO old\n${LOG}`, 'new', `TODO new\n${LOG}`],
    [`TODO old\n${LOG}\nmore`, 'new\nkey:: value\nline', `TODO new\nkey:: value\nline\n${LOG}`],
    [`old\n${LOG}`, `new\n${LOG}`, `new\n${LOG}`],
    ['old', `new\n${LOG}\nline`, `new\nline\n${LOG}`],
  ])('[D2.9] %j rewritten with %j is %j', (old, text, result) => {
    expect(rewriteBlock(old, text)).toBe(result)
  })

  test.each([
    ['TODO old', '```\ncode\n```', 'TODO\n```\ncode\n```'],
    ['old\nkey:: value', '```\ncode\n```', 'key:: value\n```\ncode\n```'],
    ['TODO old\nkey:: value', '$$\nx\n$$', 'TODO\nkey:: value\n$$\nx\n$$'],
    ['## TODO [#A] old', '- a\n- b', '## TODO [#A]\n- a\n- b'],
    ['TODO old', '1. a\n2. b', 'TODO\n1. a\n2. b'],
    ['TODO old', '| a | b |\n| - | - |', 'TODO\n| a | b |\n| - | - |'],
    ['TODO old', '<!-- a\nb -->', 'TODO\n<!-- a\nb -->'],
    ['TODO old', '#+BEGIN_QUOTE\na\n#+END_QUOTE', 'TODO\n#+BEGIN_QUOTE\na\n#+END_QUOTE'],
    ['> old', '- a', '- a'],
    ['> TODO old', '```\ncode\n```', 'TODO\n```\ncode\n```'],
    ['TODO\n```\ncode\n```', 'key:: value', 'TODO\nkey:: value\n```\ncode\n```'],
    [
      '```\ncode\n```\nSCHEDULED: <2026-11-20 Fri>',
      'key:: value',
      'SCHEDULED: <2026-11-20 Fri>\nkey:: value\n```\ncode\n```',
    ],
    ['old\nkey:: value', 'a `b\nc` d', 'key:: value\na `b\nc` d'],
    ['old\nkey:: value', 'a <!-- b\nc --> d', 'key:: value\na <!-- b\nc --> d'],
    ['TODO x', '> ```\n> code\n> ```', 'TODO\n> ```\n> code\n> ```'],
    ['key:: value\n# Title', 'key:: other', 'key:: other\n# Title'],
    ['key:: value\nTODO x', 'key:: other', 'key:: other\nTODO x'],
    ['DONE old\nkey:: value', 'key:: other\nTODO x', 'DONE TODO x\nkey:: other'],
    [`TODO old\n${LOG}`, '```\ncode', `TODO\n${LOG}\n\`\`\`\ncode`],
    [`old\n${LOG}`, 'new\n```\ncode', `new\n${LOG}\n\`\`\`\ncode`],
    ['old\nprice:: $$', 'a $$ place', 'price:: $$\na $$ place'],
    ['old\nprice:: $$', '$$ place', 'price:: $$\n$$ place'],
    ['old\narrow:: -->', 'a <!-- b', 'arrow:: -->\na <!-- b'],
  ])(
    '[D2.9] %j rewritten with %j, which marks would break or which holds lines, is %j',
    (old, text, result) => {
      expect(rewriteBlock(old, text)).toBe(result)
    },
  )

  test.each([
    ['TODO x', 'TODO x'],
    ['key:: value\nTODO x', 'key:: value\nTODO x'],
    ['x\n\nkey:: value', 'x\n\nkey:: value'],
    ['x\nSCHEDULED: <2026-11-20>', 'x\nSCHEDULED: <2026-11-20 Fri>'],
    ['x\nSCHEDULED: <2026-11-20 Mon 10:00>', 'x\nSCHEDULED: <2026-11-20 Fri 10:00>'],
    ['x\r\nkey:: value', 'x\nkey:: value'],
    [' x \n', 'x'],
    ['id:: 1\nx', 'x'],
    ['x\nkey:: value', 'key:: value'],
    ['x\nkey:: value', 'key::'],
    ['TODO x', 'TODO'],
    ['TODO x', 'x'],
    ['# x\nkey:: value', '# x'],
    ['x', ''],
  ])('[D2.9] %j rewritten with %j is unchanged', (old, text) => {
    expect(rewriteBlock(old, text)).toBe(old)
  })

  test('[D2.9] text that would read as marks keeps a blank line before it if needed', () => {
    const parts = partsOf(parseBlock('\nTODO x'))
    expect(parseBlock(renderBlock(parts)).marker).toBeUndefined()
    expect(renderBlock(parts)).toBe('\nTODO x')
  })
})
