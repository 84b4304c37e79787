import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachPosting } from './posting-list.ts'
import {
  forEachTerm,
  linesWith,
  packTerms,
  postingRow,
  type PostingRow,
  type TermBlock,
} from './term-dictionary.ts'

type Terms = readonly (readonly [term: string, numbers: readonly number[]])[]

const letters = fc.array(fc.constantFrom('a', 'b', 'é', '日', '\t'), { minLength: 1, maxLength: 4 })
const numbers = fc.uniqueArray(fc.nat(70_000), { minLength: 1, maxLength: 5 })
const some = fc
  .uniqueArray(
    letters.map((one) => one.join('')),
    { maxLength: 60 },
  )
  .chain((terms) =>
    fc.tuple(
      ...terms.map((term) =>
        fc.tuple(
          fc.constant(term),
          numbers.map((those) => those.toSorted((a, b) => a - b)),
        ),
      ),
    ),
  )

function packed(terms: Terms): { blocks: readonly TermBlock[]; rows: PostingRow[] } {
  const { blocks, rows } = packTerms(
    terms.map(([term]) => term),
    new Map(terms),
  )
  return { blocks, rows: rows.map((bytes) => postingRow(bytes)) }
}

function readBack(blocks: readonly TermBlock[], rows: readonly PostingRow[]): [string, number[]][] {
  const found: [string, number[]][] = []
  for (const block of blocks)
    forEachTerm(block, (term, row, i) => {
      const { bytes, ends } = rows[row] ?? postingRow(new Uint8Array())
      const numbers: number[] = []
      forEachPosting(bytes, (n) => numbers.push(n), ends[i], ends[i + 1])
      found.push([term, numbers])
    })
  return found
}

const byTerm = (terms: Terms): Terms => terms.toSorted(([a], [b]) => (a < b ? -1 : 1))

test('packed terms are read back, and each line with a text is found', () => {
  fc.assert(
    fc.property(some, fc.array(letters, { minLength: 1, maxLength: 3 }), (terms, parts) => {
      const { blocks, rows } = packed(terms)
      expect(byTerm(readBack(blocks, rows))).toEqual(byTerm(terms))
      for (const [before, after] of [
        ['', ''],
        ['\n', ''],
        ['', '\n'],
        ['\n', '\n'],
      ]) {
        const looked = parts.map((part) => `${before}${part.join('')}${after}`)
        for (const block of blocks) {
          const lines = block.terms.slice(1, -1).split('\n')
          const wanted = lines.flatMap((line, i) =>
            looked.some((one) => `\n${line}\n`.includes(one)) ? [i] : [],
          )
          expect(linesWith(block, looked)).toEqual(wanted)
        }
      }
    }),
  )
})

test('a posting row fits a page, unless one list alone does not; a term block is long, and of one-byte letters or not', () => {
  const long = Array.from({ length: 20_000 }, (_, i) => i * 3)
  const terms: Terms = Array.from({ length: 60_000 }, (_, i) => [
    i % 50 === 0 ? `日${i}` : `term${i}`,
    i === 31 ? long : [i, i + 1],
  ])
  const { blocks, rows } = packed(terms)
  expect(byTerm(readBack(blocks, rows))).toEqual(byTerm(terms))
  const over = rows.filter(({ bytes }) => bytes.length > 8_000)
  expect(over.map(({ ends }) => ends.length - 1)).toEqual([1])
  expect(blocks.map(({ terms }) => terms.includes('日'))).toEqual([false, false, false, true])
  expect(blocks.reduce((sum, { starts }) => sum + starts.length - 1, 0)).toBe(rows.length)
  expect(rows.length).toBeLessThan(120)
})

test.each(['term1', 'term', '\nterm59', '99\n', '日'])(
  'each of very many lines with %j is found',
  (looked) => {
    const { blocks } = packed(Array.from({ length: 60_000 }, (_, i) => [`${i % 9 ? '' : '日'}term${i}`, [i]]))
    for (const block of blocks) {
      const lines = block.terms.slice(1, -1).split('\n')
      const wanted = lines.flatMap((line, i) => (`\n${line}\n`.includes(looked) ? [i] : []))
      for (let round = 0; round < 2; round++) expect(linesWith(block, [looked])).toEqual(wanted)
    }
  },
)
