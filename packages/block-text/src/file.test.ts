import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outlineText } from '../test/outline.ts'
import { type FileName, fileIds, nameFiles, namesFile } from './file.ts'

const ORIGIN = 'https://notes.example'
const FILES: Record<string, FileName> = {
  pic: { name: 'cat.png', type: 'image/png' },
  svg: { name: 'a b.svg', type: 'IMAGE/SVG+XML' },
  doc: { name: 'plan.pdf', type: 'application/pdf' },
}
const file = (id: string): FileName | undefined => FILES[id]

describe('named', () => {
  test.each([
    ['![alt](/api/files/pic)', '[picture: cat.png]'],
    ['![](/api/files/pic)', '[picture: cat.png]'],
    ['[label](/api/files/doc)', '[file: plan.pdf]'],
    ['[label](/api/files/pic)', '[picture: cat.png]'],
    ['![alt](/api/files/svg)', '[picture: a b.svg]'],
    ['![alt](/api/files/gone)', '[file: unknown]'],
    ['![alt](/api/files/pic "A title")', '[picture: cat.png]'],
    ["![alt](/api/files/pic 'A title')", '[picture: cat.png]'],
    ['![alt](</api/files/pic>)', '[picture: cat.png]'],
    ['![alt]( /api/files/pic )', '[picture: cat.png]'],
    ['![a [b] c](/api/files/pic)', '[picture: cat.png]'],
    ['![a\nb](/api/files/pic)', '[picture: cat.png]'],
    ['x ![alt](https://notes.example/api/files/pic) y', 'x [picture: cat.png] y'],
    ['![alt](HTTPS://Notes.Example/api/files/pic)', '[picture: cat.png]'],
    ['![alt](//notes.example/api/files/pic)', '[picture: cat.png]'],
    ['![alt](http://notes.example/api/files/pic)', '[picture: cat.png]'],
    ['notes.example/api/files/pic', '[picture: cat.png]'],
    ['see /api/files/doc.', 'see [file: plan.pdf].'],
    ['see /api/files/doc, or', 'see [file: plan.pdf], or'],
    ['(/api/files/doc)', '([file: plan.pdf])'],
    ['见/api/files/doc。', '见[file: plan.pdf]。'],
    ['/api/files/doc?', '[file: plan.pdf]?'],
    ['/api/files/doc?x=1&y=2 z', '[file: plan.pdf] z'],
    ['/api/files/doc#page=2', '[file: plan.pdf]'],
    ['/api/files/doc%20more', '[file: plan.pdf]'],
    ['/api/files/d%6Fc', '[file: plan.pdf]'],
    ['/api/files/pic.png', '[picture: cat.png]'],
    ['/api/files/pic/download', '[picture: cat.png]'],
    ['./api/files/pic ../api/files/pic', '[picture: cat.png] [picture: cat.png]'],
    ['</api/files/pic>', '[picture: cat.png]'],
    ['<https://notes.example/api/files/pic>', '[picture: cat.png]'],
    ['<img src="/api/files/pic">', '<img src="[picture: cat.png]">'],
    ["<img src='/api/files/pic'>", "<img src='[picture: cat.png]'>"],
    ['`/api/files/pic`', '`[picture: cat.png]`'],
    ['```\n![a](/api/files/pic)\n```', '```\n[picture: cat.png]\n```'],
    ['image:: /api/files/pic', 'image:: [picture: cat.png]'],
    ['image:/api/files/pic', 'image:[picture: cat.png]'],
    ['[x]: /api/files/pic', '[x]: [picture: cat.png]'],
    ['**/api/files/pic**', '**[picture: cat.png]**'],
    ['[![a](/api/files/pic)](/api/files/doc)', '[file: plan.pdf]'],
    ['[![a](/api/files/pic)](https://x.org)', '[[picture: cat.png]](https://x.org)'],
    ['![a](/api/files/pic)![b](/api/files/doc)', '[picture: cat.png][file: plan.pdf]'],
    ['![a](/api/files/pic broken', '![a]([picture: cat.png] broken'],
    ['](/api/files/pic)', ']([picture: cat.png])'],
    ['[a](x) /api/files/pic', '[a](x) [picture: cat.png]'],
    ['\\/api/files/pic', '\\[picture: cat.png]'],
    ['/api/./files/pic', '[picture: cat.png]'],
    ['see /./api/././files/./pic.', 'see [picture: cat.png].'],
    ['/api/v1/../files/pic', '[picture: cat.png]'],
    ['/notes/../api/files/pic', '[picture: cat.png]'],
    ['/api/%2e/files/pic', '[picture: cat.png]'],
    ['../../api/./files/pic', '[picture: cat.png]'],
    ['![a](https://notes.example/x/../api/files/pic)', '[picture: cat.png]'],
    ['\\![a](/api/files/pic)', '\\[picture: cat.png]'],
  ])('[D2.8] %j reads %j', (text, named) => {
    expect(nameFiles(text, file, ORIGIN)).toBe(named)
    expect(namesFile(text, ORIGIN)).toBe(true)
  })

  test.each([
    'words',
    'https://other.example/api/files/pic',
    '![alt](https://other.example/api/files/pic)',
    'https://xnotes.example/api/files/pic',
    'src/api/files/pic',
    'src/./api/files/pic',
    'other.example/x/../api/files/pic',
    '/api/notes/files/pic',
    '/api/../files/pic',
    'files/pic',
    '/api/files/',
    '/api/files/ pic',
    '/api/file/pic',
    '/API/files/pic',
    `/api/files/${'a'.repeat(129)}`,
    '[picture:]',
    '[file:\nx]',
    '[files: x]',
    '',
  ])('[D2.8] %j names no file', (text) => {
    expect(nameFiles(text, file, ORIGIN)).toBe(text)
    expect(namesFile(text, ORIGIN)).toBe(false)
    expect(fileIds(text, ORIGIN)).toEqual([])
  })

  test.each(['[picture: cat.png]', 'x [file: unknown] y', '`[file: a]`', '[picture:a]'])(
    '[D2.8] the placeholder in %j names a file',
    (text) => {
      expect(namesFile(text)).toBe(true)
      expect(nameFiles(text, file)).toBe(text)
    },
  )

  test('[D2.8] without an origin only relative addresses are files', () => {
    expect(fileIds('/api/files/a https://notes.example/api/files/b')).toEqual(['a'])
  })

  test('[D2.8] each id once, in order, in code too', () => {
    expect(fileIds('![x](/api/files/b) `/api/files/a` /api/files/b /api/files/c-D_1')).toEqual([
      'b',
      'a',
      'c-D_1',
    ])
  })

  test('[D2.8] an id can have 128 characters', () => {
    expect(fileIds(`/api/files/${'a'.repeat(128)}`)).toEqual(['a'.repeat(128)])
  })
})

