import { describe, expect, test } from 'vitest'
import { findField, findType, isPageTypeId, PAGE_TYPES, pageType } from './index.ts'

describe('[D3.9] a type is found by id or label', () => {
  test.each([
    ['person', 'person'],
    ['Person', 'person'],
    [' PERSON ', 'person'],
    ['[[Person]]', 'person'],
    ['TV show', 'tv-show'],
    ['tv-show', 'tv-show'],
    ['Tv Show', 'tv-show'],
    ['[[ tv-SHOW ]]', 'tv-show'],
    ['people', undefined],
    ['page', undefined],
    ['journal', undefined],
    ['', undefined],
    ['[[]]', undefined],
    ['constructor', undefined],
  ])('findType(%j)', (written, type) => expect(findType(written)?.type).toBe(type))
})

describe('[D4] a field is found by key or label, folded, with spaces and - alike', () => {
  test.each([
    ['person', 'birthday', 'birthday'],
    ['person', 'BIRTHDAY', 'birthday'],
    ['person', 'Works at', 'works-at'],
    ['person', 'works-AT', 'works-at'],
    ['person', ' works at ', 'works-at'],
    ['person', 'About', 'description'],
    ['person', 'Website', 'url'],
    ['website', 'Website', undefined],
    ['website', 'URL', 'url'],
    ['album', 'label', 'label'],
    ['book', 'birthday', undefined],
    ['person', '', undefined],
    ['person', '__proto__', undefined],
  ] as const)('findField(%j, %j)', (type, written, key) => {
    expect(findField(type, written)?.key).toBe(key)
    expect(findField(pageType(type), written)?.key).toBe(key)
  })

  test('every field of every type answers to its key and to its label', () => {
    for (const type of PAGE_TYPES) {
      for (const field of type.fields) {
        expect(findField(type, field.key)).toBe(field)
        expect(findField(type, field.label)).toBe(field)
      }
    }
  })
})

test.each([
  ['person', true],
  ['tag', true],
  ['Person', false],
  ['journal', false],
  ['toString', false],
])('isPageTypeId(%j)', (text, expected) => expect(isPageTypeId(text)).toBe(expected))
