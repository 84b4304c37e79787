import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, probesOf, type Probe } from './pieces.ts'

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
])('piecesOf(%j)', (text, pieces) => expect(piecesOf(text)).toEqual(pieces))

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
])('whether the pieces alone tell who holds %j: %j', (run, exact) => expect(probesOf(run).exact).toBe(exact))

const has = (pieces: readonly string[], { part, starts, ends }: Probe): boolean =>
  pieces.some(
    (piece) => piece.includes(part) && (!starts || piece.startsWith(part)) && (!ends || piece.endsWith(part)),
  )

const unit = fc.constantFrom(...Array.from('aab b1.-’é日本語ไท😀\u3000\n'))
const text = fc.oneof(
  fc.array(unit, { maxLength: 30 }).map((units) => units.join('')),
  fc.array(fc.constantFrom('abcdefgh', 'b', '1', '.'), { maxLength: 12 }).map((parts) => parts.join('')),
)

test('a text that holds a run has all its pieces; exact ones are had by no other text', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.integer({ min: 1, max: 30 }), text, (text, from, length, other) => {
      const run = Array.from(text)
        .slice(from, from + length)
        .join('')
      fc.pre(run !== '')
      const { probes, exact } = probesOf(run)
      const found = (among: string) => {
        const pieces = piecesOf(among)
        return probes.every((probe) => has(pieces, probe))
      }
      expect(found(text)).toBe(true)
      expect(found(other) || !other.includes(run)).toBe(true)
      expect(exact && found(other) && !other.includes(run)).toBe(false)
    }),
    { numRuns: 20_000 },
  )
})

test('a run of very many letters that part no words is cut into each two of them', () => {
  expect(piecesOf('時間'.repeat(500_000))).toHaveLength(999_999)
})
