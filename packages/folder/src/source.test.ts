import { expect, test } from 'vitest'
import { decodeText } from './source.ts'

const xml = (encoding: string, words: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${words}</a>`

test.each([
  ['UTF-8', Buffer.from('é')],
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFFé', 'utf16le')],
  ['the other UTF-16', Buffer.from('\uFEFFé', 'utf16le').swap16()],
  ['XML that names its encoding', Buffer.from(xml('ISO-8859-1', 'é'), 'latin1')],
  ['XML after a line break', Buffer.from(`\n${xml('ISO-8859-1', 'é')}`, 'latin1')],
  ['XML in Cyrillic', Buffer.from(xml('windows-1251', '\u00E9'), 'latin1'), 'й'],
  ['XML in UTF-8', Buffer.from(xml('UTF-8', 'é'))],
  ['XML in UTF-8 that names ASCII', Buffer.from(xml('us-ascii', 'é'))],
  ['XML in UTF-8 that names Latin 1', Buffer.from(xml('ISO-8859-1', 'é'))],
  ['XML in UTF-8 that names a code page', Buffer.from(xml('Windows-1252', 'é'))],
  ['XML in UTF-8 that names another spelling', Buffer.from(xml('latin1', 'é'))],
  ['XML in UTF-8 that names no known encoding', Buffer.from(xml('x-none', 'é'))],
  ['XML in UTF-8 that names UTF-16', Buffer.from(xml('utf-16', 'é'))],
  ['XML in UTF-16 without a mark', Buffer.from(xml('utf-16', 'é'), 'utf16le')],
  ['XML in the other UTF-16 without a mark', Buffer.from(xml('utf-16', 'é'), 'utf16le').swap16()],
])('%s is read', (_, bytes, word = 'é') => {
  expect(decodeText(bytes)).toEqual({ text: expect.stringMatching(new RegExp(`${word}(?:</a>)?$`, 'u')) })
})

test.each([
  ['bytes of no encoding', Buffer.from([0x66, 0xe9]), 'Save the file as UTF-8'],
  [
    'half a character of UTF-16',
    Buffer.from([0xff, 0xfe, 0]),
    'its encoding is utf-16le. Save the file as UTF-8',
  ],
  [
    'XML that names no known encoding',
    Buffer.from(xml('x-none', 'é'), 'latin1'),
    'its encoding is x-none. Save',
  ],
])('%s: the message says what to do', (_, bytes, words) => {
  expect(decodeText(bytes)).toEqual({ why: expect.stringContaining(words) })
})
