import { wordPlaces } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { createRenderer, markedHtml, markedText } from './index.ts'

test.each([
  ['Rye & rye', ['rye'], '<mark>Rye</mark> &amp; <mark>rye</mark>'],
  ['<b>rye', ['b'], '&lt;<mark>b</mark>&gt;rye'],
  ['CRÈME', ['crème'], '<mark>CRÈME</mark>'],
  ['boathouse', ['boat', 'oath'], '<mark>boath</mark>ouse'],
  ['oats', ['rye'], 'oats'],
])('%j with %j marked', (text, words, expected) =>
  expect(markedText(text, wordPlaces(text, words))).toBe(expected),
)

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

  test('marks a rendered block: its words, its links and the names of its properties', () => {
    const html = createRenderer({ page: () => '/rye' }).block('TODO **rye** [[Rye]] `rye`\nrye:: $rye$')
    expect(html.match(/<mark>/g)).toBeNull()
    const found = markedHtml(html, ['rye'])
    expect(found).toContain(
      '<strong><mark>rye</mark></strong> <a class="ref" href="/rye"><mark>Rye</mark></a>',
    )
    expect(found).toContain('<code><mark>rye</mark></code>')
    expect(found).toContain('<bdi><mark>rye</mark></bdi>')
    expect(found.replaceAll(/<\/?mark>/g, '')).toBe(html)
  })
})
