import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternsOf, termsOf, type Pattern } from './terms.ts'

test.each([
  ['sow rye, early.', ['sow', '\tw r', 'rye', '\te,', ',', '\t, e', 'early', '\ty.', '.']],
  ['[[page 12]]', ['[', '[', '\t[[', '\t[p', 'page', '\te 1', '12', '\t2]', ']', ']', '\t]]']],
  ['rye  oats\nx', ['rye', '\te\to', 'oats', '\ts\tx', 'x']],
  ['東京新聞', ['東京', '京新', '新聞']],
  ['日', ['日']],
  ['rye日本x', ['rye', '\te日', '日本', '\t本x', 'x']],
  ['a 😀😀', ['a', '\ta 😀', '😀😀']],
  [' \t\n\u3000', []],
  ['a'.repeat(33), ['a'.repeat(32), 'a'.repeat(17)]],
])('termsOf(%j)', (text, terms) => expect(termsOf(text)).toEqual(terms))

test.each([
  ['rye', true],
  ['日', true],
  ['東京', true],
  ['%', true],
  ['a'.repeat(16), true],
  ['::', true],
  ['. o', true],
  ['e.', true],
  ['e日', true],
  ['日 😀', true],
  ['a'.repeat(17), false],
  ['東京新', false],
  [':::', false],
  ['a  b', false],
  ['a\tb', false],
  ['a\nb', false],
  ['rye.', false],
  ['rye ', false],
  [' rye', false],
  [' e', false],
  ['. ', false],
  ['two words', false],
])('whether the terms alone decide which texts contain %j: %j', (run, exact) =>
  expect(patternsOf(run).exact).toBe(exact),
)

const has = (terms: readonly string[], { part, starts, ends }: Pattern): boolean =>
  terms.some(
    (term) => term.includes(part) && (!starts || term.startsWith(part)) && (!ends || term.endsWith(part)),
  )

const unit = fc.constantFrom(...Array.from('aab b1.-’é日本語ไท😀\u3000\n'))
const text = fc.oneof(
  fc.array(unit, { maxLength: 30 }).map((units) => units.join('')),
  fc.array(fc.constantFrom('abcdefgh', 'b', '1', '.'), { maxLength: 12 }).map((parts) => parts.join('')),
)

test('a text that contains the words has their terms; no other text has exact ones', () => {
  fc.assert(
    fc.property(
      text,
      fc.nat(30),
      fc.integer({ min: 1, max: 30 }),
      text,
      fc.boolean(),
      (text, from, length, other, boundaries) => {
        const run = Array.from(text)
          .slice(from, from + length)
          .join('')
        fc.pre(run !== '')
        const { patterns, exact } = patternsOf(run, boundaries)
        const found = (among: string) => {
          const terms = termsOf(among)
          return patterns.every((probe) => has(terms, probe))
        }
        expect(found(text)).toBe(true)
        expect(found(other) || !other.includes(run)).toBe(true)
        expect(exact && found(other) && !other.includes(run)).toBe(false)
      },
    ),
    { numRuns: 20_000 },
  )
})

test('a run of very many letters without spaces is cut into pairs', () => {
  expect(termsOf('時間'.repeat(500_000))).toHaveLength(999_999)
})
