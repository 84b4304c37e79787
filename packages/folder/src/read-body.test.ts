import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

/** Each block with a tab for each level. */
const outline = (text: string): string[] => {
  const read = readBody(text)
  if (!read.ok) throw new Error(`line ${read.line}`)
  return read.blocks.map(({ content, depth }) => '\t'.repeat(depth) + content)
}

test.each([
  ['a', ['a']],
  ['- a\n- b', ['a', 'b']],
  ['- a\n  - b\n    - c\n- d', ['a', '\tb', '\t\tc', 'd']],
  ['- a\n\t- b', ['a', '\tb']],
  ['# A\n- a\n## B\ntext\n- b\n# C', ['# A', '\ta', '\t## B', '\t\ttext', '\t\tb', '# C']],
  ['one\ntwo\n\nthree', ['one\ntwo', 'three']],
  ['- a\n  ```\n  - code\n  ```\n- b', ['a\n```\n- code\n```', 'b']],
  ['- [ ] a\n- [x] b', ['TODO a', 'DONE b']],
  ['- [ ] TODO a\n- [x] DONE b', ['TODO a', 'DONE b']], // one marker
  ['- [ ] TODO\n  a\n- [ ]  TODO\n- [ ] TODO [#A] b', ['TODO\na', 'TODO', 'TODO [#A] b']],
  ['- [ ] WAITING a\n- [x] CANCELED b', ['WAITING a', 'CANCELED b']], // the marker says more than the box
  ['- [x] TODO a\n- [ ] DONE b', ['DONE a', 'TODO b']], // the box decides what is finished
  ['- [/] TODO a\n- [-] DONE b', ['DOING a', 'CANCELED b']],
  ['- [ ] TODOS a\n- [ ] TODO: b\n- [ ] todo c', ['TODO TODOS a', 'TODO TODO: b', 'TODO todo c']],
  ['> - [x] TODO a', ['> DONE a']],
  ['- a\n  key:: value\n  SCHEDULED: <2026-11-20 Fri>', ['a\nkey:: value\nSCHEDULED: <2026-11-20 Fri>']],
  ['title:: x\n- a', ['title:: x', 'a']], // no head of a page
  ['---\na: b\n---', ['---\na: b\n---']],
  ['- TODO a\r\n- b', ['TODO a', 'b']],
  ['TODO a\n\n# DONE b', ['TODO a', '# DONE b']],
  // The syntax of Obsidian stays as written.
  ['- a #12 (#boat) #v1.2.3 #foo+bar', ['a #12 (#boat) #v1.2.3 #foo+bar']],
  ['- a [attendees:: Tom]\n- (key:: v) b', ['a [attendees:: Tom]', '(key:: v) b']],
  ['- [ ] a 📅 2026-12-01 ⏫ 🔁 every week', ['TODO a 📅 2026-12-01 ⏫ 🔁 every week']],
])('[A1.1] %j is the outline %j', (text, expected) => expect(outline(text)).toEqual(expected))

test('[A1.1] a body beyond a limit is refused with its line', () => {
  expect(readBody('- a\n- b\n- c', { blocks: 2 })).toEqual({ ok: false, line: 3 })
})
