import { expect, test } from 'vitest'
import { ownNames, totalsOf, typeToPut, type PageToResolve } from './page-type.ts'

const uses = (tagged: number, linked: number) => ({ tagged, linked })

test.each([
  ['no name', [], uses(0, 0)],
  ['one name, tagged more', [uses(2, 1)], uses(2, 1)],
  ['one name, linked as often', [uses(2, 2)], uses(2, 2)],
  ['a name that nothing uses', [undefined, uses(1, 0)], uses(1, 0)],
  ['two names, tagged by more than links there can be', [uses(5, 1), uses(1, 2)], uses(5, 3)],
  ['two names, tagged by no more than link one of them', [uses(1, 4), uses(2, 0)], uses(3, 4)],
  ['two names, open: records may use both', [uses(2, 1), uses(2, 2)], undefined],
])('[D3.2] totals of %s', (_, counts, totals) => {
  expect(totalsOf(counts)).toEqual(totals)
})

test('[D1.1] own names are the names that lead to the page', () => {
  const holders = new Map([
    ['rye', 'p1'],
    ['bread', 'p2'],
  ])
  expect(ownNames('p1', ['rye', 'bread', 'loaf'], (name) => holders.get(name))).toEqual(['rye'])
})

const page: PageToResolve = { declared: null, kind: 'page', pdf: false, type: 'page' }
test.each<[string, PageToResolve, ReturnType<typeof uses>, string | undefined]>([
  ['tagged more', page, uses(2, 1), 'tag'],
  ['linked as often: it has this type', page, uses(2, 2), undefined],
  ['no longer tagged more', { ...page, type: 'tag' }, uses(1, 1), 'page'],
  ['declared', { ...page, declared: 'book' }, uses(2, 1), 'book'],
  ['with a PDF', { ...page, pdf: true }, uses(2, 1), 'pdf'],
])('[D3.2] type to put of a page %s', (_, given, totals, type) => {
  expect(typeToPut(given, totals)).toBe(type)
})
