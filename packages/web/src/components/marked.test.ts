import { wordPlaces } from '@notegraph/block-text'
import { SEARCH_CASES } from '@notegraph/store/testing'
import { describe, expect, test } from 'vitest'
import { markedHtml, markedText } from './marked.ts'

test.each([
  ['Rye & rye', ['rye'], '<mark>Rye</mark> &amp; <mark>rye</mark>'],
  ['<b>rye', ['b'], '&lt;<mark>b</mark>&gt;rye'],
  ['CRÈME', ['crème'], '<mark>CRÈME</mark>'],
  ['boathouse', ['boat', 'oath'], '<mark>boath</mark>ouse'],
  ['oats', ['rye'], 'oats'],
])('%j with %j marked', (text, words, expected) =>
  expect(markedText(text, wordPlaces(text, words))).toBe(expected),
)

test.each(SEARCH_CASES)('[D5.1] the places of %j that %j finds are marked', (text, q, marked) => {
  const words = q.split(/\s+/)
  const isFound = words.every((word) => wordPlaces(text, [word]).length > 0)
  const places = isFound ? wordPlaces(text, words) : []
  expect(places.map(([from, to]) => text.slice(from, to))).toEqual(marked)
})

describe('markedHtml', () => {
  test.each([
    ['leaves tags alone', '<a href="/rye">rye</a>', '<a href="/rye"><mark>rye</mark></a>'],
    [
      'reads escaped text',
      '<p>rye &amp; &lt;rye&gt;</p>',
      '<p><mark>rye</mark> &amp; &lt;<mark>rye</mark>&gt;</p>',
    ],
    ['marks no formula', '<math><mi>rye</mi></math> rye', '<math><mi>rye</mi></math> <mark>rye</mark>'],
    ['keeps other references', '<p>rye&nbsp;bread</p>', '<p>rye&nbsp;bread</p>'],
  ])('%s', (_, html, expected) => expect(markedHtml(html, ['rye'])).toBe(expected))

  test('finds no entity in a word', () =>
    expect(markedHtml('<p>a &amp; b</p>', ['amp'])).toBe('<p>a &amp; b</p>'))
})
