import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UUID, outlineText } from '../test/outline.ts'
import { parseBlock } from './parse.ts'
import { type VisibleText, replaceReferences, visibleLine, visibleText } from './visible-text.ts'

const REF = `((${UUID}))`

describe('text', () => {
  test.each([
    ['words', 'words'],
    ['words\nkey:: value', 'words'],
    ['key:: value\nwords', 'words'],
    ['key:: value', ''],
    ['words\nSCHEDULED: <2026-11-20 Fri>\nmore', 'words\nmore'],
    ['words\n:LOGBOOK:\nCLOCK: x\n:END:\nmore', 'words\nmore'],
    ['words\n:LOGBOOK:\nCLOCK: x', 'words\n:LOGBOOK:\nCLOCK: x'],
    ['\n \nwords\n\n', 'words'],
    ['a\n\nb', 'a\n\nb'],
    ['a\n\nkey:: value\n\nb', 'a\n\n\nb'],
    ['  words ', '  words '],
    ['```\nkey:: value\n```', '```\nkey:: value\n```'],
    ['> # TODO [#A] words', '> # TODO [#A] words'],
    ['id:: 1\ncollapsed:: true\nwords', 'words'],
    ['', ''],
    [' \n\t', ''],
    ['a\r\nkey:: value\r\nb', 'a\nb'],
    ['SCHEDULED: <2026-02-30 Mon>', 'SCHEDULED: <2026-02-30 Mon>'],
  ])('[D2.7] of %j is %j', (content, text) => {
    expect(visibleText(parseBlock(content)).text).toBe(text)
  })

  test.each([
    ['words', ''],
    ['TODO words', 'TODO '],
    ['> words', ''],
    ['> ## TODO [#A] words', '## TODO [#A] '],
    ['# words\nkey:: value', '# '],
    ['[#B] words', '[#B] '],
    ['TODO\nkey:: value\nwords', 'TODO'],
    ['key:: value\nTODO words', ''],
    ['  TODO words', 'TODO '],
  ])('[D2.7] the marks of %j are %j', (content, marks) => {
    const shown = visibleText(parseBlock(content))
    expect(shown.text.slice(...shown.marks)).toBe(marks)
  })

  test.each([
    [`x ${REF} y`, [REF]],
    [`key:: ${REF}\n${REF}`, [REF]],
    [`a\nkey:: value\n\nb ${REF} c ${REF}`, [REF, REF]],
    [`{{embed ${REF}}}`, [`{{embed ${REF}}}`]],
    [`x {{embed  ${REF} }} y`, [`{{embed  ${REF} }}`]],
    [`{{embed ${REF} and [[Page]]}}`, [REF]],
    [`embed ${REF}}}`, [REF]],
    [`[label](${REF})`, []],
    [`\`${REF}\``, []],
    [`\`\`\`\n${REF}\n\`\`\``, []],
    [`\n\n${REF}`, [REF]],
    [`${REF}\n\n`, [REF]],
    [`(${REF})`, [REF]],
  ])('[D2.7] the places of references in %j', (content, places) => {
    const shown = visibleText(parseBlock(content))
    expect(shown.blockRefs.map(({ start, end }) => shown.text.slice(start, end))).toEqual(places)
    expect(shown.blockRefs.every(({ id }) => id === UUID)).toBe(true)
  })

  test('[D2.7] every place contains its reference, in order, and marks are at the head', () => {
    fc.assert(
      fc.property(outlineText, (content) => {
        for (const shown of [visibleText(parseBlock(content)), visibleLine(parseBlock(content))]) {
          let last = 0
          for (const { start, end, id } of shown.blockRefs) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(shown.text.slice(start, end)).toContain(`((${id}))`)
            last = end
          }
          expect(shown.marks[0]).toBeLessThanOrEqual(shown.marks[1])
          expect(shown.marks[1]).toBeLessThanOrEqual(shown.text.length)
          expect(shown.text).not.toMatch(/^[ \t]*\n|\n[ \t]*$/)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('line', () => {
  test.each([
    ['words\nmore', 'words'],
    ['> ## TODO [#A] words', 'words'],
    ['TODO\nwords', 'words'],
    ['TODO\nkey:: value\n\n  words  \nmore', 'words'],
    ['key:: value\n# Title', '# Title'],
    ['key:: value', ''],
    ['SCHEDULED: <2026-11-20 Fri>\nwords', 'words'],
    ['```js\ncode\n```', '```js'],
    ['', ''],
  ])('[D2.7] of %j is %j', (content, line) => {
    expect(visibleLine(parseBlock(content))).toEqual({ text: line, blockRefs: [], marks: [0, 0] })
  })

  test('[D2.7] contains only the references of that line', () => {
    const shown = visibleLine(parseBlock(`TODO x ${REF}\n${REF}`))
    expect(shown).toEqual({ text: `x ${REF}`, blockRefs: [{ start: 2, end: 42, id: UUID }], marks: [0, 0] })
  })
})

describe('expanded references', () => {
  const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const ref = (n: number): string => `((${id(n)}))`
  const blocks = (contents: Record<number, string>) => {
    const lines = new Map<string, VisibleText>()
    for (const [n, content] of Object.entries(contents))
      lines.set(id(Number(n)), visibleLine(parseBlock(content)))
    return (of: string): VisibleText | undefined => lines.get(of)
  }
  const show = (content: string, line: (id: string) => VisibleText | undefined, self?: string): string =>
    replaceReferences(visibleText(parseBlock(content)), line, self)

  test.each([
    [`see ${ref(1)}!`, { 1: 'TODO the *words*\nmore' }, 'see the *words*!'],
    [`${ref(1)} ${ref(2)}`, { 1: 'one', 2: 'two' }, 'one two'],
    [`{{embed ${ref(1)}}}`, { 1: 'one' }, 'one'],
    [`[label](${ref(1)})`, { 1: 'one' }, `[label](${ref(1)})`],
    [`\`${ref(1)}\``, { 1: 'one' }, `\`${ref(1)}\``],
    [`a ${ref(1)}`, {}, `a ${ref(1)}`],
    [`{{embed ${ref(1)}}}`, {}, `{{embed ${ref(1)}}}`],
    [ref(1), { 1: 'key:: value' }, ''],
    [ref(1), { 1: `1 ${ref(2)}`, 2: `2 ${ref(3)}`, 3: 'three' }, '1 2 three'],
    [ref(1), { 1: `1 ${ref(2)}`, 2: `2 ${ref(3)}`, 3: `3 ${ref(4)}`, 4: 'four' }, `1 2 3 ${ref(4)}`],
    [ref(1), { 1: `1 ${ref(2)}`, 2: `2 ${ref(1)}` }, `1 2 ${ref(1)}`],
    [ref(1), { 1: `1 ${ref(1)}` }, `1 ${ref(1)}`],
    [`${ref(1)} ${ref(1)}`, { 1: 'one' }, 'one one'],
    [`key:: ${ref(1)}\nx`, { 1: 'one' }, 'x'],
  ])('[D2.7] %j', (content, others, text) => {
    expect(show(content, blocks(others))).toBe(text)
  })

  test('[D2.7] a block that refers to itself stops the expansion', () => {
    expect(show(`a ${ref(1)}`, blocks({ 1: `a ${ref(1)}` }), id(1))).toBe(`a ${ref(1)}`)
  })

  test('[D2.7] blocks full of references expand to a bounded text', () => {
    const full = `${'x'.repeat(50)} ${[1, 2, 3].map(ref).join(' ')} `.repeat(100)
    const text = show(full, blocks({ 1: full, 2: full, 3: full }))
    expect(text.length).toBeLessThanOrEqual(full.length + 20_000)
    expect(text.length).toBeGreaterThan(full.length)
  })
})
