/** [D9.11] QR codes, as a reader of the field read them once. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const TEXT = 'https://notes.example/'
const rowsOf = (text: string): string[] | undefined =>
  qrCode(text)?.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))

test('a code has the patterns by which a camera finds it', () => {
  const rows = rowsOf(TEXT)!
  expect(rows.slice(0, 8).map((row) => row.slice(0, 8))).toEqual([
    '#######.',
    '#.....#.',
    '#.###.#.',
    '#.###.#.',
    '#.###.#.',
    '#.....#.',
    '#######.',
    '........',
  ])
  expect(rows[6]!.slice(8, 17)).toBe('#.#.#.#.#')
})

// zbarimg reads each of these as its text.
test.each([
  [10, 21, '304812d9af62ee30'],
  [20, 25, '85134a508916ad47'],
  [40, 29, '2d4f375a468d5dfc'],
  [60, 33, 'f2cb1b9dec04b543'],
  [80, 37, 'd453868d3389406a'],
  [100, 41, 'c2034c5bad60c65f'],
  [118, 45, '2a3723ea850ff51d'],
  [140, 49, 'aaa9b10c52d647d3'],
  [180, 53, 'c019c334d6b5e274'],
])('%i bytes take %i modules', (length, size, hash) => {
  const rows = rowsOf(TEXT.padEnd(length, 'abcXYZ0123').slice(0, length))!
  expect(rows).toHaveLength(size)
  expect(createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)).toBe(hash)
})

test('a text that is too long has none', () => expect(qrCode('x'.repeat(181))).toBeUndefined())
