import { describe, expect, test } from 'vitest'
import { findField, findType, isPageTypeId, PAGE_TYPES, pageType, type PageTypes } from './index.ts'

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

describe('types of an app of its own', () => {
  const RECIPES = [
    {
      type: 'recipe',
      label: 'Recipe',
      plural: 'Recipes',
      fields: [
        { key: 'serves', label: 'Serves', kind: 'text' },
        { key: 'goes-with', label: 'Goes with', kind: 'ref', of: 'recipe' },
      ],
    },
  ] as const satisfies PageTypes
  const both: PageTypes = [...PAGE_TYPES, ...RECIPES]

  test.each<[string, PageTypes, string | undefined]>([
    ['[[Recipe]]', RECIPES, 'recipe'],
    ['person', RECIPES, undefined],
    ['Recipe', both, 'recipe'],
    ['TV show', both, 'tv-show'],
  ])('are found by %s among those given', (written, types, type) => {
    expect(findType(written, types)?.type).toBe(type)
    expect(findType(written)?.type).not.toBe('recipe')
  })

  test('are found by id, with their fields', () => {
    expect(pageType('recipe', both)).toBe(RECIPES[0])
    expect(pageType('person', RECIPES)).toBeUndefined()
    expect(findField(RECIPES[0], 'goes with')).toBe(RECIPES[0].fields[1])
  })

  test('of one spelling are found in their order', () => {
    const other = { ...RECIPES[0], label: 'Other', plural: 'Others' }
    expect(findType('recipe', [RECIPES[0], other])).toBe(RECIPES[0])
  })
})
