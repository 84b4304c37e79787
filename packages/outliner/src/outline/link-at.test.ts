import { expect, test } from 'vitest'
import { linkAt } from './link-at.ts'

const ID = '11111111-1111-4111-8111-111111111111'

test.each([
  ['see [[Harbour]]', 15, { page: 'Harbour' }],
  ['[[One]] and [[Two]]', 3, { page: 'One' }],
  ['[[One]] and [[Two]]', 9, { page: 'Two' }],
  ['[[One]] and words', 17, { page: 'One' }],
  ['call #[[the crew]]', 0, { page: 'the crew' }],
  ['call #crew', 0, { page: 'crew' }],
  [`see ((${ID}))`, 0, { block: ID }],
  [`{{embed ((${ID}))}}`, 0, { block: ID }],
  ['{{embed [[Harbour]]}}', 0, { page: 'Harbour' }],
  ['at https://boats.example/x', 0, { address: 'https://boats.example/x' }],
  ['a [boat](https://boats.example/y "A boat")', 0, { address: 'https://boats.example/y' }],
  ['a [plan](/api/files/f1)', 0, { address: '/api/files/f1' }],
  ['a [script](javascript:x)', 0, undefined],
  ['`[[code]]` and words', 0, undefined],
  ['words', 2, undefined],
])('[O3.1] the link of %j at %i is %j', (text, caret, target) => {
  expect(linkAt(text, caret)).toEqual(target)
})
