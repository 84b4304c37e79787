import { fileIds } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { possibleFileIds } from './possible-file-ids.ts'

test.each<[string, string, string[]]>([
  ['words', 'no file, no files', []],
  ['a path without an id', 'see files/ and files/?x', []],
  ['an address', 'see /api/files/f1.', ['f1']],
  ['an id with a dash and an underscore', '/api/files/a-b_c', ['a-b_c']],
  ['an address with a query', '/api/files/f1?size=2', ['f1']],
  ['an address with an extension', '/api/files/f1.png', ['f1']],
  ['another site', 'https://other.example/files/f1', ['f1']],
  ['a longer word before the slash', 'profiles/f1', ['f1']],
  ['path segments without effect', '/api/files/././f1', ['f1']],
  ['percent escapes, in any case', '/api/files/%66%31%2d%2D', ['f1--']],
  ['a percent sign without digits', 'files/%zz and files/f1%', ['f1']],
  ['an escape of a character that no id has', '/api/files/f1%20x', ['f1']],
  ['an id after a folder of the same name', '/api/files/files/f1', ['files', 'f1']],
  ['several, also twice', '![](files/f1)![](files/f2) files/f1', ['f1', 'f2', 'f1']],
  ['JSON', JSON.stringify({ src: '/api/files/f1' }), ['f1']],
  ['JSON with a line of its own', JSON.stringify({ text: 'x\n/api/files/f1\ny' }), ['f1']],
])('possibleFileIds of %s', (_, text, ids) => {
  expect(possibleFileIds(text)).toEqual(ids)
})

const ORIGIN = 'https://notes.example'
const PIECES = fc.oneof(
  fc.constantFrom(
    '/api/files/',
    'files/',
    '/api/',
    './',
    '../',
    '/',
    ORIGIN,
    '.',
    '?',
    '#',
    '"',
    '\\',
    '\n',
    ' ',
  ),
  fc.constantFrom('f1', 'a-b_c', '%66', '%2D', '%20', '%2e', '%2F', '%', '%6', 'x', 'é', '"', '\ud800'),
  fc.constantFrom('a'.repeat(127), 'a'.repeat(129)),
)

test('possibleFileIds finds every id of fileIds, in a text and in the JSON of a record', () => {
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      for (const id of fileIds(text, ORIGIN)) {
        expect(possibleFileIds(text)).toContain(id)
        expect(possibleFileIds(JSON.stringify({ shape: { text } }))).toContain(id)
      }
    }),
    { numRuns: 2000, examples: [[['/api/files/', 'f1', '%20', 'x']]] },
  )
})
