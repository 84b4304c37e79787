import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachNumber } from './numbers.ts'
import { eachPiece, linesWith, listsIn, packPieces, type Lists, type PieceText } from './piece-texts.ts'

type Held = readonly (readonly [piece: string, numbers: readonly number[]])[]

const letters = fc.array(fc.constantFrom('a', 'b', 'é', '日', '\t'), { minLength: 1, maxLength: 4 })
const numbers = fc.uniqueArray(fc.nat(70_000), { minLength: 1, maxLength: 5 })
const some = fc
  .uniqueArray(
    letters.map((one) => one.join('')),
    { maxLength: 60 },
  )
  .chain((pieces) =>
    fc.tuple(
      ...pieces.map((piece) =>
        fc.tuple(
          fc.constant(piece),
          numbers.map((those) => those.toSorted((a, b) => a - b)),
        ),
      ),
    ),
  )

function packed(held: Held): { texts: readonly PieceText[]; lists: Lists[] } {
  const { texts, lists } = packPieces(held)
  return { texts, lists: lists.map((bytes) => listsIn(Buffer.from(bytes))) }
}

function readBack(texts: readonly PieceText[], lists: readonly Lists[]): [string, number[]][] {
  const found: [string, number[]][] = []
  for (const text of texts)
    eachPiece(text, (piece, row, i) => {
      const { bytes, ends } = lists[row]!
      const numbers: number[] = []
      eachNumber(bytes, (n) => numbers.push(n), ends[i], ends[i + 1])
      found.push([piece, numbers])
    })
  return found
}

const byPiece = (held: Held): Held => held.toSorted(([a], [b]) => (a < b ? -1 : 1))

test('what is packed is read back, and each line with what is looked for is found', () => {
  fc.assert(
    fc.property(some, fc.array(letters, { minLength: 1, maxLength: 3 }), (held, parts) => {
      const { texts, lists } = packed(held)
      expect(byPiece(readBack(texts, lists))).toEqual(byPiece(held))
      for (const [before, after] of [
        ['', ''],
        ['\n', ''],
        ['', '\n'],
        ['\n', '\n'],
      ]) {
        const looked = parts.map((part) => `${before}${part.join('')}${after}`)
        for (const text of texts) {
          const lines = text.pieces.slice(1, -1).split('\n')
          const wanted = lines.flatMap((line, i) =>
            looked.some((one) => `\n${line}\n`.includes(one)) ? [i] : [],
          )
          expect(linesWith(text, looked)).toEqual(wanted)
        }
      }
    }),
  )
})

test('a row of lists fits a page of the file, unless a list alone does not; a text is long, and of one-byte letters or not', () => {
  const long = Array.from({ length: 20_000 }, (_, i) => i * 3)
  const held: Held = Array.from({ length: 60_000 }, (_, i) => [
    i % 50 === 0 ? `日${i}` : `piece${i}`,
    i === 31 ? long : [i, i + 1],
  ])
  const { texts, lists } = packed(held)
  expect(byPiece(readBack(texts, lists))).toEqual(byPiece(held))
  const over = lists.filter(({ bytes }) => bytes.length > 8_000)
  expect(over.map(({ ends }) => ends.length - 1)).toEqual([1])
  expect(texts.map(({ pieces }) => pieces.includes('日'))).toEqual([false, false, false, true])
  expect(texts.reduce((sum, { starts }) => sum + starts.length - 1, 0)).toBe(lists.length)
  expect(lists.length).toBeLessThan(120)
})

test.each(['piece1', 'piece', '\npiece59', '99\n', '日'])(
  'each of very many lines with %j is found',
  (looked) => {
    const { texts } = packed(Array.from({ length: 60_000 }, (_, i) => [`${i % 9 ? '' : '日'}piece${i}`, [i]]))
    for (const text of texts) {
      const lines = text.pieces.slice(1, -1).split('\n')
      const wanted = lines.flatMap((line, i) => (`\n${line}\n`.includes(looked) ? [i] : []))
      for (let round = 0; round < 2; round++) expect(linesWith(text, [looked])).toEqual(wanted)
    }
  },
)
