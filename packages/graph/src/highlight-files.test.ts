import { expect, test } from 'vitest'
import { highlightSources, pdfStem, type FileLocation, type HighlightSources } from './highlight-files.ts'

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const picture = `3_${ID}_1699999999999.png`

test.each<[string, FileLocation, HighlightSources | undefined]>([
  ['a list beside its PDF', { name: 'x.edn', path: 'books/x.edn' }, { pdf: 'books/x' }],
  ['a list without a path: in assets', { name: 'x.edn', path: null }, { pdf: 'assets/x' }],
  ['a list in capitals', { name: 'X.EDN' }, { pdf: 'assets/X' }],
  ['a list, by its path, under another name', { name: 'y.txt', path: 'assets/x.edn' }, { pdf: 'assets/x' }],
  [
    'a picture: the PDF named as its folder',
    { name: picture, path: `a/x/${picture}` },
    { pdf: 'a/x', block: ID },
  ],
  ['a picture without a path', { name: picture }, { pdf: 'assets', block: ID }],
  ['a picture outside of every folder: no PDF', { name: picture, path: picture }, { pdf: '', block: ID }],
  ['a picture in capitals', { name: picture.toUpperCase() }, { pdf: 'assets', block: ID }],
  ['a picture without a block', { name: '3_x_1.png', path: 'assets/x/3_x_1.png' }, undefined],
  ['a picture without a stamp', { name: `3_${ID}.png` }, undefined],
  ['a picture with more words', { name: `copy of ${picture}` }, undefined],
  ['a PDF', { name: 'x.pdf' }, undefined],
])('highlightSources of %s', (_, file, sources) => {
  expect(highlightSources(file)).toEqual(sources)
})

test.each<[FileLocation, string]>([
  [{ name: 'x.pdf', path: 'books/x.pdf' }, 'books/x'],
  [{ name: 'x.pdf', path: null }, 'assets/x'],
  [{ name: 'X.PDF' }, 'assets/X'],
  [{ name: 'x.y.pdf' }, 'assets/x.y'],
])('pdfStem of %j: %s', (pdf, stem) => {
  expect(pdfStem(pdf)).toBe(stem)
})
