import { describe, expect, test } from 'vitest'
import type { Habit } from './habit.ts'
import { readOutline, type TextBlock } from './outline-text.ts'

/** Blocks as lines: a tab for each depth, `⏎` for a line break inside. */
function outline(text: string, habit: Habit, fencesCode = false): string[] {
  const show = (block: TextBlock, depth: number): string[] => [
    '\t'.repeat(depth) + block.lines.join('⏎'),
    ...block.children.flatMap((child) => show(child, depth + 1)),
  ]
  return readOutline(text.split('\n'), 0, habit, {}, fencesCode).flatMap((block) => show(block, 0))
}

describe('in either kind of folder', () => {
  test.each([
    ['bullets nest by indent', '- a\n\t- b\n\t\t- c\n\t- d\n- e', ['a', '\tb', '\t\tc', '\td', 'e']],
    ['by spaces too', '- a\n  - b\n    - c\n- d', ['a', '\tb', '\t\tc', 'd']],
    ['a tab is worth four spaces', '- a\n    - b\n\t- c\n\t    - d', ['a', '\tb', '\tc', '\t\td']],
    ['a first bullet that is indented', '\t- a\n- b', ['a', 'b']],
    ['empty bullets', '-\n- \n\t-\n- a', ['', '', '\t', 'a']],
    ['white space after a bullet', '-   a\n-\tb', ['a', 'b']],
    ['lines of a bullet', '- a\n  b\n\t- c\n\t  d', ['a⏎b', '\tc⏎d']],
    ['deeper indent is kept', '- a\n    b\n\t- c\n\t\t  d', ['a⏎  b', '\tc⏎  d']],
    ['less indent is kept too', '\t- a\nb\n c', ['a⏎b⏎c']],
    ['blank lines inside', '- a\n\n  b\n  \n  c', ['a⏎⏎b⏎⏎c']],
    ['a fence holds its lines', '- a\n  ```\n  - x\n    - y\n  ```\n- b', ['a⏎```⏎- x⏎  - y⏎```', 'b']],
    ['a fence on the bullet', '\t- ```js\n\t  - x\n\t  ```\n\t- b', ['```js⏎- x⏎```', 'b']],
    ['a fence that nothing closes holds nothing', '- ```\n- b', ['```', 'b']],
    ['a longer fence', '- ````\n  ```\n  - x\n  ````\n- b', ['````⏎```⏎- x⏎````', 'b']],
    ['#+BEGIN', '- #+BEGIN_QUOTE\n  - x\n  #+END_QUOTE\n- b', ['#+BEGIN_QUOTE⏎- x⏎#+END_QUOTE', 'b']],
    [
      'a drawer',
      '- a\n  :LOGBOOK:\n  - State "DONE"\n  :END:\n- b',
      ['a⏎:LOGBOOK:⏎- State "DONE"⏎:END:', 'b'],
    ],
    ['maths', '- $$\n  - x\n  $$\n- b', ['$$⏎- x⏎$$', 'b']],
    ['numbered lists are words', '- a\n  1. x\n  2. y', ['a⏎1. x⏎2. y']],
    ['text that only looks like a bullet', '-a\n--\n- -b', ['-a⏎--', '-b']],
    ['a paragraph, then another', 'a\nb\n\nc', ['a⏎b⏎', 'c']],
    ['a tag is no heading', '#tag a', ['#tag a']],
  ])('%s', (_, text, expected) => {
    expect(outline(text, 'logseq')).toEqual(expected)
    expect(outline(text, 'notes')).toEqual(expected)
  })
})

describe('in a Logseq folder', () => {
  test.each([
    ['what is indented nests under a heading', '## a\n\t- b\n## c\n- d', ['## a', '\tb', '## c', 'd']],
    ['however ragged', '- a\n      - b\n   - c\n     - d\n - e', ['a', '\tb', '\tc', '\t\td', '\te']],
    ['headings of any level are siblings', '# a\n## b\n### c', ['# a', '## b', '### c']],
    ['lines right under a heading are its own', '## a\nid:: x\n\t- b', ['## a⏎id:: x', '\tb']],
    ['a paragraph under a heading', '## a\n\nb', ['## a⏎', '\tb']],
    ['other bullets are words', '- a\n  * x\n  + y', ['a⏎* x⏎+ y']],
    ['unless there is no dash at all', '* a\n  + b', ['a', '\tb']],
    ['a paragraph after a bullet stays in it', '- a\n\t- b\n\nc\n\nd\n- e', ['a', '\tb⏎⏎c⏎⏎d', 'e']],
    ['a heading after a bullet is no line of it', '- a\n\n# b', ['a⏎', '# b']],
  ])('%s', (_, text, expected) => expect(outline(text, 'logseq')).toEqual(expected))
})

