import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import { parseBlock } from './parse.ts'
import { replaceWords } from './replace-words.ts'
import { partsOf } from './rewrite.ts'

const BLOCK = '## TODO [#A] tea for two\nSCHEDULED: <2026-11-20 Fri>\ncups:: two\ntwo spoons'

test.each([
  ['tea for two', 'tea', 'coffee', 1, { content: 'coffee for two' }],
  ['tea tea', 'tea', 'coffee', 2, { content: 'coffee coffee' }],
  ['tea tea', 'tea', 'coffee', 1, { found: 2 }],
  ['tea', 'Tea', 'coffee', 1, { found: 0 }], // literal text
  ['aaa', 'aa', 'b', 1, { content: 'ba' }],
  ['a $& b', '$&', '$1', 1, { content: 'a $1 b' }],
  ['tea for two', ' for two', '', 1, { content: 'tea' }],
  ['tea\nfor two', 'tea\nfor', 'four', 1, { content: 'four two' }],
  ['TODO tea', 'TODO', 'DONE', 1, { found: 0 }],
  ['[#A] tea', '#A', '#B', 1, { found: 0 }],
  [
    BLOCK,
    'two',
    'three',
    2,
    { content: BLOCK.replace('for two', 'for three').replace('two sp', 'three sp') },
  ],
  [BLOCK, '2026', '2027', 1, { found: 0 }],
  [BLOCK, 'two\nSCHEDULED', 'x', 1, { found: 0 }], // across a date line
  ['tea', 'tea', 'tea\ncups:: 2', 1, { reaches: 'parts' }],
  ['tea', 'tea', 'DONE tea', 1, { reaches: 'parts' }],
  ['tea\nx\ncups:: 2', 'x', 'x\ncups:: 3', 1, { reaches: 'parts' }], // a second line of the property
  ['x\nk:: v', 'x', 'x\nk:: w', 1, { reaches: 'parts' }],
  ['tea\nx', 'x', 'DEADLINE: <2026-11-20 Fri>', 1, { reaches: 'parts' }],
  ['tea\nx', 'x', 'DEADLINE: 2026-11-20', 1, { reaches: 'parts' }], // a date, once it is stored
  ['tea for two', 'two', '', 1, { content: 'tea for' }],
  ['tea\ntwo', 'tea', '', 1, { content: 'two' }],
  ['oh TODO tea', 'oh', '', 1, { reaches: 'parts' }], // the white space would not hide the marker
  ['\nTODO tea', 'tea', 'milk', 1, { content: '\nTODO milk' }], // as a device wrote it
])('[A2.1] in %j, %j for %j, %i times: %j', (content, find, replace, expected, result) => {
  expect(replaceWords(content, find, replace, { expect: expected })).toEqual(result)
})

test('[A2.1] a replacement changes the words and no other part', () => {
  fc.assert(
    fc.property(
      outlineText,
      fc.constantFrom('a', ' ', 'x', ':', '\n'),
      fc.constantFrom('', 'b', 'TODO x', 'k:: v', '\n```'),
      (content, find, replace) => {
        const result = replaceWords(content, find, replace, { expect: 1 })
        if (!('content' in result)) return
        const { words: _, quote: _q, ...before } = partsOf(parseBlock(content))
        const { words: _w, quote: _r, ...after } = partsOf(parseBlock(result.content))
        expect(after).toEqual(before)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  ['in\u00A0current sprint', 'in current', 1, { content: 'x sprint', matched: 'in\u00A0current' }],
  ['a \u2013 b', 'a - b', 1, { content: 'x', matched: 'a \u2013 b' }],
  ['\u201Ctea\u201D for two', '"tea"', 1, { content: 'x for two', matched: '\u201Ctea\u201D' }],
  ['it\u02BCs tea', "it's", 1, { content: 'x tea', matched: 'it\u02BCs' }],
  ['a\uFF02b\u301Ec', 'a"b"c', 1, { content: 'x', matched: 'a\uFF02b\u301Ec' }],
  ['it\u2019s tea', "it's", 1, { content: 'x tea', matched: 'it\u2019s' }],
  ['caf\u00E9 noir', 'cafe\u0301', 1, { content: 'x noir', matched: 'caf\u00E9' }],
  ['cafe\u0301 noir', 'cafe', 1, { content: 'x\u0301 noir' }], // literally there
  ['caf\u00E9 noir', 'cafe', 1, { found: 0 }], // a letter and its mark are one
  ['a\u00A0b a\u00A0b', 'a b', 1, { found: 0, alike: 2 }],
  ['a\u00A0b', 'a b', 2, { found: 0, alike: 1 }],
  ['a\u00A0b a b', 'a b', 1, { content: 'a\u00A0b x' }], // the literal one is meant
  ['TODO a\u00A0b\nkey:: c\u00A0d', 'c d', 1, { found: 0 }], // a property is no word
])('[A13.4] in %j, %j %i times: %j', (content, find, expected, result) => {
  expect(replaceWords(content, find, 'x', { expect: expected })).toEqual(result)
})

test.each([
  ['rye and grye', 'rye', 1, { content: 'oats and grye' }],
  ['grye', 'rye', 1, { found: 0 }],
  ['rye rye-bread', 'rye', 2, { content: 'oats oats-bread' }],
  ['\u201Crye\u201D grye', '"rye"', 1, { content: 'oats grye', matched: '\u201Crye\u201D' }],
])('[A13.4] whole words of %j, %j %i times: %j', (content, find, expected, result) => {
  expect(replaceWords(content, find, 'oats', { expect: expected, whole: true })).toEqual(result)
})
