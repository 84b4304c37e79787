import { PAGE_TYPES } from '@notegraph/page-types'
import { expect, test } from 'vitest'
import { resolveType, type ResolvedType, type TypeFacts } from './resolved-type.ts'

const plain: TypeFacts = { kind: 'page', pdf: false, tagged: 0, linked: 0 }

test.each<[string, Partial<TypeFacts>, ResolvedType]>([
  ['nothing said', {}, 'page'],
  ['tagged more than linked', { tagged: 2, linked: 1 }, 'tag'],
  ['tagged as often as linked', { tagged: 1, linked: 1 }, 'page'],
  ['linked more', { tagged: 1, linked: 2 }, 'page'],
  ['a pdf that is tagged', { pdf: true, tagged: 5 }, 'pdf'],
  ['a journal page that is tagged', { kind: 'journal', tagged: 5 }, 'journal'],
  ['a whiteboard with a pdf', { kind: 'whiteboard', pdf: true }, 'whiteboard'],
  ['a declared tag that is linked', { declared: 'tag', linked: 9 }, 'tag'],
  ['a declared journal page', { declared: 'person', kind: 'journal' }, 'person'],
  ['a declared whiteboard with a pdf', { declared: 'book', kind: 'whiteboard', pdf: true }, 'book'],
])('[D3.2] %s', (_, facts, expected) => {
  expect(resolveType({ ...plain, ...facts })).toBe(expected)
})

test.each(PAGE_TYPES.map(({ type }) => type))('[D3.2] a declared %s has that type', (declared) => {
  expect(resolveType({ ...plain, declared, kind: 'whiteboard', pdf: true, tagged: 3 })).toBe(declared)
})
