import { expect, test } from 'vitest'
import { block, envOf, PICTURE } from '../../test/builders.ts'
import { deriveBlock } from '../block-row.ts'
import { NO_USES, usesDifference, type RecordUses } from './difference.ts'

const OTHER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const rowOf = (text: string | undefined) =>
  text === undefined ? undefined : deriveBlock(block(text), envOf())

test.each<
  [
    before: string | undefined,
    after: string | undefined,
    removed: Partial<RecordUses>,
    added: Partial<RecordUses>,
  ]
>([
  [undefined, 'words', {}, {}],
  [undefined, '[[Rye]] #Oats', {}, { links: ['rye'], tags: ['oats'] }],
  ['[[Rye]] #Oats', '[[Rye]] #Rye', { tags: ['oats'] }, { tags: ['rye'] }],
  ['[[Rye]] #Oats', undefined, { links: ['rye'], tags: ['oats'] }, {}],
  ['[[Rye]] a', '[[Rye]] b', {}, {}],
  ['words', `((${OTHER}))`, {}, { blockRefs: [OTHER] }],
  [`![](/api/files/${PICTURE})`, 'words', { files: [PICTURE] }, {}],
  ['key:: a', 'key:: b', { properties: [['key', 'a']] }, { properties: [['key', 'b']] }],
  [
    'key:: a, b',
    'key:: b',
    {
      properties: [
        ['key', 'a, b'],
        ['key', 'a'],
      ],
    },
    {},
  ],
])('uses of %j and then %j', (before, after, removed, added) => {
  expect(usesDifference(rowOf(before), rowOf(after))).toEqual({
    removed: { ...NO_USES, ...removed },
    added: { ...NO_USES, ...added },
  })
})

test.each([
  [undefined, 'words'],
  ['words', undefined],
  ['one', 'two'],
])('a row without uses has the one value that callers compare with: %j and then %j', (before, after) => {
  const { removed, added } = usesDifference(rowOf(before), rowOf(after))
  expect(removed).toBe(NO_USES)
  expect(added).toBe(NO_USES)
})
