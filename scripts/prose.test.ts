import { describe, expect, test } from 'vitest'
import { opensWithClause, sentencesOfComment, sentencesOfMarkdown, wordCount } from './prose.ts'

describe('sentences of Markdown', () => {
  test.each([
    ['One. Two!\nThree', ['One.', 'Two!', 'Three']],
    ['A file, e.g. `a.ts`. Then B', ['A file, e.g. `a.ts`.', 'Then B']],
    ['# Heading\n\ntext\n\n| a | b |\n| - | - |', ['text']],
    ['```ts\nconst a = 1\n```\nafter', ['after']],
    ['- one\n- two\n1. three', ['one', 'two', 'three']],
    ['a [link](https://a.example/b.c) ends', ['a link ends']],
    ['Version 1.5 is new. `code` is last.', ['Version 1.5 is new.', '`code` is last.']],
    ['<!-- a note -->\n\n[a]: b.md', []],
  ])('%j: %j', (markdown, sentences) => expect(sentencesOfMarkdown(markdown)).toEqual(sentences))
})

describe('sentences of a comment', () => {
  test.each([
    [' * One.\n * Two.', ['One.', 'Two.']],
    [
      '* Reads a page.\n * @param name - the name\n * @returns the page',
      ['Reads a page.', 'the name', 'the page'],
    ],
    ['* A.\n * @example\n * a() // What it is\n * @throws a fault', ['A.', 'a fault']],
    ['* A.\n * @see docs/what.md', ['A.']],
    ['* Takes {@link Page}.', ['Takes `Page`.']],
    [' oxlint-disable-next-line no-console', []],
    [' @__PURE__ ', []],
  ])('%j: %j', (comment, sentences) => expect(sentencesOfComment(comment)).toEqual(sentences))
})

test.each([
  ['What a page holds is kept.', true],
  ['Of two edits the later wins.', true],
  ['what was sent', true],
  ['Whose page is this?', false],
  ['The page that was sent.', false],
  ['Office hours', false],
  ['`what` is a key.', false],
])('a clause opens %j: %j', (sentence, opens) => expect(opensWithClause(sentence)).toBe(opens))

test.each([
  ['One two – three.', 3],
  ['`a + b` is 4', 3],
])('words of %j: %i', (sentence, count) => expect(wordCount(sentence)).toBe(count))