describe('among notes', () => {
  test('a row below a line of a megabyte makes no heading', () => {
    const long = 'x'.repeat(1_000_000)
    expect(outline(`${long}\n===`, 'notes')).toEqual([`${long}⏎===`])
  })

  test.each([
    ['headings nest by level', '# a\n### b\n## c\n# d', ['# a', '\t### b', '\t## c', '# d']],
    ['a heading holds what follows', '# a\nb\n\n- c\n  - d\n\ne', ['# a', '\tb⏎', '\tc', '\t\td⏎', '\te']],
    ['any bullet', '* a\n+ b\n- c', ['a', 'b', 'c']],
    ['a rule is words', 'a\n\n* * *\n\n- - -', ['a⏎', '* * *⏎', '- - -']],
    ['a numbered list after bullets', '- a\n1. b\n2. c', ['a', '1. b⏎2. c']],
    ['a table after bullets', '- a\n| b |\n|---|', ['a', '| b |⏎|---|']],
    ['blank lines in a fence', '```\na\n\n- b\n```\nc', ['```⏎a⏎⏎- b⏎```⏎c']],
    ['bullets under a number', '1. a\n   - b\n2. c', ['1. a', '\tb', '2. c']],
    ['[H2] a blank before a number nests nothing', '1. a\n   - b\n 2. c', ['1. a', '\tb', ' 2. c']],
    ['[H2] nor after a blank line', '- a\n\n 1. b\n\n c', ['a⏎', ' 1. b⏎', ' c']],
    ['[H2] a number below an item stays in it', '- a\n  1. b\n  - c\n   2. d', ['a⏎1. b', '\tc⏎2. d']],
    [
      '[H2] quotes and code after one blank',
      '- a\n > b\n- c\n ~~~\n d\n ~~~',
      ['a', ' > b', 'c', ' ~~~⏎ d⏎ ~~~'],
    ],
    ['a blank before a bullet nests nothing', '- a\n - b\n  - c\n   - d', ['a', 'b', 'c', 'd']],
    ['a bullet nests from the words above it', '-   a\n  - b\n    - c', ['a', 'b', '\tc']],
    ['a list with blanks after a paragraph', '# a\nb\n   - c\n    - d', ['# a', '\tb', '\tc', '\td']],
    ['a list that is indented after a paragraph', 'a\n    - b\n    - c', ['a', '\tb', '\tc']],
    [
      'headings after one to three blanks',
      ' # a\nb\n  ## c\nd\n- e\n ## f\ng\n    # h',
      ['# a', '\tb', '\t## c', '\t\td', '\t\te', '\t## f', '\t\tg⏎    # h'],
    ],
    ['a heading in an item is words', '- a\n  # b\n- c\n # d', ['a⏎# b', 'c', '# d']],
    ['an open fence goes on to the end', 'a\n\n```md\n# b\n- c\n\nd', ['a⏎', '```md⏎# b⏎- c⏎⏎d']],
    ['an open fence ends with its item', '- a\n  ```\n  b\n\n- c\n# d', ['a⏎```⏎b⏎', 'c', '# d']],
    ['a fence ends with its item', '- a\n  ```\n  b\n# c\n```\nd\n```', ['a⏎```⏎b', '# c', '\t```⏎d⏎```']],
    ['code that nobody indented', '- ```js\n# b\n- c\n```\n- d', ['```js⏎# b⏎- c⏎```', 'd']],
    [
      '[H2] a paragraph after a nested list',
      '- a\n  - b\n\n  c\n  d\n\n  e\n  - f\n- g',
      ['a', '\tb⏎', '\tc⏎d⏎', '\te', '\tf', 'g'],
    ],
    [
      '[H2] of the item whose words it is below',
      '- a\n\t- b\n\t\t- c\n\n\t  d\n\n  e\n\nf',
      ['a', '\tb', '\t\tc⏎', '\t\td⏎', '\te⏎', 'f'],
    ],
    [
      '[H2] code and a quote there',
      '- a\n  - b\n\n  ```\n  # c\n      d\n  e\n  ```\n\n  > f\n1. g',
      ['a', '\tb⏎', '\t```⏎# c⏎    d⏎e⏎```⏎', '\t> f', '1. g'],
    ],
    ['[H2] but not a rule or an anchor', '- a\n  - b\n\n  ---\n\n  ^c', ['a', '\tb⏎⏎---⏎⏎^c']],
    ['a fence that closes before its item', '- a\n  ```\n  b\n```\n- c', ['a⏎```⏎b⏎```', 'c']],
  ])('%s', (_, text, expected) => expect(outline(text, 'notes')).toEqual(expected))

  test.each([
    ['after a blank line', 'a\n\n    - b\n\n      c\n\nd', ['a⏎', '```⏎- b⏎⏎  c⏎```⏎', 'd']],
    ['after a heading', '# a\n\t#b [[c]]\nd', ['# a', '\t```⏎#b [[c]]⏎```', '\td']],
    ['at the start', '    a\n     b', ['```⏎a⏎ b⏎```']],
    ['with fences in it', 'a\n\n    ```\n    ````\n    b', ['a⏎', '`````⏎```⏎````⏎b⏎`````']],
    ['after a list that ended', '- a\n\nb\n\n    c', ['a⏎', 'b⏎', '```⏎c⏎```']],
    ['but not at the start with a bullet', '    - a\n    - b', ['a', 'b']],
    ['but not in a paragraph', 'a\n    b', ['a⏎    b']],
    ['but not in an item', '- a\n\n    b\n\n    - c', ['a⏎⏎  b⏎', '\tc']],
    ['but not below a number', '1. a\n\n    b', ['1. a⏎', '    b']],
    ['but not in a footnote or a box', '[^1]: a\n\n    b\n\n!!! c\n\n    d', ['[^1]: a⏎', '    b⏎', '!!! c⏎', '    d']],
  ])('[H4] indented code gets fences %s', (_, text, expected) =>
    expect(outline(text, 'notes', true)).toEqual(expected)) // prettier-ignore

  test('[A1.1] a body that is no note has none', () =>
    expect(outline('a\n\n    - b', 'notes')).toEqual(['a⏎', '\tb']))
})
