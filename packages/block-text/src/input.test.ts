import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UUID, outlineText } from '../test/outline.ts'
import { readInput } from './input.ts'
import { parseBlock } from './parse.ts'

const OPTIONS = { ownId: UUID, origin: 'https://notes.example' }

describe('stored', () => {
  test.each([
    ['words', 'words'],
    ['  words  ', 'words'],
    ['\n\n words\n\n more \n\n', 'words\n\n more'],
    ['\twords', 'words'],
    ['a\tb', 'a\tb'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a  \n  b', 'a  \n  b'],
    ['\u3000words\ufeff', 'words'],
    ['🙂', '🙂'],
    ['a\u2028b', 'a\u2028b'],
    ['a\u200db', 'a\u200db'],
  ])('[D2.11] %j as %j', (text, content) => {
    expect(readInput(text, OPTIONS)).toEqual({ ok: true, content })
  })

  test.each([
    ['TODO x\nSCHEDULED: 2026-11-20', 'TODO x\nSCHEDULED: <2026-11-20 Fri>'],
    ['SCHEDULED: 2026-11-20 10:00', 'SCHEDULED: <2026-11-20 Fri 10:00>'],
    ['x\nDEADLINE: <2026-11-20 Sun +1w>', 'x\nDEADLINE: <2026-11-20 Fri +1w>'],
    ['x\r\nDEADLINE: 2026-11-20\r\n', 'x\nDEADLINE: <2026-11-20 Fri>'],
    ['```\nDEADLINE: 2026-02-30\n```', '```\nDEADLINE: 2026-02-30\n```'],
  ])('[D2.3] %j as %j', (text, content) => {
    expect(readInput(text, OPTIONS)).toEqual({ ok: true, content })
  })

  test.each([
    ['x\nid:: 1', 'x'],
    ['id:: 1\nx', 'x'],
    ['x\nID:: 1\ny', 'x\ny'],
    ['x\nid::', 'x'],
    [`x\nid:: ${UUID}`, `x\nid:: ${UUID}`],
    [`x\nid:: 1\nid:: ${UUID}`, `x\nid:: ${UUID}`],
    ['```\nid:: 1\n```', '```\nid:: 1\n```'],
    ['x\ncollapsed:: true', 'x\ncollapsed:: true'],
  ])('[D2.4] %j as %j', (text, content) => {
    expect(readInput(text, OPTIONS)).toEqual({ ok: true, content })
  })
})

describe('refused', () => {
  test.each([
    ['', { fault: 'empty' }],
    [' \n\t\r\n ', { fault: 'empty' }],
    ['\u3000', { fault: 'empty' }],
    ['id:: 1', { fault: 'empty' }],
    ['id:: 1\n\nid:: 2', { fault: 'empty' }],
    ['a\u0007', { fault: 'control_character', at: 1, character: 'U+0007' }],
    ['\u0000', { fault: 'control_character', at: 0, character: 'U+0000' }],
    ['a\r\nb\u007f', { fault: 'control_character', at: 4, character: 'U+007F' }],
    ['a\u0085', { fault: 'control_character', at: 1, character: 'U+0085' }],
    ['a\u009f', { fault: 'control_character', at: 1, character: 'U+009F' }],
    ['a\u000b', { fault: 'control_character', at: 1, character: 'U+000B' }],
    ['a\ud800', { fault: 'control_character', at: 1, character: 'U+D800' }],
    ['\udc00a', { fault: 'control_character', at: 0, character: 'U+DC00' }],
    ['\ud800\ud800\udc00', { fault: 'control_character', at: 0, character: 'U+D800' }],
    ['![x](/api/files/abc)', { fault: 'names_file' }],
    ['`https://notes.example/api/files/abc`', { fault: 'names_file' }],
    ['see [picture: cat.png]', { fault: 'names_file' }],
    ['[file: unknown]', { fault: 'names_file' }],
    ['x\nDEADLINE: 2026-02-30', { fault: 'no_such_day', day: '2026-02-30' }],
    ['SCHEDULED: <2026-13-01 Mon 10:00>', { fault: 'no_such_day', day: '2026-13-01' }],
  ])('[D2.11] %j', (text, fault) => {
    expect(readInput(text, OPTIONS)).toEqual({ ok: false, ...fault })
  })

  test.each([
    ['x\nDEADLINE: soon', { fault: 'no_day', line: 'DEADLINE: soon' }],
    ['TODO x\nSCHEDULED: 2026-11-20 +0d', { fault: 'idle_repeater', repeater: '+0d' }],
  ])('[A2.3, A3.3] %j, unless its block has the line already', (text, fault) => {
    expect(readInput(text)).toEqual({ ok: false, ...fault })
    expect(readInput(text, { old: text.replace('2026-11-20 +0d', '<2026-11-20 Fri +0d>') }).ok).toBe(true)
  })

  test('[D2.11] a file of the account, unless a device names it', () => {
    const content = '![x](/api/files/abc) [file: map.png]'
    expect(readInput(content)).toEqual({ ok: false, fault: 'names_file' })
    expect(readInput(content, { files: true })).toEqual({ ok: true, content })
  })

  test('[D2.4] a new block drops every id line', () => {
    expect(readInput(`x\nid:: ${UUID}`)).toEqual({ ok: true, content: 'x' })
  })
})

test('[D2.11] stored content reads back unchanged', () => {
  fc.assert(
    fc.property(outlineText, (text) => {
      const read = readInput(text)
      if (!read.ok) return
      expect(read.content).toBe(read.content.trim())
      expect(parseBlock(read.content).id).toBeUndefined()
      expect(readInput(read.content)).toEqual(read)
    }),
    { numRuns: 3000 },
  )
})
