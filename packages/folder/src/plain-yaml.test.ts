import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainEntries } from './plain-yaml.ts'
import { libraryMapping } from './yaml-entries.ts'

describe('plainEntries reads', () => {
  test.each([
    ['type: book', [['type', 'book']]],
    ['aliases: [Straße, книга 2]\ntags: [a/b, c-d]', [['aliases', ['Straße', 'книга 2']], ['tags', ['a/b', 'c-d']]]], // prettier-ignore
    ['tags:\n  - one\n  - two words\ntype: book', [['tags', ['one', 'two words']], ['type', 'book']]], // prettier-ignore
    ['tags:\n- one', [['tags', ['one']]]],
    ['created: 2026-11-20T08:30:00', [['created', '2026-11-20T08:30:00']]],
    ['empty:\nnull: null', [['empty', ''], ['null', '']]], // prettier-ignore
    ['a: b \na: c', [['a', 'b'], ['a', 'c']]], // prettier-ignore
  ])('%j', (yaml, expected) => {
    expect(plainEntries(yaml)?.map(({ key, value }) => [key, value])).toEqual(expected)
    expect(plainEntries(yaml)).toEqual(libraryMapping(yaml)?.entries)
  })
})

test.each([
  '',
  'a: "b"',
  'a: b # c',
  'a: b: c',
  'a: b:',
  'a: [b, ]',
  'a: [b, [c]]',
  'a: b\n  c',
  'a:\n  b: c',
  'a:\n  - b\n - c',
  'a:\n  - b\n    c',
  'a:\n  - b: c',
  'a: b\n- c',
  'a: *b',
  'a: &b c',
  'a: !b c',
  'a: |\n  b',
  '? a',
  '- a',
  'a\tb: c',
  'a: b\t',
  'a:\tb',
  'a: b\n\nc: d',
  'a : b',
  '1: b',
])('plainEntries leaves %j to the library', (yaml) => expect(plainEntries(yaml)).toBeUndefined())

const SIGNS = Array.from('aZé字5٣², _./+-:#[]{}&*!|>\'"%@`?~=<\t')

test('plainEntries reads what it reads as the library does', () => {
  const word = fc.string({
    unit: fc.constantFrom(...SIGNS),
    maxLength: 8,
  })
  const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom('a', 'Tags', 'ключ', 'b-c', 'd_1') }, word)
  const value = fc.oneof(
    word,
    fc.constantFrom(
      'null',
      '~',
      'true',
      '1.10',
      '0x1F',
      '2026-11-20',
      '12:30',
      'a:b',
      '- a',
      'a - b',
      'a --- b',
      '...',
    ),
    fc.array(word, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  )
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`) },
    { weight: 2, arbitrary: key.map((name) => `${name}:`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('', ' ', '  '), value)
        .map(([indent, text]) => `${indent}- ${text}`),
    },
    word,
    fc.constantFrom('---', '...', ' ', '# note'),
  )
  let read = 0
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const yaml = lines.join('\n')
      const entries = plainEntries(yaml)
      if (entries === undefined) return
      read++
      expect(libraryMapping(yaml)?.entries).toEqual(entries)
    }),
    { numRuns: 5_000 },
  )
  expect(read).toBeGreaterThan(0)
})
