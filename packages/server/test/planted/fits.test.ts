/** The planted faults fit the code: a comment or a name that changes must change in their lists too. */
import { planted } from '@notegraph/service/planted-faults'
import { expect, test } from 'vitest'
import { LISTED_FAULTS } from './lists.ts'

/** The kinds of mistakes that somebody makes in a store for many processes. */
const KINDS = [
  'wrong account',
  'lock',
  'text',
  'time zone',
  'order',
  'collation',
  'lost update',
  'open transaction',
  'replica',
]

test.each(LISTED_FAULTS)('its file contains the text of fault $id once', (fault) => {
  expect(planted(fault)).toContain(fault.replace)
})

test('each fault has an id of its own', () => {
  expect(new Set(LISTED_FAULTS.map(({ id }) => id)).size).toBe(LISTED_FAULTS.length)
})

test('there are forty faults at least, and outsiders planted half of them', () => {
  expect(LISTED_FAULTS.length).toBeGreaterThanOrEqual(40)
  const outsiders = LISTED_FAULTS.filter(({ by }) => by === 'outsider')
  expect(outsiders.length).toBeGreaterThanOrEqual(LISTED_FAULTS.length / 2)
})

test.each(KINDS)('a fault of the store on PostgreSQL is of the kind %s', (kind) => {
  const ofStore = LISTED_FAULTS.filter(({ file }) =>
    /^packages\/store(?:-postgres|\/src\/account-sql)\//.test(file),
  )
  expect(ofStore.map((fault) => fault.kind)).toContain(kind)
})
