import { LIMITS } from '@notegraph/contract'
import { expect, test } from 'vitest'
import { visibleWords } from './visible-words.ts'

test.each([
  ['**red** boat ((11111111-1111-4111-8111-111111111111))', 'red boat …'],
  // The bounds of a renderer are those of a page, and a search reads thousands of blocks.
  ['area $x^2$\n```js\nlet y = 1\n```', 'area $x^2$ let y = 1'],
  ['$$\nx^2\n$$', '$$ x^2 $$'],
  ['a {{cloze hidden}} b {{renderer :x}}', 'a hidden b'],
  ['red %%unsaid%% boat\ncolor:: red %%unsaid%%', 'red boat color red'],
])('[S3] readers see the words of %j as %j', (content, words) => expect(visibleWords(content)).toBe(words))

test('[S3] a block has no words beyond those that its page shows', () => {
  const shown = 'x'.repeat(LIMITS.blockText)
  expect(visibleWords(shown)).toBe(shown)
  expect(visibleWords(`${shown} end`)).toBe(`${shown}…`)
})

test.each([
  ['<!-- ', ' -->'],
  ['\n#+BEGIN_COMMENT\n', '\n#+END_COMMENT'],
  ['\n:LOGBOOK:\n', '\n:END:'],
  ['%%', '%%'],
])('[S3] a long block does not show the beginning of %j', (begin, end) => {
  const shown = 'x'.repeat(LIMITS.blockText - 20)
  expect(visibleWords(`${shown}${begin}${'secret '.repeat(20)}${end}`)).toBe(shown)
})
