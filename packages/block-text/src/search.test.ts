import { expect, test } from 'vitest'
import { parseBlock } from './parse.ts'
import { searchText } from './search.ts'

test.each([
  ['words', 'words'],
  ['words\nid:: 1', 'words'],
  ['id:: 1\nwords', 'words'],
  ['words\ncollapsed:: true\nmore', 'words\nmore'],
  ['words\nID:: 1\n  Collapsed:: true\nkey:: value', 'words\nkey:: value'],
  ['id:: 1', ''],
  ['a\nid:: 1\nid:: 2', 'a'],
  ['```\nid:: 1\n```', '```\nid:: 1\n```'],
  ['identity:: 1', 'identity:: 1'],
  [`a ![x](data:image/png;base64,${'QUJD'.repeat(25)}) b`, 'a ![x](data:image/png) b'],
  [`a ![x](data:;base64,${'QUJD'.repeat(25)}) b`, 'a ![x](data:text/plain) b'],
  [`a data:,${'QUJD'.repeat(25)} b`, `a data:,${'QUJD'.repeat(25)} b`],
  ['a data:image/png;base64,QUJD b', 'a data:image/png;base64,QUJD b'],
  ['TODO x\nSCHEDULED: <2026-11-20 Fri>', 'TODO x\nSCHEDULED: <2026-11-20 Fri>'],
])('[D5.1] %j is searched as %j', (content, text) => {
  expect(searchText(parseBlock(content))).toBe(text)
})
