import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockWords, lineWords } from './words-of.ts'

test.each([
  ['# Sow **rye** in [[Bed 2]] #now', 'Sow rye in Bed 2 #now'],
  ['TODO [#A] rig `mast`\nSCHEDULED: <2026-11-22 Sun>', 'TODO A rig mast Scheduled 2026-11-22 Sun'],
  ['see [the plan](https://a.example/x) and ==that==', 'see the plan and that'],
  ['- one\n- two', 'one two'],
  ['| a | b |\n|-|-|\n| 1 | 2 |', 'a b 1 2'],
  ['area $x^2$ wide', 'area x^2 wide'],
  ["```js\nlet y = 'it'\n```", "let y = 'it'"],
  ['a {{cloze b}}', 'a b'],
  ['mood:: *calm*', 'mood calm'],
  ['a < b & "c"', 'a < b & "c"'],
  ['', ''],
])('blockWords(%j) is %j', (content, words) => expect(blockWords(content)).toBe(words))

test.each([
  ['**calm**, see [[Night boat]]', 'calm, see Night boat'],
  ['&lt;b&gt;', '<b>'],
])('lineWords(%j) is %j', (text, words) => expect(lineWords(text)).toBe(words))

test('words without marks stay as they are', () => {
  const word = fc.stringMatching(/^[a-zé]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(blockWords(words.join(' '))).toBe(words.join(' '))
    }),
  )
})
