import { expect, test } from 'vitest'
import { parseBlock } from './parse.ts'

function propertiesOf(content: string): Record<string, string> {
  return Object.fromEntries(parseBlock(content).properties.map(({ key, value }) => [key, value]))
}

const longest = 'k'.repeat(64)

test.each([
  ['key:: value', { key: 'value' }],
  ['key::   value  ', { key: 'value' }],
  ['key::', { key: '' }],
  ['key:: ', { key: '' }],
  ['Key:: Value', { key: 'Value' }],
  ['words\nkey:: value', { key: 'value' }],
  ['words\nkey:: value\nwords', { key: 'value' }],
  ['words\n  key:: value', { key: 'value' }],
  ['a:: 1\nb:: 2\na:: 3', { a: '3', b: '2' }],
  ['Key:: 1\nKEY:: 2', { key: '2' }],
  ['works-at:: x', { 'works-at': 'x' }],
  ['a_b.c/d:: x', { 'a_b.c/d': 'x' }],
  ['标签:: 值', { 标签: '值' }],
  ['ключ:: x', { ключ: 'x' }],
  ['ÉTAT:: x', { état: 'x' }],
  ['e\u0301tat:: x', { état: 'x' }],
  ['हिन्दी:: x', { हिन्दी: 'x' }],
  ['٣:: x', { '٣': 'x' }],
  ['2026:: x', { 2026: 'x' }],
  [`${longest}:: x`, { [longest]: 'x' }],
  ['key:: a:: b', { key: 'a:: b' }],
  ['key:: ::', { key: '::' }],
  ['std:: is a namespace', { std: 'is a namespace' }],
  ['- item\nkey:: value', { key: 'value' }],
  ['text\r\nkey:: value\r\nmore', { key: 'value' }],
])('[D2.4] %j', (content, expected) => {
  expect(propertiesOf(content)).toEqual(expected)
})

test('[D2.4] a key can be __proto__', () => {
  expect(parseBlock('__proto__:: x').properties).toEqual([
    { key: '__proto__', written: '__proto__', value: 'x' },
  ])
})

test.each([
  'key::value',
  'key: value',
  'key : : value',
  'a key:: value',
  'key :: value',
  ':: value',
  'TODO key:: value',
  '# key:: value',
  '> key:: value',
  '>key:: value',
  'words\n> key:: value',
  '- key:: value',
  '[[key]]:: value',
  '#key:: value',
  'k"y:: value',
  '🙂:: value',
  'key\\:: value',
  `${longest}k:: x`,
  '```\nkey:: value\n```',
  '~~~~\nkey:: value\n~~~\nkey:: value',
  '```\nkey:: value',
  '$$\nkey:: value\n$$',
  '<!--\nkey:: value\n-->',
  '#+BEGIN_SRC\nkey:: value\n#+END_SRC',
  '#+begin_query\nkey:: value\n#+end_query',
  ':LOGBOOK:\nkey:: value\n:END:',
  '{{query\nkey:: value\n}}',
  'words {{query\n\nkey:: value\n}} and more',
  'words $$\nkey:: value\nand $$',
  'words <!-- a comment\nkey:: value\n\nkey:: value --> goes on',
])('[D2.4] %j has no property', (content) => {
  expect(propertiesOf(content)).toEqual({})
})

test.each([
  ['`a\nkey:: value\n`', 'a code span ends with its paragraph'],
  ['$a\nkey:: value\n$', 'and maths within a line'],
  ['<!--\nkey:: value', 'an unclosed comment is words'],
  ['$$\nkey:: value', 'unclosed maths are words'],
  ['#+BEGIN_SRC\nkey:: value', 'an unclosed raw block is words'],
  [':LOGBOOK:\nkey:: value', 'an unclosed drawer is words'],
  ['#+BEGIN_QUOTE\nkey:: value\n#+END_QUOTE', 'a quote block is read'],
  ['Nice place $$\nkey:: value', 'a price hides no property'],
  ['words {{\nkey:: value', 'an unclosed macro is words'],
  ['<!-- a --> b\nkey:: value\n-->', 'a comment ends at its first end'],
  ['key:: $$\nkey:: value\n$$', 'what a value opens ends with its line'],
])('[D2.1] %j has one: %s', (content) => {
  expect(propertiesOf(content)).toEqual({ key: 'value' })
})

test('[D2.4] the key is kept as first spelled beside its lower case', () => {
  expect(parseBlock('KeY:: 1\nkEy:: 2').properties).toEqual([{ key: 'key', written: 'KeY', value: '2' }])
})

test.each([
  ['collapsed:: true', true],
  ['Collapsed:: TRUE', true],
  ['collapsed:: true\ncollapsed:: false', undefined],
  ['collapsed:: false', undefined],
  ['collapsed::', undefined],
  ['x', undefined],
])('[D2.4] %j collapsed: %s', (content, collapsed) => {
  const block = parseBlock(content)
  expect(block.collapsed).toBe(collapsed)
  expect(block.properties).toEqual([])
})

test('[D2.4] id and collapsed are the outliner’s own', () => {
  const block = parseBlock('x\nid:: abc\ncollapsed:: true\nkey:: value')
  expect(block.id).toBe('abc')
  expect(block.properties.map(({ key }) => key)).toEqual(['key'])
})
