import { expect, test } from 'vitest'
import { findPages } from './find-page.ts'
import { placeAfter } from './caret.ts'

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

test('[O2.3] without words, the pages of the latest edits', () => {
  expect(named(' ')[0]).toBe('Übersicht')
})

test.each([
  ['see **bold** words', 'see bo', 8],
  ['see [[Ann]] now', 'see Ann', 9],
  ['TODO call', 'TODO ', 5],
  ['abc', '', 0],
  ['a\nb', 'ab', 3],
])('[O3.1] in %j, a click behind %j of the words is at %i', (text, before, place) => {
  expect(placeAfter(text, before)).toBe(place)
})
