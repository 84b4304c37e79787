/** Results of queries as tables. @see sharing 10 */
import { parseBlock } from '@notegraph/block-text'
import { expect, test } from 'vitest'
import { queryTable, tableHtml, type QueryRow } from './query-table.ts'

test.each([
  ['query-table:: true', { columns: [], isDescending: true }],
  [
    'query-table:: true\nquery-properties:: [:page :rank "x"]',
    { columns: ['page', 'rank'], isDescending: true },
  ],
  ['query-table:: true\nquery-sort-by:: rank\nquery-sort-desc:: false', { columns: [], sortBy: 'rank', isDescending: false }], // prettier-ignore
  ['query-table:: false', undefined],
  ['words', undefined],
])('[S10] %j is shown as %j', (properties, expected) =>
  expect(queryTable(parseBlock(`${properties}\n{{query [[Boat]]}}`))).toEqual(expected),
)

const rows: readonly QueryRow[] = [
  { page: '<a href="/b">Boat</a>', block: 'b', content: 'hull\nrank:: 10' },
  {
    page: '<a href="/a">Ark</a>',
    block: 'a',
    content: 'TODO [#A] oil\nrank:: 9',
    props: { color: 'red & blue', icon: '⛵' },
  },
  { page: 'Zoo', block: 'z', content: 'cats' },
]
const words = (html: string) =>
  html.split('<tr>').slice(1).map((row) => Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g), ([, cell]) => cell!.replaceAll(/<[^>]*>/g, ''))) // prettier-ignore
const escape = (text: string) => text.replaceAll('&', '&amp;')

test('[S10] a table has the columns that its block names, or those that the results have', () => {
  const named = { columns: ['page', 'rank', 'none'], isDescending: true }
  expect(words(tableHtml(named, rows, escape))).toEqual([['Page', 'rank', 'none'], ['Boat', '10', ''], ['Ark', '9', ''], ['Zoo', '', '']]) // prettier-ignore
  expect(words(tableHtml({ ...named, columns: [] }, rows, escape))).toEqual([
    ['Block', 'Page', 'rank', 'color', 'marker', 'priority'],
    ['b', 'Boat', '10', '', '', ''],
    ['a', 'Ark', '9', 'red &amp; blue', 'TODO', 'A'],
    ['z', 'Zoo', '', '', '', ''],
  ])
})

test.each([
  ['rank', false, ['Ark', 'Boat', 'Zoo']],
  ['rank', true, ['Zoo', 'Boat', 'Ark']],
  ['page', false, ['Ark', 'Boat', 'Zoo']],
])(
  '[S10] sorted by %s, descending %j, it is %j',
  (sortBy, isDescending, expected) =>
  expect(words(tableHtml({ columns: ['page'], sortBy, isDescending }, rows, escape)).slice(1).flat()).toEqual(expected), // prettier-ignore
)
