import { expect, test } from 'vitest'
import { page } from '../test/builders.ts'
import { isOwnersKey, journalDay, journalId, kindOf, nameOf, propOf, type PageRecord } from './record.ts'

test.each([
  ['journal-20261120', 20261120],
  ['journal-20240229', 20240229],
  ['journal-20260229', undefined], // not on the calendar
  ['journal-20261301', undefined],
  ['journal-2026112', undefined],
  ['journal-202611200', undefined],
  ['Journal-20261120', undefined],
  ['journal-20261120\n', undefined],
  ['p1', undefined],
])('the id %j is of the day %s', (id, day) => {
  expect(journalDay(id)).toBe(day)
})

test.each([20261120, 10000101, 99991231])('the id of the day %i says the day', (day) => {
  expect(journalDay(journalId(day))).toBe(day)
})

test.each<[string, PageRecord, string]>([
  ['a plain page', page(), 'page'],
  ['a day', page({}, { id: 'journal-20261120' }), 'journal'],
  ['a whiteboard', page({}, { kind: 'whiteboard' }), 'whiteboard'],
  ['a day that says it is a whiteboard', page({}, { id: 'journal-20261120', kind: 'whiteboard' }), 'journal'],
  ['a location, whose kind is its own', page({ kind: 'whiteboard' }), 'page'],
])('kind of %s', (_, record, kind) => {
  expect(kindOf(record)).toBe(kind)
})

test.each([
  ['name', false],
  [':kind', false],
  [':favorite', false],
  [':whatever', false],
  ['kind', true],
  ['alias', true],
  ['Name', true],
])('%j is a key of an owner: %s', (key, owners) => {
  expect(isOwnersKey(key)).toBe(owners)
})

test('a cleared property has no value, and an invalid name falls back to the id', () => {
  const record: PageRecord = {
    ...page(),
    props: { name: { v: null, at: 1 }, city: { v: null, at: 1 }, town: { v: false, at: 1 } },
  }
  expect(propOf(record, 'city')).toBeUndefined()
  expect(propOf(record, 'constructor')).toBeUndefined()
  expect(propOf(record, 'town')).toBe(false)
  expect(nameOf(record)).toBe('p1')
})
