import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deletePair,
  insertLink,
  linkOver,
  MARKS,
  toggleMark,
  typePair,
  type MarkName,
  type TextSelection,
} from './text-commands.ts'

/** `|` is the caret, or both ends of the selection. */
function read(drawn: string): TextSelection {
  const parts = drawn.split('|')
  const start = parts[0]!.length
  return { text: parts.join(''), start, end: start + (parts.length > 2 ? parts[1]!.length : 0) }
}
function shown(selection: TextSelection | undefined): string | undefined {
  if (!selection) return undefined
  const { text, start, end } = selection
  const rest = start === end ? text.slice(end) : `${text.slice(start, end)}|${text.slice(end)}`
  return `${text.slice(0, start)}|${rest}`
}

test.each<[MarkName, string, string]>([
  ['bold', 'buy |milk| now', 'buy **|milk|** now'],
  ['bold', 'buy **|milk|** now', 'buy |milk| now'],
  ['bold', 'buy |**milk**| now', 'buy |milk| now'],
  ['bold', 'buy| milk |now', 'buy **|milk|** now'], // blanks stay outside
  ['bold', 'a | b', 'a **|** b'],
  ['bold', 'a **|** b', 'a | b'],
  ['bold', '*|x|*', '***|x|***'],
  ['bold', '***|x|***', '*|x|*'],
  ['italic', '***|x|***', '**|x|**'],
  ['italic', '**|x|**', '***|x|***'],
  ['strike', '|x|', '~~|x|~~'],
  ['strike', '~~|x|~~', '|x|'],
  ['highlight', '|x|', '==|x|=='],
])('[O3.1] %s: %j becomes %j', (name, before, after) => {
  expect(shown(toggleMark(read(before), name))).toBe(after)
})

test('[O3.1] a mark that was put around words comes off again', () => {
  const words = fc.stringMatching(/^[a-z ]{0,4}[a-z][a-z ]{0,4}$/)
  const name = fc.constantFrom(...(Object.keys(MARKS) as MarkName[]))
  fc.assert(
    fc.property(words, words, words, name, (before, inside, after, mark) => {
      const text = before + inside + after
      const marked = toggleMark({ text, start: before.length, end: before.length + inside.length }, mark)
      expect(toggleMark(marked, mark).text).toBe(text)
    }),
  )
})

test.each([
  ['see |docs|', 'see [docs](|)'],
  ['|https://a.example|', '[|](https://a.example)'],
  ['|', '[|]()'],
])('[O3.1] a link of %j is %j', (before, after) => {
  expect(shown(insertLink(read(before)))).toBe(after)
})

test.each([
  ['see |docs| now', 'https://a.example/x', 'see [docs](https://a.example/x)| now'],
  ['|a [b]|', 'https://a.example/(x)\n', '[a \\[b\\]](https://a.example/%28x%29)|'],
  ['|docs|', 'javascript:alert(1)', undefined],
  ['|docs|', 'two words', undefined],
  ['docs|', 'https://a.example', undefined],
  ['|https://b.example|', 'https://a.example', undefined],
  ['|a\nb|', 'https://a.example', undefined],
])('[O3.1] over %j, the paste of %j gives %j', (before, pasted, after) => {
  expect(shown(linkOver(read(before), pasted))).toBe(after)
})

test.each([
  ['|', '[', '[|]'],
  ['[|]', '[', '[[|]]'],
  ['[[x|]]', ']', '[[x]|]'],
  ['x|]', ']', undefined], // this bracket is not closed here
  ['|word', '(', undefined],
  ['a |word| b', '[', 'a [|word|] b'],
  ['a |word| b', '*', 'a *|word|* b'],
  ['|', '*', undefined], // a bullet or a word
  ["|don't|", "'", undefined],
  ['`|`', '`', '``|'],
  ['``|', '`', undefined], // a fence
  ['\\|', '[', undefined],
  ['x|', 'constructor', undefined],
])('[O3.1] typing in %j the character %j gives %j', (before, character, after) => {
  expect(shown(typePair(read(before), character))).toBe(after)
})

test.each([
  ['a [|] b', 'a | b'],
  ['a [x|] b', undefined],
  ['|]', undefined],
])('[O3.1] Backspace in %j gives %j', (before, after) => {
  expect(shown(deletePair(read(before)))).toBe(after)
})
