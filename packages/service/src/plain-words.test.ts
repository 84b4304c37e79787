import { describe, expect, test } from 'vitest'
import { readWords } from './plain-words.ts'

describe('[D5.1] plain words', () => {
  test.each([
    ['milk', ['milk']],
    ['  Buy\tMILK\nnow ', ['buy', 'milk', 'now']],
    ['milk Milk MILK', ['milk']],
    ['Straße', ['strasse']],
    ['東京　大阪', ['東京', '大阪']],
    ['C# #tag key:: 50% _', ['c#', '#tag', 'key::', '50%', '_']],
    ['-7d <b> {x} ‘q’ «r»', ['-7d', '<b>', '{x}', '‘q’', '«r»']],
  ])('%j', (q, words) => expect(readWords(q)).toEqual({ ok: true, value: words }))
})

const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(' ')

test('[D5.3] 24 words are taken, 25 are not, the same one counted each time', () => {
  expect(readWords(words(24))).toMatchObject({ ok: true })
  expect(readWords(words(25))).toMatchObject({
    refusal: { code: 'bad_request', error: 'q has 25 words; at most 24 are taken.' },
  })
  expect(readWords('a '.repeat(25))).toMatchObject({ ok: false })
})
