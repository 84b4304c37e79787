import { expect, test } from 'vitest'
import { PAGE_TYPE_IDS, PAGE_TYPES, propertyKey } from './index.ts'

test('[D4] the registry lists the twelve types in their order', () => {
  expect(PAGE_TYPES.map(({ type }) => type)).toEqual(PAGE_TYPE_IDS)
})

test.each([
  ['person', 'email phone birthday occupation works-at lives-in knows description url country died roles'],
  ['location', 'address kind coordinates country population description'],
  [
    'book',
    'author published publisher series genre isbn language status started finished rating url description',
  ],
  ['website', 'url author publisher published rating description'],
  ['organization', 'kind founded founder headquarters part-of industry email phone url country description'],
  ['event', 'starts ends kind location organizer attendees url description'],
  ['artist', 'members genre country formed disbanded url description'],
  ['album', 'artist released tracks genre label rating url description'],
  ['track', 'artist album released duration genre rating url description'],
  ['movie', 'director cast released genre runtime country language status watched rating url description'],
  ['tv-show', 'creator cast started ended seasons network genre status rating url description'],
  ['tag', 'parent description'],
])('[types] %s has its fields in their order', (id, keys) => {
  const type = PAGE_TYPES.find(({ type }) => type === id)
  expect(type?.fields.map(({ key }) => key).join(' ')).toBe(keys)
})

test('[types] a relation says of what, a selection says its options, and no other field does', () => {
  for (const { fields } of PAGE_TYPES) {
    for (const field of fields) {
      expect(field.of !== undefined).toBe(field.kind === 'ref')
      expect(field.options !== undefined).toBe(field.kind === 'select')
    }
  }
})

test('[D3.5] every field has a key that a property can have', () => {
  for (const { key } of PAGE_TYPES.flatMap(({ fields }) => fields)) {
    expect(propertyKey(key)).toEqual({ ok: true, key })
  }
})
