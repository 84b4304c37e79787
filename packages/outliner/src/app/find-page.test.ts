import { expect, test } from 'vitest'
import { findPages, isLike } from './find-page.ts'
import { placeIn } from './caret.ts'

const pages = ['Harbour', 'The Harbour Loaf', 'Rye bread', 'Projects/Boat', 'Übersicht'].map((name, i) => ({
  id: `p${i}`,
  name,
  isFavorite: false,
  updatedAt: i,
}))
const named = (typed: string) => findPages(pages, typed).map(({ name }) => name)

test.each([
  ['harb', ['Harbour', 'The Harbour Loaf']],
  ['loaf harb', ['The Harbour Loaf']],
  ['boat', ['Projects/Boat']],
  ['harbuor', ['Harbour', 'The Harbour Loaf']],
  ['harbor', ['Harbour', 'The Harbour Loaf']],
  ['xarbour', ['Harbour', 'The Harbour Loaf']],
  ['ryx', []], // words of four letters or less have no errors
  ['uberisc', ['Übersicht']],
])('[O2.3] %j finds %j', (typed, names) => {
  expect(named(typed)).toEqual(names)
})

test.each([
  ['Keyboard shortcuts', 'keyboard sh', true],
  ['Keyboard shortcuts', 'keybord shorcuts', true],
  ['Export page as Markdown', 'mardkown export', true],
  ['Tasks', 'taks', false],
])('[O2.3] the command %j is found by %j: %j', (words, typed, isFound) => {
  expect(isLike(words, typed)).toBe(isFound)
})

test('[O2.3] without words, the pages of the latest edits', () => {
  expect(named(' ')[0]).toBe('Übersicht')
})

test.each([
  ['see **bold** words', 'see bo|ld words', 'see **bo|ld** words'],
  ['see [[Ann]] now', 'see Ann n|ow', 'see [[Ann]] n|ow'],
  ['TODO call', 'TODO |call', 'TODO |call'],
  ['abc', '|abc', '|abc'],
  ['a\nb', 'ab|', 'a\nb|'],
  // Addresses, formulas and references have letters of the words that follow.
  ['see [docs](https://docs.dev/done) done', 'see docs do|ne', 'see [docs](https://docs.dev/done) do|ne'],
  ['see [docs](https://docs.dev/done) done', 'see do|cs done', 'see [do|cs](https://docs.dev/done) done'],
  ['say ((a-note-more)) no more', 'say Buy milk no mo|re', 'say ((a-note-more)) no mo|re'],
  ['$$formula$$ and more', 'mula and mo|re', '$$formula$$ and mo|re'],
  ['TODO [#A] call Ann today', 'TODO A call Ann to|day', 'TODO [#A] call Ann to|day'],
])('[O3.1] in %j, a click at %j of the words is at %j', (text, words, at) => {
  const place = placeIn(text, words.replace('|', ''), words.indexOf('|'))
  expect(`${text.slice(0, place)}|${text.slice(place)}`).toBe(at)
})
