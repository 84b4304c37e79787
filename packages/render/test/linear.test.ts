/** Time and size grow with the length of a block, whatever it contains. */
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

/** The processor time of this thread in milliseconds, so that other programs do not matter. */
function timeOf(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const SHORT = 2_000
const TIMES = 32
/** One long text takes as long as many short ones; a quadratic search takes 32 times as long. */
const TOO_MUCH = 6
/** So many of the short texts are rendered; their time counts as that of all. */
const SAMPLE = 8
const TRIES = 12
/** Shorter times, in milliseconds, are noise. */
const LEAST = 8

const renderer = () => createRenderer()

/** A long text that is read faster than the noise allows needs no comparison: its ratio is no larger than the one returned. */
function growth(piece: string): number {
  const short = piece.repeat(Math.ceil(SHORT / piece.length))
  const long = short.repeat(TIMES)
  const least = { short: Infinity, long: Infinity }
  let ratio = Infinity
  for (let n = 0; n < TRIES && ratio >= TOO_MUCH; n++) {
    least.long = Math.min(
      least.long,
      timeOf(() => renderer().block(long)),
    )
    if (least.long < TOO_MUCH * LEAST) return least.long / LEAST
    const one = renderer()
    const sample = timeOf(() => {
      for (let i = 0; i < SAMPLE; i++) one.block(short)
    })
    least.short = Math.min(least.short, sample * (TIMES / SAMPLE))
    ratio = least.long / Math.max(least.short, LEAST)
  }
  return ratio
}

describe('time grows with the length', () => {
  test.each(HOSTILE)('of a row of %j', (piece) => expect(growth(piece)).toBeLessThan(TOO_MUCH))
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