test('[D2.8] no id is left in any text', () => {
  const around = fc.array(
    fc.oneof(
      outlineText,
      fc.constantFrom('[', ']', '(', ')', '![x](', '"', '<', '>', ' ', '\\', '`', 'https://notes.example'),
    ),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(around, around, (before, after) => {
      const text = `${before.join('')} /api/files/secret ${after.join('')}`
      expect(nameFiles(text, () => undefined, ORIGIN)).not.toContain('secret')
      expect(fileIds(text, ORIGIN)).toContain('secret')
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['http://127.0.0.1:8787', 'http://localhost:8787/api/files/pic'],
  ['http://localhost:8787', 'http://127.0.0.1:8787/api/files/pic'],
  ['http://[::1]:8787', 'localhost:8787/api/files/pic'],
  ['http://127.0.0.1:8787', 'http://[::1]:8787/api/files/pic'],
])('[D2.8] on %s, %j is an address of the same machine', (origin, text) => {
  expect(nameFiles(text, file, origin)).toBe('[picture: cat.png]')
})

test.each([
  ['~~/api/files/pic~~', '~~[picture: cat.png]~~'],
  ['_/api/files/pic_', '_[picture: cat.png]_'],
  ['a __/api/files/pic__ b', 'a __[picture: cat.png]__ b'],
  ['~~_https://notes.example/api/files/pic_~~', '~~_[picture: cat.png]_~~'],
  ['_~~/api/files/pic~~_', '_~~[picture: cat.png]~~_'],
  ['_/api/files/pic.png_', '_[picture: cat.png]_'],
  ['_see /api/files/pic_', '_see [file: unknown]'], // an id may end with an underscore
  ['~/api/files/pic', '~/api/files/pic'],
  ['src__/api/files/pic', 'src__/api/files/pic'],
  ['src~~/api/files/pic', 'src~~/api/files/pic'],
])('[D2.8] emphasis around the address in %j is no part of it', (text, expected) =>
  expect(nameFiles(text, file, 'https://notes.example')).toBe(expected),
)

test.each([
  'https://notes.example/app/api/files/pic',
  '![a](https://notes.example/app/notes/api/files/pic)',
  'http://Notes.example/app/api/files/pic',
  '//notes.example/app/api/files/pic',
  'notes.example/app/api/files/pic',
  'https://notes.example:443/api/files/pic',
  'https://notes.example:443/app/api/files/pic',
])('[D2.8] %j is on the own origin, below the path of a base URL or with the default port', (text) => {
  expect(nameFiles(text, file, 'https://notes.example')).toBe('[picture: cat.png]')
  expect(namesFile(text, 'https://notes.example')).toBe(true)
})

test.each([
  ['https://notes.example', 'https://notes.example.org/app/api/files/pic'],
  ['https://notes.example', 'https://my-notes.example/app/api/files/pic'],
  ['https://notes.example', 'https://notes.example:4430/api/files/pic'],
  ['https://notes.example', 'https://other.example/notes.example/api/files/pic'],
  ['http://127.0.0.1:8787', 'http://localhost:9000/api/files/pic'],
  ['https://notes.example', 'http://localhost:8787/api/files/pic'],
])('[D2.8] on %s, %j is another server', (origin, text) => expect(nameFiles(text, file, origin)).toBe(text))
