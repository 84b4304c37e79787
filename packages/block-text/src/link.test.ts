import { expect, test } from 'vitest'
import { sharedText, type Shared } from './index.ts'

test.each<[what: string, shared: Shared, text: string]>([
  ['nothing', {}, ''],
  ['words', { text: ' milk ' }, 'milk'],
  ['a page', { title: 'Boats', url: 'https://a.example/b' }, '[Boats](https://a.example/b)'],
  [
    'a page with marked words',
    { title: 'Boats', url: 'https://a.example', text: 'to read' },
    '[Boats](https://a.example) to read',
  ],
  [
    'lines',
    { title: 'Boats', url: 'https://a.example', text: 'one\ntwo' },
    '[Boats](https://a.example)\none\ntwo',
  ],
  [
    'an address in the words, as Android shares it',
    { title: 'Boats', text: 'https://a.example', url: '' },
    'Boats https://a.example',
  ],
  [
    'an address twice',
    { title: 'Boats', text: 'see https://a.example', url: 'https://a.example' },
    'Boats see https://a.example',
  ],
  [
    'the title twice',
    { title: 'Boats', text: 'Boats', url: 'https://a.example' },
    '[Boats](https://a.example)',
  ],
  ['brackets', { title: 'a [b]', url: 'https://a.example/(1)' }, '[a \\[b\\]](https://a.example/%281%29)'],
  ['a title of lines', { title: 'a\n b', url: 'https://a.example' }, '[a b](https://a.example)'],
  ['an address of a script', { title: 'a', url: 'javascript:alert(1)' }, 'a javascript:alert(1)'],
])('[O2.5] the text for %s', (_, shared, text) => {
  expect(sharedText(shared)).toBe(text)
})
