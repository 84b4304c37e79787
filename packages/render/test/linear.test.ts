/** Time and size grow with the length of a block, whatever it contains. */
import { growth, TOO_MUCH } from '@notegraph/example-tests/growth'
import { describe, expect, test } from 'vitest'
import { createRenderer } from '../src/index.ts'

const ID = '11111111-2222-4333-8444-555555555555'

/** Openings to repeat without a closing, and constructs that an end could be searched for. */
const HOSTILE = [
  '[',
  '[[',
  '[[a',
  '![',
  '![a](',
  '![a](b c.d ',
  '[a](',
  '[a](b ',
  '[a](<b',
  '[a][',
  '[a]: b\n',
  '[a]: b "\n',
  '[^a]',
  '[^a]: b\n',
  '](',
  '*',
  '**a ',
  '*a_ ',
  '_a *',
  '***',
  'a**b',
  '~~',
  '==',
  '==a',
  '^^a ',
  '`',
  '`a``b```',
  '<',
  '<http://',
  '&',
  '&#1;',
  '\\',
  '|',
  '|-|\n',
  'a|b\n-|-\n',
  '|a\n',
  '> ',
  '>',
  '> a\n\n',
  '> [!a]\n',
  '- ',
  '1. ',
  '- [ ] a\n',
  '- a\n  - b\n',
  '# ',
  '#',
  '```\n',
  '```js\n',
  '$a$ ',
  '$$',
  '${{{{',
  '{{query ',
  '<b>',
  '</b>',
  '<b><i></b>',
  '<a href="',
  '[:div ',
  '[:a {',
  ' ^a',
  '((',
  `((${ID}))`,
  '#+BEGIN_NOTE\n',
  '#+BEGIN_NOTE\n#+END_NOTE\n',
  '#+BEGIN_SRC\n',
  '\n',
  'a\n',
  'a\n===\n',
  'a  \n',
  '---\n',
  'k:: v\n',
  '[a]([[b]])',
  '![x](/api/files/a)',
  '/api/files/a ',
  'http://a ',
  '\uFDD00\uFDD1',
  '<!--',
  '![[a]]',
  '{{embed [[a]]}} ',
] as const

/** Rows of one piece within a construct. */
const WITHIN = [
  ['{{query a', ' ', 'b}}'],
  ['{{query a', '\n', 'b}}'],
  ['{{cloze a', '\t', 'b}}'],
  ['{{renderer a', ' ', 'b}}'],
  ['https://boats.example/?', '_', 'a'],
  ['https://boats.example/?', '.', 'a'],
  ['[a](https://boats.example/?', '~', 'a)'],
  ['TODO a', ' ', 'b'],
  ['k:: a', ' ', 'b'],
  ['# a', ' ', 'b'],
  ['#+BEGIN_QUERY\n{:title "a', ' ', 'b"}\n#+END_QUERY'],
  ['a', ' ', ' ^b'],
] as const

const renderer = () => createRenderer()

const growthOf = (piece: string, [open, close]: readonly [string, string] = ['', '']): number =>
  growth(
    (times) => open + piece.repeat(Math.ceil(2_000 / piece.length) * times) + close,
    (texts) => {
      const one = renderer()
      for (const text of texts) one.block(text)
    },
  )

describe('time grows with the length', () => {
  test.each(HOSTILE)('of a row of %j', (piece) => expect(growthOf(piece)).toBeLessThan(TOO_MUCH))

  test.each(WITHIN)('of %j, a row of %j and %j', (open, piece, close) =>
    expect(growthOf(piece, [open, close])).toBeLessThan(TOO_MUCH),
  )
})

/** MathML is the largest: a formula counts at least twenty characters, and has some two hundred. */
const MOST_HTML = 120

describe('the HTML grows with the length', () => {
  test.each(HOSTILE)('of a row of %j', (piece) => {
    const text = piece.repeat(Math.ceil(20_000 / piece.length))
    expect(renderer().block(text).length).toBeLessThan(text.length * MOST_HTML)
  })
})

test('formulas and colors of one page are bounded', () => {
  const one = renderer()
  const formula = '$x^2 + y^2 = z^2$'
  const pages = Array.from({ length: 2_000 }, () => one.block(formula))
  expect(pages[0]).toContain('<math')
  expect(pages.at(-1)).toContain('<code class="maths">')
})
