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
  ['a percent sign without digits', 'files/%zz', ['%zz']],
  ['several, also twice', '![](files/f1)![](files/f2) files/f1', ['f1', 'f2', 'f1']],
  ['JSON', JSON.stringify({ src: '/api/files/f1' }), ['f1']],
  ['JSON with a line of its own', JSON.stringify({ text: 'x\n/api/files/f1\ny' }), ['f1']],
])('possibleFileIds of %s', (_, text, ids) => {
  expect(possibleFileIds(text)).toEqual(ids)
})
