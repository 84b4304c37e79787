import * as fc from 'fast-check'
import { addDays } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { readByFormat, readJournalDay, writeByFormat } from './day-format.ts'

describe('readJournalDay', () => {
  test.each([
    '2026-11-20', '2026_11_20', '20261120', '2026/11/20', '2026.11.20', 'Nov 20th, 2026', 'November 20th, 2026',
    '20th Nov 2026', '20th November 2026', '20-11-2026', '20_11_2026', '20.11.2026', '11/20/2026', '11-20-2026',
    'Friday, 20.11.2026', 'Fri, 2026/11/20', 'Fri, 11/20/2026', 'Friday, 20-11-2026', '2026-11-20 Friday',
    '2026年11月20日', 'Friday, November 20th, 2026', ' 2026-11-20 ',
  ])('%j is one day', (name) => expect(readJournalDay(name)).toBe(20261120)) // prettier-ignore

  test.each([
    '05-06-2020',
    'v0.6.1',
    '2026',
    '2026-11',
    '2026-11-31',
    '20261131',
    'Contents',
    'x'.repeat(100),
    '',
  ])('%j is ambiguous or not a day', (name) => expect(readJournalDay(name)).toBeUndefined())

  test.each([
    ['05-06-2020', 'dd-MM-yyyy', 20200605],
    ['05-06-2020', 'MM-dd-yyyy', 20200506],
    ['06-06-2020', undefined, 20200606],
    ['day 5 of 6, 2020', "'day' d 'of' M, yyyy", 20200605],
  ])('%j by the folder’s own form %j', (name, format, day) =>
    expect(readJournalDay(name, format === undefined ? [] : [format])).toBe(day),
  )
})

const FORMATS = [
  'yyyy_MM_dd',
  'MMM do, yyyy',
  'MMMM do, yyyy',
  'EEEE, dd.MM.yyyy',
  'do MMM yyyy',
  'yyyy年MM月dd日',
  'E, d/M/yyyy',
]

test('a day written in a format reads back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), fc.nat(400_000), (format, days) => {
      const day = addDays(19000101, days)!
      expect(readByFormat(writeByFormat(day, format), format)).toBe(day)
    }),
  )
})

test.each([
  [20260101, 'MMM do, yyyy', 'Jan 1st, 2026'],
  [20260112, 'MMMM do, yyyy', 'January 12th, 2026'],
  [20261123, 'EEEE, do MMM yyyy', 'Monday, 23rd Nov 2026'],
  [20261122, "E 'the' do", 'Sun the 22nd'],
])('writeByFormat(%j, %j)', (day, format, written) => expect(writeByFormat(day, format)).toBe(written))

test.each([
  ['more fields than a day has', `yyyy${'dM'.repeat(20)}`],
  ['a form of many characters', `yyyyMMdd${'.'.repeat(200)}`],
])('%s is refused as a format, because reading could take any time', (_, format) => {
  expect(readByFormat('1'.repeat(64), format)).toBeUndefined()
  expect(readByFormat(writeByFormat(20261120, format), format)).toBeUndefined()
})
