import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeChecksum, changeProblem, type ChangeTexts } from './change-checksum.ts'

const ENTRY: ChangeTexts = {
  id: 'c1',
  at: 1_700_000_000_000,
  token: 'laptop',
  tokenId: 't1',
  action: 'add_block',
  summary: 'Added "rope"',
  page: 'Boat',
  pageId: 'p1',
  blockId: 'b1',
  touched: '[{"kind":"block","id":"b1","before":null}]',
}
const checksum = changeChecksum(ENTRY)
const WRONG = 'change c1: it is not the one that was written'

test('[operations] a changed bit of the items is found, and so is one of a text', () => {
  fc.assert(
    fc.property(fc.constantFrom('touched', 'summary', 'page', 'token'), fc.nat(), (key, place) => {
      const bytes = Buffer.from(ENTRY[key])
      bytes[place % bytes.length]! ^= 1
      const problem = changeProblem({ ...ENTRY, [key]: bytes.toString(), checksum })
      expect([WRONG, 'change c1: its items cannot be read']).toContain(problem)
    }),
  )
})

test.each<[name: string, change: Partial<ChangeTexts> & { checksum?: number | null }, problem?: string]>([
  ['as it was written', {}],
  ['with another time', { at: ENTRY.at + 1 }, WRONG],
  ['without its block', { blockId: null }, WRONG],
  ['of an earlier release', { checksum: null, summary: 'other' }],
  ['without the items that a full list frees', { touched: '[]' }],
])('[operations] an entry %s', (_, change, problem) =>
  expect(changeProblem({ ...ENTRY, checksum, ...change })).toBe(problem),
)

test('[operations] stores replace half a surrogate pair, and the checksum stays the same', () =>
  expect(changeChecksum({ ...ENTRY, page: 'a\ud800' })).toBe(changeChecksum({ ...ENTRY, page: 'a\ufffd' })))
